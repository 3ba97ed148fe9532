"""What speaks against lists: they link years or months without an article, or have a single page on
which no rule finds a next one; and the sitemap that takes all of it back.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.walk_proofs import SINGLE, SitemapCount
from webarticlecurator.storage.frontier.walks import ProofCount, WalkKey
from webarticlecurator.storage.store.view import CorpusView

if TYPE_CHECKING:  # who only reads needs nothing of what writes
    from webarticlecurator.storage.store.corpus import WritableCorpus

MIN_LEFT = 3
"""Years or months without an article, from which a list lacks them although older ones are there:
a single one may have had none."""
MAX_NAMED = 3
PERIODS = "years and months of "
"""Beginning of the place of the problem that a list links years or months without an article."""
_ONLY_PAGE = "the only page of "
_SITEMAPS, _MONTHS = "sitemap count", "month count"
"""Keys of the notes with the result of the comparison with the portal's own sitemaps, and with the
number of months that lists link and that have articles."""


def note_sitemap_count(corpus: WritableCorpus, count: SitemapCount) -> None:
    """Record the comparison with the portal's sitemaps. Needs ``corpus.commit``."""
    corpus.run_log.set_meta(_SITEMAPS, json.dumps([count.found, count.total, count.listed]))


def read_sitemap_count(corpus: CorpusView) -> SitemapCount | None:
    """Return the result of the last comparison with the portal's sitemaps, None without one."""
    stored = corpus.run_log.get_meta(_SITEMAPS)
    return SitemapCount(*json.loads(stored)) if stored else None


def read_month_count(corpus: CorpusView) -> int:
    """Return how many months that lists link have articles, as of the last crawl."""
    return int(corpus.run_log.get_meta(_MONTHS) or 0)


def list_judged_places(portal: Portal, corpus: CorpusView) -> list[str] | None:
    """Return the places of the problems of ``find_unread_lists``; None, for all places, if a
    sitemap proves all lists."""
    sitemaps = read_sitemap_count(corpus)
    if sitemaps is not None and sitemaps.is_proof:
        return None
    names = map(_name, portal.spans.values())
    return [f"{prefix}{name}" for name in names for prefix in (PERIODS, _ONLY_PAGE)]


def find_unread_lists(portal: Portal, corpus: WritableCorpus) -> Iterator[Problem]:
    """Yield which lists without dates link years or months of which the corpus has no article, and
    which have a single page on which no rule finds a next one; nothing if a sitemap proves all.
    Note how many months they link that have articles. Needs ``corpus.commit``."""
    from webarticlecurator.crawling.states.stored_walks import load_walk

    sitemaps = read_sitemap_count(corpus)
    is_answered = portal.fetch.sitemaps == "none" or (sitemaps is not None and sitemaps.is_proof)
    months = corpus.refreshes.months_of_articles()
    is_beside = has_list_that_leads_on(corpus.walks.count_proofs())
    linked = set[str]()
    for span in portal.spans.values():
        state = load_walk(corpus, WalkKey(span.column, span.number))
        if state is None or not state.complete:
            continue
        linked.update(state.periods)
        left = find_left_periods(state.periods, months)
        if is_answered:
            continue
        if left:
            periods = ", ".join(left[:MAX_NAMED]) + (", …" if len(left) > MAX_NAMED else "")
            where = f"{PERIODS}{_name(span)}"
            yield make_problem("list-not-whole", where, "left-periods", periods=periods)
        elif state.proof == SINGLE and not is_beside:
            yield make_problem("list-not-whole", f"{_ONLY_PAGE}{_name(span)}", "only-page")
    corpus.run_log.set_meta(_MONTHS, str(len(linked & months)))


def name_list(column: str, span: int) -> str:
    """Return the name that the list of a span has in the places of problems."""
    return f"{column}, span {span + 1}"


def _name(span: Span) -> str:
    return name_list(span.column, span.number)


def has_list_that_leads_on(walks: Iterable[ProofCount]) -> bool:
    """Return True if one of the lists leads on, so that those beside it may have one page."""
    return any(walk.proof != SINGLE for walk in walks)


def find_left_periods(linked: Collection[str], months: Collection[str]) -> tuple[str, ...]:
    """Return the years and months that a list links and whose articles it lacks; () if what it
    lacks may have had none, or if it links neither a period of its articles nor the one before
    them. ``months`` are those of its articles (YYYY-MM)."""
    covered = {*months, *(month[:4] for month in months)}
    if not months or (covered | _periods_before(min(months))).isdisjoint(linked):
        return ()
    newest = max(months)
    left = sorted(each for each in linked if each not in covered and each < newest)
    oldest = min(months)
    is_older = any(each < oldest[: len(each)] for each in left)
    is_many = len(left) >= max(MIN_LEFT, len(linked) / 3)
    return tuple(left) if is_older or is_many else ()


def _periods_before(month: str) -> set[str]:
    """Return the month before a month (YYYY-MM), and the year before its year."""
    year, number = int(month[:4]), int(month[5:])
    before = f"{year:04}-{number - 1:02}" if number > 1 else f"{year - 1:04}-12"
    return {before, f"{year - 1:04}"}
