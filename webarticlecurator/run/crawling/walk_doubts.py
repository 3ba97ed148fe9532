"""Doubts of the walks of a corpus: when the next look at an archive page is due."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from webarticlecurator.archive import (
    RunContext,
    WalkState,
    describe_walk,
    judge_walk,
    today_in,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import UNCONFIRMED, Judgement, Problem
from webarticlecurator.store import CorpusView, WalkKey, WritableCorpus


def find_run_context(
    portal: Portal, corpus: CorpusView, time: datetime, *, full: bool = False
) -> RunContext:
    """Return what walks need to know of the run of a time: of the present one, or of a stored
    answer."""
    return RunContext(
        today_in(portal.timezone, time),
        full,
        corpus.answers.start_of_run(time),
        portal.fetch.confirm,
        lambda look, url: corpus.answers.was_well("archive", look, url),
    )


def note_walk_doubt(
    portal: Portal, corpus: WritableCorpus, state: WalkState, *, is_old: bool = False
) -> None:
    """Record when a walk that has ended is to be looked at again, if it is doubtful. Needs
    ``corpus.commit``."""
    key = WalkKey(state.column, state.span, state.window)
    if state.address is not None:
        return
    judged = judge_stored_walk(portal, corpus, state)
    corpus.walks.note_doubt(key, judged.due if judged else None, is_old=is_old)
    place = describe_doubtful_walk(state)
    if judged is not None and judged.is_final and not judged.is_confirmed:
        message = (
            f"{len(state.looks)} looks since {judged.first:%Y-%m-%d} found nothing there, but never"
            " in two runs in which another archive page was well; it is taken as the end"
        )
        corpus.run_log.add_problem(Problem(UNCONFIRMED, place, message))
    elif state.looks or state.complete:
        corpus.run_log.clear_problems(place, UNCONFIRMED)


def describe_doubtful_walk(state: WalkState) -> str:
    """Return the place of the remark ``unconfirmed`` of a walk."""
    return f"archive: {describe_walk(state)}"


def settle_walk_doubts(portal: Portal, corpus: WritableCorpus, keys: Iterable[WalkKey]) -> None:
    """Judge walks again at the end of a run, when it is known whether another archive page was
    well. Needs ``corpus.commit``."""
    for key in keys:
        walk = corpus.walks.get(key)
        if walk is not None and walk.state:
            state = WalkState.from_json(walk.state)
            note_walk_doubt(portal, corpus, state, is_old=corpus.walks.is_old_doubt(key))


def judge_stored_walk(portal: Portal, corpus: CorpusView, state: WalkState) -> Judgement | None:
    """Return what the looks of a stored walk prove (dates, when the next is due); None where it
    left no doubt."""
    context = RunContext(
        date.min,
        confirm=portal.fetch.confirm,
        was_well=lambda look, url: corpus.answers.was_well("archive", look, url),
    )
    return judge_walk(state, context)
