"""The least that a crawl and its rerun can take in Python with the libraries that are fixed.

usage: python -m bench.speed.least_crawl [--articles N] [--size KB] [--rounds N]

Each row does what the row above it does, and one thing more, on the portal of ``made_up_portal.py``,
in a process of its own with its start-up, in turn as in ``peers.py``: the pages requested by one
session of ``requests``; the records of each answer, with their digests, as members of a WARC file;
the rows of the index, with the commits of ``fetch.durable: 1s``; each page parsed once, without a
process of its own and without any check; and ``curator crawl``. Below them half of what Scrapy with
warcio takes, if ``.venv-peers`` has it. Then a crawl with nothing new: the interpreter; the
libraries imported; the requests that it has to send; and ``curator crawl``. Processor time of the
process and its children, median of the rounds.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, BinaryIO

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # its steps are run by their path

from bench.shared.made_up_portal import PER_LIST
from bench.shared.options import parser_with_crawls
from bench.speed import peer_programs, peers

STEPS = ("requests", "records", "index", "trees")
AGAIN = ("interpreter", "libraries", "requests again")
LIBRARIES = "import cssselect, lxml.html, protego, requests, sqlite3, yaml, zlib_ng.zlib_ng"


def crawl(step: str, address: str, articles: int) -> None:
    """Request all pages and do what the steps up to ``step`` say, in the working folder."""
    import requests

    last = STEPS.index(step)
    session = requests.Session()
    session.trust_env = False
    with Path("least.warc.gz").open("wb") as file:
        store = _Store(file) if last >= STEPS.index("records") else None
        if store is not None and last >= STEPS.index("index"):
            store.open_index(address, articles)
        for url in _list_addresses(address, articles):
            started = datetime.now(timezone.utc)
            answer = session.get(url, allow_redirects=False)
            if store is not None:
                store.append(url, started, answer)
            if last >= STEPS.index("trees"):
                _read_tree(answer.content)
        if store is not None:
            store.commit()


def request_again(address: str, articles: int) -> None:
    """Send the requests of a crawl with nothing new: what the site says about itself, the first and
    the last list, and the one behind it."""
    exec(LIBRARIES)
    import requests

    lists = -(-articles // PER_LIST)
    session = requests.Session()
    session.trust_env = False
    for path in ("robots.txt", ".well-known/tdmrep.json", "list/1", f"list/{lists}"):
        session.get(f"{address}/{path}", allow_redirects=False)
    session.get(f"{address}/list/{lists + 1}", allow_redirects=False)


def _list_addresses(address: str, articles: int) -> Iterator[str]:
    for number in range(1, -(-articles // PER_LIST) + 1):
        yield f"{address}/list/{number}"
        first = PER_LIST * (number - 1) + 1
        yield from (f"{address}/a/{n}" for n in range(first, min(first + PER_LIST, articles + 1)))


def _read_tree(content: bytes) -> None:
    import lxml.html

    tree = lxml.html.document_fromstring(content)
    list(tree.iterfind(".//a[@class='item']"))


class _Store:
    """A WARC file, and the index if it is opened. The modules of the package are imported here, so
    that the row without records is without them."""

    def __init__(self, file: BinaryIO) -> None:
        from uuid import uuid4

        from webarticlecurator.storage.store.record_builder import RecordBuilder

        self._builder = RecordBuilder(uuid4, lambda: datetime.now(timezone.utc))
        self._file = file
        self._index: Any = None
        self._committed = time.monotonic()

    def open_index(self, address: str, articles: int) -> None:
        """Open an index in which all articles are listed."""
        from webarticlecurator.storage.index.index_opening import open_index
        from webarticlecurator.storage.index.store_options import StoreOptions

        self._index = open_index(Path(), StoreOptions())
        for number in range(1, articles + 1):
            url = f"{address}/a/{number}"
            self._index.write(
                "INSERT INTO articles VALUES (?, ?, ?, '', 'pending', NULL, '', NULL, NULL)",
                (number, url, url),
            )
            self._index.write("INSERT INTO addresses VALUES (NULL, ?, ?)", (url, number))
            self._index.write(
                "INSERT INTO listings VALUES (1, ?, 1, 1, ?, ?, '[]')", (number, url, number)
            )

    def append(self, url: str, started: datetime, answer: Any) -> None:
        from webarticlecurator.base.model.capture import Exchange, Hop, Origin
        from webarticlecurator.storage.warc.record import encode_record

        sent, got = answer.request, answer.headers
        request = f"GET {sent.path_url} HTTP/1.1\r\n{_join(sent.headers)}\r\n".encode()
        head = f"HTTP/1.1 {answer.status_code} OK\r\n{_join(got)}\r\n".encode()
        hop = Hop(url, answer.status_code, request, head + answer.content, started)
        records = self._builder.fetch(Exchange(url, (hop,)), Origin("article"))
        members = [encode_record(record) for record in records]
        offset = self._file.tell()
        self._file.write(b"".join(members))
        if self._index is not None:
            self._add_rows(url, records, members, offset)
        if self._index is not None and time.monotonic() - self._committed >= 1:
            self.commit()

    def _add_rows(
        self, url: str, records: Sequence[Any], members: Sequence[bytes], offset: int
    ) -> None:
        from webarticlecurator.storage.store.reconcile import NewCaptures
        from webarticlecurator.storage.warc.record import RecordLocation

        captures = NewCaptures(self._index, recovered=False)
        for record, member in zip(records, members, strict=True):
            captures.add(RecordLocation(record, "least.warc.gz", offset, len(member)))
            offset += len(member)
        number = self._index.one("SELECT id FROM articles WHERE canonical = ?", (url,))
        if number is not None:
            self._index.write("UPDATE articles SET state = 'stored' WHERE id = ?", number)
            record_id = records[-1].id
            self._index.write("INSERT INTO pages VALUES (?, 0, ?, ?)", (*number, url, record_id))

    def commit(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        if self._index is not None:
            self._index.commit()
        self._committed = time.monotonic()


def _join(headers: Any) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in headers.items())


@dataclass(frozen=True)
class Row:
    """A row of a table: ``command`` returns its words; ``is_again``: after ``curator crawl``."""

    name: str
    command: Callable[[peer_programs.Job], Sequence[str]]
    is_again: bool = False
    spent: list[float] = field(default_factory=list)


def list_rows() -> list[Row]:
    def own(step: str) -> Callable[[peer_programs.Job], Sequence[str]]:
        script = (sys.executable, str(Path(__file__).resolve()), "--step", step)
        return lambda job: (*script, "--address", job.address, "--articles", str(job.articles))

    rows = [Row(step, own(step)) for step in STEPS]
    rows += [
        Row("curator", peer_programs.curator),
        Row("curator again", peer_programs.curator, is_again=True),
        Row("interpreter", lambda _: (sys.executable, "-c", "pass"), is_again=True),
        Row("libraries", lambda _: (sys.executable, "-c", LIBRARIES), is_again=True),
        Row("requests again", own("requests again"), is_again=True),
    ]
    if Path(peer_programs.find_python("scrapy")).exists():
        rows.insert(len(STEPS) + 2, Row("scrapy-warc", peer_programs.scrapy_with_warc))
    return rows


def print_tables(rows: Sequence[Row], pages: int) -> None:
    spent = {row.name: statistics.median(row.spent) for row in rows}
    wanted = spent.get("scrapy-warc", float("nan")) / 2
    print("| | CPU ms a page | of half of Scrapy + warcio |\n|---|---|---|")
    for row in (row for row in rows if not row.is_again):
        figures = f"{1000 * spent[row.name] / pages:.1f} | {spent[row.name] / wanted:.0%}"
        print(f"| {row.name} | {figures} |")
    print("\n| the same again | CPU s |\n|---|---|")
    for row in sorted((row for row in rows if row.is_again), key=lambda row: spent[row.name]):
        print(f"| {row.name} | {spent[row.name]:.2f} |")


def main() -> None:
    parser = parser_with_crawls(__doc__, rounds=5)
    parser.add_argument("--step", choices=(*STEPS, *AGAIN), help=argparse.SUPPRESS)
    parser.add_argument("--address", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.step in STEPS:
        return crawl(given.step, given.address, given.articles)
    if given.step:
        return request_again(given.address, given.articles)
    rows = list_rows()
    compileall.compile_dir(peers.PACKAGE, quiet=1)
    with peers.portal(given.articles, given.size) as address:
        for number in range(given.rounds):
            print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
            with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
                job = peer_programs.Job(address, given.articles, Path(folder))
                for row in rows:
                    row.spent.append(peers.run(row.command(job), job.folder).cpu)
                    (job.folder / "corpus.sqlite").unlink(missing_ok=True)
    print_tables(rows, given.articles + -(-given.articles // PER_LIST))
    return None


if __name__ == "__main__":
    main()
