"""A crawl whose clock differs from that of the portal: what it has closed is not believed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.states.stored_walks import read_state, save_walk
from webarticlecurator.crawling.states.walk_doubts import note_walk_doubt
from webarticlecurator.storage.store.corpus import WritableCorpus


def find_wrong_clock(start: datetime, offset: timedelta | None) -> Iterator[Problem]:
    """Yield the problem that the clock of a crawl, which has begun at ``start``, differs from that
    of the portal. ``offset``: by how much that one is ahead, None where it is not known."""
    if offset is not None:
        yield make_problem(
            "wrong-clock",
            "clock",
            "ahead" if offset < timedelta() else "behind",
            offset=abs(offset),
            portal=start + offset,
            ours=start,
        )


def move_walks(
    portal: Portal, corpus: WritableCorpus, start: datetime, offset: timedelta | None
) -> None:
    """Let the walks of a crawl whose clock was ahead of that of the portal count as begun on the
    portal's day, so that no window is closed that was still open, and their looks as made at its
    time. Needs ``corpus.commit``."""
    if offset is None or offset >= timedelta():
        return
    day = today_in(portal.timezone, start + offset).isoformat()
    for walk in list(corpus.walks.all()):
        state = read_state(walk)
        if state is None:
            continue
        looks = tuple(_shift_look(look, start, offset) for look in state.looks)
        back = replace(state, began=min(state.began, day), looks=looks)
        if back != state:
            save_walk(corpus, back)
            note_walk_doubt(portal, corpus, back)


def _shift_look(look: str, start: datetime, offset: timedelta) -> str:
    """Return a look of a walk, shifted by ``offset`` if it was made since ``start``."""
    written, _, answer = look.partition(" ")
    time = datetime.fromisoformat(written)
    return look if time < start else f"{(time + offset).isoformat()} {answer}"
