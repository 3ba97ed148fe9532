"""Link sources: where the addresses of articles come from, and the links of one page.

A new kind is a row in ``portal_file/keys/source_kinds.py`` (its keys, and the class here that
reads it) and that class (what it does with its pages). Here are archive pages (``url``), whose
addresses are made from a template, and pages that list those (``index``); ``sitemaps.py`` and
``feeds.py`` have files, also those of other packages.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.archive_links import Link, NamedPage
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.link_anchors import find_link_beyond_last, list_left_links
from webarticlecurator.crawling.archive.link_source import (
    LinkSource,
    PagePlace,
    SourceBody,
    SourcePage,
)
from webarticlecurator.crawling.archive.list_identity import list_page_marks
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.page_counts import read_page_counts
from webarticlecurator.crawling.archive.pager_links import PagerLinks, find_pager_links
from webarticlecurator.crawling.archive.skipped_links import find_skipped_links
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.link_context import read_headline, read_link_context
from webarticlecurator.pages.rules.results import (
    has_pager_without_current,
    select_first,
    select_link_elements,
    select_links,
)
from webarticlecurator.pages.rules.trace import Trace
from webarticlecurator.portal_file.keys.source_kinds import KINDS, PLUG_IN_READER


def source_of(span: Span) -> LinkSource:
    """Return the link source of a span. Raises PlugInError."""
    plug_in = span.source.plug_in
    if plug_in is None:
        return _open_source(span.source.kind)
    files: LinkSource = _load_reader(PLUG_IN_READER)(plug_in)
    return files


@cache
def _open_source(kind: str) -> LinkSource:
    source: LinkSource = _load_reader(KINDS[kind].reader)()
    return source


def _load_reader(reader: tuple[str, str]) -> Any:
    module, name = reader
    return getattr(import_module(f"webarticlecurator.crawling.archive.{module}"), name)


class AddressTemplates(LinkSource):
    """The link source of ``url``."""

    def is_list(self, _place: PagePlace) -> bool:
        """Return True: every page is an archive page."""
        return True

    def count_pages(self, span: Span) -> int | None:
        """Return the maximum number of pages of one window; None where only the walk can tell."""
        count, limit = mode_of(span.pagination).count_pages(span.pagination), span.stop.max_pages
        return count if limit is None or count is None else min(count, limit)

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return the links of an archive page and its next page."""
        return read_list_page(portal, span, body.page, place, trace)


def read_list_page(
    portal: Portal, span: Span, page: Page, place: PagePlace, trace: Trace | None = None
) -> SourcePage:
    """Return what the rules of ``span`` select on an archive page."""
    trouble = describe_file(page)
    if trouble:
        return SourcePage(trouble=trouble)
    # each link once and without fragment, with the values that the page shows beside it
    context = read_link_context(span.links, span.listed, page) if span.listed else {}
    links_by_url: dict[str, Link] = {}
    selected = select_link_elements(span.links, page, trace)
    for found, element in selected:
        address, listed = normalize_address(found), tuple(sorted(context.get(found, {}).items()))
        headline = read_headline(element) if element is not None else ""
        links_by_url[address] = Link(address, listed, headline)
    links = tuple(links_by_url.values())
    first_page = mode_of(span.pagination).first_page(span.pagination)
    rules = span.pagination.next
    following = select_first(rules, page, trace, link=True) if rules else None
    next_page = normalize_address(following) if following else None
    return SourcePage(
        links,
        next_page,
        beyond=find_link_beyond_last(portal, span, place.value, place.window, page),
        pager_without_current=(
            next_page is None and has_pager_without_current(span.pagination.next, page)
        ),
        suspect=None if links else page,
        pager=_find_own_pager(portal, span, page, place, tuple(links_by_url), next_page),
        skipped=find_skipped_links(page, selected),
        title=_read_title(page),
        marks=list_page_marks(page, is_first=place.value == first_page),
        counts=read_page_counts(page, [each for _, each in selected if each is not None]),
        left_links=tuple(list_left_links(page, links_by_url)) if place.window else (),
    )


def _read_title(page: Page) -> str:
    """Return the title of a page, by which pages of one list are known."""
    if isinstance(page.json, dict | list):
        return ""
    title = next(page.root.iter("title"), None)
    return "" if title is None else title.text or ""


def _find_own_pager(
    portal: Portal,
    span: Span,
    page: Page,
    place: PagePlace,
    links: tuple[str, ...],
    next_page: str | None,
) -> PagerLinks:
    """Return the links to other pages of the list, without those of other windows and columns."""
    found = find_pager_links(page, links, next_page)
    others = [each for each in portal.spans.values() if each.column != span.column]
    pages = []
    for address in found.pages:
        match = match_address(span, address, portal.language)
        is_other = match is not None and match.window and match.window.key != place.window
        if not is_other and not any(match_address(s, address, portal.language) for s in others):
            pages.append(address)
    return replace(found, pages=tuple(pages))


def describe_file(page: Page) -> str:
    """Return in words why a page cannot be read by rules, or ""."""
    if page.file_kind:
        return make_message("it is a file, not a page: {kind}", kind=as_message(page.file_kind))
    return make_message("it is too large: {excess}", excess=page.excess) if page.excess else ""


# ``index``: pages that list archive pages, such as the issues of a magazine, a calendar whose
# links cannot be guessed, or a list of authors. The archive pages are read like any other.
class IndexPages(LinkSource):
    """The link source of ``index``."""

    names_pages = True

    def is_list(self, place: PagePlace) -> bool:
        """Return True for a page that the innermost index names."""
        return place.is_named and place.index_level is None

    def count_pages(self, _span: Span) -> int | None:
        """Return None: the index says how many archive pages there are."""
        return None

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return the pages that an index page names, or the links of an archive page."""
        page = body.page
        if self.is_list(place):
            listed = read_list_page(portal, span, page, place, trace)
            return replace(listed, pager=_leave_neighbours(listed.pager, span, page, place))
        trouble = describe_file(page)
        if trouble:
            return SourcePage(trouble=trouble)
        level = place.index_level or 0
        rules, inner = (span.source.get("index." * n + "links", ()) for n in (level, level + 1))
        found = map(normalize_address, select_links(rules, page, trace))
        named_level = level + 1 if inner else None
        pages = [NamedPage(url, index_level=named_level) for url in dict.fromkeys(found)]
        following = select_first(span.source.get("index." * level + "next", ()), page, link=True)
        # a calendar goes back for ever: what follows a page that names nothing is not asked for
        if following is not None and pages:
            pages.append(NamedPage(normalize_address(following), index_level=level))
        return SourcePage(named=tuple(pages), suspect=None if pages else page)


def _leave_neighbours(pager: PagerLinks, span: Span, page: Page, place: PagePlace) -> PagerLinks:
    """Return the links to other pages of a list without those that the index names, as the next
    number of a topic: they are lists of their own, unless their addresses begin as this one's."""
    if not pager.pages:
        return pager
    rules: tuple[Rule, ...] = ()
    level = 0
    while inner := span.source.get("index." * level + "links", ()):
        rules, level = inner, level + 1
    named = {normalize_address(each) for each in select_links(rules, page)}
    pages = (each for each in pager.pages if each not in named or each.startswith(place.window))
    return replace(pager, pages=tuple(pages))
