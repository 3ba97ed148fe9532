"""What proves that the lists of each column are whole, or why nothing does."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.doubts.witness import PROVED, Witness
from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.text.translation import Message, join_messages, make_message
from webarticlecurator.crawling.archive.walk_proofs import (
    LEFT_PERIODS,
    NO_ARTICLES,
    NOT_ENDED,
    ONE_PAGE,
    SEEN_ONCE,
    SINGLE,
    UNPROVED,
    describe_proof,
    judge_end,
    list_witnesses,
)
from webarticlecurator.crawling.states.unread_lists import (
    PERIODS,
    has_list_that_leads_on,
    name_list,
    read_month_count,
    read_sitemap_count,
)
from webarticlecurator.storage.frontier.walks import ProofCount
from webarticlecurator.storage.store.view import CorpusView

MAX_NAMED = 3
PROOF_WORDS = read_words("columns is_proved=proved words=proof listed witnesses")
"""Attribute of ``ListProof`` → its key in ``--json`` answers."""
WITNESS_WORDS = read_words("name words=says counted of refutation=refuted_by")
"""Attribute of ``Witness`` → its key in ``--json`` answers."""


@dataclass(frozen=True)
class ListProof:
    """What proves in ``words`` that lists are whole, or why nothing does; and of which columns,
    with the number of their walks. ``listed``: how many articles they list; ``witnesses``: all that
    speak for or against them."""

    words: str
    is_proved: bool
    columns: tuple[tuple[str, int], ...] = ()
    listed: int = 0
    witnesses: tuple[Witness, ...] = ()

    def describe(self) -> Message:
        """Return in words of which columns it is, what proves them and what agrees with it."""
        shown = [
            name
            if number == 1
            else make_message("{name} ({number} lists)", name=name, number=number)
            for name, number in self.columns[:MAX_NAMED]
        ]
        names = join_messages(", ", [*shown, *["…"] * (len(self.columns) > MAX_NAMED)])
        proof = join_messages(": ", (names, self.words))
        agreeing = (each for each in self.witnesses if each.counted == each.of > 1)
        shares = [each.share for each in agreeing if each.share]
        if not (self.is_proved and self.listed and shares):
            return proof
        told = join_messages(", ", shares[:-1] or shares)
        if len(shares) > 1:
            told = make_message("{first} and {last}", first=told, last=shares[-1])
        return make_message(
            "{proof}; {number} listed; {shares} agree",
            proof=proof,
            number=self.listed,
            shares=told,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the values for ``--json``."""
        return {
            **to_words(self, PROOF_WORDS),
            "columns": [{"column": name, "lists": number} for name, number in self.columns],
            "witnesses": [to_words(each, WITNESS_WORDS) for each in self.witnesses],
        }


def prove_lists(corpus: CorpusView) -> Iterator[ListProof]:
    """Yield for each proof of lists which columns it proves, and why others are not proved."""
    sitemaps, months = read_sitemap_count(corpus), read_month_count(corpus)
    problems = corpus.run_log.problems(["list-not-whole"])
    doubtful = {problem.where.removeprefix(PERIODS) for problem in problems}
    alike: dict[tuple[str, bool], list[ProofCount]] = defaultdict(list)
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
        if proof == NO_ARTICLES and walk.is_doubted:
            proof = SEEN_ONCE
        is_proved = judge_end(proof, sitemaps).standing == PROVED
        alike[describe_proof(proof, sitemaps), is_proved].append(replace(walk, proof=proof))
    for (words, is_proved), found in alike.items():
        columns, pages = Counter[str](), Counter[str]()
        for walk in found:
            columns[walk.column] += walk.number
            pages[walk.proof] += walk.pages
        counted, of = sum(walk.counted for walk in found), sum(walk.of for walk in found)
        witnesses = [*list_witnesses(pages, counted, of, months if len(alike) == 1 else 0)]
        listed = sum(walk.listed for walk in found)
        if len(alike) == 1:  # what speaks of all lists is said where they have one proof
            listed = corpus.article_counts.by_state().articles  # lists may share some
            witnesses += [sitemaps.testify()] if sitemaps is not None and sitemaps.total else []
        yield ListProof(words, is_proved, tuple(columns.items()), listed, tuple(witnesses))
