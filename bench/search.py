"""What the search index takes, by the number of articles, without the reading of TEI.

    python bench/search.py [ARTICLES …]

Records made-up articles (20,000 unless told; 300 words by Zipf's law, with 50,000 different ones)
and prints the bytes and milliseconds of an article; the milliseconds of the number of matches of a
frequent, a rare and a missing word and a phrase, and of the first hundred articles with the context
of the word.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from itertools import accumulate, islice
from pathlib import Path

from webarticlecurator.store.derived_file import TeiChange
from webarticlecurator.store.search_file import SearchedArticle, SearchFile, open_search

SIZES = (20_000,)
WORDS, VOCABULARY, SHOWN, BATCH = 300, 50_000, 100, 500
QUERIES = ('"word20"', '"word20000"', '"nowhere"', '"word20 word30"')


def fill(file: SearchFile, articles: int) -> None:
    """Record made-up articles."""
    chance = random.Random(14)
    weights = list(accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))
    vocabulary = [f"word{number}" for number in range(VOCABULARY)]
    for number in range(articles):
        text = " ".join(chance.choices(vocabulary, cum_weights=weights, k=WORDS))
        day = f"{2000 + number * 25 // articles}-01-01"
        article = SearchedArticle(
            f"A{number}", f"http://a.example/{number}", f"Title {number}", day, "news", ("Ann",),
            WORDS, text, "{}",
        )  # fmt: skip
        file.record(TeiChange(f"{number:08}.xml", "digest"), article)
        if number % BATCH == 0:
            file.commit()
    file.commit()


def measure_query(file: SearchFile, query: str) -> str:
    """Return what a query takes."""
    begin = time.perf_counter()
    matches = file.count_matches(query)
    counted = time.perf_counter()
    for matched in islice(file.list_matches(query), SHOWN):
        file.mark_matches(query, matched.number)
    end = time.perf_counter()
    return (
        f"  {query:<18} {matches:>8,} articles: {1000 * (counted - begin):7.1f} ms to count,"
        f" {1000 * (end - counted):7.1f} ms to show {min(matches, SHOWN)}"
    )


def main() -> None:
    for articles in map(int, sys.argv[1:] or SIZES):
        with tempfile.TemporaryDirectory() as folder:
            file = open_search(Path(folder))
            begin = time.perf_counter()
            fill(file, articles)
            seconds = time.perf_counter() - begin
            size = (Path(folder) / "search.sqlite").stat().st_size
            print(
                f"{articles:,} articles: {size / articles:,.0f} bytes and"
                f" {1000 * seconds / articles:.2f} ms an article"
            )
            for query in QUERIES:
                print(measure_query(file, query))
            file.close()


if __name__ == "__main__":
    main()
