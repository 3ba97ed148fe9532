"""The links of an archive page with the elements that they are from, so that they can be shown on
the page: what the rules list, what they leave out and why, and the link to the next page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from contextlib import suppress

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors, find_article_addresses
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.page_location import span_of
from webarticlecurator.pages.page.class_tokens import is_in_navigation
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_link_elements
from webarticlecurator.pages.rules.trace import Trace
from webarticlecurator.proposing.trial.page_links import LinksAnswer, list_links, locate_stored_page

NO_ELEMENT = -1
_FILTERS = {
    "include": make_message("the rule's include leaves it out"),
    "exclude": make_message("the rule's exclude leaves it out"),
}
"""Names of the steps of a rule that leave out links, in words."""
NO_RULE = make_message("no rule selects it")


@dataclass(frozen=True)
class PageLink:
    """An address that is listed; ``element`` is the number of the element that the rule selects
    (its place among all elements of the page), or NO_ELEMENT."""

    url: str
    element: int


@dataclass(frozen=True)
class LeftOutLink:
    """A link that is not listed: its address or its text, its element and the reason."""

    text: str
    element: int
    reason: str


@dataclass(frozen=True)
class MarkedLinks:
    """What ``list_links`` finds, with elements; ``next_element`` is that of the link to the next
    page, if a rule finds it and it is on the page."""

    answer: LinksAnswer
    listed: tuple[PageLink, ...]
    left_out: tuple[LeftOutLink, ...]
    next_element: int = NO_ELEMENT


def mark_links(portal: Portal, stored: StoredPage, column: str | None = None) -> MarkedLinks:
    """Return the links of an archive page with their elements. Raises as ``list_links``."""
    answer = list_links(portal, stored, column)
    page = stored.page(portal, answer.column)
    if page.json is not None or page.excess or page.file_kind:
        listed = tuple(PageLink(url, NO_ELEMENT) for url in answer.articles)
        return MarkedLinks(answer, listed, ())
    located = locate_stored_page(portal, stored, column)
    span = span_of(portal, located) if located is not None else None
    trace = Trace()
    found = select_link_elements(span.links if span is not None else portal.links, page, trace)
    elements = {normalize_address(url): element for url, element in reversed(found)}
    listed = tuple(PageLink(url, _number(page, elements.get(url))) for url in answer.articles)
    seen = {element for _, element in found if element is not None}
    # What a step of a rule has left out.
    left_out = [each for rule in trace.rules for each in rule.left_out_elements]
    excluded = (
        LeftOutLink(text_of(element), number, _FILTERS.get(reason, reason))
        for element, reason in left_out
        if (number := _number(page, element)) != NO_ELEMENT
    )
    others = _list_others(page, answer.articles, seen.union(element for element, _ in left_out))
    next_rules = span.pagination.next if span is not None else portal.next
    return MarkedLinks(answer, listed, (*excluded, *others), _find_next(page, next_rules))


def find_links_of_rule(portal: Portal, stored: StoredPage, rule: Rule) -> tuple[PageLink, ...]:
    """Return what a rule for links lists on a page, with elements. To be called in a worker."""
    page = stored.page(portal)
    return tuple(
        PageLink(normalize_address(url), _number(page, each))
        for url, each in select_link_elements((rule,), page)
    )


def find_next_of_rule(portal: Portal, stored: StoredPage, rule: Rule) -> tuple[PageLink, ...]:
    """Return the link that a rule for the next page finds on a page, with its element, if there is
    one. To be called in a worker."""
    page = stored.page(portal)
    found = select_link_elements((rule,), page, only_first=True)
    element = _find_next(page, (rule,))
    return tuple(PageLink(normalize_address(url), element) for url, _ in found)


def _number(page: Page, element: etree._Element | None) -> int:
    """Return the number of an element; NO_ELEMENT for a text, and for one of another tree."""
    if element is not None:
        with suppress(KeyError):
            return page.elements.number(element)
    return NO_ELEMENT


def _list_others(
    page: Page, listed: Sequence[str], seen: Set[etree._Element]
) -> Iterable[LeftOutLink]:
    """Yield links that look like those of articles, but that no rule selects, or that are listed
    already; none with an element that was ``seen`` around or in it."""
    places = {url: number for number, url in enumerate(listed, 1)}
    anchors = find_all_anchors(page)
    articles = find_article_addresses(anchors)
    for anchor in anchors:
        url, element = anchor.address, anchor.element
        if {element, *element.iterancestors(), *element.iter()} & seen or is_in_navigation(element):
            continue
        if url in places:
            reason = make_message("already listed as number {number}", number=places[url])
            yield LeftOutLink(url, _number(page, element), reason)
        elif url in articles:
            yield LeftOutLink(url, _number(page, element), NO_RULE)


def _find_next(page: Page, rules: Sequence[Rule]) -> int:
    """Return the number of the link to the next page. One that is not shown, in the head, is that
    of a link to the same page."""
    for url, element in select_link_elements(rules, page, only_first=True)[:1]:
        if element is not None and element.tag != "link":
            return _number(page, element)
        for anchor in find_all_anchors(page):
            if anchor.address == normalize_address(url):
                return _number(page, anchor.element)
    return NO_ELEMENT
