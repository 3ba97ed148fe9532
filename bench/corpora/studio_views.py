"""How long the views of ``curator studio`` take on a large corpus, from a real studio over HTTP.

    python -m bench.corpora.studio_views [ARTICLES …] [--portals N] [--tags ROWS] [--folder DIR] [--browser]

Makes indexes of made-up articles (100,000 and 1,000,000 unless told): 25 years in 30 columns,
walked month by month, with the facts of ``corpus_numbers.py`` and one archive page for 50 articles;
one of a hundred articles is pending, one of fifty rejected; and a table of counted tags (50,000
rows). Then a studio over such a corpus and N - 1 others of a thousand articles (N is 100 unless
told) is asked for each view three times. Printed are the milliseconds of its answer, the first time
and the median of the others, and those that the processor worked for it until the view was complete
(the least of three). An answer that comes before its content says what it waits for: its row ends
with these words. With ``--browser``, Chromium opens each view, and its row has the milliseconds
until nothing is waited for. ``--folder`` keeps the corpora, and takes those that are there again.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

import requests

from bench.corpora.corpus_numbers import make_facts
from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.entry import start_walk
from webarticlecurator.crawling.archive.state import RunContext
from webarticlecurator.crawling.archive.windows import list_windows
from webarticlecurator.crawling.building.build import build_key
from webarticlecurator.crawling.states.walking import begin_walk, save_walk
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus

COLUMNS = 30
PORTAL = """\
portal: {name}
home: http://{name}.example/
fetch: {{delay: 0, robots: ignore}}
archive:
  links: h2 a
  dates: {{from: 2000-01-01, until: 2024-12-31, step: month}}
  columns:
