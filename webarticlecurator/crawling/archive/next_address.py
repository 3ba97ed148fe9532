"""The address that the walk would request after one page, read alone (``curator links``)."""

from __future__ import annotations

from datetime import date

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.capture import GONE
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.entry import start_at_top
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.page_location import LocatedPage, span_of
from webarticlecurator.crawling.archive.state import PageRead, WalkState
from webarticlecurator.crawling.archive.walk import advance
from webarticlecurator.crawling.archive.windows import parse_window


def state_after(
    portal: Portal,
    located: LocatedPage,
    url: str,
    links: tuple[str, ...],
    next_page: str | None,
    *,
    status: int = 200,
    pager_without_current: bool = False,
    named_count: int = 0,
) -> WalkState:
    """Return the state of a walk of the located span after the page at ``url`` (absolute), on which
    the rules select ``links`` and ``next_page``.

    The state has the ``address`` to request next, or a ``stop_reason``: a key of ``STOP_REASONS``,
    or of ``UNKNOWN_REASONS`` where the address does not show which page of the walk it is.
    """
    span = span_of(portal, located)
    first_page = mode_of(span.pagination).first_page(span.pagination)
    # Only dated addresses depend on the window; where the address has no date, any window will do.
    key = located.window_first or (span.dates.start.isoformat() if span.dates else "")
    window = parse_window(span, key)
    address = normalize_address(url)
    state = replace(
        start_at_top(portal, span, window, date.min),
        address=address,
        page=located.page or first_page,
        pages_since_entry=0 if located.page in (None, first_page) else 1,
        # alone, a page that lists nothing is an end; the walk would ask for the one after it, too
        nothing_in_a_row=1,
    )

    unknown_reason = _find_unknown_reason(span, located)
    if unknown_reason and status not in GONE:
        return replace(state, address=None, stop_reason=unknown_reason)

    read = PageRead(
        address,
        status,
        links,
        next_page,
        new_link_count=len(links),
        pager_without_current=pager_without_current,
        named_count=named_count,
    )
    return advance(portal, span, state, read)


def _find_unknown_reason(span: Span, located: LocatedPage) -> str:
    """Return the key of ``UNKNOWN_REASONS`` why the next page is not known, or "" if it is."""
    pagination, mode = span.pagination, mode_of(span.pagination)
    if not mode.counts_pages:
        return ""
    if located.page is not None and mode.is_beyond_last(pagination, located.page):
        return "beyond-last"
    if located.page is None or not mode.has_page(pagination, located.page):
        return "page-unknown"
    return "window-unknown" if span.url.dated and not located.window_first else ""
