"""The links of one archive page by the rules of a portal file, and where on the page they are.

The link rules of a portal file tried on one page, without a corpus and without the net.

``curator links`` prints what is found here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from contextlib import suppress
from typing import Any

from lxml import etree

from webarticlecurator.archive import (
    LocatedPage,
    PagePlace,
    locate_named_page,
    locate_page,
    locate_plain_first_page,
    normalize_address,
    span_of,
    state_after,
)
from webarticlecurator.archive.link_sources import find_all_anchors, find_article_addresses
from webarticlecurator.article import find_loaded_parts, find_single_page, select_layout
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.stable_names import is_in_navigation
from webarticlecurator.rules import (
    Trace,
    has_pager_without_current,
    select_first,
    select_link_elements,
    select_links,
)
from webarticlecurator.rules.elements import text_of
from webarticlecurator.states.walking import StoredAnswer, read_source_page
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.text.translation import make_message


@dataclass(frozen=True)
class LinksAnswer:
    """What the link rules find on an archive page.

    ``column`` is None if the archive's own rules were used. ``articles`` are addresses in the
    order of the page. ``next_page`` is what the walk would request next within the span; if it is
    None, ``reason`` is a key of ``archive.STOP_REASONS`` (the walk ends here) or of
    ``archive.UNKNOWN_REASONS`` (the page alone does not tell). ``pages`` are further pages of the
    archive that an index page or a sitemap names; ``trouble`` says what could not be read.
    """

    url: str
    column: str | None
    articles: tuple[str, ...]
    next_page: str | None
    reason: str = ""
    pages: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True)
class ArticleNextPage:
    """The next page of an article of several pages.

    If ``address`` is None, ``reason`` is a key of ``archive.STOP_REASONS`` or
    ``archive.UNKNOWN_REASONS``. ``single_page`` is the page of the whole article, ``parts`` are
    what the page loads apart: kinds and addresses.
    """

    address: str | None
    reason: str = ""
    single_page: str | None = None
    parts: tuple[tuple[str, str], ...] = ()


def list_links(
    portal: Portal, stored: StoredPage, column: str | None = None, trace: Trace | None = None
) -> LinksAnswer:
    """Apply the link rules to an archive page.

    ``column`` is the column of the page if its address does not tell. Raises UsageError for an
    unknown column, and if the address fits several columns whose rules differ.
    """
    return list_links_at(portal, stored, locate_stored_page(portal, stored, column), trace)


def locate_stored_page(
    portal: Portal, stored: StoredPage, column: str | None = None
) -> LocatedPage | None:
    """Return the place of a page in the archive, or None. Raises as ``list_links``."""
    if stored.located is not None and column is None:
        return stored.located
    located = locate_page(portal, stored.url, column) or locate_named_page(portal, stored.url)
    if located is None or located.page is None:
        located = locate_plain_first_page(portal, stored.url, column) or located
    return located


def list_links_at(
    portal: Portal, stored: StoredPage, located: LocatedPage | None, trace: Trace | None = None
) -> LinksAnswer:
    """Apply the link rules of the column and span in ``located`` (None: those of the archive)."""
    if located is None:
        page = stored.page(portal)
        articles = select_links(portal.links, page, trace)
        next_page = select_first(portal.next, page, trace, link=True)
        reason = "column-unknown" if len(portal.columns) > 1 else "page-unknown"
        reason = "" if next_page else reason
        return LinksAnswer(stored.url, None, articles, next_page, reason)

    span = span_of(portal, located)
    answer = StoredAnswer(
        stored.url,
        stored.content,
        stored.content_type,
        located.column,
        stored.captured,
        located.span,
        PagePlace(located.page or "", located.window_first),
    )
    read = read_source_page(portal, span, answer, trace)
    articles = tuple(link.url for link in read.links)
    after = state_after(
        portal,
        located,
        stored.url,
        articles,
        read.next_page,
        status=stored.status,
        pager_without_current=read.pager_without_current,
        named_count=len(read.named),
    )
    return LinksAnswer(
        stored.url,
        located.column,
        articles,
        after.address,
        "" if after.address else after.stop_reason,
        tuple(page.url for page in read.named),
        read.trouble or read.damage,
    )


def links_json(links: LinksAnswer) -> dict[str, Any]:
    """Return the answer of ``links --json``; keys after ``next_page`` are there if they have a
    value."""
    return {
        "url": links.url,
        "column": links.column,
        "articles": list(links.articles),
        "next_page": links.next_page,
        **({"pages": list(links.pages)} if links.pages else {}),
        **({"trouble": links.trouble} if links.trouble else {}),
        **({"reason": links.reason} if links.reason else {}),
    }


def find_article_next_page(portal: Portal, stored: StoredPage) -> str | None:
    """Return the next page of an article of several pages; None on the last one.

    ``article.next_page`` of the page's layout finds it. A page that names itself has no next one.
    """
    return explain_article_next_page(portal, stored).address


def explain_article_next_page(
    portal: Portal, stored: StoredPage, column: str | None = None, trace: Trace | None = None
) -> ArticleNextPage:
    """Return the next page of an article, or the reason why there is none.

    Raises UsageError for an unknown ``column``.
    """
    if column is not None:
        locate_page(portal, stored.url, column)
    page = stored.page(portal, column)
    parts = tuple((part.rules.kind, part.url) for part in find_loaded_parts(portal, page))
    found = _find_next_page(portal, stored, page, trace, has_column=column is not None)
    return replace(found, single_page=find_single_page(portal, page), parts=parts)


def _find_next_page(
    portal: Portal, stored: StoredPage, page: Page, trace: Trace | None, *, has_column: bool
) -> ArticleNextPage:
    rules = select_layout(portal, page).rules.next_page
    address = select_first(rules, page, trace, link=True)
    if address == normalize_address(stored.url):
        return ArticleNextPage(None, "same-page")
    if address:
        return ArticleNextPage(address)
    if has_pager_without_current(rules, page):
        return ArticleNextPage(None, "pager-current")
    if not has_column and any(layout.when.columns for layout in portal.layouts):
        return ArticleNextPage(None, "column-unknown")
    return ArticleNextPage(None, "no-next" if rules else "no-rule")


# The links of an archive page with the elements that they are from, so that they can be shown on
# the page: what the rules list, what they leave out and why, and the link to the next page.

NO_ELEMENT = -1
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
        LeftOutLink(text_of(element), number, reason)
        for element, reason in left_out
        if (number := _number(page, element)) != NO_ELEMENT
    )
    others = _list_others(page, answer.articles, seen.union(element for element, _ in left_out))
    next_rules = span.pagination.next if span is not None else portal.next
    return MarkedLinks(answer, listed, (*excluded, *others), _find_next(page, next_rules))


def find_links_of_rule(portal: Portal, stored: StoredPage, rule: Rule) -> tuple[PageLink, ...]:
    """Return what a rule for links lists on a page, with elements. To be called in a worker."""
    page = stored.page(portal)
    found = select_link_elements((rule,), page)
    return tuple(PageLink(normalize_address(url), _number(page, each)) for url, each in found)


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
        around = {element, *element.iterancestors(), *element.iter()}
        if around & seen or is_in_navigation(element):
            continue
        if url in places:
            reason = make_message("listed already as number {number}", number=places[url])
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
