"""One page → its blocks. The order of everything: roots, drops, one walk through the tag
dictionary, the account."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from webarticlecurator.extract.body.builder import Builder
from webarticlecurator.extract.body.frame import NO_DEFAULTS, PageDefaults
from webarticlecurator.extract.body.live_entries import parse_spoken_time
from webarticlecurator.extract.body.roots import find_drops, find_roots
from webarticlecurator.extract.body.tree_walk import Walker
from webarticlecurator.extract.body.word_account import sum_accounts
from webarticlecurator.extract.tags.dictionary import build_tagger
from webarticlecurator.model.article import Rejected, TextAccount
from webarticlecurator.model.blocks import Node, block_words
from webarticlecurator.model.portal import BodyRules, TagRow
from webarticlecurator.model.verdict import Problem
from webarticlecurator.page import Page


@dataclass(frozen=True)
class BodyResult:
    """``blocks`` are children of a ``body`` Node and obey ``model.blocks``; ``account`` says where
    every word went; ``tags_of_comments``: the share that comments have in what it says of tags."""

    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()
    tags_of_comments: TextAccount = field(default_factory=TextAccount)


def read_body(
    page: Page,
    rules: BodyRules,
    base: tuple[TagRow, ...],
    *,
    timezone: str | None = None,
    language: str = "",
) -> BodyResult | Rejected:
    """The article's text on one page. The page's tree is only read.

    ``base``: rows of the base dictionary. ``timezone``: IANA name for times of live entries and
    comments that say no zone (without it such times keep none). ``language``: BCP 47, of pages that
    say none. Rejected: ``no-root`` if no root rule matches, ``empty`` if the root holds neither
    words nor media.
    """
    found = find_roots(page, rules)
    if not found:
        return reject_without_root(page, rules)
    return read_body_of(page, found, rules, base, PageDefaults(timezone, language))


def reject_without_root(page: Page, rules: BodyRules) -> Rejected:
    """The verdict on a page, or on one of several articles on it, where nothing says where its text
    is."""
    tried = ", ".join(r.expression for r in rules.root) or "body"
    return Rejected(page.url, "no-root", f"none of the root rules matches: {tried}")


def read_body_of(
    page: Page,
    elements: tuple[etree._Element, ...],
    rules: BodyRules,
    base: tuple[TagRow, ...],
    setting: PageDefaults = NO_DEFAULTS,
) -> BodyResult | Rejected:
    """The same for given elements of the page (``article.split``: one article of several on the
    page)."""
    builder = Builder(lambda text: parse_spoken_time(text, setting))
    walker = Walker(
        builder,
        build_tagger(rules.tags, base, rules.signature),
        find_drops(page, rules, elements),
        page.base,
        setting,
    )
    walker.begin(page.url, elements)
    for element in elements:
        walker.walk(element)
    blocks = walker.blocks()
    if not blocks:
        return Rejected(
            page.url,
            "empty",
            f"the root ({elements[0].tag}) holds no text after {len(rules.drop)} drop rules",
        )
    comments = walker.ledger_of_comments.close(0)
    account = sum_accounts((walker.ledger.close(len(block_words(blocks))), comments))
    return BodyResult(blocks, account, _problems(page, walker), comments)


def _problems(page: Page, walker: Walker) -> tuple[Problem, ...]:
    ties = (
        Problem(
            "tag-tie",
            page.url,
            f"{sign}: line {a.line} ({a.operation}) and line {b.line} ({b.operation}) say different"
            " things",
        )
        for sign, a, b in walker.ties
        if a and b
    )
    return (*walker.tagger.problems, *ties)
