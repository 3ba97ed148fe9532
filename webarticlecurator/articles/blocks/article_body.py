"""Read the body of one page: find the roots and drops, walk over the elements, count the words."""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from webarticlecurator.articles.blocks.article_roots import (
    find_boxes_of_figures,
    find_drops,
    find_guess,
    find_posts,
    find_roots,
    is_guessed,
)
from webarticlecurator.articles.blocks.block_values import NO_DEFAULTS, PageDefaults
from webarticlecurator.articles.blocks.builder import Builder
from webarticlecurator.articles.blocks.formulas import SHOWN_FORMULA, find_formulas
from webarticlecurator.articles.blocks.inner_links import AnchorTargets
from webarticlecurator.articles.blocks.post_times import parse_date_text
from webarticlecurator.articles.blocks.tag_dictionary import build_tagger
from webarticlecurator.articles.blocks.text_cleaning import TextCleaner
from webarticlecurator.articles.blocks.tree_walk import Walker
from webarticlecurator.articles.blocks.unloaded_text import find_unloaded_text
from webarticlecurator.articles.blocks.walk_record import WalkRecord
from webarticlecurator.articles.without_rules.article_text import find_page_kind, rate_article_text
from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.model.article import Rejected, TextAccount
from webarticlecurator.base.model.blocks import Node, block_words
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.article_rules import BodyRules, TagRow
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.displayed import find_hidden
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import WordAccount, sum_accounts
from webarticlecurator.pages.rules.declared_access import is_declared_paid


@dataclass(frozen=True)
class BodyResult:
    """The body of a page.

    ``blocks``: children of a ``body`` Node, as ``model.blocks`` allows them. ``account``: what
    became of every word. ``tags_of_comments``: the part of the account of tags that belongs to
    comments. ``confidence``, ``page_kind``: see ``PageExtract``.
    """

    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()
    tags_of_comments: TextAccount = field(default_factory=TextAccount)
    confidence: int | None = None
    page_kind: str = ""


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
    defaults, figures = PageDefaults(timezone, language), find_boxes_of_figures(page, rules, roots)
    body = read_body_elements(page, roots, rules, base, defaults, figures=figures, record=record)
    if isinstance(body, Rejected) or not is_guessed(page, rules):
        return body
    # No rule has found the roots: add the confidence and the kind.
    guess = find_guess(page, roots)
    confidence = rate_article_text(page, roots, guess.drops if guess else {})
    return replace(body, confidence=confidence, page_kind=find_page_kind(page))


def reject_without_root(page: Page, rules: BodyRules) -> Rejected:
    """Return the verdict on a page, or on one of several articles on it, without a root element."""
    tried = ", ".join(r.expression for r in rules.root) or "body"
    return Rejected(
        page.url, "no-root", make_message("none of the root rules matches: {tried}", tried=tried)
    )


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
    ``figures``: as ``find_boxes_of_figures`` returns them. What becomes of the elements is added to
    ``record``.
    """
    account = WordAccount()
    posts = find_posts(page, rules, roots)
    changes = record.changes if record is not None else None
    cleaner = TextCleaner(rules.clean, account.add_words, changes) if rules.clean else None
    formulas, previews = find_formulas(roots)
    left_out = {
        **find_hidden(page, roots, is_declared_paid),
        **find_drops(page, rules, roots),
        **dict.fromkeys(previews, SHOWN_FORMULA),
    }
    walker = Walker(
        Builder(lambda text: parse_date_text(text, defaults), cleaner),
        build_tagger(rules.tags, base, rules.signature),
        left_out,
        page.base,
        defaults,
        account,
        entries or dict.fromkeys(posts, "feed-entry"),
        figures or {},
        record,
    )
    walker.posts = posts
    walker.formulas = formulas
    walker.targets = AnchorTargets(roots, page.url, page.base)
    for root in roots:
        walker.walk(root)
    blocks = walker.finish()
    if not blocks:
        return Rejected(
            page.url,
            "empty",
            make_message(
                "the root ({tag}) holds no text after {number} drop rules",
                tag=roots[0].tag,
                number=len(rules.drop),
            ),
        )

    comments = walker.comments_account.to_text_account(0)
    total = sum_accounts((walker.account.to_text_account(len(block_words(blocks))), comments))
    ties = (
        make_problem(
            "tag-tie",
            page.url,
            signature=signature,
            line=a.line,
            operation=a.operation,
            other=b.line,
            other_operation=b.operation,
        )
        for signature, a, b in walker.ties
        if a and b
    )
    problems = (*walker.tagger.problems, *ties, *find_unloaded_text(page, roots, posts, left_out))
    return BodyResult(blocks, total, problems, comments)
