"""Words that are near what was found (collocates), or that a selection has more of (key words).

Both compare how often a word is in one part of the texts and in another, by log-likelihood (Rayson
and Garside 2000). ``base/text/word_borders.py`` says what a word is; letter case does not count.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.word_borders import list_words
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.search.search_hits import Place
from webarticlecurator.corpus.search.searching import CorpusSearch

WINDOW = 5
"""Words on either side of what was found."""
LEAST = 3
"""How often a word must be in the first part."""


@dataclass(frozen=True)
class WordCount:
    """How often a word is ``here`` and ``there``, each of so many words in all, and by how much
    that is no chance: of 15.13 on, one in ten thousand."""

    word: str
    here: int
    there: int
    here_per_million: float
    there_per_million: float
    log_likelihood: float


def count_collocates(searches: Sequence[CorpusSearch]) -> list[WordCount]:
    """Return the words that are more often near what the query finds than elsewhere in the selected
    articles, the surest first. What is near two hits counts once."""
    near: Counter[str] = Counter()
    for places in chain.from_iterable(each.list_places() for each in searches):
        for _, of_part in groupby(places, itemgetter(0)):
            for words in _list_near(list(of_part)):
                near.update(words)
    elsewhere = _count_all(replace(each, query=None) for each in searches)
    elsewhere.subtract(near)
    return compare_counts(near, elsewhere)


def _list_near(places: list[Place]) -> Iterator[list[str]]:
    """Yield the words around the hits of a title or a text: of what is between two of them, and
    before the first and behind the last."""
    text = places[0][1]
    ends = [0, *(place[3] for place in places)]
    starts = [*(place[2] for place in places), len(text)]
    for number, (end, start) in enumerate(zip(ends, starts, strict=True)):
        words = list_words(text[end:start])
        first = WINDOW if number else 0
        last = len(words) - WINDOW if number < len(places) else len(words)
        yield words[:first] + words[max(first, last) :]


def count_key_words(
    searches: Sequence[CorpusSearch], others: Sequence[Selection]
) -> list[WordCount]:
    """Return the words that are more often in the selected articles, which meet the query if there
    is one, than in those of another selection of each corpus; the surest first. Raises
    UsageError if that is empty."""
    elsewhere = _count_all(
        replace(each, query=None, corpus=replace(each.corpus, selection=other))
        for each, other in zip(searches, others, strict=True)
    )
    if not elsewhere:
        raise UsageError("--against: no article meets this condition", "Give another condition.")
    return compare_counts(_count_all(searches), elsewhere)


def _count_all(searches: Iterable[CorpusSearch]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for text in chain.from_iterable(each.list_texts() for each in searches):
        counts.update(list_words(text))
    return counts


def compare_counts(here: Counter[str], there: Counter[str]) -> list[WordCount]:
    """Return the words that are relatively more often here than there, the surest first."""
    sizes = here.total(), there.total()
    found = _compare(here, there, *sizes) if all(sizes) else ()
    return sorted(found, key=lambda each: (-each.log_likelihood, each.word))


def _compare(
    here: Counter[str], there: Counter[str], size: int, other_size: int
) -> Iterator[WordCount]:
    for word, number in here.items():
        other = there[word]
        shares = number / size, other / other_size
        if number < LEAST or shares[0] <= shares[1]:
            continue
        expected = (number + other) / (size + other_size)
        parts = [
            count * math.log(share / expected)
            for count, share in zip((number, other), shares, strict=True)
            if count
        ]
        here_per_million, there_per_million = (round(share * 1e6, 1) for share in shares)
        yield WordCount(
            word, number, other, here_per_million, there_per_million, round(2 * sum(parts), 2)
        )