""" + "".join(
    f'    column-{number}: {{{{url: "http://{{name}}.example/{number}/{{{{date:%Y/%m}}}}/"}}}}\n'
    for number in range(COLUMNS)
)
NAME = "large"
SIZES = (100_000, 1_000_000)
SMALL = 1_000
PENDING, REJECTED, PER_PAGE = 100, 50, 50
RARE, SELDOM = "A rare author", 100_000
"""An author of one of so many articles."""
BATCH = 5_000
TIME = "2025-01-01T00:00:00Z"
PATIENCE, IDLE_SECONDS = 60.0, 0.5
TABLES = {
    "fetches": "NULL, ?, ?, ?, 0, ?, NULL, NULL, 1, NULL, NULL, NULL, 0",
    "captures": "NULL, ?, 0, ?, ?, 200, ?, 'warc/none', 0, 1, 'text/html', NULL, ?, 0, NULL",
    "articles": "?, ?, ?, ?, ?, ?, '', ?, ?",
    "addresses": "?, ?, ?",
    "listings": "?, ?, 1, 1, ?, ?, '[]'",
    "requests": "?, ?, 1",
    "pages": "?, 0, ?, ?",
    "article_days": "?, ?, 'published'",
}
TAG_COLUMNS = (
    "signature operation keep context frequency pages words own_words linked_words repeated parent"
    " in_force source suggestion confidence reason examples"
).split()
WAITING = re.compile(r"(?:Counting|Looking|Reading) [^\"\\]{1,60} …")
VIEWS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "home": ("", {}),
    "archive": ("archive", {}),
    "archive, a year": ("archive", {"column": "column-7", "year": "2010"}),
    "archive, search": ("archive", {"contains": "article-77777"}),
    "tags": ("tags", {}),
    "tags, page 100": ("tags", {"page": "100"}),
    "tags, search": ("tags", {"text": "class-77"}),
    "metadata": ("metadata", {}),
    "metadata, sections": ("metadata", {"field": "section"}),
    "metadata, a value": ("metadata", {"field": "authors", "value": "Author 77 of the portal"}),
    "metadata, a rare value": ("metadata", {"field": "authors", "value": RARE}),
    "run": ("run", {}),
    "corpus": ("corpus", {}),
    "corpus, a year": ("corpus", {"by": "years", "name": "2010"}),
    "corpus, a month": ("corpus", {"by": "months", "name": "2020-01"}),
    "corpus, a column": ("corpus", {"by": "columns", "name": "column-3"}),
    "corpus, a section": ("corpus", {"by": "sections", "name": "Section 3"}),
    "corpus, an author": ("corpus", {"by": "authors", "name": "Author 3"}),
    "corpus, a rare author": ("corpus", {"by": "authors", "name": RARE}),
    "corpus, a length": ("corpus", {"by": "lengths", "name": "0"}),
    "corpus, a source": ("corpus", {"by": "sources", "name": "title: meta"}),
    "corpus, a verdict": ("corpus", {"by": "verdicts", "name": "rejected: gone"}),
    "corpus, a text": ("corpus", {"by": "same_texts", "name": "7"}),
    "effect": ("effect", {}),
    "articles": ("articles", {}),
    "articles, a column": ("articles", {"column": "column-3"}),
    "repair": ("repair", {}),
    "history": ("history", {}),
}


class Filler:
    """Writes what a crawl and a build of the portal would have left in the index."""

    def __init__(self, portal: Portal, corpus: WritableCorpus, total: int) -> None:
        self._portal, self._corpus, self._total = portal, corpus, total
        self._key = build_key(portal)
        self._walks: dict[tuple[str, str], int] = {}
        self._next_fetch = 1

    def fill(self) -> None:
        """Write all rows."""
        connection = self._corpus._index._connection
        self._complete_walks()
        numbers = iter(range(1, self._total + 1))
        while batch := list(islice(numbers, BATCH)):
            connection.execute("BEGIN IMMEDIATE")
            rows: dict[str, list[tuple[object, ...]]] = {table: [] for table in TABLES}
            facts = [(number, self._add(number, rows)) for number in batch]
            for table, values in rows.items():
                connection.executemany(f"INSERT INTO {table} VALUES ({TABLES[table]})", values)
            for number, each in facts:
                if each is not None:
                    self._corpus.article_facts.record(number, each)
            self._corpus.commit()
        self._corpus.run_log.add_build(*[self._corpus._options.now()] * 2)
        self._corpus.commit()
        connection.execute("PRAGMA optimize")

    def _complete_walks(self) -> None:
        """Store a complete walk of each month of each column, made in 2025."""
        context = RunContext(date(2025, 6, 1))
        for column in self._portal.columns:
            (span,) = column.spans
            assert span.dates is not None
            for window in list_windows(span.dates, context.today):
                state = start_walk(self._portal, span, window, None, context)
                key = WalkKey(state.column, state.span, state.window)
                begin_walk(self._corpus, key, state)
                done = replace(state, address=None, stop_reason="one", complete=True)
                save_walk(self._corpus, done)
                self._walks[state.column, state.window[:7]] = len(self._walks) + 1
        self._corpus.commit()

    def _add(self, number: int, rows: Mapping[str, list[tuple[object, ...]]]) -> Any:
        """Add the rows of an article; return its facts if it is in TEI."""
        facts = make_facts(number, self._total + 1)
        day, column = facts.published, facts.column
        walk = self._walks[column, day[:7]]
        page = f"http://{NAME}.example/{column[7:]}/{day[:7].replace('-', '/')}/"
        url = f"{page}an-article-with-a-usual-address-{number}/"
        if number % PER_PAGE == 0:
            self._fetch(f"{page}{number}", "archive", column, f"{day[:7]}-01", rows)
            rows["requests"].append((walk, f"{page}{number}"))
        rows["addresses"].append((number, url, number))
        rows["listings"].append((walk, number, page, number % PER_PAGE))
        if number % PENDING == 2:
            rows["articles"].append((number, url, url, column, "pending", None, None, None))
            return None
        record = self._fetch(url, "article", column, None, rows)
        rows["pages"].append((number, url, record))
        if number % REJECTED == 1:
            row = (number, url, url, column, "rejected", "gone", None, self._key)
            rows["articles"].append(row)
            return None
        path = f"{day[:4]}/{day[5:7]}/{article_id(url)}.xml"
        rows["articles"].append((number, url, url, column, "tei", None, path, self._key))
        rows["article_days"].append((number, day))
        return replace(facts, authors=(RARE,)) if number % SELDOM == 7 else facts

    def _fetch(
        self,
        url: str,
        level: str,
        column: str,
        window: str | None,
        rows: Mapping[str, list[tuple[object, ...]]],
    ) -> str:
        record = f"<urn:uuid:{self._next_fetch}>"
        rows["fetches"].append((url, level, column, window))
        rows["captures"].append((self._next_fetch, record, url, TIME, record))
        self._next_fetch += 1
        return record


def write_tag_counts(file: Path, rows: int) -> None:
    """Write the table of counted tags that ``curator tags suggest`` would."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="\n") as out:
        out.write("\t".join(TAG_COLUMNS) + "\n")
        for number in range(rows):
            many = (number * 7919) % 100_003 + 1
            cells = {
                "signature": f"div.block-{number % 977}.class-{number}",
                "context": "" if number % 3 else f"parent div.outer-{number % 97}",
                "frequency": f"{many}",
                "pages": f"{many // 2 + 1}",
                "words": f"{many * 12}",
                "own_words": f"{many * 3}",
                "linked_words": f"{many}",
                "repeated": f"{many % 100 / 100:.2f}",
                "parent": "article",
                "in_force": "unwrap",
                "source": "none",
                "suggestion": ("drop", "unwrap", "paragraph")[number % 3],
                "confidence": f"{number % 100 / 100:.2f}",
                "reason": "most of its text is repeated on other pages",
                "examples": " ".join(f"http://{NAME}.example/{n}/" for n in range(3)),
            }
            out.write("\t".join(cells.get(column, "") for column in TAG_COLUMNS) + "\n")


