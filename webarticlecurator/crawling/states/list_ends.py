"""Whether the lists of a corpus are whole: what proves it, list by list, and what speaks against
it."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.verdict import LIST_NOT_WHOLE, SKIPPED_LINKS, WALK_LOOPED, Problem
from webarticlecurator.base.text.translation import Message, join_messages, make_message
from webarticlecurator.crawling.archive.list_proofs import (
    LEFT_PERIODS,
    NOT_ENDED,
    ONE_PAGE,
    PROOFS,
    SINGLE,
    UNPROVED,
    SitemapCount,
    describe_proof,
)
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.store.walks import ProofCount, WalkKey

if TYPE_CHECKING:  # who only reads needs nothing of what writes
    from webarticlecurator.storage.store.corpus import WritableCorpus

MIN_LEFT = 3
"""Years or months without an article, from which a list lacks them although older ones are there:
a single one may have had none."""
MAX_NAMED = 3
_SITEMAPS = "sitemap count"
"""Key of the note with the result of the comparison with the portal's own sitemaps."""
_PERIODS, _ONLY_PAGE = "years and months of ", "the only page of "
_LEADS_NOWHERE = make_message(
    "no rule finds a link to a next page on it; write one under `pagination`, or `pagination: none`"
    " if no page follows"
)


@dataclass(frozen=True)
class ListProof:
    """What proves in ``words`` that lists are whole, or why nothing does; and of which columns,
    with the number of their walks."""

    words: str
    is_proved: bool
    columns: tuple[tuple[str, int], ...] = ()

    def name_columns(self) -> Message:
        """Return the names of the columns, of many the first ones."""
        shown = [
            name
            if number == 1
            else make_message("{name} ({number} lists)", name=name, number=number)
            for name, number in self.columns[:MAX_NAMED]
        ]
        return join_messages(", ", [*shown, *["…"] * (len(self.columns) > MAX_NAMED)])


def note_sitemap_count(corpus: WritableCorpus, count: SitemapCount) -> None:
    """Record the comparison with the portal's sitemaps. Needs ``corpus.commit``."""
    corpus.run_log.set_meta(_SITEMAPS, json.dumps([count.found, count.total, count.listed]))


def read_sitemap_count(corpus: CorpusView) -> SitemapCount | None:
    """Return the result of the last comparison with the portal's sitemaps, None without one."""
    stored = corpus.run_log.get_meta(_SITEMAPS)
    return SitemapCount(*json.loads(stored)) if stored else None


def judge_lists(portal: Portal, corpus: WritableCorpus) -> None:
    """Note which lists without dates link years or months of which the corpus has no article, and
    which have a single page on which no rule finds a next one; and take back what speaks against
    lists that a sitemap proves. Needs ``corpus.commit``."""
    from webarticlecurator.crawling.archive.state import WalkState

    sitemaps = read_sitemap_count(corpus)
    if sitemaps is not None and sitemaps.is_proof:
        for kind in (LIST_NOT_WHOLE, SKIPPED_LINKS, WALK_LOOPED):
            corpus.run_log.clear_kind(kind)
        return
    months = corpus.refreshes.months_of_articles()
    leads_on = _leads_on(corpus.walks.count_proofs())
    for span in (span for column in portal.columns for span in column.spans):
        walk = corpus.walks.get(WalkKey(span.column, span.number))
        state = WalkState.from_json(walk.state) if walk is not None and walk.state else None
        place = f"{span.column}, span {span.number + 1}"
        for prefix in (_PERIODS, _ONLY_PAGE):
            corpus.run_log.clear_problems(f"{prefix}{place}", LIST_NOT_WHOLE)
        if state is None or not state.complete or portal.fetch.sitemaps == "none":
            continue
        left = find_left_periods(state.periods, months)
        if left:
            corpus.run_log.add_problem(
                Problem(LIST_NOT_WHOLE, f"{_PERIODS}{place}", _describe(left))
            )
        elif state.proof == SINGLE and not leads_on:
            corpus.run_log.add_problem(
                Problem(LIST_NOT_WHOLE, f"{_ONLY_PAGE}{place}", _LEADS_NOWHERE)
            )


def _leads_on(walks: Iterable[ProofCount]) -> bool:
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


def _describe(left: Collection[str]) -> str:
    return make_message(
        "its pages link years or months that have no article: {periods}; add a column with"
        " `dates` (`curator new` proposes one), or write `fetch: {{sitemaps: none}}` if the"
        " lists are complete",
        periods=", ".join([*left][:MAX_NAMED]) + (", …" if len(left) > MAX_NAMED else ""),
    )


def prove_lists(corpus: CorpusView) -> Iterator[ListProof]:
    """Yield for each proof of lists which columns it proves, and why others are not proved."""
    sitemaps = read_sitemap_count(corpus)
    problems = corpus.run_log.problems([LIST_NOT_WHOLE])
    doubtful = {problem.where.removeprefix(_PERIODS) for problem in problems}
    is_counted = sitemaps is not None and sitemaps.is_proof
    columns: dict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
    walks = corpus.walks.count_proofs()
    leads_on = _leads_on(walks)
    for walk in walks:
        place = f"{walk.column}, span {walk.span + 1}"
        proof = walk.proof if walk.is_complete else NOT_ENDED
        is_open = proof not in UNPROVED or proof == SINGLE
        if place in doubtful and not walk.is_dated and is_open:
            proof = LEFT_PERIODS
        if proof == SINGLE and leads_on:
            proof = ONE_PAGE
        is_proved = is_counted or proof in PROOFS
        columns[describe_proof(proof, sitemaps), is_proved][walk.column] += walk.number
    for (words, is_proved), names in columns.items():
        yield ListProof(words, is_proved, tuple(names.items()))


def describe_lists(corpus: CorpusView) -> Iterator[str]:
    """Yield the lines that say of each proof which columns it proves, or of which there is none."""
    for each in prove_lists(corpus):
        yield make_message("lists: {names}: {proof}", names=each.name_columns(), proof=each.words)
