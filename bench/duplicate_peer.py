"""What datasketch finds of the copies and parts of `bench/duplicates.py`, and what it takes.

    pip install datasketch
    python bench/duplicate_peer.py [ARTICLES …]

The same made-up texts, by MinHash with LSH (128 values, threshold 0.5) and, for parts of longer
texts, by LSH Ensemble (threshold 0.8 of the part), over the runs of three words of which curator
takes the similarity. It prints the share of the copies and parts that are candidates, and the share
of the candidates that are right: candidates must still be compared, as curator does. Then, for each
number of ARTICLES (10,000 unless told), the seconds of the processor for the signatures and for the
comparison by datasketch and by curator, and the greatest memory, each in a process of its own.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from duplicates import EDITS, PARTS, TEXTS, make_scaled_text, measure_comparison, sign_texts
from made_up_texts import cut_part, edit_text, make_text
from own_process import peak_megabytes, run_apart

from webarticlecurator.run.duplicates.fingerprints import MIN_WORDS
from webarticlecurator.run.duplicates.similarity import SIZE
from webarticlecurator.store.duplicate_file import open_duplicates

try:
    from datasketch import MinHash, MinHashLSH, MinHashLSHEnsemble
except ImportError:
    sys.exit("datasketch is not installed: pip install datasketch")

VALUES, JACCARD, SHARE = 128, 0.5, 0.8
PARTITIONS = 8
"""Of LSH Ensemble: groups of texts of about the same length."""
Pairs = set[frozenset[int]]


def sign_text(words: list[str]) -> tuple[MinHash, int]:
    """Return the signature of a text, and how many different runs it has."""
    runs = {" ".join(words[at : at + SIZE]).encode() for at in range(len(words) - SIZE + 1)}
    signature = MinHash(num_perm=VALUES)
    signature.update_batch(runs)
    return signature, len(runs)


def pair_similar(texts: Iterable[list[str]]) -> Pairs:
    """Return the pairs of texts that are candidates by MinHash and LSH."""
    index, pairs = MinHashLSH(threshold=JACCARD, num_perm=VALUES), set()
    for number, words in enumerate(texts):
        signature, _ = sign_text(words)
        pairs |= {frozenset((number, other)) for other in index.query(signature)}
        index.insert(number, signature)
    return pairs


def pair_contained(texts: Iterable[list[str]]) -> Pairs:
    """Return the pairs of texts of which one is a candidate for a part of the other, by LSH
    Ensemble."""
    signed = [sign_text(words) for words in texts]
    index = MinHashLSHEnsemble(threshold=SHARE, num_perm=VALUES, num_part=PARTITIONS)
    index.index([(number, *each) for number, each in enumerate(signed)])
    return {
        frozenset((number, other))
        for number, each in enumerate(signed)
        for other in index.query(*each)
        if other != number
    }


def measure_quality(
    name: str, copy: Callable[[list[str]], list[str]], find: Callable[[Iterable[list[str]]], Pairs]
) -> None:
    """Print how many of the copies of texts are candidates."""
    texts = [words for words in map(make_text, range(TEXTS)) if len(copy(words)) >= MIN_WORDS]
    count = len(texts)
    pairs = find([*texts, *map(copy, texts)])
    right = {frozenset((each, each + count)) for each in range(count)}
    precision = f"{len(right & pairs) / len(pairs):.1%}" if pairs else "-"
    print(
        f"{name:<32} candidates {len(right & pairs) / count:6.1%} of {count:,}  right {precision:>6}",
        flush=True,
    )


def measure_datasketch(articles: int) -> None:
    """Print what MinHash and LSH take for so many articles, all kept in memory."""
    index, signing, comparing = MinHashLSH(threshold=JACCARD, num_perm=VALUES), 0.0, 0.0
    for number in range(articles):
        words = make_scaled_text(number)
        begin = time.process_time()
        signature, _ = sign_text(words)
        signed = time.process_time()
        index.query(signature)
        index.insert(number, signature)
        signing, comparing = signing + signed - begin, comparing + time.process_time() - signed
    print_costs("datasketch", articles, signing, comparing)


def measure_curator(articles: int) -> None:
    """Print what the fingerprints of curator take, recorded, with the comparison of candidates."""
    with tempfile.TemporaryDirectory() as folder:
        file = open_duplicates(Path(folder))
        signing = sign_texts(file, range(articles), make_scaled_text)
        print_costs("curator", articles, signing, measure_comparison(file))
        file.close()


def print_costs(name: str, articles: int, signing: float, comparing: float) -> None:
    """Print a row of seconds of the processor, and the greatest memory of this process."""
    peak = peak_megabytes()
    print(
        f"{articles:>10,} {name:<12} signatures {signing:8.2f} s  comparison {comparing:8.2f} s"
        f"  {peak:,} MB",
        flush=True,
    )


def main() -> None:
    for share in EDITS:
        for is_scattered in (False, True):
            place = "scattered" if is_scattered else "in one place"
            measure_quality(
                f"{share:.0%} replaced, {place}",
                lambda words, share=share, is_scattered=is_scattered: edit_text(
                    words, share, is_scattered
                ),
                pair_similar,
            )
    for share in PARTS:
        for name, find in (("LSH", pair_similar), ("LSH Ensemble", pair_contained)):
            measure_quality(
                f"a part of {share:.0%}, {name}",
                lambda words, share=share: cut_part(words, share),
                find,
            )
    for articles in map(int, sys.argv[1:] or (10_000,)):
        for measure in (measure_datasketch, measure_curator):
            run_apart(measure, articles)


if __name__ == "__main__":
    main()
