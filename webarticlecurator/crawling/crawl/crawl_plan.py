"""Plan a crawl: the windows of the archive to walk, and the number of archive pages to expect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timezone
from operator import itemgetter

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.entry import is_due, is_named_due, start_walk
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.page_location import spans_of
from webarticlecurator.crawling.archive.site_facts import find_sitemaps
from webarticlecurator.crawling.archive.state import RunContext, WalkState
from webarticlecurator.crawling.archive.walk_proofs import UNSURE_END
from webarticlecurator.crawling.archive.windows import (
    AnyWindow,
    NamedWindow,
    Window,
    is_named_window,
    list_windows,
    parse_window,
)
from webarticlecurator.crawling.fetch.kept_session import KeptSession
from webarticlecurator.crawling.states.replay import ListingPlace
from webarticlecurator.crawling.states.stored_walks import load_walk, read_state
from webarticlecurator.crawling.states.walk_doubts import find_run_context
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.portal_file.keys.source_kinds import SITEMAP
from webarticlecurator.portal_file.values.address_templates import ROBOTS
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus

MAX_NEVER_LISTED = 100
"""Failed windows that a run asks for again at most, where their span has never listed anything:
those tried longest ago, so that all of them get their turn."""
MAX_COMPARED = 20
"""Windows of more than one page that are compared, to find the shortest."""
COMPARED = "compared"
"""Key of the note with the link rules by which the corpus was compared with the sitemaps of the
portal, how many files these were, and the number of the last day on which nothing was missing."""
MAX_LATE = 3
"""Days for which a sitemap may name what is new later than the portal says."""


@dataclass(frozen=True)
class DueSpan:
    """What is due of a span: its windows, and the archive pages that are known before.

    ``is_open``: there may be more pages. ``may_end_early``: the walk of a span without dates was
    complete before, and ends at known links.
    """

    span: Span
    windows: int
    pages: int
    is_open: bool = False
    may_end_early: bool = False

    @property
    def names_pages(self) -> bool:
        """True if the pages of the span name further pages."""
        return source_of(self.span).names_pages

    @property
    def is_counted(self) -> bool:
        """True if the pages of a single walk are counted by the portal file."""
        return self.span.dates is None and not self.is_open and bool(self.windows)


@dataclass(frozen=True)
class CrawlPlan:
    """The windows that a crawl walks. ``today`` is a day in the portal's time zone, ``now`` the
    time of its start (None: nothing is confirmed); ``session`` that of a subscriber.

    Raises UsageError for an unknown column, and if ``since`` is after ``until``.
    """

    portal: Portal
    options: CrawlOptions
    today: date
    now: datetime | None = None
    session: KeptSession | None = None

    def __post_init__(self) -> None:
        names = [column.name for column in self.portal.columns]
        if self.options.column is not None and self.options.column not in names:
            raise UsageError(
                make_message(
                    "{id} has no column {column!r}", id=self.portal.id, column=self.options.column
                ),
                make_message("Its columns are: {names}.", names=", ".join(names)),
            )
        since, until = self.options.since, self.options.until
        if since and until and since > until:
            raise UsageError(
                make_message("--from {since} is after --until {until}", since=since, until=until),
                "Give the earlier day with --from.",
            )

    def due(self, corpus: WritableCorpus) -> Iterator[ListingPlace]:
        """Yield the windows to walk, in walking order. Each one is checked when it is yielded.

        Windows of which something is to be confirmed come after the others. Windows whose walk
        ended at a failed page come last, the one with the oldest attempt first. So each run gets
        further, even if the breaker ends it. What such a page names follows it.
        """
        failed: list[tuple[datetime, ListingPlace]] = []
        doubtful: list[ListingPlace] = []
        context = self.context(corpus)
        visited: set[WalkKey] = set()  # pages that others name
        for place, stored_walk in self._due_places(corpus):
            if is_named_window(place.key.window):
                visited.add(place.key)
            if stored_walk is not None and stored_walk.stop_reason == "failed":
                state = start_walk(self.portal, place.span, place.window, stored_walk, context)
                failed.append((_last_try(corpus, state.address or ""), place))
            elif self._is_confirmation(place, stored_walk, context):
                doubtful.append(place)
            else:
                yield place
        yield from doubtful
        tries: Counter[tuple[str, int]] = Counter()
        for _, place in sorted(failed, key=itemgetter(0)):
            span = (place.span.column, place.span.number)
            tries[span] += 1
            if tries[span] > MAX_NEVER_LISTED and not corpus.walks.has_listing(*span):
                continue
            yield place
            for named, _ in self._due_named(corpus, place):
                if named.key not in visited:
                    visited.add(named.key)
                    yield named

    def context(self, corpus: WritableCorpus) -> RunContext:
        """Return what the walks of this crawl need to know of it."""
        if self.now is None:
            return RunContext(self.today, self.options.full)
        found = find_run_context(self.portal, corpus, self.now, full=self.options.full)
        return replace(found, today=self.today, now=corpus.answers.latest_start() or self.now)

    def known_well(self, corpus: WritableCorpus) -> ListingPlace | None:
        """Return the latest window of one page that is complete and has listed something; without
        one, the shortest of the latest."""
        found: list[tuple[int, ListingPlace]] = []
        for span in self._spans():
            windows = self._windows(span)
            for walk in corpus.walks.listing_windows(span.column, span.number):
                state = read_state(walk)
                window = parse_window(span, walk.key.window)
                if state is None or not state.complete or state.looks or window not in windows:
                    continue
                found.append((state.pages_walked, ListingPlace(span, window)))
                if state.pages_walked <= 2:
                    return found[-1][1]
                if len(found) == MAX_COMPARED:
                    break
        return min(found, key=itemgetter(0), default=(0, None))[1]

    def places(self, keys: Sequence[WalkKey]) -> Iterator[ListingPlace]:
        """Yield the places of walks, of those that the crawl may walk."""
        spans = {(span.column, span.number): span for span in self._spans()}
        for key in keys:
            span = spans.get((key.column, key.span))
            if span is not None:
                yield ListingPlace(span, parse_window(span, key.window))

    def windows_before(self, span: Span, last: AnyWindow) -> Sequence[Window]:
        """Return the windows of a span that come after a window in walking order."""
        windows = self._windows(span)
        for index, window in enumerate(windows):
            if window == last:
                return [each for each in windows[index + 1 :] if each is not None]
        return ()

    def _is_confirmation(
        self, place: ListingPlace, stored: WalkState | None, context: RunContext
    ) -> bool:
        """Return True if a window is walked for its doubts alone."""
        if stored is None or context.full:
            return False
        return not is_due(place.span, place.window, replace(stored, looks=()), context)

    def _due_places(
        self, corpus: WritableCorpus
    ) -> Iterator[tuple[ListingPlace, WalkState | None]]:
        """Yield the windows to walk with their stored walks, each followed by the pages that it
        names by then."""
        context = self.context(corpus)
        places = (
            ListingPlace(span, each) for span in self._spans() for each in self._windows(span)
        )
        for place in places:
            stored_walk = load_walk(corpus, place.key)
            if is_due(place.span, place.window, stored_walk, context):
                yield place, stored_walk
            yield from self._due_named(corpus, place)

    def _due_named(
        self, corpus: WritableCorpus, place: ListingPlace
    ) -> Iterator[tuple[ListingPlace, WalkState | None]]:
        if not source_of(place.span).names_pages:
            return
        context = self.context(corpus)
        for named in corpus.named_pages.named_from(place.key):
            named_place = ListingPlace(place.span, NamedWindow(named.url))
            stored_walk = load_walk(corpus, named_place.key)
            if is_named_due(place.span, named, stored_walk, context):
                yield named_place, stored_walk

    def due_spans(self, corpus: WritableCorpus) -> tuple[DueSpan, ...]:
        """Return how many windows and archive pages of each span are due now.

        The time depends on the number of windows that were walked, not on the number of all windows
        of the portal.
        """
        closed = self._count_closed(corpus)
        return tuple(
            self._count_due(corpus, span, closed[span.column, span.number])
            for span in self._spans()
        )

    def _count_due(self, corpus: WritableCorpus, span: Span, closed: int) -> DueSpan:
        windows = len(self._windows(span)) - closed
        per_window = source_of(span).count_pages(span)
        if source_of(span).names_pages:
            places = (ListingPlace(span, window) for window in self._windows(span))
            named = sum(1 for place in places for _ in self._due_named(corpus, place))
            return DueSpan(span, windows, windows * (per_window or 1) + named, is_open=True)
        if per_window is None:
            return DueSpan(span, windows, windows, is_open=bool(windows))
        if span.dates is not None or not windows:
            return DueSpan(span, windows, windows * per_window)
        stored = load_walk(corpus, WalkKey(span.column, span.number))
        state = start_walk(self.portal, span, None, stored, self.context(corpus))
        may_end_early = stored is not None and stored.complete and not self.options.full
        pages = mode_of(span.pagination).count_pages_from(span.pagination, state.page)
        return DueSpan(span, windows, pages, may_end_early=may_end_early)

    def _count_closed(self, corpus: WritableCorpus) -> Counter[tuple[str, int]]:
        """Count the windows of each span that are not due, by column and number of the span."""
        closed: Counter[tuple[str, int]] = Counter()
        context = self.context(corpus)
        spans = {(span.column, span.number): (span, self._windows(span)) for span in self._spans()}
        for walk in corpus.walks.all(self.options.column):
            span, windows = spans.get((walk.key.column, walk.key.span), (None, ()))
            stored_walk = read_state(walk)
            if span is None or stored_walk is None or is_named_window(walk.key.window):
                continue
            if bool(span.dates) != bool(walk.key.window):
                continue
            window = parse_window(span, walk.key.window)
            if window in windows and not is_due(span, window, stored_walk, context):
                closed[span.column, span.number] += 1
        return closed

    def compares_sitemaps(self, corpus: WritableCorpus, robots: str) -> bool:
        """Return True after a whole walk, or one that a doubtful page has ended, which was not
        compared with the portal's own sitemaps by the same link rules, or of which something was
        missing, or some days ago. A cache may send earlier lists: what proves them must not be as
        old, also where other lists of the same crawl were new. The sitemaps that the text of
        ``robots`` names prove nothing where one of them is the list."""
        portal, options = self.portal, self.options
        is_part = options.column or options.since or options.until or options.limit is not None
        spans = portal.spans.values()
        lists = {span.url.text for span in spans if span.source.kind == SITEMAP.name}
        is_list = not lists.isdisjoint((ROBOTS, *find_sitemaps(portal.home, robots)))
        if is_part or portal.fetch.sitemaps == "none" or is_list:
            return False
        walks = corpus.walks.count_proofs()
        if not walks or not all(each.is_complete or each.proof == UNSURE_END for each in walks):
            return False
        files, day, _ = self._last_compared(corpus)
        # a request for each day that has passed, however many files a portal has
        is_old = abs(self.today.toordinal() - day) >= files > 0
        return not day or is_old or any(corpus.run_log.problems(["not-listed"]))

    def compared_since(self, corpus: WritableCorpus) -> date:
        """Return the day since which the sitemaps may name what the lists must name, too: lists of
        earlier dates are closed, and have what has moved since under its earlier address."""
        return date.fromordinal(max(self._last_compared(corpus)[2] - MAX_LATE, 1))

    def note_compared(
        self, corpus: WritableCorpus, files: int, *, is_missing: bool, is_empty: bool
    ) -> None:
        """Record that the corpus was compared today with so many files, and whether anything
        ``is_missing``, or all of them are empty or gone. Needs ``corpus.commit``."""
        _, day, since = self._last_compared(corpus)
        day = day if is_missing else self.today.toordinal()
        # what was published while there was no sitemap is compared once there is one again
        since = since if is_missing or is_empty else day
        corpus.run_log.set_meta(COMPARED, f"{self.portal.link_digest} {files} {day} {since}")

    def _last_compared(self, corpus: WritableCorpus) -> tuple[int, int, int]:
        """Return with how many files the corpus was compared, the number of the day, and that of
        the last one on which they listed anything; zeros if it is to be compared as a whole."""
        digest, *counted = (corpus.run_log.get_meta(COMPARED) or "").split(" ")
        if digest != self.portal.link_digest or len(counted) < 3 or self.options.full:
            return 0, 0, 0
        files, day, since = map(int, counted)
        return files, day, since

    def _spans(self) -> list[Span]:
        return spans_of(self.portal, self.options.column)

    def _windows(self, span: Span) -> Sequence[Window | None]:
        """Return the windows of a span between ``--from`` and ``--until``; (None,) if it has no
        dates."""
        if span.dates is None:
            return (None,)
        return list_windows(span.dates, self.today).overlapping(
            self.options.since, self.options.until
        )


def _last_try(corpus: WritableCorpus, url: str) -> datetime:
    """Return the time of the last request of an address."""
    fetch = corpus.captures.last_fetch(url)
    if fetch is None or not (fetch.failure or fetch.captures):
        return datetime.min.replace(tzinfo=timezone.utc)
    return fetch.failure.time if fetch.failure else fetch.captures[-1].time
