"""What commands cost when there is nothing to do, by the size of the corpus.

    python -m bench.corpora.scale [ARTICLES …] [--pending ARTICLES] [--folder DIR]

Makes corpora of made-up articles that are all built (10,000, 100,000 and 1,000,000 unless told):
twenty years of monthly archive pages, TEI files of a few bytes in their real folders, and the rows
of the index that a crawl and a build would have written. ``--pending`` adds articles that were
listed and never asked for. Then it runs ``status``, ``build`` and ``crawl`` (every window is
closed, so that nothing is requested; not with ``--pending``) twice on each corpus, each in a process of its own, and
prints the seconds of the second time, those over the smallest corpus's, and the most memory the
process had. ``--folder`` keeps the corpora, and takes those that are there again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.entry import start_walk
from webarticlecurator.crawling.archive.state import RunContext
from webarticlecurator.crawling.archive.windows import list_windows
from webarticlecurator.crawling.building.build import build, build_key
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary, read_status
from webarticlecurator.crawling.states.walking import begin_walk, save_walk
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.disk import digest_of
from webarticlecurator.storage.index.index import Row
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus

PORTAL = """\
portal: scale
home: http://scale.example/
fetch: {delay: 0, robots: ignore, retries: 0}
archive:
  columns:
    all:
      url: "http://scale.example/{date:%Y/%m}/"
      dates: {from: 2005-01-01, until: 2024-12-31, step: month}
      links: h2
