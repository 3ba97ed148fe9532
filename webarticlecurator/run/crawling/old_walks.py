"""Walks of an older version, which believed what it saw once: days without articles, and the ends
of lists. They become doubtful, and are confirmed after new pages, some at each crawl."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from webarticlecurator.archive import (
    AnyWindow,
    WalkState,
    build_page_address,
    find_list_end,
    find_page_after,
    is_closed,
    is_named_window,
    match_address,
    parse_window,
)
from webarticlecurator.archive.doubts import EMPTY_PAGE, GONE_PAGE, OLD_END, ListEnd
from webarticlecurator.archive.entry import digest_span
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.pagination import mode_of
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.crawling.walk_doubts import note_walk_doubt
from webarticlecurator.store import CorpusView, WalkKey, WritableCorpus
from webarticlecurator.store.rows import NO_GROWTH, ListGrowth

MAX_MOVED = 20
"""Pages that a look reads at most to find an end that has moved on since, beside those of any look.
Where pages have numbers, it begins that much later instead."""
_LOOKS_NOTE = "looks"
"""Key of the note that the walks of an older version were noted as doubtful."""


def doubt_old_walks(portal: Portal, corpus: WritableCorpus) -> None:
    """Note the looks at what an older version found once: days without articles, and the ends of
    lists that are not proved. Done once, before any walk goes on. Needs ``corpus.commit``."""
    if corpus.run_log.get_meta(_LOOKS_NOTE) is not None:
        return
    spans = {(span.column, span.number): span for each in portal.columns for span in each.spans}
    without_new = corpus.listings.pages_without()
    states = [
        _doubt_walk(portal, corpus, _OldWalk(span, walk.key, without_new.get(walk.key, ())), state)
        for walk in corpus.walks.all()
        if walk.state and (span := spans.get((walk.key.column, walk.key.span)))
        if not (state := WalkState.from_json(walk.state)).looks
    ]
    for state in filter(None, states):
        key = WalkKey(state.column, state.span, state.window)
        corpus.walks.save(key, state.to_json(), state.reached_end)
        note_walk_doubt(portal, corpus, state, is_old=True)
    corpus.run_log.set_meta(_LOOKS_NOTE, "1")


@dataclass(frozen=True)
class _OldWalk:
    """A walk of an older version, with the archive pages that added nothing to its list."""

    span: Span
    key: WalkKey
    without_new: tuple[str, ...]

    @property
    def window(self) -> AnyWindow:
        return parse_window(self.span, self.key.window)

    @property
    def has_numbers(self) -> bool:
        return mode_of(self.span.pagination).is_numbered


def _doubt_walk(
    portal: Portal, corpus: CorpusView, old: _OldWalk, state: WalkState
) -> WalkState | None:
    """Return the state of a walk with the looks at what it found once, None if that was proved."""
    if state.stop_reason == "day-empty":
        looks = tuple(_find_looks(corpus, old.key))
        return replace(state, looks=looks) if looks else None
    if is_named_window(old.key.window) or _is_walked_again(old, state):
        return None
    end = find_list_end(old.span, state)
    return _doubt_list(portal, corpus, old, state, end) if end is not None else None


def _is_walked_again(old: _OldWalk, state: WalkState) -> bool:
    """Return True if the walk begins again anyway: by other rules, or as its window of dates was
    open when it began."""
    if state.rules_digest != digest_span(old.span):
        return True
    settle, began = old.span.settle, date.fromisoformat(state.began)
    return old.window is not None and not is_closed(old.window, settle, began)


def _find_looks(corpus: CorpusView, key: WalkKey) -> Iterator[str]:
    """Yield the looks at a window as states keep them, by its stored answers."""
    for url in corpus.walks.requested(key):
        for fetch in corpus.captures.fetches(url):
            if fetch.final is not None and (
                fetch.final.status in GONE or fetch.final.status == 200
            ):
                word = GONE_PAGE if fetch.final.status in GONE else EMPTY_PAGE
                yield f"{fetch.final.time.isoformat()} {word}"


def _doubt_list(
    portal: Portal, corpus: CorpusView, old: _OldWalk, state: WalkState, end: ListEnd
) -> WalkState | None:
    """Return the state of a walk with a look at its end, unless that was proved, and at pages
    before it in whose place the portal may have sent others."""
    fetches = corpus.captures.fetches(end.address)
    times = [fetch.final.time for fetch in fetches if fetch.final is not None]
    gaps = _find_gaps(portal, old, end)
    if not times or (end.is_proved and not gaps):
        return None
    places, moved = _find_places(portal, corpus, old, end, gaps)
    looks = (f"{max(times).isoformat()} {OLD_END}",)
    return replace(state, looks=looks, doubtful_pages=places, pages_moved=moved)


def _find_gaps(portal: Portal, old: _OldWalk, end: ListEnd) -> list[str]:
    """Return the page values of the pages before pages that added nothing to a list, though later
    ones did: they may have been sent in place of others."""
    if not old.has_numbers or not _is_number(end.page):
        return []
    found = set()
    for url in old.without_new:
        match = match_address(old.span, url, portal.language)
        page = match.page if match else None
        if page is not None and _is_number(page):
            found.add(int(page))
    step, last = old.span.pagination.step, int(end.page)
    return [
        _find_page_before(old.span, str(page))
        for page in sorted(found, key=lambda page: page * step)
        if (last - page) * step > 0
    ]


def _find_places(
    portal: Portal, corpus: CorpusView, old: _OldWalk, end: ListEnd, gaps: Sequence[str]
) -> tuple[tuple[str, ...], int]:
    """Return where to look again, as states keep it, and how many pages these places may have moved
    on by what later walks found."""
    if not old.has_numbers:
        growth = corpus.listings.growth_since(old.key, end.address) if end.is_kept else NO_GROWTH
        return (end.address,), min(growth.most_pages, MAX_MOVED)
    page, growth = _find_kept_page(portal, corpus, old, end)
    places = (*gaps, *(() if end.is_proved else (page,)))
    moved = tuple(_move_on(old.span, place, growth.fewest_pages) for place in places)
    return tuple(dict.fromkeys(moved)), min(growth.most_pages - growth.fewest_pages, MAX_MOVED)


def _find_kept_page(
    portal: Portal, corpus: CorpusView, old: _OldWalk, end: ListEnd
) -> tuple[str, ListGrowth]:
    """Return the last page of a list with numbers, and by how much it has grown since."""
    if not end.is_kept:
        return end.page, NO_GROWTH
    growth = corpus.listings.growth_since(old.key, end.address)
    before = _find_page_before(old.span, end.page)
    address = build_page_address(portal, old.span, old.window, before)
    growth_before = corpus.listings.growth_since(old.key, address)
    if growth.generation and growth.generation <= growth_before.generation:
        return end.page, growth
    # a rerun keeps the page after a full one, in case the list grows there
    return before, growth_before


def _move_on(span: Span, page: str, pages: int) -> str:
    for _ in range(pages):
        page = find_page_after(span, page) or page
    return page


def _find_page_before(span: Span, page: str) -> str:
    first_page = mode_of(span.pagination).first_page(span.pagination)
    is_number = _is_number(page) and page != first_page
    return str(int(page) - span.pagination.step) if is_number else page


def _is_number(page: str) -> bool:
    return page.removeprefix("-").isdecimal()
