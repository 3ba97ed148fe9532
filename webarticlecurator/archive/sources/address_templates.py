"""``url``: archive pages whose addresses are made from a template, with dates and page numbers; and
how the rules of a span read an archive page, wherever its address comes from."""

from __future__ import annotations

from webarticlecurator.archive.link_beyond_last import find_link_beyond_last
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.archive.sources.link_source import PagePlace, SourceBody, SourcePage
from webarticlecurator.config.source_kinds import ADDRESSES
from webarticlecurator.model.archive_rules import Link, Span
from webarticlecurator.model.pagination import mode_of
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.rules import (
    Trace,
    has_pager_without_current,
    read_link_context,
    select_first,
    select_links,
)


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
    links = select_listed_links(span, page, trace)
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


def select_listed_links(span: Span, page: Page, trace: Trace | None = None) -> tuple[Link, ...]:
    """Return the links that the rules of the span select, each once and without fragment, with the
    values that the page shows beside them."""
    context = read_link_context(span.links, span.listed, page) if span.listed else {}
    listed_by_url = {
        normalize_address(url): tuple(sorted(context.get(url, {}).items()))
        for url in select_links(span.links, page, trace)
    }
    return tuple(Link(url, listed) for url, listed in listed_by_url.items())


def select_next_page(span: Span, page: Page, trace: Trace | None = None) -> str | None:
    """Return the next archive page that the pagination of the span selects, or None."""
    rules = span.pagination.next
    url = select_first(rules, page, trace, link=True) if rules else None
    return normalize_address(url) if url else None