article: {body: {root: main}}
"""
SIZES = (10_000, 100_000, 1_000_000)
LINKS = 50
"""Articles on an archive page."""
WORDS = b"<TEI/>"
TIME = "2025-01-01T00:00:00Z"
BATCH = 5_000
TABLES = {
    "fetches": "NULL, ?, ?, 'all', 0, ?, NULL, NULL, 1, NULL, NULL, NULL, 0",
    "captures": "NULL, ?, 0, ?, ?, 200, ?, 'warc/none', 0, 1, 'text/html', NULL, ?, 0, NULL",
    "articles": "?, ?, ?, 'all', ?, NULL, '', ?, ?",
    "addresses": "?, ?, ?",
    "listings": "?, ?, 1, 1, ?, ?, '[]'",
    "pages": "?, 0, ?, ?",
    "tei_files": "?, ?, ?, ?, 0",
    "article_days": "?, ?, 'published'",
    "article_facts": "?, 'A title', ?, '2025-01-01', 'all', 'en', '', '[]', '[]', 100, 'words', NULL,"
    " 'article', 1, ?",
}


class Filler:
    """Writes what a crawl and a build of the portal would have left."""

    def __init__(self, portal: Portal, corpus: WritableCorpus, articles: int, pending: int) -> None:
        self._portal, self._corpus = portal, corpus
        self._articles, self._total = articles, articles + pending
        self._key = build_key(portal)
        self._walks: list[tuple[int, str]] = []
        self._next_fetch = 1

    def fill(self) -> None:
        self._corpus._index.write("INSERT INTO fact_sources VALUES (1, '[]')")
        self._complete_walks()
        numbers = iter(range(self._total))
        while batch := list(islice(numbers, BATCH)):
            rows: dict[str, list[Row]] = {table: [] for table in TABLES}
            for number in batch:
                self._add(number, rows)
            for table, values in rows.items():
                self._corpus._index._connection.executemany(
                    f"INSERT INTO {table} VALUES ({TABLES[table]})", values
                )
            self._corpus.commit()
            self._begin()
        self._corpus._index._connection.execute("COMMIT")

    def _begin(self) -> None:
        self._corpus._index._connection.execute("BEGIN IMMEDIATE")

    def _complete_walks(self) -> None:
        """Store a complete walk of each month, made in 2025, and the folder of its articles."""
        (span,) = self._portal.columns[0].spans
        assert span.dates is not None
        context = RunContext(date(2025, 6, 1))
        for window in list_windows(span.dates, context.today):
            state = start_walk(self._portal, span, window, None, context)
            key = WalkKey(state.column, state.span, state.window)
            begin_walk(self._corpus, key, state)
            save_walk(self._corpus, replace(state, address=None, stop_reason="one", complete=True))
            self._walks.append((len(self._walks) + 1, state.window))
            self._corpus._index.write(
                "INSERT INTO tei_folders VALUES (?, NULL)", (state.window[:7].replace("-", "/"),)
            )
        self._corpus.commit()
        self._begin()

    def _add(self, number: int, rows: Mapping[str, list[Row]]) -> None:
        walk, window = self._walks[number * len(self._walks) // self._total]
        year, month, _ = window.split("-")
        page = f"http://scale.example/{year}/{month}/"
        url = f"{page}an-article-with-a-usual-address-{number}/"
        if number % LINKS == 0:
            self._fetch(f"{page}{number}", "archive", window, rows)
        rows["addresses"].append((number + 1, url, number + 1))
        rows["listings"].append((walk, number + 1, page, number % LINKS))
        if number >= self._articles:
            rows["articles"].append((number + 1, url, url, "pending", None, None))
            return
        record = self._fetch(url, "article", None, rows)
        path = f"{year}/{month}/{article_id(url)}.xml"
        rows["articles"].append((number + 1, url, url, "tei", path, self._key))
        rows["pages"].append((number + 1, url, record))
        rows["article_days"].append((number + 1, window))
        rows["article_facts"].append((number + 1, window, b"%08d" % number))
        rows["tei_files"].append((path, digest_of(WORDS), *self._write(path)))

    def _fetch(
        self, url: str, level: str, window: str | None, rows: Mapping[str, list[Row]]
    ) -> str:
        record = f"<urn:uuid:{self._next_fetch}>"
        rows["fetches"].append((url, level, window))
        rows["captures"].append((self._next_fetch, record, url, TIME, record))
        self._next_fetch += 1
        return record

    def _write(self, path: str) -> tuple[int, int]:
        target = self._corpus.folder / "tei" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(WORDS)
        status = target.stat()
        return status.st_size, status.st_mtime_ns


def fill(portal: Portal, folder: Path, articles: int, pending: int = 0) -> None:
    """Make a corpus in ``folder``."""
    with open_corpus(folder, portal.id) as corpus:
        Filler(portal, corpus, articles, pending).fill()


def run_status(portal: Portal, folder: Path) -> Summary:
    return read_status(portal, folder)


def run_build(portal: Portal, folder: Path) -> Summary:
    return build(portal, folder)


def run_crawl(portal: Portal, folder: Path) -> Summary:
    # nobody answers at port 9 (discard): a request would fail
    options = CrawlOptions(proxy="http://127.0.0.1:9")
    return crawl(portal, folder, options)


COMMANDS = {"status": run_status, "build": run_build, "crawl": run_crawl}


def measure(name: str, config: Path, folder: Path, sender: Connection) -> None:
    """Send the seconds, the megabytes and the summary of a command."""
    portal = load_portal(config)
    began = time.perf_counter()
    summary = COMMANDS[name](portal, folder)
    seconds = time.perf_counter() - began
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sender.send((seconds, most, summary))


def in_process(name: str, config: Path, folder: Path) -> tuple[float, float, Summary]:
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=measure, args=(name, config, folder, sender))
    process.start()
    sender.close()
    found: tuple[float, float, Summary] = receiver.recv()
    process.join()
    return found


def measure_corpus(
    config: Path, folder: Path, articles: int, pending: int
) -> Iterator[tuple[str, float, float]]:
    """Yield each command with its seconds and megabytes, the second time it is run."""
    portal = load_portal(config)
    if not folder.exists():
        fill(portal, folder, articles, pending)
    names = [name for name in COMMANDS if name != "crawl" or not pending]
    for name in names:
        in_process(name, config, folder)
    for name in names:
        seconds, most, summary = in_process(name, config, folder)
        assert (summary.tei, summary.pending) == (articles, pending), summary
        assert not summary.built and not summary.new_archive_pages, summary
        yield name, seconds, most


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", nargs="*", type=int, default=SIZES)
    parser.add_argument("--pending", type=int, default=0)
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    print("| articles | index MB |", " | ".join(f"{name} s | × | MB" for name in COMMANDS), "|")
    print(f"|{'---|' * (2 + 3 * len(COMMANDS))}")
    smallest: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as temporary:
        config = Path(temporary) / "scale.yaml"
        config.write_text(PORTAL, encoding="utf-8", newline="\n")
        for articles in args.articles:
            folder = (args.folder or Path(temporary)) / f"{articles}-{args.pending}"
            figures = []
            for name, seconds, most in measure_corpus(config, folder, articles, args.pending):
                ratio = seconds / smallest.setdefault(name, seconds)
                figures.append(f"{seconds:.3f} | {ratio:.1f} | {most:.0f}")
            size = (folder / "corpus.sqlite").stat().st_size / 1e6
            print(f"| {articles:,} | {size:.0f} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
