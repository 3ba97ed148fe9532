"""Read the body of one page: find the roots and drops, walk over the elements, count the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lxml import etree

from webarticlecurator.extract.body.builder import Builder
from webarticlecurator.extract.body.clean_text import TextCleaner
from webarticlecurator.extract.body.frame import NO_DEFAULTS, PageDefaults
from webarticlecurator.extract.body.live_entries import parse_date_text
from webarticlecurator.extract.body.roots import (
    find_drops,
    find_figures,
    find_guess,
    find_roots,
    is_guessed,
)
from webarticlecurator.extract.body.tree_walk import Walker
from webarticlecurator.extract.body.walk_record import WalkRecord
from webarticlecurator.extract.body.word_account import WordAccount, sum_accounts
from webarticlecurator.extract.heuristics.judge_choice import CONFIDENCE_OF_USUAL_ROOTS
from webarticlecurator.extract.tags.dictionary import build_tagger
from webarticlecurator.model.article import Rejected, TextAccount
from webarticlecurator.model.article_rules import BodyRules, TagRow
from webarticlecurator.model.blocks import Node, block_words
from webarticlecurator.model.verdict import Problem
from webarticlecurator.page import Page


@dataclass(frozen=True)
class BodyResult:
    """The body of a page.

    ``blocks``: children of a ``body`` Node, as ``model.blocks`` allows them. ``account``: what
    became of every word. ``tags_of_comments``: the part of the account of tags that belongs to
    comments. ``confidence``: see ``PageExtract``.
    """

    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()
    tags_of_comments: TextAccount = field(default_factory=TextAccount)
    confidence: int | None = None


def read_body(
    page: Page,
    rules: BodyRules,
    base: tuple[TagRow, ...],
    *,
    timezone: str | None = None,
    language: str = "",
    record: WalkRecord | None = None,
) -> BodyResult | Rejected:
    """Return the text of the article on one page; the tree of the page is not changed.

    ``base``: the rows of the base tag dictionary. ``timezone``: IANA name for times of live entries
    and comments without a zone (None: such times keep no zone). ``language``: BCP 47 tag of pages
    that declare none. What becomes of the elements is added to ``record``.

    Rejected: ``no-root`` if no root rule matches, ``empty`` if the root holds neither words nor
    media.
    """
    roots = find_roots(page, rules)
    if not roots:
        return reject_without_root(page, rules)
    defaults, figures = PageDefaults(timezone, language), find_figures(page, rules, roots)
    body = read_body_elements(page, roots, rules, base, defaults, figures=figures, record=record)
    return body if isinstance(body, Rejected) else _add_confidence(body, page, rules, roots)


def _add_confidence(
    body: BodyResult, page: Page, rules: BodyRules, roots: tuple[etree._Element, ...]
) -> BodyResult:
    """Return ``body`` with its confidence and the remark of the heuristics, if they found the
    roots."""
    if not is_guessed(page, rules):
        return body
    guess = find_guess(page, roots)
    if guess is None:
        return replace(body, confidence=CONFIDENCE_OF_USUAL_ROOTS)
    remark = (Problem("root-replaced", page.url, guess.remark),) if guess.remark else ()
    return replace(body, problems=(*remark, *body.problems), confidence=guess.confidence)


def reject_without_root(page: Page, rules: BodyRules) -> Rejected:
    """Return the verdict on a page, or on one of several articles on it, without a root element."""
    tried = ", ".join(r.expression for r in rules.root) or "body"
    return Rejected(page.url, "no-root", f"none of the root rules matches: {tried}")


def read_body_elements(
    page: Page,
    roots: tuple[etree._Element, ...],
    rules: BodyRules,
    base: tuple[TagRow, ...],
    defaults: PageDefaults = NO_DEFAULTS,
    entries: Mapping[etree._Element, str] | None = None,
    figures: Mapping[etree._Element, str] | None = None,
    record: WalkRecord | None = None,
) -> BodyResult | Rejected:
    """Return the text of the given ``roots`` of a page, like ``read_body``.

    ``article.split`` uses it for one of several articles on a page, ``article.parts`` for those
    ``entries`` (element → block: comment or feed-entry) that it finds with a rule of its own.
    ``figures``: as ``find_figures`` returns them. What becomes of the elements is added to
    ``record``.
    """
    account = WordAccount()
    changes = record.changes if record is not None else None
    cleaner = TextCleaner(rules.clean, account.add_words, changes) if rules.clean else None
    builder = Builder(lambda text: parse_date_text(text, defaults), cleaner)
    walker = Walker(
        builder,
        build_tagger(rules.tags, base, rules.signature),
        find_drops(page, rules, roots),
        page.base,
        defaults,
        account,
        entries or {},
        figures or {},
        record,
    )
    walker.collect_anchor_targets(page.url, roots)
    for root in roots:
        walker.walk(root)
    blocks = walker.finish()
    if not blocks:
        return Rejected(
            page.url,
            "empty",
            f"the root ({roots[0].tag}) holds no text after {len(rules.drop)} drop rules",
        )

    comments = walker.comments_account.to_text_account(0)
    total = sum_accounts((walker.account.to_text_account(len(block_words(blocks))), comments))
    return BodyResult(blocks, total, _tag_problems(page, walker), comments)


def _tag_problems(page: Page, walker: Walker) -> tuple[Problem, ...]:
    ties = (
        Problem(
            "tag-tie",
            page.url,
            f"{signature}: line {a.line} ({a.operation}) and line {b.line} ({b.operation})"
            " say different things",
        )
        for signature, a, b in walker.ties
        if a and b
    )
    return (*walker.tagger.problems, *ties)
