"""Which archive pages of a crawl are not believed, since the portal was out of order.

It is seen in the answers of one crawl beside each other. All of it follows from what is stored,
so that it is the same after a crawl, after a kill and after ``verify --rebuild``.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.looks import WELL
from webarticlecurator.base.model.verdict import OUT_OF_ORDER
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.lost_links import find_lost_links
from webarticlecurator.crawling.states.cut_pages import judge_cut_lists
from webarticlecurator.crawling.states.doubtful_answers import (
    AnswerStreak,
    describe_disorder,
    list_disorders,
)
from webarticlecurator.crawling.states.odd_windows import judge_odd_windows
from webarticlecurator.crawling.states.other_lists import judge_other_lists
from webarticlecurator.crawling.states.stored_walks import key_of, load_walk, save_walk
from webarticlecurator.crawling.states.unread_windows import judge_unread_windows
from webarticlecurator.crawling.states.wrong_clock import find_wrong_clock, move_walks
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

# When archive pages are not believed: how many are alike, or missing, so that no chance makes it.
MIN_WINDOWS_ALIKE = 3
"""Windows of one column with the same list in one crawl from which it is none of theirs: the front
page, sent in place of any other."""
MIN_LINKS_ALIKE = 5
"""Links of such a list; days with one article may well show the same one."""
MIN_MISSING_WINDOWS = 5
"""Windows whose page is missing in one crawl of a span that has never listed anything, from which
that is an error: a small portal may publish nothing on the four days of a holiday."""
_MIN_LOST = 2
_LOST_SHARE = 0.2
"""How many pages of dates, and which share of those that had articles when they were last read, are
missing (404, 410) in one crawl, so that the others without articles prove nothing: an article or
two are deleted or moved to another day, those of every fifth day are not."""
_PLACE = "archive pages of the crawl of "
"""Beginning of the place of the problem that the portal was out of order."""
_SPAN_PLACE = "archive pages of column "
"""The same for a span that has never listed anything."""


def judge_archive_run(portal: Portal, corpus: WritableCorpus, time: datetime) -> None:
    """Judge the archive pages of the crawl of a time beside each other. Walks that ended at an
    answer of a portal that was out of order, at a page that many others show, or in a span of which
    no page ever listed anything, are failed: the next crawl reads them again. Needs
    ``corpus.commit``."""
    run, start = corpus.answers.run_of(time), corpus.answers.start_of_run(time)
    offset = corpus.answer_clocks.offset_of(run)
    clock = find_wrong_clock(start, offset)
    corpus.run_log.renew_problems(clock, kinds=("wrong-clock",), places=None)
    move_walks(portal, corpus, start, offset)
    odd = find_odd_row(corpus, run)
    _judge_silent_spans(portal, corpus, run, odd)
    doubtful = sorted({*odd, *corpus.answers.windows_alike(run, MIN_WINDOWS_ALIKE)})
    for fetch in doubtful:
        _fail_walk(corpus, fetch)
    odd_lists = (
        *judge_odd_windows(portal, corpus, time),
        *judge_unread_windows(portal, corpus, run),
        *judge_other_lists(portal, corpus, run),
        *judge_cut_lists(portal, corpus, start),
    )
    corpus.run_log.renew_problems(odd_lists, kinds=("list-not-whole",), places=())
    # The problem is over only when an archive page was well and no row of odd ones is left.
    is_over = corpus.answers.was_well("archive", time, "") and not odd
    place = f"{_PLACE}{start:%Y-%m-%d %H:%M:%S} UTC"
    corpus.run_log.renew_problems(
        describe_disorder(corpus.answers, place, "pages", doubtful, len(doubtful)),
        kinds=(OUT_OF_ORDER,),
        places=list_disorders(corpus, _PLACE) if is_over else (),
    )


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
        # Days without articles make rows, too: only a page that was well before shows that they are
        # wrong.
        if streak.is_too_long and not known_fetches.isdisjoint(streak.fetches):
            odd.update(streak.fetches)
    return odd


def _judge_silent_spans(portal: Portal, corpus: WritableCorpus, run: int, odd: set[int]) -> None:
    """Fail the walks of a crawl in spans with dates of which no page has ever listed anything, if
    many pages are missing, or no page lists anything in this crawl, not even that of a date that
    had articles, or many dates that had articles have none; with a remark. (Where all are there and
    empty, most often the link rules are wrong: ``find_silent_spans`` finds that, and no page need
    be requested again.)"""
    removed = {*list_disorders(corpus, _SPAN_PLACE)} - {_name_span(*key) for key in portal.spans}
    answers, dated = corpus.answers, corpus.dated_answers
    corpus.run_log.renew_problems((), kinds=(OUT_OF_ORDER,), places=removed)
    for span in dated.dated_spans(run):
        place = _name_span(span.column, span.number)
        # Once it has listed something, missing days are days without articles.
        has_listed = span.well or corpus.walks.has_listing(span.column, span.number)
        # that of a new month was never well; those of earlier ones may not be asked for any more
        earlier_lost, unlinked = dated.lost_since_well(run, span)
        lost_page = "" if span.well else span.lost or earlier_lost
        silent = [] if lost_page else dated.nothing_in(run, span)
        if span.well:
            lost_days, known_days = dated.count_lost(run, span)
            is_silent = lost_days >= max(_MIN_LOST, known_days * _LOST_SHARE)
        elif has_listed:
            known = (answers.was_well_earlier(each, answers.address_of(each)) for each in silent)
            is_silent = any(known)
        else:
            is_silent = span.missing >= MIN_MISSING_WINDOWS
        silent = silent if is_silent else []
        # While no date had links, each page was perhaps that of another address: once one has some
        # again, the others are asked for once more.
        for fetch in (*silent, *(unlinked if span.well else ())):
            _fail_walk(corpus, fetch)
        lost = [find_lost_links(lost_page, place)] if lost_page else []
        said = silent if odd.isdisjoint(silent) else []  # of an odd row, it is said already
        dates = describe_disorder(answers, place, "dates", said, len(said))
        corpus.run_log.renew_problems(
            (*lost, *dates),
            kinds=("no-links", OUT_OF_ORDER) if has_listed else ("no-links",),
            places=(place,),
        )


def _name_span(column: str, number: int) -> str:
    return f"{_SPAN_PLACE}{column}, span {number + 1}"


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
    state = load_walk(corpus, WalkKey(*place)) if place is not None else None
    # A later answer for the same address was judged itself.
    if state is None or not state.complete or corpus.answers.has_later(fetch):
        return
    start = corpus.answers.start_of_run(corpus.answers.time_of(fetch))
    # Looks in a run that was out of order prove nothing, those of earlier runs still do.
    looks = tuple(
        look for look in state.looks if datetime.fromisoformat(look.partition(" ")[0]) < start
    )
    failed = replace(state, complete=False, stop_reason="failed", looks=looks, pages_since_entry=0)
    save_walk(corpus, failed)
    corpus.walks.note_doubt(key_of(failed), None)
