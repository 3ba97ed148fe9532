"""A crawl whose clock differs from that of the portal: what it has closed is not believed."""

from __future__ import annotations

from datetime import datetime, timedelta

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.verdict import make_problem
from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.states.walk_doubts import note_walk_doubt
from webarticlecurator.storage.store.corpus import WritableCorpus

PLACE = "clock"
"""The place of the problem."""


def judge_clock(portal: Portal, corpus: WritableCorpus, time: datetime) -> None:
    """Compare the clock of the crawl of a time with that of the portal. Where ours is ahead, its
    walks count as begun on the portal's day, so that no window is closed that was still open, and
    their looks as made at its time. Needs ``corpus.commit``."""
    corpus.run_log.clear_problems(PLACE, "wrong-clock")
    offset = corpus.answer_clocks.offset_of(corpus.answers.run_of(time))
    if offset is None:
        return
    start = corpus.answers.start_of_run(time)
    is_ahead = offset < timedelta()
    problem = make_problem(
        "wrong-clock",
        PLACE,
        "ahead" if is_ahead else "behind",
        offset=abs(offset),
        portal=start + offset,
        ours=start,
    )
    corpus.run_log.add_problem(problem)
    if not is_ahead:
        return
    day = today_in(portal.timezone, start + offset).isoformat()
    for walk in list(corpus.walks.all()):
        if not walk.state:
            continue
        state = WalkState.from_json(walk.state)
        looks = tuple(_shift_look(look, start, offset) for look in state.looks)
        back = replace(state, began=min(state.began, day), looks=looks)
        if back != state:
            corpus.walks.save(walk.key, back.to_json(), walk.complete)
            note_walk_doubt(portal, corpus, back)


def _shift_look(look: str, start: datetime, offset: timedelta) -> str:
    """Return a look of a walk, shifted by ``offset`` if it was made since ``start``."""
    written, _, answer = look.partition(" ")
    time = datetime.fromisoformat(written)
    return look if time < start else f"{(time + offset).isoformat()} {answer}"
