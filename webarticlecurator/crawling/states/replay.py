"""Replay stored archive pages as if they had just been crawled: those of the corpus, and those in
WARC files of other tools.
"""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import PageUnreadable, UsageError
from webarticlecurator.base.model.capture import Capture, Origin
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.entry import start_walk
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.page_location import can_have_page, locate_page, span_of
from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.crawling.archive.windows import AnyWindow, parse_window
from webarticlecurator.crawling.states.archive_listing import read_page_links, to_stored_answer
from webarticlecurator.crawling.states.stored_walks import load_walk
from webarticlecurator.crawling.states.walk_doubts import find_run_context
from webarticlecurator.crawling.states.walking import (
    ListedPage,
    begin_walk,
    process_archive_page,
    store_page_links,
)
from webarticlecurator.storage.answers.captures import Captures
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus


@dataclass(frozen=True)
class ListingPlace:
    """A window of a span of the archive; ``window`` is None for pages without a date that no page
    names."""

    span: Span
    window: AnyWindow

    @property
    def key(self) -> WalkKey:
        return WalkKey(self.span.column, self.span.number, self.window.key if self.window else "")


def replay_fetch(portal: Portal, corpus: WritableCorpus, fetch: Fetch) -> None:
    """Process a stored fetch of an archive page. Needs ``corpus.commit``."""
    place = locate_listing(portal, fetch.origin, fetch.url)
    if place is None:
        return
    is_own = fetch.final is None or fetch.final.archive_source is None
    # what an archive kept says nothing of the list as it is now
    state = _state_before(portal, corpus, place, fetch) if is_own else None
    if state is not None:
        process_archive_page(portal, corpus, state, usable_answer(fetch), fetch)
    elif fetch.final is not None:
        try:
            list_page_again(portal, corpus, place, fetch.final, fetch.url)
        except PageUnreadable as error:
            unread = Problem("archive-page-unread", fetch.url, error.message)
            corpus.run_log.renew_problems([unread], kinds=("archive-page-unread",), places=())


def list_page_again(
    portal: Portal, corpus: WritableCorpus, place: ListingPlace, capture: Capture, address: str
) -> None:
    """Store the listings of a stored archive page, without changing its walk: those of a capture
    of a web archive under its address there. Needs ``corpus.commit``.

    Raises PageUnreadable or RulesTooSlow if the rules take too long.
    """
    if capture.status != 200 or capture.truncated:
        return
    if corpus.walks.get(place.key) is None:
        corpus.walks.begin(place.key)
    answer = to_stored_answer(portal, corpus.read(capture), place.key.column)
    page_links = read_page_links(portal, place.span, answer, PagePlace(window=place.key.window))
    archived = capture.archive_source
    page = ListedPage(place.key, archived or address, capture.time, is_now=archived is None)
    store_page_links(portal, corpus, page, page_links)


def locate_listing(portal: Portal, origin: Origin | None, url: str) -> ListingPlace | None:
    """Return the place of a stored archive page in the current portal file; None if it has none."""
    span = None
    if origin and origin.column and origin.span is not None:
        span = portal.spans.get((origin.column, origin.span))
    if origin and span and can_have_page(portal, span, origin.window or "", url):
        return ListingPlace(span, parse_window(span, origin.window or ""))
    try:
        located = locate_page(portal, url)
    except UsageError:
        return None
    if located is None:
        return None
    span = span_of(portal, located)
    return ListingPlace(span, parse_window(span, located.window_first))


def list_archive_pages(
    portal: Portal, captures: Captures
) -> Iterator[tuple[Capture, ListingPlace]]:
    """Yield the complete captures of archive pages that have a place in the current portal file,
    with it."""
    for capture in captures.all("archive"):
        place = locate_listing(portal, capture.origin, capture.url)
        if place is not None and capture.status == 200 and not capture.truncated:
            yield capture, place


def _state_before(
    portal: Portal, corpus: WritableCorpus, place: ListingPlace, fetch: Fetch
) -> WalkState | None:
    """Return the state of the walk before it requested a page; None if no walk requested it."""
    stored_walk = load_walk(corpus, place.key)
    if stored_walk is not None and stored_walk.address == fetch.url:
        return stored_walk
    if fetch.failure:
        time = fetch.failure.time
    elif fetch.captures:
        time = fetch.captures[-1].time
    else:
        return None
    context = find_run_context(portal, corpus, time)
    state = start_walk(portal, place.span, place.window, stored_walk, context)
    if state.address != fetch.url and stored_walk is not None and stored_walk.complete:
        # `--full`, or a window that was walked again to see whether the portal is well
        state = start_walk(
            portal, place.span, place.window, stored_walk, replace(context, full=True)
        )
    if state.address != fetch.url:
        return None
    begin_walk(corpus, place.key, state)
    return state


def usable_answer(fetch: Fetch) -> Capture | None:
    """Return the final answer of a fetch if a walk can use it: complete and not an error."""
    final = fetch.final
    return None if final is None or final.truncated or final.is_error else final
