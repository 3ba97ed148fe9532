"""Pages that break off although those of articles end: a connection was closed early, or a cache
has a part of the page.

Only other pages can tell, so that the text stays as it is. The page is asked for again, and is a
doubt until it comes whole, or is the same ``fetch.confirm`` later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.rerun import describe_walk
from webarticlecurator.crawling.archive.walk_looks import CUT
from webarticlecurator.crawling.archive.walk_proofs import ODD_LIST
from webarticlecurator.crawling.states.odd_windows import ODD_REASONS, is_still_odd, note_odd
from webarticlecurator.crawling.states.stored_walks import read_state, save_walk
from webarticlecurator.crawling.workers.capture_source import PageAnswer
from webarticlecurator.pages.page.page_end import find_break, find_last_end
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

MIN_OTHERS, MAX_OTHERS = 3, 12
"""Pages of other articles that are compared."""
MIN_WHOLE = 0.9
"""Share of them that must end."""


def list_cut_pages(corpus: CorpusView, answers: Iterable[PageAnswer]) -> Iterator[Problem]:
    """Yield the problems of the pages that break off; whether others end is asked when all are
    known."""
    cut = [answer for answer in answers if answer.cut_at]
    if not cut:
        return
    # more than this that end with a tag are those of a layout without an end
    most = max(MIN_OTHERS, corpus.article_counts.answered() * (1 - MIN_WHOLE))
    for noted, answer in enumerate(cut, corpus.run_log.count_problems().get("cut-page", 0)):
        if noted <= most or not answer.last.endswith(">"):
            yield make_problem("cut-page", answer.cut_at, last=repr(answer.last))


def find_cut_pages(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the problem of each page that breaks off, although the pages of other articles end,
    and that was not the same ``fetch.confirm`` before. Pages of a layout without an end have the
    same tag or text there."""
    known = [*corpus.run_log.problems(("cut-page",))]
    end = _find_end_of_others(corpus, {problem.where for problem in known}) if known else ""
    if not end:
        return
    cut: list[tuple[Problem, str]] = []
    for problem in known:
        pages = corpus.captures.ranked([problem.where])
        same = [page.order_time for page in pages if page.body_digest == pages[0].body_digest]
        if same and same[0] - same[-1] < portal.fetch.confirm:
            content = corpus.read(pages[0]).content
            last = find_break(content)
            if last and find_last_end(content) != end:
                cut.append((problem, last[last.rfind("<") :] if last.endswith(">") else last))
    ends = Counter(end for _, end in cut)
    yield from (problem for problem, end in cut if ends[end] == 1)


def judge_cut_lists(portal: Portal, corpus: WritableCorpus, start: datetime) -> Iterator[Problem]:
    """Yield a problem for each list without dates that breaks off, although the pages of articles
    end, and let the next crawl walk it again, unless it did so ``fetch.confirm`` before the
    ``start`` of this one. (Where another page of the list ends, the walk compares them.) Needs
    ``corpus.commit``."""
    end: str | None = None
    for walk in [*corpus.walks.cut_lists()]:
        state = read_state(walk)
        if state is None or not state.complete or not state.previous_address:
            continue
        end = _find_end_of_others(corpus, set()) if end is None else end
        pages = corpus.captures.last_answers(state.previous_address)
        content = corpus.read(pages[0]).content if end and pages else b""
        if not find_break(content) or find_last_end(content) == end:
            continue
        state = note_odd(state, start, CUT)
        if is_still_odd(state, start, portal.fetch.confirm):
            state = replace(state, complete=False, stop_reason="odd", proof=ODD_LIST)
            where, page = describe_walk(state), state.previous_address
            yield make_problem("list-not-whole", where, "odd", page=page, reason=ODD_REASONS["cut"])
        save_walk(corpus, state)


def _find_end_of_others(corpus: CorpusView, cut: set[str]) -> str:
    """Return the tag with which the pages of other articles that came last end, "" if they do not
    end with the same."""
    pages = corpus.captures.last_pages("article", MAX_OTHERS + len(cut))
    others = [find_last_end(corpus.read(page).content) for page in pages if page.url not in cut]
    end, number = Counter(others).most_common(1)[0] if others else ("", 0)
    return end if number >= max(MIN_OTHERS, MIN_WHOLE * len(others)) else ""
