"""The walk through the archive, carried out: request, store, read the links, note where the walk
stands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from webarticlecurator.archive import (
    LocatedPage,
    PageRead,
    StoredWalk,
    WalkState,
    advance,
    describe_walk,
    fail_page,
    span_of,
)
from webarticlecurator.errors import PageUnreadable
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.run.crawling.listing import (
    NO_LINKS,
    PageLinks,
    PagePlace,
    read_list,
    stored_answer,
)
from webarticlecurator.store import Corpus, ListingResult, WalkKey


@dataclass(frozen=True)
class WalkStep:
    """After one archive page: where the walk stands, and the canonical addresses never seen before.
    ``wall``: why the page is one that the portal sends in place of any other, in words; else empty.
    """

    state: WalkState
    new_articles: tuple[str, ...] = ()
    wall: str = ""


def take_page(portal: Portal, corpus: Corpus, state: WalkState, final: Capture | None) -> WalkStep:
    """Draw the conclusions from the answer to ``state.address`` (None: no usable answer): listings,
    problems, the walk's next state. The walk must have been begun. Waits for ``corpus.commit``."""
    assert state.address is not None
    span = find_span(portal, state)
    key = WalkKey(state.column, state.span, state.window)
    found, trouble = _links_on(portal, corpus, span, state, final)
    corpus.walks.mark_requested(key, state.address)
    result = (
        corpus.frontier.add_listing(key, state.address, found.links, found.canonical)
        if found.links
        else ListingResult(0, False, ())
    )
    read = PageRead(
        url=state.address,
        status=final.status if final and not trouble else None,
        links=tuple(link.url for link in found.links),
        next_page=found.next_page,
        new_link_count=result.new_to_walk,
        all_known=result.all_known_complete,
        requested_before=lambda url: corpus.walks.was_requested(key, url),
        read_error=trouble,
        unseen_link_count=result.unseen,
        link_beyond_last=found.beyond,
        pager_without_current=found.pager_without_current,
    )
    try:
        after = advance(portal, span, state, read)
    except PageUnreadable as error:  # a condition of ``stop``
        after = fail_page(state, replace(read, read_error=error.message))
    if after.restarted:
        corpus.walks.begin(key)
    corpus.run_log.clear_problems(state.address)
    for problem in after.problems:
        corpus.run_log.add_problem(problem)
    save_walk(corpus, after)
    return WalkStep(after, result.new_articles, found.wall)


def begin_walk(corpus: Corpus, key: WalkKey, state: WalkState) -> None:
    """A traversal begins at ``state``. Waits for ``corpus.commit``."""
    corpus.walks.begin(key)
    # what an earlier one found of the order shows again, or is mended
    if state.pages_since_entry == 0 and state.entry in ("top", "tail"):
        corpus.run_log.clear_problems(describe_walk(state))
    save_walk(corpus, state)


def _links_on(
    portal: Portal, corpus: Corpus, span: Span, state: WalkState, final: Capture | None
) -> tuple[PageLinks, str]:
    """What the answer lists; and in words why it cannot be told."""
    if final is None or final.status != 200:
        return NO_LINKS, ""
    try:
        answer = stored_answer(portal, corpus.read(final), span.column)
        found = read_list(portal, span, answer, PagePlace(state.page, state.window))
    except PageUnreadable as error:
        return NO_LINKS, error.message
    return found, found.trouble or found.wall


def find_span(portal: Portal, state: WalkState) -> Span:
    return span_of(portal, LocatedPage(state.column, state.span))


def save_walk(corpus: Corpus, state: WalkState) -> None:
    """Note where the walk stands. Waits for ``corpus.commit``."""
    corpus.walks.save(
        WalkKey(state.column, state.span, state.window), state.to_json(), state.reached_end
    )


def earlier_walk(corpus: Corpus, span: Span, window: str) -> StoredWalk | None:
    """The stored walk of a window, or None."""
    stored = corpus.walks.get(WalkKey(span.column, span.number, window))
    return StoredWalk(WalkState.from_json(stored.state)) if stored and stored.state else None
