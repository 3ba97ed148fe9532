"""The progress of a crawl: what is expected before the first request, and what remains later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.portal import Span
from webarticlecurator.base.text.translation import make_count_message, make_message
from webarticlecurator.crawling.archive.plan import estimate_duration
from webarticlecurator.crawling.archive.windows import AnyWindow, Window
from webarticlecurator.crawling.crawl.crawl_plan import DueSpan
from webarticlecurator.crawling.crawl.request_estimate import CrawlEstimate, SpanKey, SpanParts
from webarticlecurator.crawling.workers.progress import CrawlCounts, Progress

_SHOWN_DIGITS = {"year": 4, "month": 7}
"""Step of the windows → the digits of a window's first day that name it."""


class CrawlProgress:
    """Reports the archive pages and articles of one crawl, and how many requests remain.

    ``waiting`` articles were listed before and are requested at the end, then ``refreshes`` stored
    ones again; ``limit`` is the largest number of articles.
    """

    def __init__(
        self,
        due: Sequence[DueSpan],
        waiting: int,
        refreshes: int,
        limit: int | None,
        progress: Progress,
    ) -> None:
        self._due, self._waiting, self._progress = due, waiting, progress
        self._refreshes = refreshes
        self._counted = {_key(each.span) for each in due if each.is_counted}
        parts = [
            SpanParts(
                _key(each.span),
                each.pages if each.is_counted or each.names_pages else each.windows,
                each.may_end_early,
                each.names_pages,
            )
            for each in due
        ]
        self._estimate = CrawlEstimate(parts, waiting + refreshes, limit)
        self._done = 0
        self._counts = CrawlCounts(due=waiting + refreshes)
        self.archive_pages = 0

    def announce(self, delay: float) -> None:
        """Say what is expected, with pauses of ``delay`` seconds, and begin the stage."""
        pages = sum(each.pages for each in self._due)
        at_least = any(each.is_open for each in self._due)
        up_to = any(each.may_end_early for each in self._due)
        count = make_count_message("{number} archive page", "{number} archive pages", pages)
        if at_least:
            count = make_count_message(
                "at least {number} archive page", "at least {number} archive pages", pages
            )
        elif up_to:
            count = make_count_message(
                "up to {number} archive page", "up to {number} archive pages", pages
            )
        self._progress.show_message(
            make_message(
                "expected: {count}, {waiting} articles pending or failed, {duration}, plus the"
                " time for the articles that these pages list",
                count=count,
                waiting=self._waiting,
                duration=estimate_duration(pages + self._waiting + self._refreshes, delay),
            )
        )
        self._progress.begin("crawl", None, "pages")
        self._count()
        self._correct()

    def begin_walk(self, span: Span, window: AnyWindow) -> None:
        """Begin the walk of a window."""
        self._progress.enter(_describe_part(span, window))
        if _key(span) not in self._counted:
            self._estimate.begin_part(_key(span))

    def count_page(self, span: Span, address: str, new_articles: int, *, has_next: bool) -> None:
        """Report an archive page, the articles that it lists, and whether the walk goes on."""
        self.archive_pages += 1
        if _key(span) in self._counted:
            self._estimate.begin_part(_key(span))
            has_next = False
        self._estimate.count_page(new_articles, has_next=has_next)
        self._count(due=self._counts.due + new_articles)
        self._step(address)

    def count_article(self, address: str) -> None:
        """Report an article."""
        self._estimate.count_article()
        self._count(articles=self._counts.articles + 1, due=max(self._counts.due - 1, 0))
        self._step(address)

    def count_attempt(self, trouble: str) -> None:
        """Report an attempt to request something; ``trouble`` as in ``CrawlCounts``."""
        in_a_row = self._counts.in_a_row + 1 if trouble else 0
        self._count(requests=self._counts.requests + 1, trouble=trouble, in_a_row=in_a_row)

    def end_walk(self, span: Span) -> None:
        """End the walk of a window."""
        if span.dates is None and _key(span) in self._counted:
            self._estimate.end_span(_key(span))
        self._estimate.finish_part()
        self._correct()

    def end(self) -> None:
        """Close the stage."""
        self._progress.end()

    def _count(self, **changes: Any) -> None:
        self._counts = replace(self._counts, **changes)
        self._progress.count(self._counts)

    def _step(self, what: str) -> None:
        self._done += 1
        self._correct()
        self._progress.step(what)

    def _correct(self) -> None:
        remaining = self._estimate.remaining()
        high = None if remaining.high is None else self._done + remaining.high
        self._progress.expect(self._done + remaining.low, high)


def _key(span: Span) -> SpanKey:
    return span.column, span.number


def _describe_part(span: Span, window: AnyWindow) -> str:
    """Return the name of a part for a person: the column, and the window if there is one."""
    if window is None:
        return span.column
    if isinstance(window, Window) and span.dates is not None:
        return f"{span.column} {window.key[: _SHOWN_DIGITS.get(span.dates.step)]}"
    return f"{span.column} {window.key}"
