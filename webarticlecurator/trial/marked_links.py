"""The links of an archive page with the elements that they are from, so that they can be shown on
the page: what the rules list, what they leave out and why, and the link to the next page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.archive import normalize_address, span_of
from webarticlecurator.archive.link_anchors import find_all_anchors, find_article_addresses
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.stable_names import is_in_navigation
from webarticlecurator.rules import Trace, select_link_elements
from webarticlecurator.rules.white_space import text_of
from webarticlecurator.stored_pages.given_pages import StoredPage
from webarticlecurator.trial.page_links import LinksAnswer, list_links, locate_stored_page

NO_ELEMENT = -1
REPEATED, NO_RULE = "listed already as number {number}", "no rule selects it"


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
    numbers = {element: number for number, element in enumerate(page.elements.all)}
    links, next_rules = _choose_rules(portal, stored, column)
    trace = Trace()
    found = select_link_elements(links, page, trace)
    elements = {normalize_address(url): element for url, element in reversed(found)}
    listed = tuple(PageLink(url, _number(elements.get(url), numbers)) for url in answer.articles)
    seen = {element for _, element in found if element is not None}
    return MarkedLinks(
        answer,
        listed,
        (
            *_list_excluded(trace, numbers),
            *_list_others(page, answer.articles, seen, trace, numbers),
        ),
        _find_next(page, next_rules, numbers),
    )


def find_links_of_rule(portal: Portal, stored: StoredPage, rule: Rule) -> tuple[PageLink, ...]:
    """Return what a rule for links lists on a page, with elements. To be called in a worker."""
    page = stored.page(portal)
    numbers = {element: number for number, element in enumerate(page.elements.all)}
    found = select_link_elements((rule,), page)
    return tuple(PageLink(normalize_address(url), _number(each, numbers)) for url, each in found)


def find_next_of_rule(portal: Portal, stored: StoredPage, rule: Rule) -> tuple[PageLink, ...]:
    """Return the link that a rule for the next page finds on a page, with its element, if there is
    one. To be called in a worker."""
    page = stored.page(portal)
    numbers = {element: number for number, element in enumerate(page.elements.all)}
    found = select_link_elements((rule,), page, only_first=True)
    element = _find_next(page, (rule,), numbers)
    return tuple(PageLink(normalize_address(url), element) for url, _ in found)


def _choose_rules(
    portal: Portal, stored: StoredPage, column: str | None
) -> tuple[Sequence[Rule], Sequence[Rule]]:
    """Return the rules for links and for the next page."""
    located = locate_stored_page(portal, stored, column)
    if located is None:
        return portal.links, portal.next
    span: Span = span_of(portal, located)
    return span.links, span.pagination.next


def _number(element: etree._Element | None, numbers: dict[etree._Element, int]) -> int:
    return NO_ELEMENT if element is None else numbers.get(element, NO_ELEMENT)


def _list_excluded(trace: Trace, numbers: dict[etree._Element, int]) -> Iterable[LeftOutLink]:
    """Yield what a step of a rule has left out."""
    for rule in trace.rules:
        for element, reason in rule.left_out_elements:
            if element in numbers:
                yield LeftOutLink(text_of(element), numbers[element], reason)


def _list_others(
    page: Page,
    listed: Sequence[str],
    seen: set[etree._Element],
    trace: Trace,
    numbers: dict[etree._Element, int],
) -> Iterable[LeftOutLink]:
    """Yield links that look like those of articles, but that no rule selects, or that are listed
    already."""
    places = {url: number for number, url in enumerate(listed, 1)}
    left_out = {element for rule in trace.rules for element, _ in rule.left_out_elements}
    anchors = find_all_anchors(page)
    articles = find_article_addresses(anchors)
    for anchor in anchors:
        around = {anchor.element, *anchor.element.iterancestors(), *anchor.element.iter()}
        if around & seen or around & left_out or is_in_navigation(anchor.element):
            continue
        number = places.get(anchor.address)
        if number is not None:
            yield LeftOutLink(
                anchor.address, numbers[anchor.element], REPEATED.format(number=number)
            )
        elif anchor.address in articles:
            yield LeftOutLink(anchor.address, numbers[anchor.element], NO_RULE)


def _find_next(page: Page, rules: Sequence[Rule], numbers: dict[etree._Element, int]) -> int:
    """Return the number of the link to the next page. One that is not shown, in the head, is that
    of a link to the same page."""
    found = select_link_elements(rules, page, only_first=True)
    if not found:
        return NO_ELEMENT
    url, element = found[0]
    if element is not None and element.tag != "link":
        return _number(element, numbers)
    for anchor in find_all_anchors(page):
        if anchor.address == normalize_address(url):
            return numbers[anchor.element]
    return NO_ELEMENT
