"""How many archive pages a portal file describes, and which: ``check --plan``, and what a crawl
says before its first request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from webarticlecurator.archive.entry import page_address
from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.modes.numbered import page_at, page_count
from webarticlecurator.archive.windows import Window, span_windows
from webarticlecurator.model.portal import Portal, Span


@dataclass(frozen=True)
class SpanPlan:
    """``windows`` date windows (1 without dates); ``pages`` archive pages at most, or None where
    only the walk can tell; ``at_least`` one per window. The addresses are the first, middle and
    last in walking order of those that are known beforehand; "" where the span has no window yet.
    """

    column: str
    span: int
    pages: int | None
    windows: int
    at_least: int
    first: str
    middle: str
    last: str


def plan_spans(portal: Portal, today: date) -> tuple[SpanPlan, ...]:
    """One line per span, in the order of the file. ``today`` is a day in the portal's zone."""
    return tuple(_plan(portal, span, today) for column in portal.columns for span in column.spans)


def estimate_duration(requests: int, delay: float) -> str:
    """What pauses of ``delay`` seconds between so many requests come to, in words: ``2.4 days at a
    delay of 1 s``."""
    seconds = requests * delay
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit} at a delay of {delay:g} s"
    return f"{seconds:.0f} seconds at a delay of {delay:g} s"


def count_pages_per_window(span: Span) -> int | None:
    """Archive pages of one window at most, or None where only the walk can tell."""
    mode = span.pagination.mode
    known = 1 if mode == "none" else page_count(span.pagination) if MODES[mode].counted else None
    limit = span.stop.max_pages
    return known if limit is None or known is None else min(known, limit)


def _plan(portal: Portal, span: Span, today: date) -> SpanPlan:
    windows = span_windows(span, today)
    per_window = count_pages_per_window(span)
    known = len(windows) * (per_window or 1)
    addresses = (
        [_nth(portal, span, windows, n) for n in (0, known // 2, known - 1)]
        if known
        else ["", "", ""]
    )
    pages = None if per_window is None else known
    return SpanPlan(span.column, span.number, pages, len(windows), len(windows), *addresses)


def _nth(portal: Portal, span: Span, windows: Sequence[Window | None], index: int) -> str:
    window, page = divmod(index, count_pages_per_window(span) or 1)
    first = MODES[span.pagination.mode].first(span.pagination)
    value = first if page == 0 else page_at(span.pagination, page)
    return page_address(portal, span, windows[window], value)
