"""What becomes of each element of a page, and why: kept, unclaimed, dropped, or outside the roots.

The steps are those of ``read_article_page`` without the metadata, so that the verdicts are those of
the TEI.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from lxml import etree

from webarticlecurator.config import base_tags
from webarticlecurator.extract.analysis.diagnostics.unruled import (
    count_words_beside,
    read_without_rules,
)
from webarticlecurator.extract.body.article_body import (
    BodyResult,
    read_body,
    read_body_elements,
    reject_without_root,
)
from webarticlecurator.extract.body.frame import PageDefaults
from webarticlecurator.extract.body.roots import find_roots, find_roots_inside
from webarticlecurator.extract.body.walk_record import WalkRecord
from webarticlecurator.extract.body.word_account import WordAccount, sum_accounts
from webarticlecurator.extract.layout import Layout, select_layout
from webarticlecurator.extract.page_checks.checks import check_page
from webarticlecurator.extract.pages.article_page import embedded_page
from webarticlecurator.extract.pages.page_parts import split_page
from webarticlecurator.extract.pages.reader_comments import COMMENTS_DROP, apply_comments_rule
from webarticlecurator.model.article import Rejected, TextAccount
from webarticlecurator.model.portal import BodyRules, Portal
from webarticlecurator.model.rule import label_rule
from webarticlecurator.page import Page
from webarticlecurator.page.ancestors import outermost_elements
from webarticlecurator.rules import select_elements

VerdictState = Literal["kept", "unclaimed", "dropped", "outside"]
"""``unclaimed``: kept, but no tag dictionary knows the tag. ``outside``: in no root."""

_COMMENT_BLOCKS = {"comments", "comment"}


@dataclass(frozen=True)
class ElementVerdict:
    """What becomes of an element, and of what is inside it without a verdict of its own.

    ``reason``: the rule or heuristic that decided, or what the element has become.
    ``only_content``: it holds for the content and not for the element itself (a video that is
    kept, whose fallback text is not).
    """

    state: VerdictState
    reason: str
    only_content: bool = False


@dataclass(frozen=True)
class PageVerdicts:
    """The verdicts on one page.

    ``page``: the page whose tree has the elements (the HTML embedded in a page, where that holds
    the text). ``elements``: elements with a verdict of their own; others have that of their parent,
    and what has none is outside. ``account``: the words, with those outside. ``rejected``: why the
    page is no article, or None. ``layout``: its name. ``choice``: how the roots were found.
    ``confidence``: of a choice without rules, the expected F1 in per mille; None where nothing
    estimates it. ``problems``: those of the body, in words.
    """

    page: Page
    roots: tuple[etree._Element, ...] = ()
    elements: Mapping[etree._Element, ElementVerdict] = field(default_factory=dict)
    account: TextAccount = field(default_factory=TextAccount)
    rejected: Rejected | None = None
    layout: str = ""
    choice: str = ""
    confidence: int | None = None
    problems: tuple[str, ...] = ()


def read_element_verdicts(
    portal: Portal, page: Page, *, is_continuation: bool = False
) -> PageVerdicts:
    """Return what ``read_article_page`` does with each element of a page.

    ``is_continuation``: the page continues an article. Nothing that a page contains makes this
    function raise.
    """
    layout = select_layout(portal, page)
    rejected = check_page(page, layout.rules)
    text_page = None if rejected else embedded_page(page, layout.rules)
    if text_page is None:
        rejected = rejected or Rejected(page.url, "no-root", "no rule of article.page finds HTML")
        return _with_words_outside(PageVerdicts(page, rejected=rejected, layout=layout.name))

    rules = layout.rules.body
    if is_continuation and layout.rules.split is None:
        rules = replace(rules, drop=(*rules.drop, *rules.first_page_only))
    groups = _find_root_groups(text_page, layout, rules)
    if not groups:
        rejected = _reject_without_root(text_page, layout)
        return _with_words_outside(PageVerdicts(text_page, rejected=rejected, layout=layout.name))

    record, results = WalkRecord(), list[BodyResult | Rejected]()
    for roots in groups:
        body = _read_roots(portal, text_page, (roots, rules, layout), record)
        key = portal.pseudonym_key
        results.append(apply_comments_rule(body, layout.rules, key, text_page.url))
    read = [result for result in results if isinstance(result, BodyResult)]
    choice = _describe_choice(portal, page, text_page, rules)
    verdicts = PageVerdicts(
        text_page,
        tuple(root for roots in groups for root in roots),
        _collect_verdicts(groups, record, layout, choice),
        sum_accounts(body.account for body in read) if read else _account_of_dropped(record),
        next((result for result in results if isinstance(result, Rejected) and not read), None),
        layout.name,
        choice,
        read[0].confidence if read else None,
        tuple(problem.message for body in read for problem in body.problems),
    )
    return _with_words_outside(verdicts)


def _read_roots(
    portal: Portal,
    page: Page,
    choice: tuple[tuple[etree._Element, ...], BodyRules, Layout],
    record: WalkRecord,
) -> BodyResult | Rejected:
    """Read the body of the page, or of one of several articles on it."""
    roots, rules, layout = choice
    if layout.rules.split is not None:
        defaults = PageDefaults(portal.stated_zone, portal.language)
        return read_body_elements(page, roots, rules, base_tags(), defaults, record=record)
    zone, language = portal.stated_zone, portal.language
    return read_body(page, rules, base_tags(), timezone=zone, language=language, record=record)


def _find_root_groups(
    page: Page, layout: Layout, rules: BodyRules
) -> tuple[tuple[etree._Element, ...], ...]:
    """Return the roots of each article on the page that has any."""
    split = layout.rules.split
    if split is None:
        roots = find_roots(page, rules)
        return (roots,) if roots else ()
    parts = tuple(part.element for part in split_page(page, split))
    return tuple(roots for roots in find_roots_inside(page, rules, parts).values() if roots)


def _reject_without_root(page: Page, layout: Layout) -> Rejected:
    if layout.rules.split is not None:
        return Rejected(page.url, "no-root", "article.split finds no article on the page")
    return reject_without_root(page, layout.rules.body)


def _describe_choice(portal: Portal, page: Page, text_page: Page, rules: BodyRules) -> str:
    """Return how the roots were found."""
    found = read_without_rules(portal, page)
    matching = (rule for rule in rules.root if select_elements((rule,), text_page))
    rule = next((f"root: {label_rule(rule).removeprefix('css:')}" for rule in matching), "")
    if found is None or found.state == "unused":
        return rule or "the whole part (article.split)"
    if found.state == "refined":
        return f"{rule}, refined (guess: true)"
    return "guessed, since no rule finds it" if rules.root else "guessed without a rule"


def _collect_verdicts(
    groups: tuple[tuple[etree._Element, ...], ...],
    record: WalkRecord,
    layout: Layout,
    choice: str,
) -> dict[etree._Element, ElementVerdict]:
    """Return the verdicts; what drops an element counts more than what it would become."""
    verdicts = {root: ElementVerdict("kept", choice) for roots in groups for root in roots}
    for element, names in record.blocks.items():
        verdicts[element] = ElementVerdict("kept", " > ".join(names))
    for element, signature in record.unclaimed.items():
        verdicts[element] = ElementVerdict("unclaimed", f"no row for {signature}")
    for element, rule in record.fallbacks.items():
        verdicts[element] = ElementVerdict("dropped", rule, only_content=True)
    for element, rule in record.dropped.items():
        verdicts[element] = ElementVerdict("dropped", rule)
    if layout.rules.comments == "drop":
        _drop_comments(verdicts, record)
    return verdicts


def _drop_comments(verdicts: dict[etree._Element, ElementVerdict], record: WalkRecord) -> None:
    """Drop the elements that have become comments, with all that is inside."""
    blocks = record.blocks.items()
    comments = tuple(element for element, names in blocks if not _COMMENT_BLOCKS.isdisjoint(names))
    for element in outermost_elements(comments):
        for inner in element.iterdescendants():
            verdicts.pop(inner, None)
        verdicts[element] = ElementVerdict("dropped", COMMENTS_DROP)


def _account_of_dropped(record: WalkRecord) -> TextAccount:
    """Return the account of a page that keeps nothing."""
    account = WordAccount()
    for element, rule in (*record.dropped.items(), *record.fallbacks.items()):
        account.add_dropped(rule, element)
    return account.to_text_account(0)


def _with_words_outside(verdicts: PageVerdicts) -> PageVerdicts:
    outside = count_words_beside(verdicts.page, verdicts.roots)
    return replace(verdicts, account=replace(verdicts.account, outside=outside))
