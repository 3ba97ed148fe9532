"""A stored archive page, read as the crawl reads a live one: what it lists, and where the walk goes
that asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from webarticlecurator.archive import (
    RunContext,
    WalkState,
    Window,
    locate_page,
    span_of,
    start_walk,
    today_in,
)
from webarticlecurator.errors import PageUnreadable, UsageError
from webarticlecurator.model.capture import Capture, Origin
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.model.verdict import UNREAD, Problem
from webarticlecurator.run.crawling.listing import read_page_links, stored_answer
from webarticlecurator.run.crawling.walking import begin_walk, load_walk, process_archive_page
from webarticlecurator.store import Corpus, Fetch, WalkKey


@dataclass(frozen=True)
class ListingPlace:
    """A window of a span; ``window`` None for a span without dates."""

    span: Span
    window: Window | None

    @property
    def key(self) -> WalkKey:
        return WalkKey(self.span.column, self.span.number, self.window.key if self.window else "")


def replay_fetch(portal: Portal, corpus: Corpus, fetch: Fetch) -> None:
    """Draw the conclusions from a stored fetch of an archive page. Waits for ``corpus.commit``."""
    place = locate_listing(portal, fetch.origin, fetch.url)
    if place is None:
        return
    state = _standing(portal, corpus, place, fetch)
    if state is not None:
        process_archive_page(portal, corpus, state, is_usable(fetch))
    elif fetch.final is not None:
        try:
            list_page_again(portal, corpus, place, fetch.final, fetch.url)
        except PageUnreadable as error:
            corpus.run_log.add_problem(Problem(UNREAD, fetch.url, error.message))


def list_page_again(
    portal: Portal, corpus: Corpus, place: ListingPlace, capture: Capture, address: str
) -> None:
    """Only what a stored archive page lists; the walk stays where it stands. Waits for
    ``corpus.commit``.

    Raises PageUnreadable and RulesTooSlow where the rules take too long."""
    if capture.status != 200 or capture.truncated:
        return
    if corpus.walks.get(place.key) is None:
        corpus.walks.begin(place.key)
    found = read_page_links(
        portal, place.span, stored_answer(portal, corpus.read(capture), place.key.column)
    )
    if found.links:
        corpus.frontier.add_listing(place.key, address, found.links, found.canonical)


def locate_listing(portal: Portal, origin: Origin | None, url: str) -> ListingPlace | None:
    """Where a stored archive page belongs by the portal file as it is now; None if nowhere."""
    for span in (span for column in portal.columns for span in column.spans):
        if (
            origin
            and (span.column, span.number) == (origin.column, origin.span)
            and bool(span.dates) == bool(origin.window)
        ):
            return ListingPlace(span, _window(span, origin.window))
    try:
        located = locate_page(portal, url)
    except UsageError:
        return None
    if located is None:
        return None
    span = span_of(portal, located)
    return ListingPlace(span, _window(span, located.window_first))


def _standing(
    portal: Portal, corpus: Corpus, place: ListingPlace, fetch: Fetch
) -> WalkState | None:
    """The walk as it stood when it asked for this page; None if it did not."""
    earlier = load_walk(corpus, place.span, place.key.window)
    if earlier is not None and earlier.state.address == fetch.url:
        return earlier.state
    time = (
        fetch.failure.time if fetch.failure else fetch.captures[-1].time if fetch.captures else None
    )
    if time is None:
        return None
    state = start_walk(
        portal, place.span, place.window, earlier, RunContext(today_in(portal.timezone, time))
    )
    if state.address != fetch.url:
        return None
    begin_walk(corpus, place.key, state)
    return state


def is_usable(fetch: Fetch) -> Capture | None:
    """The answer that a walk can draw conclusions from, if it came."""
    final = fetch.final
    if final is None or final.truncated or final.is_error:
        return None
    return final


def _window(span: Span, first: str | None) -> Window | None:
    return (
        Window.around(date.fromisoformat(first), span.dates.step) if span.dates and first else None
    )