def make_folder(folder: Path, articles: int, portals: int, tags: int) -> None:
    """Make the portal files, and the corpus of the first of them."""
    folder.mkdir(parents=True, exist_ok=True)
    small = [f"portal-{number:03}" for number in range(1, portals)]
    for name in (NAME, *small):
        (folder / f"{name}.yaml").write_text(PORTAL.format(name=name), encoding="utf-8")
    corpora = folder / "corpora"
    if not (corpora / NAME).exists():
        make_corpus(folder, NAME, articles)
        write_tag_counts(corpora / NAME / "reports" / "tag-counts.tsv", tags)
    for name in small:
        if (corpora / name).exists():
            continue
        if name == small[0]:
            make_corpus(folder, name, SMALL)
            continue
        shutil.copytree(corpora / small[0], corpora / name)
        with closing(sqlite3.connect(corpora / name / "corpus.sqlite")) as index, index:
            index.execute("UPDATE meta SET value = ? WHERE key = 'portal'", (name,))


def make_corpus(folder: Path, name: str, articles: int) -> None:
    """Make the corpus of a portal."""
    portal = load_portal(folder / f"{name}.yaml")
    with open_corpus(folder / "corpora" / name, portal.id, create=True) as corpus:
        Filler(portal, corpus, articles).fill()


@contextmanager
def run_studio(folder: Path) -> Iterator[tuple[str, int]]:
    """Start a studio in a folder; yield the address that opens it, and its process."""
    program = "import sys; from webarticlecurator.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "studio", "--port", "0", "--no-browser"]
    with (folder / "studio.err").open("w") as errors:
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


@dataclass(frozen=True)
class Answer:
    """The milliseconds of an answer, those of the processor, and what it says that it waits for."""

    milliseconds: float
    processor: float
    waiting: str


