"""Where an archive address belongs, and how many archive pages a portal file describes.

How many archive pages a portal file describes, and which: for ``check --plan``, and for what a
crawl reports before its first request.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import Message, make_message
from webarticlecurator.crawling.archive.entry import build_page_address
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.windows import Window, span_windows


@dataclass(frozen=True)
class SpanPlan:
    """The archive pages of one span.

    ``windows``: date windows, 1 without dates; ``pages``: the maximum number of archive pages, None
    where only the walk can tell; ``at_least``: one page per window. ``first``, ``middle`` and
    ``last`` are addresses in walking order, of the pages that are known beforehand; "" for a span
    that has no window yet. ``source`` is the kind of the link source: the pages that the first ones
    of another kind than ``url`` name are not known beforehand.
    """

    column: str
    span: int
    pages: int | None
    windows: int
    at_least: int
    first: str
    middle: str
    last: str
    source: str = "url"


def plan_spans(portal: Portal, today: date) -> tuple[SpanPlan, ...]:
    """Return the plan of each span in the order of the portal file.

    ``today`` is a day in the portal's zone.
    """
    return tuple(_plan_span(portal, span, today) for span in portal.spans.values())


def estimate_duration(requests: int, delay: float) -> str:
    """Return in words how long so many requests take with pauses of ``delay`` seconds.

    An example is "2.4 days at a delay of 1 s".
    """
    seconds = requests * delay
    for template, length in (
        ("{number:.1f} days at a delay of {delay:g} s", 86400),
        ("{number:.1f} hours at a delay of {delay:g} s", 3600),
        ("{number:.1f} minutes at a delay of {delay:g} s", 60),
    ):
        if seconds >= 2 * length:
            return Message(template, values={"number": seconds / length, "delay": delay})
    return make_message(
        "{number:.0f} seconds at a delay of {delay:g} s", number=seconds, delay=delay
    )


def _plan_span(portal: Portal, span: Span, today: date) -> SpanPlan:
    windows = span_windows(span, today)
    per_window = source_of(span).count_pages(span)
    count = len(windows) * (per_window or 1)
    places = (0, count // 2, count - 1) if count else ()
    addresses = [_nth_address(portal, span, windows, place) for place in places]
    first, middle, last = addresses or ("", "", "")
    return SpanPlan(
        span.column,
        span.number,
        None if per_window is None else count,
        len(windows),
        len(windows),
        first,
        middle,
        last,
        span.source.kind,
    )


def _nth_address(portal: Portal, span: Span, windows: Sequence[Window | None], index: int) -> str:
    window, page = divmod(index, source_of(span).count_pages(span) or 1)
    value = mode_of(span.pagination).page_at(span.pagination, page)
    return build_page_address(portal, span, windows[window], value)
