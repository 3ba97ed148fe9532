"""What a page of the list of articles takes (``GET /articles`` of ``curator serve``), by the size of
the corpus.

    python -m bench.corpora.article_list [ARTICLES …] [--folder DIR]

Makes indexes of made-up articles (100,000 and 1,000,000 unless told) of 25 years; one of fifty has
no day, and one of ten thousand stands in a rare column. Prints the milliseconds of a page of 100
articles, opening the corpus included: the first one, one in the middle, the last one with days, the first
one of the rare column, the longest of a walk through the whole list; and those of finding an
article by its id. The median of RUNS, but for the walk, which also has its pages and seconds.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts.dated_articles import (
    FIRST_PLACE,
    ArticlePlace,
    ArticleSelection,
)

SIZES = (100_000, 1_000_000)
DAYS, FIRST_DAY = 25 * 365, date(2000, 1, 1)
LIMIT, RUNS = 100, 9
RARE, UNDATED = 10_000, 50
"""One article of so many is in the rare column, or has no day."""
TABLES = {
    "articles": "?, ?, ?, ?, 'tei', NULL, '', ?, 'key'",
    "article_days": "?, ?, 'published'",
}


def list_rows(total: int) -> Iterator[tuple[int, str, str, str | None, str]]:
    """Yield number, address, column, day and path of made-up articles."""
    for number in range(1, total + 1):
        url = f"http://list.example/an-article-with-a-usual-address-{number}"
        column = "rare" if number % RARE == 0 else "news"
        day = None
        if number % UNDATED:
            day = (FIRST_DAY + timedelta(days=number * DAYS // total)).isoformat()
        folder = "undated" if day is None else f"{day[:4]}/{day[5:7]}"
        yield number, url, column, day, f"{folder}/{article_id(url)}.xml"


def fill(folder: Path, total: int) -> None:
    """Write the index of a corpus."""
    with open_corpus(folder, "list") as corpus:
        connection = corpus._index._connection
        rows = list_rows(total)
        while batch := list(islice(rows, 5_000)):
            connection.execute("BEGIN")
            articles = [(number, url, url, column, path) for number, url, column, _, path in batch]
            days = [(number, day) for number, _, _, day, _ in batch if day is not None]
            for table, values in (("articles", articles), ("article_days", days)):
                connection.executemany(f"INSERT INTO {table} VALUES ({TABLES[table]})", values)
            folders = {(path.rpartition("/")[0],) for *_, path in batch}
            connection.executemany("INSERT OR IGNORE INTO tei_folders VALUES (?, NULL)", folders)
            connection.execute("COMMIT")


def time_call(call: Callable[[], Any]) -> float:
    """Return the median of the milliseconds of a call."""
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        call()
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


def measure(folder: Path, total: int) -> str:
    """Return the row of a corpus."""

    def page(place: ArticlePlace, selection: ArticleSelection | None = None) -> Any:
        with view_corpus(folder, "list") as corpus:
            return corpus.dated_articles.page(place, selection or ArticleSelection(), LIMIT)

    def find(number: int) -> Any:
        with view_corpus(folder, "list") as corpus:
            return corpus.dated_articles.find(ids[number])

    ids = {number: path[-21:-4] for number, *_, path in list_rows(total) if number == total // 2}
    assert find(total // 2) is not None
    middle, last = (
        ArticlePlace((FIRST_DAY + timedelta(days=days)).isoformat())
        for days in (DAYS // 2, DAYS - 1)
    )
    times = [
        time_call(lambda: page(FIRST_PLACE)),
        time_call(lambda: page(middle)),
        time_call(lambda: page(last, ArticleSelection(since="2000-01-01"))),
        time_call(lambda: page(FIRST_PLACE, ArticleSelection(column="rare"))),
        time_call(lambda: find(total // 2)),
    ]
    place: ArticlePlace | None = FIRST_PLACE
    seen, pages, longest, began = 0, 0, 0.0, time.perf_counter()
    while place is not None:
        started = time.perf_counter()
        found = page(place)
        longest = max(longest, (time.perf_counter() - started) * 1000)
        seen, pages, place = seen + len(found.articles), pages + 1, found.next
    assert seen == total
    walk = f"{longest:.1f} | {pages:,} | {time.perf_counter() - began:.1f}"
    return f"| {total:,} | {' | '.join(f'{each:.1f}' for each in times)} | {walk} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", nargs="*", type=int, default=SIZES)
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    print(
        "| articles | first ms | middle ms | last ms | rare ms | by id ms | longest ms | pages | s |"
    )
    print(f"|{'---|' * 9}")
    with tempfile.TemporaryDirectory() as temporary:
        for total in args.articles:
            folder = (args.folder or Path(temporary)) / str(total)
            if not folder.exists():
                fill(folder, total)
            print(measure(folder, total), flush=True)


if __name__ == "__main__":
    main()
