"""Doubts of the walks of a corpus: when the next look at an archive page is due, and which answers
of a crawl are not believed, since the portal was out of order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from functools import partial

from webarticlecurator.archive import (
    RunContext,
    WalkState,
    describe_walk,
    judge_walk,
    today_in,
)
from webarticlecurator.archive.doubts import EMPTY_PAGE, GONE_PAGE
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.looks import Judgement
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import OUT_OF_ORDER, UNCONFIRMED, Problem
from webarticlecurator.run.doubtful_answers import AnswerStreak
from webarticlecurator.store import CorpusView, WalkKey, WritableCorpus
from webarticlecurator.store.portal_answers import WELL

MIN_WINDOWS_ALIKE = 3
"""Windows of one column with the same list in one crawl from which it is none of theirs: the front
page, sent in place of any other."""
MIN_LINKS_ALIKE = 5
"""Links of such a list; days with one article may well show the same one."""
_LOOKS_NOTE = "looks"
"""Key of the note that the days that an older version found empty were noted as doubtful."""
_PLACE = "archive pages of the crawl of "
"""Beginning of the place of the problem that the portal was out of order."""


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


def doubt_old_walks(portal: Portal, corpus: WritableCorpus) -> None:
    """Note the looks at days that an older version found empty, and believed at the first sight:
    they are confirmed after new pages, some at each crawl. Done once. Needs ``corpus.commit``."""
    if corpus.run_log.get_meta(_LOOKS_NOTE) is not None:
        return
    old = [walk for walk in corpus.walks.all() if _lacks_looks(walk.state)]
    for walk in old:
        state = WalkState.from_json(walk.state)
        looks = tuple(_find_looks(corpus, walk.key))
        if looks:
            state = replace(state, looks=looks)
            corpus.walks.save(walk.key, state.to_json(), state.reached_end)
            note_walk_doubt(portal, corpus, state, is_old=True)
    corpus.run_log.set_meta(_LOOKS_NOTE, "1")


def _lacks_looks(state: Mapping[str, object]) -> bool:
    return state.get("ended") == "day-empty" and "looks" not in state


def _find_looks(corpus: CorpusView, key: WalkKey) -> Iterator[str]:
    """Yield the looks at a window as states keep them, by its stored answers."""
    for url in corpus.walks.requested(key):
        for fetch in corpus.captures.fetches(url):
            if fetch.final is not None and (
                fetch.final.status in GONE or fetch.final.status == 200
            ):
                word = GONE_PAGE if fetch.final.status in GONE else EMPTY_PAGE
                yield f"{fetch.final.time.isoformat()} {word}"


def judge_archive_run(corpus: WritableCorpus, time: datetime) -> None:
    """Judge the archive pages of the crawl of a time beside each other. Walks that ended at an
    answer of a portal that was out of order, or at a page that many others show, are failed: the
    next crawl reads them again. Needs ``corpus.commit``."""
    run = corpus.answers.run_of(time)
    place = f"{_PLACE}{corpus.answers.start_of_run(time):%Y-%m-%d %H:%M:%S} UTC"
    odd = find_odd_row(corpus, run)
    alike = corpus.answers.windows_alike(run, MIN_WINDOWS_ALIKE)
    for fetch in sorted({*odd, *alike}):
        _fail_walk(corpus, fetch)
    if corpus.answers.was_well("archive", time, "") and not odd:
        for problem in list(corpus.run_log.problems((OUT_OF_ORDER,))):
            if problem.where.startswith(_PLACE):
                corpus.run_log.clear_problems(problem.where, OUT_OF_ORDER)
    doubtful = sorted({*odd, *alike})
    if doubtful:
        since = corpus.answers.time_of(doubtful[0])
        message = (
            f"since {since:%Y-%m-%d %H:%M:%S} UTC the portal seems to have been out of order:"
            f" {len(doubtful)} archive pages are not believed, the first"
            f" {corpus.answers.address_of(doubtful[0])}; the next crawl asks for them again"
        )
        corpus.run_log.add_problem(Problem(OUT_OF_ORDER, place, message))


def find_odd_row(corpus: CorpusView, run: int) -> set[int]:
    """Return the fetches of archive pages in a crawl that are in a row of answers that were not
    well, as long as no chance makes it, and with a page among them that was well before."""
    answers, odd = corpus.answers, set[int]()
    streak = AnswerStreak(has_known=True)
    known_fetches: set[int] = set()
    for answer in answers.of_run(run, "archive"):
        was_well = partial(answers.was_well_earlier, answer.fetch, answer.url)
        is_well = answer.outcome == WELL
        streak.add(answer.fetch, is_well=is_well, was_well_before=was_well)
        if not is_well and was_well():
            known_fetches.add(answer.fetch)
        if streak.is_too_long and not known_fetches.isdisjoint(streak.fetches):
            odd.update(streak.fetches)
    return odd


def is_alike_elsewhere(
    corpus: CorpusView, key: WalkKey, time: datetime, text: int, links: int
) -> bool:
    """Return True if two other windows of the column have shown the same list in the crawl of a
    time."""
    if links < MIN_LINKS_ALIKE:
        return False
    run = corpus.answers.run_of(time)
    windows = corpus.answers.windows_with(run, text, key.column) - {key.window}
    return len(windows) >= MIN_WINDOWS_ALIKE - 1


def _fail_walk(corpus: WritableCorpus, fetch: int) -> None:
    """Let the next crawl go on with the walk that ended at the answer of a fetch."""
    place = corpus.answers.walk_of(fetch)
    last = corpus.captures.last_fetch(corpus.answers.address_of(fetch))
    walk = corpus.walks.get(WalkKey(*place)) if place is not None else None
    if walk is None or not walk.state or last is None or last.id != fetch:
        return
    state = WalkState.from_json(walk.state)
    if not state.complete:
        return
    start = corpus.answers.start_of_run(corpus.answers.time_of(fetch))
    looks = tuple(
        look for look in state.looks if datetime.fromisoformat(look.partition(" ")[0]) < start
    )
    failed = replace(state, complete=False, stop_reason="failed", looks=looks, pages_since_entry=0)
    corpus.walks.save(walk.key, failed.to_json(), complete=False)
    corpus.walks.note_doubt(walk.key, None)
