"""What `report duplicates` finds, and what it takes, without the reading of TEI.

    python -m bench.corpora.duplicates [ARTICLES …]

Of 1,000 made-up texts of 80 to 600 words each, it prints the share of the copies and parts that are
found at the default threshold, the share of the found pairs that are right, and the share of the
compared pairs that are similar: of copies in which a share of the words is replaced, in one place
or scattered, and of parts of longer texts (those with the 20 words that are compared at all).

Then, for each number of ARTICLES (10,000 and 100,000 unless told; a twentieth of them are
near-copies, and a twentieth are parts of a tenth), in a process of its own: the seconds of the
processor for the signatures and for the comparison, those of a second time with a hundredth more
articles, those of a third time with nothing new, the greatest memory, and the bytes on the disk.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bench.corpora.made_up_texts import cut_part, edit_text, make_text
from bench.shared.own_process import peak_megabytes, run_apart
from webarticlecurator.base.text.text_signature import TextSignature
from webarticlecurator.corpus.duplicates.compared_corpora import ComparedCorpora
from webarticlecurator.corpus.duplicates.duplicate_groups import CONTAINED_SHARE
from webarticlecurator.corpus.duplicates.duplicate_report import THRESHOLD
from webarticlecurator.corpus.duplicates.fingerprints import MIN_WORDS, choose_fingerprints
from webarticlecurator.storage.texts.derived_file import TeiChange
from webarticlecurator.storage.texts.duplicate_file import DuplicateFile, open_duplicates

TEXTS = 1000
SIZES = (10_000, 100_000)
BATCH = 500
EDITS, PARTS = (0.05, 0.1, 0.2, 0.4), (0.5, 0.25, 0.1)
MakeText = Callable[[int], list[str]]


class MadeUpCorpora(ComparedCorpora):
    """A corpus whose texts are made instead of read."""

    def __init__(self, file: DuplicateFile, make: MakeText) -> None:
        portal: Any = SimpleNamespace(portal=SimpleNamespace(id="made-up", timezone="UTC"))
        super().__init__([portal], [file])
        self._make, self._file = make, file
        self.compared = 0

    def _read_words(self, digest: bytes) -> list[str]:
        self.compared += 1
        return self._make(self._file.list_articles(digest)[0][0] - 1)


def sign_texts(file: DuplicateFile, numbers: Iterable[int], make: MakeText) -> float:
    """Record the signatures of texts; return the seconds of the processor, without those of making
    the texts."""
    seconds = 0.0
    for number in numbers:
        words = make(number)
        begin = time.process_time()
        digest = hashlib.sha256(" ".join(words).encode()).digest()[:16]
        day = f"{2000 + number % 25}-01-01"
        runs, fingerprints = choose_fingerprints(words, digest)
        signature = TextSignature(
            f"A{number}", f"http://a.example/{number}", f"Title {number}", day, ("Ann",), (),
            len(words), digest, runs, fingerprints,
        )  # fmt: skip
        file.record(TeiChange(f"{number:08}.xml", "digest"), signature)
        if number % BATCH == 0:
            file.commit()
        seconds += time.process_time() - begin
    file.commit()
    return seconds


def measure_quality(name: str, copy: Callable[[list[str]], list[str]], least: int = 0) -> None:
    """Print what is found of the copies of texts."""
    texts = [words for words in map(make_text, range(TEXTS)) if len(copy(words)) >= least]
    texts += [copy(words) for words in texts]
    with tempfile.TemporaryDirectory() as folder:
        file = open_duplicates(Path(folder))
        sign_texts(file, range(len(texts)), texts.__getitem__)
        corpora = MadeUpCorpora(file, texts.__getitem__)
        found = corpora.find_duplicates(THRESHOLD)
        similar = sum(1 for _ in file.list_similarities(THRESHOLD, CONTAINED_SHARE))
        right = {frozenset((each, each + len(texts) // 2)) for each in range(len(texts) // 2)}
        pairs = {
            frozenset(
                int(corpora.read(number).text.article[1:]) for number in (each.number, each.of)
            )
            for each in found
        }
        file.close()
    precision = f"{len(right & pairs) / len(pairs):.1%}" if pairs else "-"
    print(
        f"{name:<32} found {len(right & pairs) / len(right):6.1%} of {len(right):,}"
        f"  right {precision:>6}  similar of those compared"
        f" {similar / max(corpora.compared / 2, 1):6.1%}",
        flush=True,
    )


def make_scaled_text(number: int) -> list[str]:
    """Return a text of which a twentieth are near-copies of others, and a twentieth are parts."""
    if number % 20 == 7:
        return edit_text(make_text(number - 5), 0.1, is_scattered=False)
    if number % 20 == 11:
        return cut_part(make_text(number - 5), 0.1)
    return make_text(number)


def measure_scale(articles: int) -> None:
    """Print what it takes for so many articles."""
    with tempfile.TemporaryDirectory() as folder:
        file = open_duplicates(Path(folder))
        more = articles + articles // 100
        signing = sign_texts(file, range(articles), make_scaled_text)
        times = [measure_comparison(file)]
        signing_new = sign_texts(file, range(articles, more), make_scaled_text)
        times += [measure_comparison(file), measure_comparison(file)]
        file.close()
        size = (Path(folder) / "duplicates.sqlite").stat().st_size
    peak = peak_megabytes()
    print(
        f"{articles:>10,}  signatures {signing:8.2f} s  comparison {times[0]:8.2f} s"
        f"  a hundredth more {signing_new:6.2f} + {times[1]:6.2f} s  again {times[2]:6.2f} s"
        f"  {peak:,} MB  {size / 1e6:,.0f} MB on disk, {size / more:,.0f} bytes an article",
        flush=True,
    )


def measure_comparison(file: DuplicateFile) -> float:
    """Find and record the duplicates; return the seconds of the processor without those of making
    the texts again."""
    making = 0.0

    def make(number: int) -> list[str]:
        nonlocal making
        begin = time.process_time()
        words = make_scaled_text(number)
        making += time.process_time() - begin
        return words

    begin = time.process_time()
    corpora = MadeUpCorpora(file, make)
    corpora.record(corpora.find_duplicates(THRESHOLD))
    return time.process_time() - begin - making


def main() -> None:
    for is_scattered in (False, True):
        for share in EDITS:
            place = "scattered" if is_scattered else "in one place"
            measure_quality(
                f"{share:.0%} replaced, {place}",
                lambda words, share=share, is_scattered=is_scattered: edit_text(
                    words, share, is_scattered
                ),
            )
    for share in PARTS:
        measure_quality(
            f"a part of {share:.0%}", lambda words, share=share: cut_part(words, share), MIN_WORDS
        )
    for articles in map(int, sys.argv[1:] or SIZES):
        run_apart(measure_scale, articles)


if __name__ == "__main__":
    main()
