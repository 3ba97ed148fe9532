"""What proves that the lists of each column are whole, or why nothing does."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.doubts.witness import PROVED
from webarticlecurator.base.text.translation import Message, join_messages, make_message
from webarticlecurator.crawling.archive.walk_proofs import (
    LEFT_PERIODS,
    NOT_ENDED,
    ONE_PAGE,
    SINGLE,
    UNPROVED,
    describe_proof,
    judge_end,
)
from webarticlecurator.crawling.states.unread_lists import (
    PERIODS,
    has_list_that_leads_on,
    name_list,
    read_sitemap_count,
)
from webarticlecurator.storage.store.view import CorpusView

MAX_NAMED = 3


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


def prove_lists(corpus: CorpusView) -> Iterator[ListProof]:
    """Yield for each proof of lists which columns it proves, and why others are not proved."""
    sitemaps = read_sitemap_count(corpus)
    problems = corpus.run_log.problems(["list-not-whole"])
    doubtful = {problem.where.removeprefix(PERIODS) for problem in problems}
    columns: dict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
    walks = corpus.walks.count_proofs()
    is_beside = has_list_that_leads_on(walks)
    for walk in walks:
        place = name_list(walk.column, walk.span)
        proof = walk.proof if walk.is_complete else NOT_ENDED
        is_open = proof not in UNPROVED or proof == SINGLE
        if place in doubtful and not walk.is_dated and is_open:
            proof = LEFT_PERIODS
        if proof == SINGLE and is_beside:
            proof = ONE_PAGE
        is_proved = judge_end(proof, sitemaps).standing == PROVED
        columns[describe_proof(proof, sitemaps), is_proved][walk.column] += walk.number
    for (words, is_proved), names in columns.items():
        yield ListProof(words, is_proved, tuple(names.items()))


def describe_lists(corpus: CorpusView) -> Iterator[str]:
    """Yield the lines that say of each proof which columns it proves, or of which there is none."""
    for each in prove_lists(corpus):
        yield make_message("lists: {names}: {proof}", names=each.name_columns(), proof=each.words)
