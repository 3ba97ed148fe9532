"""A portal of 24 articles, whose corpus was stored by an earlier version of the program
(``earlier/``): its index has format 1.

Run as a script it makes the TEI of the corpus again: ``python tests/stored/stored_portal.py``; the
index and the WARC files stay as the earlier version wrote them. That is right only where the output
version, the base dictionary, the trained classifier (these articles have no root rule) or the
default sources of metadata have changed; TEI that is built again for another reason is the fault
that the tests are there to find.
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import BuildOptions, CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.index.index_schema import INDEX_FORMAT

HERE = Path(__file__).parent
CONFIG = HERE / "stored.yaml"
CORPUS = HERE / "earlier"
HOME = "http://stored.example"
PAGES, LINKS = 6, 2
"""Archive pages of each column, articles of each page."""


def archive_page(column: str, number: int) -> str:
    first = (number - 1) * LINKS
    links = "".join(
        f'<h2><a href="/{column}/{n}">{n}</a></h2>' for n in range(first, first + LINKS)
    )
    older = f'<a rel="next" href="/{column}?page={number + 1}">older</a>' if number < PAGES else ""
    pager = (
        f'<nav><b>{number}</b> <a href="/{column}?page={number + 1}">{number + 1}</a></nav>'
        if older
        else ""
    )
    return f"<html><body><main>{links}</main>{older}{pager}</body></html>"


def article_page(column: str, number: str) -> str:
    text = " ".join(f"Sentence {n} of article {number} in {column}." for n in range(8))
    return (
        f'<html lang="en"><head><title>{column} {number}</title>'
        f'<meta property="article:published_time" content="2020-05-{int(number) + 1:02}T08:00:00Z"></head>'
        f'<body><article><h1>{column} {number}</h1><p class="by">Ann Example</p><div class="text"><p>{text}</p>'
        f'<p class="ad">advert</p><ul><li>one</li><li>two</li></ul></div></article></body></html>'
    )


def page(path: str) -> str | None:
    """Return the page under a path with its query, None where there is none."""
    column, _, rest = path.strip("/").partition("?page=")
    if column in ("news", "sport"):
        return archive_page(column, int(rest or 1))
    column, _, number = path.strip("/").partition("/")
    return (
        article_page(column, number) if column in ("news", "sport") and number.isdigit() else None
    )


@dataclass
class StoredPortal:
    """``proxy``: where it answers for its own addresses; ``asked``: paths requested so far but
    /robots.txt and tdmrep.json."""

    proxy: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def stored_portal() -> Iterator[StoredPortal]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.removeprefix(HOME)
            if not path.endswith(("/robots.txt", "/tdmrep.json")):
                portal.asked.append(path)
            found = page(path)
            content = (found or "not found").encode("utf-8")
            self.send_response_only(404 if found is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    portal = StoredPortal(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield portal
    finally:
        server.shutdown()
        server.server_close()


class Clock:
    """Begins on a day and goes on only while it sleeps."""

    def __init__(self, day: int) -> None:
        self._time = datetime(2026, 11, day, 12, tzinfo=timezone.utc)

    def now(self) -> datetime:
        return self._time

    def monotonic(self) -> float:
        return self._time.timestamp()

    def sleep(self, seconds: float) -> None:
        self._time += timedelta(seconds=seconds)


class BrokenOff(Exception):
    """The crawl ends here, as if it had been killed."""


class Steps(NullProgress):
    """Breaks the crawl off after so many steps."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def step(self, what: str) -> None:
        self._left -= 1
        if self._left == 0:
            raise BrokenOff


def run_crawl(
    portal: StoredPortal, folder: Path, day: int, progress: NullProgress | None = None
) -> Summary:
    runtime = Runtime(clock=Clock(day), progress=progress or NullProgress())
    return crawl(load_portal(CONFIG), folder, CrawlOptions(proxy=portal.proxy), runtime)


def break_off(portal: StoredPortal, folder: Path, steps: int) -> None:
    """Crawl into a new corpus until so many steps are done."""
    try:
        run_crawl(portal, folder, 1, Steps(steps))
    except BrokenOff:
        return
    raise AssertionError(f"the crawl ended in less than {steps} steps")


def make_earlier(folder: Path) -> None:
    """Give the index of a corpus an earlier format, in which some of its tables are missing."""
    with closing(sqlite3.connect(folder / "corpus.sqlite")) as index:
        for table in ("article_doubts", "named_pages", "tei_folders", "rights"):
            index.execute(f"DROP TABLE {table}")
        index.execute(f"PRAGMA user_version = {INDEX_FORMAT - 1}")


def build_tei_again() -> None:
    """Build the TEI of the stored corpus in a copy, and put it in the place of the stored TEI."""
    with TemporaryDirectory() as temporary:
        copy = Path(shutil.copytree(CORPUS, Path(temporary) / "stored"))
        build(load_portal(CONFIG), copy, BuildOptions(jobs=1), Runtime(progress=NullProgress()))
        shutil.rmtree(CORPUS / "tei")
        shutil.copytree(copy / "tei", CORPUS / "tei")


if __name__ == "__main__":
    build_tei_again()
