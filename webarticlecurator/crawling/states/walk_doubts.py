"""Doubts of the walks of a corpus: when the next look at an archive page is due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime

from webarticlecurator.base.model.looks import Judgement
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.rerun import describe_walk
from webarticlecurator.crawling.archive.state import RunContext, WalkState
from webarticlecurator.crawling.archive.walk_looks import judge_walk
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.states.stored_walks import key_of, load_walk
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView


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


def note_walk_doubt(portal: Portal, corpus: WritableCorpus, state: WalkState) -> None:
    """Record when a walk that has ended is to be looked at again, if it is doubtful. Needs
    ``corpus.commit``."""
    # A walk that goes on anyway needs no look of its own.
    if state.address is not None:
        return
    # what its looks prove, and when the next is due; None where it left no doubt
    context = RunContext(
        date.min,
        confirm=portal.fetch.confirm,
        was_well=lambda look, url: corpus.answers.was_well("archive", look, url),
    )
    judged = judge_walk(state, context)
    corpus.walks.note_doubt(key_of(state), judged.due if judged else None)
    if state.looks or state.complete:
        place = f"archive: {describe_walk(state)}"
        found = _find_unconfirmed(state, judged, place)
        corpus.run_log.renew_problems(found, kinds=("unconfirmed",), places=(place,))


def _find_unconfirmed(state: WalkState, judged: Judgement | None, place: str) -> Iterator[Problem]:
    if judged is not None and judged.is_final and not judged.is_confirmed:
        day, number = f"{judged.first:%Y-%m-%d}", len(state.looks)
        yield make_problem("unconfirmed", place, "archive", number=number, day=day)


def settle_walk_doubts(portal: Portal, corpus: WritableCorpus, keys: Iterable[WalkKey]) -> None:
    """Judge walks again at the end of a run, when it is known whether another archive page was
    well. Needs ``corpus.commit``."""
    for key in keys:
        state = load_walk(corpus, key)
        if state is not None:
            note_walk_doubt(portal, corpus, state)
