"""What the table of articles of the studio takes (view *Articles*), by the size of the corpus.

    python bench/article_rows.py [ARTICLES …] [--folder DIR]

Makes indexes of made-up articles (``article_list.py``) with their facts: 2,400 authors, 40 sections,
two languages, two kinds of access. Prints, for all articles and for some selections, the
milliseconds of computing (others on the machine do not change them): of making the table, where
patterns are looked for, of its number, of the rows of a page by the orders least sure, words and
title, of a page behind an article, and of the slowest facet: the median of RUNS. The last column is the largest size of the process in MB. The TEI of the
fifty rows of a page, which is read for their cells, takes some 50 ms more.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from article_list import fill, list_rows

from webarticlecurator.corpora.article_rows import FACETS, PAGE_ROWS, ArticleTable, RowPlace
from webarticlecurator.export import Selection
from webarticlecurator.export.selection import parse_condition
from webarticlecurator.model.corpus_numbers import ArticleFacts
from webarticlecurator.store import open_corpus, view_corpus
from webarticlecurator.store.fact_rows import RowOrder

SIZES = (100_000, 1_000_000)
RUNS = 3
SELECTIONS = ("", "language=hu", "year=2010", "section=Section 3", "title~goal minister")
GIVEN = ("Anna", "Béla", "Csilla", "Dora", "Erik", "Ferenc", "Gabi", "Imre", "Jan", "Kata")
AUTHORS = [f"{given} Name{number}" for number in range(240) for given in GIVEN]
WORDS = (
    "the government says that a new road will open near village school budget council winter storm"
    " fans goal minister europe court price house film music theatre"
).split()
ORDERS = (RowOrder(), RowOrder("words"), RowOrder("title"))


def fill_facts(folder: Path, total: int) -> None:
    """Add the facts of the articles of an index."""
    chance = random.Random(1)
    with open_corpus(folder, "list") as corpus:
        for number, url, column, day, _ in list_rows(total):
            most = min(int(20 * chance.paretovariate(0.5)), len(AUTHORS))
            authors = {chance.choice(AUTHORS[:most]) for _ in range(chance.choice((0, 1, 1, 2)))}
            section = f"Section {int(chance.paretovariate(1)) % 40}"
            facts = ArticleFacts(
                title=" ".join(chance.choices(WORDS, k=9)),
                published=day or "",
                stored="2024-01-01",
                column=column,
                language="hu" if chance.random() < 0.98 else "en",
                access="free" if chance.random() < 0.8 else "closed",
                page_kind="article" if chance.random() < 0.9 else "thread",
                sections=(section,) if chance.random() < 0.95 else (),
                authors=tuple(sorted(authors)),
                words=int(chance.lognormvariate(5.7, 0.7)),
                confidence=chance.randint(300, 1000) if chance.random() < 0.5 else None,
                field_sources=(("title", "jsonld"), ("authors", "css")),
                text_digest=hashlib.sha256(url.encode()).digest()[:16],
            )
            corpus.article_facts.record(number, facts)
            if number % 5000 == 0:
                corpus.commit()
        corpus.commit()


def time_call(call: Callable[[], Any]) -> float:
    """Return the median of the milliseconds of computing of a call."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        call()
        times.append((time.process_time() - began) * 1000)
    return median(times)


def measure(folder: Path, total: int, condition: str) -> str:
    """Return the row of a selection."""
    conditions = [parse_condition(condition)] if condition else []
    selection = Selection(portal="list").with_conditions(conditions)
    with view_corpus(folder, "list") as view:
        made = time_call(lambda: ArticleTable([(view, selection)]))
        table = ArticleTable([(view, selection)])
        found = table.find_rows

        def behind() -> object:
            return found(RowOrder("words"), PAGE_ROWS, beside=RowPlace("list", total // 2))

        times = [
            made,
            time_call(table.count),
            *(time_call(lambda order=order: found(order, PAGE_ROWS)) for order in ORDERS),
            time_call(behind),
            max(time_call(lambda facet=facet: table.count_values(facet)) for facet in FACETS),
        ]
        number = table.count()
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cells = " | ".join(f"{each:.0f}" for each in times)
    return f"| {total:,} | {condition or 'all'} | {number:,} | {cells} | {size:.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", nargs="*", type=int, default=SIZES)
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    print(
        "| articles | selection | found | made ms | number ms | least sure ms | words ms | title ms"
        " | behind ms | facet ms | MB |"
    )
    print(f"|{'---|' * 11}")
    with tempfile.TemporaryDirectory() as temporary:
        for total in args.articles:
            folder = (args.folder or Path(temporary)) / str(total)
            if not folder.exists():
                fill(folder, total)
                fill_facts(folder, total)
            for condition in SELECTIONS:
                print(measure(folder, total, condition), flush=True)


if __name__ == "__main__":
    main()
