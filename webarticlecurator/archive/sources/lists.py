"""Link sources that are lists of links: archive pages (``url``) and pages that list those
(``index``).

``url``: archive pages whose addresses are made from a template, with dates and page numbers; and
how the rules of a span read an archive page, wherever its address comes from.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from webarticlecurator.archive.link_anchors import Anchor, find_anchors
from webarticlecurator.archive.page_address import match_address, normalize_address
from webarticlecurator.archive.windows import is_named_window
from webarticlecurator.config.source_kinds import ADDRESSES, INDEX, SourceKind
from webarticlecurator.model.pagination import mode_of, names_last_page
from webarticlecurator.model.portal import Link, NamedPage, Portal, Span
from webarticlecurator.page import Page
from webarticlecurator.rules import (
    Trace,
    has_pager_without_current,
    read_link_context,
    select_first,
    select_links,
)

# The protocol of a link source: the pages of a span from which the addresses of articles come.


@dataclass(frozen=True)
class PagePlace:
    """The place of a page in the archive: its page value and the key of its window; empty if it
    has none. The window of a page that another one names is its address."""

    value: str = ""
    window: str = ""

    @property
    def is_named(self) -> bool:
        """True for a page that another page of the source names."""
        return is_named_window(self.window)


NO_PLACE = PagePlace()
"""The place of a page without page value and window."""


class SourceBody:
    """The stored body of a page: its final address, bytes and content type; ``page`` is parsed on
    first use."""

    def __init__(
        self, url: str, content: bytes, parse: Callable[[], Page], content_type: str | None = None
    ) -> None:
        self.url = url
        self.content = content
        self.content_type = content_type
        self._parse = parse

    @cached_property
    def page(self) -> Page:
        """The body as HTML or JSON."""
        return self._parse()


@dataclass(frozen=True)
class SourcePage:
    """What a link source reads from one page.

    ``links`` are those to articles, ``named`` the further pages of the source, ``next_page`` is the
    address that the ``next`` rules select. ``beyond`` is a linked page after ``last``;
    ``pager_without_current``: ``current`` of the pager selects no number.

    ``trouble`` says why nothing could be read; ``damage`` what part could not be read. ``suspect``
    is the page, if it may be a challenge or the like in place of what was expected.
    """

    links: tuple[Link, ...] = ()
    next_page: str | None = None
    named: tuple[NamedPage, ...] = ()
    beyond: str = ""
    pager_without_current: bool = False
    trouble: str = ""
    damage: str = ""
    suspect: Page | None = None


class LinkSource(Protocol):
    """A kind of link source.

    ``kind`` is its row in the key table. ``names_pages``: its pages name further pages, each of
    which has a walk of its own.
    """

    kind: SourceKind
    names_pages: bool

    def is_list(self, place: PagePlace) -> bool:
        """Return True if a page there is an archive page, which the pagination of the span
        continues; False if it is a file that is read whole."""

    def count_pages(self, span: Span) -> int | None:
        """Return the maximum number of pages of one window; None where only the walk can tell."""

    def is_changed(self, modified: str, read_modified: str) -> bool:
        """Return True if a named page that was read completely is to be requested again.

        ``modified`` is what its source says now, ``read_modified`` what it said when it was read.
        """

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return what the page at ``place`` holds."""


class AddressTemplates:
    """The link source of ``url``."""

    kind = ADDRESSES
    names_pages = False

    def is_list(self, _place: PagePlace) -> bool:
        """Return True: every page is an archive page."""
        return True

    def count_pages(self, span: Span) -> int | None:
        """Return the maximum number of pages of one window; None where only the walk can tell."""
        count, limit = mode_of(span.pagination).count_pages(span.pagination), span.stop.max_pages
        return count if limit is None or count is None else min(count, limit)

    def is_changed(self, _modified: str, _read_modified: str) -> bool:
        """Return True; no page names another."""
        return True

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
    # The links that the rules of the span select, each once and without fragment, with the values
    # that the page shows beside them
    context = read_link_context(span.links, span.listed, page) if span.listed else {}
    listed_by_url = {
        normalize_address(url): tuple(sorted(context.get(url, {}).items()))
        for url in select_links(span.links, page, trace)
    }
    links = tuple(Link(url, listed) for url, listed in listed_by_url.items())
    next_page = select_next_page(span, page, trace)
    return SourcePage(
        links,
        next_page,
        beyond=find_link_beyond_last(portal, span, place.value, place.window, page),
        pager_without_current=(
            next_page is None and has_pager_without_current(span.pagination.next, page)
        ),
        suspect=None if links else page,
    )


def describe_file(page: Page) -> str:
    """Return in words why a page cannot be read by rules, or ""."""
    if page.file_kind:
        return f"it is a file, not a page: {page.file_kind}"
    return f"it is too large: {page.excess}" if page.excess else ""


def select_next_page(span: Span, page: Page, trace: Trace | None = None) -> str | None:
    """Return the next archive page that the pagination of the span selects, or None."""
    rules = span.pagination.next
    url = select_first(rules, page, trace, link=True) if rules else None
    return normalize_address(url) if url else None


# ``index``: pages that list archive pages, such as the issues of a magazine, a calendar whose
# links cannot be guessed, or a list of authors. The archive pages are read like any other.


class IndexPages:
    """The link source of ``index``."""

    kind = INDEX
    names_pages = True

    def is_list(self, place: PagePlace) -> bool:
        """Return True for a page that an index page names."""
        return place.is_named

    def count_pages(self, _span: Span) -> int | None:
        """Return None: the index says how many archive pages there are."""
        return None

    def is_changed(self, _modified: str, _read_modified: str) -> bool:
        """Return True: an index does not say whether its archive pages have changed."""
        return True

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return the archive pages that an index page names, or the links of an archive page."""
        page = body.page
        if place.is_named:
            return read_list_page(portal, span, page, place, trace)
        trouble = describe_file(page)
        if trouble:
            return SourcePage(trouble=trouble)
        found = select_links(span.source.get("links", ()), page, trace)
        named = dict.fromkeys(normalize_address(url) for url in found)
        pages = tuple(NamedPage(url) for url in named)
        return SourcePage(named=pages, suspect=None if pages else page)


# Links to a page after the last one that the portal file names.


def find_link_beyond_last(portal: Portal, span: Span, value: str, window: str, page: Page) -> str:
    """Return the address of a page after ``pagination.last`` that the last page links, or "".

    ``value`` is the page's own value, ``window`` the first day of its window. A link counts if its
    address is that of an archive page of the same window, and its number is the next one or is also
    its text. An article whose address happens to match has neither.
    """
    pagination = span.pagination
    if pagination.last is None or not names_last_page(pagination) or not value:
        return ""
    if not mode_of(pagination).next_page(pagination, value, None).stop_reason:
        return ""

    for anchor in find_anchors(page):
        number = _page_number(portal, span, window, anchor)
        if number is None or (number - pagination.last) * pagination.step <= 0:
            continue
        if number == int(value) + pagination.step or anchor.text == str(number):
            return anchor.address
    return ""


def _page_number(portal: Portal, span: Span, window: str, anchor: Anchor) -> int | None:
    """Return the page number in the address of a link, if it leads to a page of the same window."""
    match = match_address(span, anchor.address, portal.language)
    if match is None or not re.fullmatch("-?[0-9]{1,18}", match.page or ""):
        return None
    if match.window is not None and match.window.key != window:
        return None
    return int(match.page or "")
