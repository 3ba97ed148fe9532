"""What it takes to count a corpus, by its size.

    python -m bench.corpora.corpus_numbers [ARTICLES …] [--folder DIR]

Makes indexes with the facts of made-up articles (100,000 and 1,000,000 unless told): 25 years, 30
columns, 3,000 authors, 200 sections. Prints the microseconds that the facts of an article take to
be recorded (without the commits, which a build makes anyway), the bytes that they take in the index, the seconds of the
numbers (``curator report corpus``, without start-up), and those of the lists of articles behind the
bars (``--html``).
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.text.word_borders import WORDS
from webarticlecurator.corpus.charts.corpus_charts import list_bars
from webarticlecurator.corpus.corpora.corpus_articles import list_articles
from webarticlecurator.corpus.corpora.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus

PORTAL = """\
portal: numbers
home: http://numbers.example/
archive: {url: "http://numbers.example/list", dates: none, links: h2}
"""
SIZES = (100_000, 1_000_000)
BATCH = 100
"""Articles between two commits, as in a build."""
LISTED = 20
"""Articles that are listed behind a bar."""


def make_facts(number: int, total: int) -> ArticleFacts:
    """Return the facts of a made-up article; the numbers that follow one another differ in all."""
    random = int.from_bytes(hashlib.blake2b(b"%d" % number, digest_size=8).digest(), "big")
    # an archive lists one month after the other
    months = number * 300 // total
    year, month, day = 2000 + months // 12, months % 12 + 1, random // 300 % 28 + 1
    authors = {f"Author {random // 7 % 3000} of the portal", f"Author {random // 11 % 60}"}
    author_count = random % 3
    return ArticleFacts(
        title=f"A made-up title of an article that has the number {number}",
        published=f"{year}-{month:02}-{day:02}",
        stored=f"2025-{random % 12 + 1:02}-01",
        column=f"column-{random // 13 % 30}",
        language="hu" if random % 20 else "en",
        access=("free", "closed", "")[random % 3],
        sections=(f"Section {random // 17 % 200}",),
        authors=tuple(sorted(authors)[:author_count]),
        words=random // 19 % 2000,
        unit=WORDS,
        confidence=None,
        page_kind="",
        field_sources=tuple(
            (field, ("jsonld", "meta", "css")[random >> shift & 1])
            for shift, field in enumerate(("title", "authors", "published", "section", "language"))
        ),
        text_digest=b"%08d" % (number - (number % 100 == 0)),
    )


def fill(corpus: WritableCorpus, articles: int) -> tuple[float, int]:
    """Write the articles, then their facts; return the seconds and the bytes of the facts."""
    connection = corpus._index._connection
    numbers: Iterator[int] = iter(range(1, articles + 1))
    while batch := list(islice(numbers, 5_000)):
        for number in batch:
            url = f"http://numbers.example/{number}"
            corpus._index.write(
                "INSERT INTO articles VALUES (?, ?, ?, NULL, 'tei', NULL, '', ?, 'key')",
                (number, url, url, f"2000/01/{number}.xml"),
            )
        corpus.commit()
    path = corpus.folder / "corpus.sqlite"
    size, seconds = path.stat().st_size, 0.0
    for number in range(1, articles + 1):
        facts = make_facts(number, articles + 1)
        began = time.perf_counter()
        corpus.article_facts.record(number, facts)
        seconds += time.perf_counter() - began
        if number % BATCH == 0:
            corpus.commit()
    corpus.commit()
    connection.execute("PRAGMA optimize")
    return seconds, path.stat().st_size - size


def measure(folder: Path, articles: int) -> None:
    """Make a corpus of a size and print its row."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "numbers.yaml").write_text(PORTAL, encoding="utf-8")
    portal = load_portal(folder / "numbers.yaml")
    place = folder / f"corpus-{articles}"
    with open_corpus(place, portal.id, create=True) as corpus:
        seconds, size = fill(corpus, articles)
    times = []
    with open_counted_corpus(portal, place) as counted:
        for _ in range(3):
            began = time.perf_counter()
            numbers = count_corpus(counted)
            times.append(time.perf_counter() - began)
        assert numbers.articles == articles
        began = time.perf_counter()
        list_articles(counted, list_bars(numbers), LISTED)
        lists = time.perf_counter() - began
    print(
        f"{articles:>10,}  {seconds / articles * 1e6:9.1f}  {size / articles:9.0f}"
        f"  {min(times):9.3f}  {lists:9.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("articles", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    print(f"{'articles':>10}  {'µs record':>9}  {'bytes':>9}  {'numbers s':>9}  {'lists s':>9}")
    with tempfile.TemporaryDirectory() as temporary:
        for articles in args.articles:
            measure(args.folder or Path(temporary), articles)


if __name__ == "__main__":
    main()
