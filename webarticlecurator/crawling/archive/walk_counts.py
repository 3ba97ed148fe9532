"""What an archive walk counts of a page: that it was read, and which of its links are new."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.crawling.archive.list_identity import is_seen_again
from webarticlecurator.crawling.archive.page_counts import ListCount, follow_counts
from webarticlecurator.crawling.archive.state import PageRead, WalkState


def count_links(state: WalkState, read: PageRead) -> WalkState:
    """Return the state with the page and its links counted."""
    if read.new_link_count:
        state = replace(
            state,
            last_new_address=read.url,
            last_new_page=state.page,
            last_new_has_next=bool(read.next_page),
            last_new_is_full=len(read.links) >= state.previous_link_count,
        )

    state = replace(state, ever_listed=state.ever_listed + read.unseen_link_count)
    if read.links and not is_seen_again(state):
        state = _count_list(state, read)
    digest = sha256("\n".join(read.links).encode("utf-8")).hexdigest()[:16]
    all_known = bool(read.links) and read.all_known
    is_known = not read.unseen_link_count if state.look_phase else all_known
    is_identical = digest == state.links_digest
    return replace(
        count_page(state),
        pages_without_new=0 if read.new_link_count else state.pages_without_new + 1,
        known_in_a_row=state.known_in_a_row + 1 if is_known else 0,
        identical_in_a_row=state.identical_in_a_row + 1 if is_identical else 0,
        pages_with_new=state.pages_with_new + bool(read.new_link_count),
        pages_with_unseen=state.pages_with_unseen + bool(read.unseen_link_count),
        shuffled_pages=state.shuffled_pages + read.is_shuffled,
        look_phase="found" if state.look_phase and read.unseen_link_count else state.look_phase,
        previous_link_count=len(read.links) or state.previous_link_count,
        links_digest=digest,
    )


def count_page(state: WalkState) -> WalkState:
    """Return the state with the page counted."""
    return replace(
        state,
        pages_walked=state.pages_walked + 1,
        pages_since_entry=state.pages_since_entry + 1,
    )


def _count_list(state: WalkState, read: PageRead) -> WalkState:
    """Return the state with what a page counts of its list, and how many articles that lists."""
    if not state.is_full_walk:
        state = replace(state, listed_count=state.listed_count + read.unseen_link_count)
        is_followed = bool(state.followed) and state.is_at_entry and state.entry == "top"
        return _keep_counts(state, read.counts) if is_followed else state
    place = state.pages_walked + 1
    known = (ListCount(*json.loads(each)) for each in state.counts)
    counts = read.counts if state.is_at_entry else follow_counts(known, read.counts, place)
    return replace(
        _keep_counts(state, counts),
        counted_page=place,
        listed_count=read.new_link_count + (0 if state.is_at_entry else state.listed_count),
    )


def _keep_counts(state: WalkState, counts: Iterable[ListCount]) -> WalkState:
    return replace(state, counts=tuple(json.dumps(each, ensure_ascii=False) for each in counts))
