"""Estimate how many requests a crawl still makes, from the parts of the archive walked so far.

The archive is divided into *parts* of about the same size: the pages of a span whose number is
known, or else its windows. What remains is known for the part that is being walked, and follows
for the others from the mean of the finished ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from webarticlecurator.base.dataclasses import dataclass, field

MIN_PARTS = 3
"""Finished parts of a span from which its other parts are estimated."""
WIDTH = 2.0
"""Standard deviations between the mean and an end of the range: about 95 of 100 estimates hold."""
GUESS = 2.0
"""Factor by which a span of which too little is known may have larger parts than the others."""

SpanKey = tuple[str, int]
"""Name of a column, and number of a span in it."""


@dataclass(frozen=True)
class SpanParts:
    """The parts of a span that are due.

    ``may_end_early``: a walk that was complete before ends at known links. ``is_open``: pages of
    the archive may name more parts.
    """

    span: SpanKey
    parts: int
    may_end_early: bool = False
    is_open: bool = False


@dataclass(frozen=True)
class Remaining:
    """A number of requests: at least ``low``, at most about ``high`` (None: not known yet)."""

    low: int
    high: int | None


@dataclass(frozen=True)
class _Sizes:
    """Number, sum and sum of squares of the requests of finished parts."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, requests: int) -> _Sizes:
        return _Sizes(self.count + 1, self.total + requests, self.squares + requests * requests)

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def spread(self, parts: int) -> float:
        """Return half of the width of the range of the sum of ``parts`` further parts."""
        variance = max(self.squares - self.total * self.mean, 0.0) / max(self.count - 1, 1)
        return WIDTH * sqrt(variance * (parts + parts * parts / self.count))


@dataclass
class CrawlEstimate:
    """The estimate of one crawl: ``spans`` are walked in this order, then the ``waiting`` articles
    are requested. ``limit`` is the largest number of articles, None without one."""

    spans: Sequence[SpanParts]
    waiting: int
    limit: int | None = None
    _left: dict[SpanKey, int] = field(default_factory=dict)
    _sizes: dict[SpanKey, _Sizes] = field(default_factory=dict)
    _current: SpanKey | None = None
    _requests: int = 0  # made for the part that is being walked
    _known: int = 0  # known to follow in it
    _has_next: bool = False  # another archive page follows in it

    def __post_init__(self) -> None:
        for each in self.spans:
            self._left[each.span] = self._left.get(each.span, 0) + each.parts

    def begin_part(self, span: SpanKey) -> None:
        """Begin a part of a span; the one before is finished."""
        self.finish_part()
        self._current = span
        self._left[span] = max(self._left.get(span, 0) - 1, 0)
        self._known, self._has_next = 1, True

    def end_span(self, span: SpanKey) -> None:
        """Note that a span without windows was walked to its end: none of its pages is left."""
        self.finish_part()
        self._left[span] = 0

    def finish_part(self) -> None:
        """Finish the part that is being walked, if there is one."""
        if self._current is not None and self._requests:
            self._sizes[self._current] = self._sizes.get(self._current, _Sizes()).add(
                self._requests
            )
        self._current, self._requests, self._known, self._has_next = None, 0, 0, False

    def count_page(self, new_articles: int, *, has_next: bool) -> None:
        """Count an archive page of the part, what it lists, and whether another page follows."""
        self._count()
        self._known += new_articles + has_next
        self._has_next = has_next

    def count_article(self) -> None:
        """Count a request for an article: of the part or, after the walks, a waiting one."""
        if self._current is None:
            self.waiting = max(self.waiting - 1, 0)
        else:
            self._count()
        if self.limit is not None:
            self.limit -= 1

    def _count(self) -> None:
        self._requests += 1
        self._known = max(self._known - 1, 0)

    def remaining(self) -> Remaining:
        """Return how many requests are still to be made."""
        found = Remaining(self._known + self.waiting, self._known + self.waiting)
        for each in self.spans:
            found = _add(found, self._estimate(each))
        if self._current is not None and self._has_next:
            found = _add(found, self._estimate_rest(self._current))
        if self.limit is None:
            return found
        most = 2 * max(self.limit, 0)  # a page lists an article at least, or the walk ends soon
        return Remaining(
            min(found.low, most), most if found.high is None else min(found.high, most)
        )

    def _estimate(self, each: SpanParts) -> Remaining:
        """Return the requests of the parts of a span that are not begun."""
        parts = self._left.get(each.span, 0)
        least = 0 if each.may_end_early else parts
        if not parts:
            return Remaining(0, None if each.is_open else 0)
        sizes = self._sizes.get(each.span, _Sizes())
        if sizes.count >= MIN_PARTS:
            middle, spread = parts * sizes.mean, sizes.spread(parts)
            low = 0 if each.may_end_early else int(middle - spread)
            high = max(parts, ceil(middle + spread))
            return Remaining(max(least, low), None if each.is_open else high)
        means = [sizes.mean for sizes in self._sizes.values() if sizes.count >= MIN_PARTS]
        guess = ceil(parts * max(means) * GUESS) if means else None
        return Remaining(least, None if each.is_open else guess)

    def _estimate_rest(self, span: SpanKey) -> Remaining:
        """Return the requests of the part that is being walked, beyond those that are known."""
        sizes = self._sizes.get(span, _Sizes())
        if sizes.count < MIN_PARTS:
            return Remaining(0, None)
        rest = sizes.mean - self._requests - self._known
        spread = sizes.spread(1)
        return Remaining(max(0, int(rest - spread)), max(0, ceil(rest + spread)))


def _add(one: Remaining, other: Remaining) -> Remaining:
    high = None if one.high is None or other.high is None else one.high + other.high
    return Remaining(one.low + other.low, high)
