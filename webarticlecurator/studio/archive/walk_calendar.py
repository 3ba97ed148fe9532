"""The windows of a walk by year, with what became of each: what the calendar shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Literal

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Dates, Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.entry import build_page_address
from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.crawling.archive.stop_reasons import STOP_REASONS
from webarticlecurator.crawling.archive.walk_looks import has_no_page
from webarticlecurator.crawling.archive.windows import Window, Windows, list_windows
from webarticlecurator.storage.frontier.walk_windows import WalkWindow
from webarticlecurator.storage.store.view import CorpusView

WindowState = Literal["fetched", "listed", "no-page", "missing", "not-asked", "not-due"]
"""``fetched``: the archive pages were read to the end, and all articles of them are fetched;
``listed``: some of these articles are not; ``no-page``: the portal has no such archive page (404 or
410); ``missing``: the archive pages were asked for, and were not, or not all, read; ``not-asked``:
no crawl has asked for them yet; ``not-due``: the window is not over yet, or after today."""
WINDOW_STATES: tuple[WindowState, ...] = (
    "fetched",
    "listed",
    "no-page",
    "missing",
    "not-asked",
    "not-due",
)


@dataclass(frozen=True)
class CalendarWindow:
    """A window of the calendar: its days, its state, the address of its first page, how many
    articles it lists, and how many of these are not fetched; ``note`` says what is missing."""

    first: date
    last: date
    state: WindowState
    address: str
    listed: int = 0
    unfetched: int = 0
    note: str = ""


@dataclass(frozen=True)
class CalendarYear:
    """A year of the calendar: how many of its windows are due, and how many of them were not read
    to the end."""

    year: int
    due: int
    unread: int


def list_years(
    span: Span, dates: Dates, corpus: CorpusView | None, today: date
) -> list[CalendarYear]:
    """Return the years of a span. Windows that were walked in part count as not read, those with
    failed pages do not."""
    due = Counter(each.first.year for each in list_windows(dates, today) if each.first <= today)
    completed = (
        corpus.walk_windows.count_completed_by_year(span.column, span.number) if corpus else {}
    )
    return [
        CalendarYear(year, due[year], max(due[year] - completed.get(year, 0), 0))
        for year in range(dates.start.year, max((dates.until or today).year, dates.start.year) + 1)
    ]


def read_calendar(
    portal: Portal,
    span: Span,
    dates: Dates,
    corpus: CorpusView | None,
    today: date,
    years: tuple[int, int],
) -> list[CalendarWindow]:
    """Return the windows of a span that begin in these years, the first and the last included.

    ``dates`` are those of the span; without a ``corpus``, nothing was walked.
    """
    first, last = date(years[0], 1, 1), date(years[1], 12, 31)
    walked = (
        corpus.walk_windows.between(span.column, span.number, str(first), str(last))
        if corpus
        else ()
    )
    walks = {each.window: each for each in walked}
    due = list_windows(dates, today)
    return [
        _describe_window(
            portal,
            span,
            window,
            walks.get(window.key),
            # an `until` in the future makes no day of it due
            is_due=window in due and window.first <= today,
        )
        for window in Windows(
            dates.start, min(dates.until or last, last), dates.step, False
        ).overlapping(first, last)
        if first <= window.first
    ]


def count_states(calendar: Sequence[CalendarWindow]) -> dict[WindowState, int]:
    """Return how many windows are in each state."""
    counts = Counter(each.state for each in calendar)
    return {state: counts[state] for state in WINDOW_STATES}


def _describe_window(
    portal: Portal, span: Span, window: Window, walk: WalkWindow | None, *, is_due: bool
) -> CalendarWindow:
    address = build_page_address(
        portal, span, window, mode_of(span.pagination).first_page(span.pagination)
    )
    if walk is None:
        unasked: WindowState = "not-asked" if is_due else "not-due"
        return CalendarWindow(window.first, window.last, unasked, address)
    gap, state = _describe_walked(walk)
    return CalendarWindow(
        window.first, window.last, state, address, walk.listed, walk.unfetched, gap
    )


def _describe_walked(walk: WalkWindow) -> tuple[str, WindowState]:
    """Return what is missing of a walk that was begun, "" for nothing, and its state."""
    gap = _describe_gap(walk)
    if gap:
        return gap, "missing"
    if not walk.listed and walk.state and has_no_page(WalkState.from_json(walk.state)):
        return "", "no-page"
    return "", "listed" if walk.unfetched else "fetched"


def _describe_gap(walk: WalkWindow) -> str:
    """Return in words which pages of a walk are missing, or ""."""
    # a walk that was interrupted at its beginning has no state yet
    state = WalkState.from_json(walk.state) if walk.state else None
    if state is not None and (state.failed_pages or state.pages_to_retry):
        return make_message(
            "pages that could not be fetched: {pages}",
            pages=", ".join(dict.fromkeys((*state.failed_pages, *state.pages_to_retry))),
        )
    if walk.was_completed:
        return ""
    return STOP_REASONS.get(
        state.stop_reason if state is not None else "",
        make_message("its walk has not reached the end"),
    )
