"""The address that the walk would request after one page, read alone (``curator links``)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from webarticlecurator.archive.address_match import match_address
from webarticlecurator.archive.discovery.link_anchors import Anchor, find_anchors
from webarticlecurator.archive.entry import start_at_top
from webarticlecurator.archive.locate import LocatedPage, span_of
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.archive.walk import advance
from webarticlecurator.archive.windows import Window
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.pagination import mode_of, names_last_page
from webarticlecurator.model.pagination.numbered import has_page
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.page import Page


def find_next_address(
    portal: Portal, located: LocatedPage, url: str, links: tuple[str, ...], next_page: str | None
) -> str | None:
    """Return the address that a walk of the located span requests after ``url``, or None at its
    end.

    ``url`` is absolute; ``links`` and ``next_page`` are what the rules select on its page.
    """
    return state_after(portal, located, url, links, next_page).address


def state_after(
    portal: Portal,
    located: LocatedPage,
    url: str,
    links: tuple[str, ...],
    next_page: str | None,
    *,
    status: int = 200,
    pager_without_current: bool = False,
) -> WalkState:
    """Return the state of a walk of the located span after the page at ``url``.

    The state has the ``address`` to request next, or a ``stop_reason``: a key of ``STOP_REASONS``,
    or of ``UNKNOWN_REASONS`` where the address does not show which page of the walk it is.
    """
    span = span_of(portal, located)
    first_page = mode_of(span.pagination).first_page(span.pagination)
    # Only dated addresses depend on the window; where the address has no date, any window will do.
    window = _window(located, span.dates.start, span.dates.step) if span.dates else None
    address = normalize_address(url)
    state = replace(
        start_at_top(portal, span, window, date.min),
        address=address,
        page=located.page or first_page,
        pages_since_entry=0 if located.page in (None, first_page) else 1,
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
    )
    return advance(portal, span, state, read)


def _find_unknown_reason(span: Span, located: LocatedPage) -> str:
    """Return the key of ``UNKNOWN_REASONS`` why the next page is not known, or "" if it is."""
    pagination = span.pagination
    if not mode_of(pagination).is_numbered:
        return ""
    if located.page is None or not has_page(pagination, located.page):
        return "page-unknown"
    return "window-unknown" if span.url.dated and not located.window_first else ""


def _window(located: LocatedPage, start: date, step: str) -> Window:
    first = date.fromisoformat(located.window_first) if located.window_first else start
    return Window.around(first, step)


def find_link_beyond_last(portal: Portal, span: Span, value: str, window: str, page: Page) -> str:
    """Return the address of a page after ``pagination.last`` that the last page links, or "".

    ``value`` is the page's own value, ``window`` the first day of its window. A link counts if its
    address is that of an archive page of the same window, and its number is the next one or is also
    its text. An article whose address happens to match has neither.
    """
    pagination = span.pagination
    if pagination.last is None or not names_last_page(pagination) or not value:
        return ""
    following = mode_of(pagination).next_page(pagination, value, None)
    if not following.stop_reason:
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
