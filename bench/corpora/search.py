"""What the search index takes, by the number of articles, without the reading of TEI.

    python -m bench.corpora.search [ARTICLES …]

Records made-up articles (10,000 and 100,000 unless told) of 80 to 600 words, each number of them in
a process of its own, and prints the bytes and milliseconds of the processor of an article, and the
greatest memory. Then, of a frequent, a rare and a missing word and a phrase: the articles, and the
milliseconds to count them, to show the first hundred hits with their context, and to count hits by
year; and the greatest memory after that.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bench.corpora.made_up_texts import make_text
from bench.shared.own_process import peak_megabytes, run_apart
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.search.search_query import parse_query, to_fts
from webarticlecurator.corpus.search.searching import CorpusSearch, count_hits
from webarticlecurator.storage.texts.derived_file import TeiChange
from webarticlecurator.storage.texts.search_file import SearchedArticle, SearchFile, open_search

SIZES = (10_000, 100_000)
SHOWN, BATCH = 100, 500
QUERIES = ("word20", "word20000", "nowhere", '"word20 word30"')


def fill(file: SearchFile, articles: int) -> float:
    """Record made-up articles; return the seconds of the processor, without those of making them."""
    seconds = 0.0
    for number in range(articles):
        words = make_text(number)
        begin = time.process_time()
        day = f"{2000 + number * 25 // articles}-{number % 12 + 1:02}-01"
        article = SearchedArticle(
            f"A{number}", f"http://a.example/{number}", f"Title {number}", day, "news", ("Ann",),
            len(words), text=" ".join(words), fields="{}",
        )  # fmt: skip
        file.record(TeiChange(f"{number:08}.xml", "digest"), article)
        if number % BATCH == 0:
            file.commit()
        seconds += time.process_time() - begin
    file.commit()
    return seconds


def measure_query(file: SearchFile, words: str) -> str:
    """Return what a query takes."""
    query = parse_query(words)
    corpus: Any = SimpleNamespace(selection=Selection(), folder=Path())
    search = CorpusSearch(file, corpus, query)
    matches, counting = _measure(lambda: file.count_matches(to_fts(query)))
    _, showing = _measure(lambda: list(islice(search.list_articles(), SHOWN)))
    _, by_year = _measure(lambda: count_hits([search], "year"))
    return (
        f"  {words:<18} {matches:>8,} articles: {counting:7.1f} ms to count,"
        f" {showing:7.1f} ms to show {min(matches, SHOWN)}, {by_year:9.1f} ms by year"
    )


def _measure(run: Callable[[], Any]) -> tuple[Any, float]:
    begin = time.process_time()
    result = run()
    return result, 1000 * (time.process_time() - begin)


def measure_scale(articles: int) -> None:
    """Print what so many articles take."""
    with tempfile.TemporaryDirectory() as folder:
        file = open_search(Path(folder))
        seconds = fill(file, articles)
        size = (Path(folder) / "search.sqlite").stat().st_size
        print(
            f"{articles:,} articles: {size / articles:,.0f} bytes and"
            f" {1000 * seconds / articles:.2f} ms an article, {peak_megabytes():,} MB",
            flush=True,
        )
        for words in QUERIES:
            print(measure_query(file, words), flush=True)
        print(f"  {peak_megabytes():,} MB", flush=True)
        file.close()


def main() -> None:
    for articles in map(int, sys.argv[1:] or SIZES):
        run_apart(measure_scale, articles)


if __name__ == "__main__":
    main()
