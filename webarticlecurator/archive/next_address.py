"""What the walk would request after one page, seen alone (``curator links``)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from webarticlecurator.archive.address_match import match_address
from webarticlecurator.archive.discovery.link_anchors import Anchor, find_anchors
from webarticlecurator.archive.entry import start_at_top
from webarticlecurator.archive.locate import LocatedPage, span_of
from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.modes.numbered import has_page
from webarticlecurator.archive.page_address import requested_form
from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.archive.walk import advance
from webarticlecurator.archive.windows import Window
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.page import Page


def find_next_address(
    portal: Portal, located: LocatedPage, url: str, links: tuple[str, ...], next_page: str | None
) -> str | None:
    """The address that a walk of the located span requests after ``url`` (absolute), whose page has
    these links and this next page; None if the walk ends there."""
    return state_after(portal, located, url, links, next_page).address


def state_after(
    portal: Portal,
    located: LocatedPage,
    url: str,
    links: tuple[str, ...],
    next_page: str | None,
    *,
    status: int = 200,
    lost_pager: bool = False,
) -> WalkState:
    """The state of a walk of the located span after that page: ``address`` to request next, or None
    and ``ended``, a key of ENDS, or of NOT_KNOWN where the address does not say which page of the
    walk it is."""
    span = span_of(portal, located)
    first = MODES[span.pagination.mode].first(span.pagination)
    # A window only matters to addresses with dates; where the page shows none, any will do.
    window = _window(located, span.dates.start, span.dates.step) if span.dates else None
    address = requested_form(url)
    state = start_at_top(portal, span, window, date.min)
    state = replace(
        state,
        address=address,
        page=located.page or first,
        since=0 if located.page in (None, first) else 1,
    )
    unknown = _not_known(span, located)
    if unknown and status not in GONE:
        return replace(state, address=None, ended=unknown)
    read = PageRead(address, status, links, next_page, new=len(links), lost_pager=lost_pager)
    return advance(portal, span, state, read)


def _not_known(span: Span, located: LocatedPage) -> str:
    """Why the page after one cannot be known from its address, as a key of NOT_KNOWN; "" if it
    can."""
    pagination = span.pagination
    if not MODES[pagination.mode].counted:
        return ""
    if located.page is None or not has_page(pagination, located.page):
        return "page-unknown"
    return "window-unknown" if span.url.dated and not located.window_first else ""


def _window(located: LocatedPage, start: date, step: str) -> Window:
    return Window.around(
        date.fromisoformat(located.window_first) if located.window_first else start, step
    )


def find_link_beyond_last(portal: Portal, span: Span, value: str, window: str, page: Page) -> str:
    """The address of a page after ``last`` that the last page links, or "". ``value`` is the page's
    own value, ``window`` the first day of its window.

    A link counts if its address is that of an archive page of the same window, and either its
    number is the next one or its text is the number: an article whose address happens to fit has
    neither.
    """
    pagination = span.pagination
    if pagination.last is None or not pagination.bounded or not value:
        return ""
    if not MODES[pagination.mode].turn(pagination, value, PageRead("", 200)).ended:
        return ""
    for anchor in find_anchors(page):
        number = _number(portal, span, window, anchor)
        if number is None or (number - pagination.last) * pagination.step <= 0:
            continue
        if number == int(value) + pagination.step or anchor.text == str(number):
            return anchor.address
    return ""


def _number(portal: Portal, span: Span, window: str, anchor: Anchor) -> int | None:
    """The page number in the address of a link, if it leads to a page of the same window."""
    found = match_address(span, anchor.address, portal.language)
    if found is None or not re.fullmatch("-?[0-9]{1,18}", found.page or ""):
        return None
    if found.window is not None and found.window.key != window:
        return None
    return int(found.page or "")