def ask(session: requests.Session, address: str, process: int) -> Answer:
    """Ask the studio in a process for a view."""
    began, worked = time.perf_counter(), read_processor_time(process)
    answer = session.get(address, timeout=PATIENCE)
    milliseconds = (time.perf_counter() - began) * 1000
    wait_until_idle(process)
    worked = read_processor_time(process) - worked
    answer.raise_for_status()
    assert 'role="alert"' not in answer.text and '"role":"alert"' not in answer.text, address
    waiting = WAITING.search(answer.text)
    return Answer(milliseconds, worked, waiting[0] if waiting else "")


def wait_until_idle(process: int) -> None:
    """Return when the processor has not worked for a process for half a second."""
    before, now = -1.0, read_processor_time(process)
    while now > before:
        time.sleep(IDLE_SECONDS)
        before, now = now, read_processor_time(process)


def read_processor_time(process: int) -> float:
    """Return the milliseconds for which the processor has worked for a process (Linux)."""
    # behind the name, which may have spaces: user and system time are the 12th and 13th field
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def view_path(view: str, query: Mapping[str, str]) -> str:
    """Return the path of a view."""
    asked = f"?{urlencode(query)}" if query else ""
    return f"/portal/{NAME}/{view}{asked}" if view else "/"


def measure(folder: Path, names: Sequence[str], *, in_browser: bool) -> Iterator[str]:
    """Yield the row of each view."""
    with run_studio(folder) as (opening, process), requests.Session() as session:
        base = opening.partition("/?")[0]
        first = ask(session, opening, process)
        yield f"| home, just started | {first.milliseconds:.0f} | | | {first.waiting} |"
        for name in names:
            answers = [ask(session, base + view_path(*VIEWS[name]), process) for _ in range(3)]
            first, *others = answers
            usual = median(answer.milliseconds for answer in others)
            least = min(answer.processor for answer in answers)
            times = f"{first.milliseconds:.0f} | {usual:.0f} | {least:.0f}"
            yield f"| {name} | {times} | {first.waiting} |"
        if in_browser:
            yield from open_views(base, session, names)


def open_views(base: str, session: requests.Session, names: Sequence[str]) -> Iterator[str]:
    """Yield how long each view takes in Chromium until nothing is waited for."""
    from playwright.sync_api import sync_playwright

    cookies: Any = [
        {"name": cookie.name, "value": cookie.value or "", "url": base}
        for cookie in session.cookies
    ]
    done = (
        "document.querySelector('.studio-title') && ![...document.querySelectorAll('[role=status]')]"
        ".some(note => note.textContent.endsWith('…'))"
    )
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context()
        context.add_cookies(cookies)
        tab = context.new_page()
        for name in names:
            times = []
            for _ in range(3):
                began = time.perf_counter()
                tab.goto(base + view_path(*VIEWS[name]))
                tab.wait_for_function(done)
                times.append((time.perf_counter() - began) * 1000)
            yield f"| {name}, in Chromium | {times[0]:.0f} | {median(times[1:]):.0f} | | |"
        browser.close()


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", nargs="*", type=int, default=SIZES)
    parser.add_argument("--portals", type=int, default=100)
    parser.add_argument("--tags", type=int, default=50_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--view", action="append", help="only these views, by their beginning")
    parser.add_argument("--browser", action="store_true")
    args = parser.parse_args()
    names = [n for n in VIEWS if not args.view or any(n.startswith(each) for each in args.view)]
    with tempfile.TemporaryDirectory() as temporary:
        for articles in args.articles:
            folder = (args.folder or Path(temporary)) / str(articles)
            make_folder(folder, articles, args.portals, args.tags)
            print(
                f"| {articles:,} articles | first ms | then ms | CPU ms | waits |\n|---|---|---|---|---|"
            )
            for row in measure(folder, names, in_browser=args.browser):
                print(row, flush=True)


if __name__ == "__main__":
    main()
