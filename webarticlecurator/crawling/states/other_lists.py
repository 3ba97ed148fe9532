"""Pages of lists without dates that another page stands in place of: that of another column, or the
home page, which a cache may send for an hour.

The pages of a list have the same words in their titles, beside numbers. One with another title
among them is not one of them. The walk looks again where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from hashlib import sha256
from itertools import groupby

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.headline_words import headline_words
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.entry import start_at_top
from webarticlecurator.crawling.archive.rerun import describe_walk
from webarticlecurator.crawling.archive.walk_looks import OTHER_PAGE
from webarticlecurator.crawling.states.odd_windows import is_still_odd, note_odd
from webarticlecurator.crawling.states.stored_walks import read_state, save_walk
from webarticlecurator.crawling.states.walk_doubts import note_walk_doubt
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.frontier.window_pages import TitledPage
from webarticlecurator.storage.store.corpus import WritableCorpus

MIN_ALIKE = 3
"""Pages of a list with the same title from which another title is odd."""


def judge_other_lists(portal: Portal, corpus: WritableCorpus, run: int) -> Iterator[Problem]:
    """Let the walks of a crawl look again where another page stood in place of one of theirs, and
    yield a problem for each, unless it did so ``fetch.confirm`` before. Needs ``corpus.commit``."""
    pages = corpus.window_pages.titled_in(run)
    # a page that was requested twice, as the last one of a list may be, is one of them
    lists = [
        [*{page.url: page for page in each}.values()]
        for _, each in groupby(pages, lambda page: (page.column, page.span))
    ]
    usual = [_find_usual_title(each) for each in lists]
    for number, found in enumerate(lists):
        span = portal.spans.get((found[0].column, found[0].span))
        walk = corpus.walks.get(WalkKey(found[0].column, found[0].span))
        state = read_state(walk)
        if span is None or walk is None or state is None or not walk.complete:
            continue
        # the first page may have less in its title than those behind it
        first = start_at_top(portal, span, None, date.min).address
        later = [page for page in found if page.url != first]
        found = [found[0], *later] if found[0].url == first else later
        odd = _find_odd_page(found, usual[number], {*usual} - {usual[number], frozenset()})
        if odd is None:
            continue
        page, time = found[odd], corpus.answers.time_of(found[odd].fetch)
        digest = sha256(page.title.encode()).hexdigest()[:16]
        state = note_odd(state, time, digest)
        if not is_still_odd(state, time, portal.fetch.confirm):
            continue
        before = found[odd - 1]
        place = before.page if mode_of(span.pagination).counts_pages else before.url
        look = f"{time.isoformat()} {OTHER_PAGE}"
        state = replace(state, looks=(look,), doubtful_pages=(place,))
        save_walk(corpus, state)
        note_walk_doubt(portal, corpus, state)
        where, reason = (
            describe_walk(state),
            make_message("its title is not that of its other pages"),
        )
        yield make_problem("list-not-whole", where, "odd", page=page.url, reason=reason)


def _find_usual_title(pages: Sequence[TitledPage]) -> frozenset[str]:
    """Return the words of the title that most pages of a list have; none without such a title."""
    counts = Counter(headline_words(page.title) for page in pages)
    (words, number), *_ = counts.most_common(1)
    return words if number >= max(MIN_ALIKE, len(pages) / 2) else frozenset()


def _find_odd_page(
    pages: Sequence[TitledPage], usual: frozenset[str], others: set[frozenset[str]]
) -> int | None:
    """Return the place of a page after the first that has the title of another list, one among
    those with the usual title, or less of it than all others, as the home page has."""
    titles = [headline_words(page.title) for page in pages]
    for place, title in enumerate(titles[1:], 1):
        rest = titles[:place] + titles[place + 1 :]
        is_other = title in others and title != titles[0]
        is_among = bool(usual) and usual in titles[place + 1 :] and not usual <= title
        is_less = len(rest) > 1 and all(title < each for each in rest)
        if is_other or is_among or is_less:
            return place
    return None
