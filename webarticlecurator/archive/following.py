"""What the walk would request after one page, seen alone (``curator links``)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from webarticlecurator.archive.address import requested
from webarticlecurator.archive.dates import Window
from webarticlecurator.archive.entry import at_top
from webarticlecurator.archive.locate import Located, span_of
from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.archive.walk import advance
from webarticlecurator.model.portal import Portal


def following(portal: Portal, located: Located, url: str, links: tuple[str, ...], next_page: str | None) -> str | None:
    """The address that a walk of the located span requests after ``url`` (absolute), whose page has these links and this next
    page; None if the walk ends there."""
    return state_after(portal, located, url, links, next_page).address


def state_after(portal: Portal, located: Located, url: str, links: tuple[str, ...], next_page: str | None) -> WalkState:
    """The state of a walk of the located span after that page: ``address`` to request next, or None and ``ended``, a key of
    ENDS."""
    span = span_of(portal, located)
    first = MODES[span.pagination.mode].first(span.pagination)
    # A window only matters to addresses with dates; where the page shows none, any will do.
    window = _window(located, span.dates.start, span.dates.step) if span.dates else None
    address = requested(url)
    state = at_top(portal, span, window, date.min)
    state = replace(state, address=address, page=located.page or first, since=0 if located.page in (None, first) else 1)
    return advance(portal, span, state, PageRead(address, 200, links, next_page, new=len(links)))


def _window(located: Located, start: date, step: str) -> Window:
    return Window.around(date.fromisoformat(located.window_first) if located.window_first else start, step)
