"""How many near-copies `report duplicates` finds, by how much of a copy is written anew, and what it
takes.

    python bench/duplicates.py [ARTICLES]

Makes ARTICLES texts (2,000 unless told) of words with the frequencies of Zipf's law, and a copy of
each in which a share of the words is replaced: in one place, or scattered. Prints the share of the
copies that the signatures find as candidates, and that are found at the default threshold; the
share of the found pairs that are copies; and the milliseconds of an article for its signature and
for its share of the pairs.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import accumulate

from webarticlecurator.run.duplicates.candidate_pairs import CandidatePairs
from webarticlecurator.run.duplicates.duplicate_report import THRESHOLD
from webarticlecurator.run.duplicates.shingles import list_shingles, sign_shingles
from webarticlecurator.run.duplicates.similarity import measure_similarity

SHARES = (0.05, 0.1, 0.2, 0.4)
WORDS, VOCABULARY = (100, 600), 50_000


class Writer:
    """Writes made-up texts, the same ones each time."""

    def __init__(self) -> None:
        self._chance = random.Random(14)
        self._weights = list(accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))
        self._vocabulary = [f"w{number}" for number in range(VOCABULARY)]

    def write(self, words: int | None = None) -> list[str]:
        """Return a text."""
        size = self._chance.randint(*WORDS) if words is None else words
        return self._chance.choices(self._vocabulary, cum_weights=self._weights, k=size)

    def edit(self, text: list[str], share: float, is_scattered: bool) -> list[str]:
        """Return a text in which a share of the words is replaced."""
        size = round(len(text) * share)
        start = self._chance.randint(0, len(text) - size)
        places = range(start, start + size)
        if is_scattered:
            places = self._chance.sample(range(len(text)), size)
        copy = list(text)
        for place, word in zip(places, self.write(size), strict=True):
            copy[place] = word
        return copy


def main() -> None:
    articles = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    writer = Writer()
    for is_scattered in (False, True):
        for share in SHARES:
            texts = [writer.write() for _ in range(articles)]
            copies = [writer.edit(text, share, is_scattered) for text in texts]
            shingles = [list_shingles(text) for text in (*texts, *copies)]
            begin = time.perf_counter()
            pairs = CandidatePairs()
            for each in shingles:
                pairs.add(sign_shingles(each))
            signed = time.perf_counter()
            candidates = pairs.list_pairs()
            found = [
                pair
                for pair in candidates
                if measure_similarity(shingles[pair[0]], shingles[pair[1]])[0] >= THRESHOLD
            ]
            end = time.perf_counter()
            right = {(number, articles + number) for number in range(articles)}
            precision = f"{len(right & set(found)) / len(found):6.1%}" if found else "     -"
            print(
                f"{share:4.0%} {'scattered' if is_scattered else 'in one place':<12}"
                f" candidates {len(right & set(candidates)) / articles:6.1%}"
                f"  found {len(right & set(found)) / articles:6.1%}"
                f"  precision {precision}"
                f"  signature {1000 * (signed - begin) / len(shingles):5.2f} ms"
                f"  pairs {1000 * (end - signed) / len(shingles):5.2f} ms"
            )


if __name__ == "__main__":
    main()
