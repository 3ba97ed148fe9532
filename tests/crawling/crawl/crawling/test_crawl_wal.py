"""A crawl has a write-ahead log while it fetches; others read the corpus at the same time."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from crawl_demo import CONFIG, Hasty, demo_portal, holdings
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import CorpusView, view_corpus

READ_AT = (100, 300)
"""Steps of the crawl at which another process reads the corpus."""


def read_status(folder: Path) -> dict[str, int]:
    """Return what ``curator status --json`` says, run as a process of its own."""
    command = [sys.executable, "-m", "webarticlecurator", "status", str(CONFIG), "--json"]
    run = subprocess.run(
        [*command, "--corpus", str(folder)], capture_output=True, text=True, check=False
    )
    assert run.returncode in (0, 1), run.stderr
    found: dict[str, int] = json.loads(run.stdout)
    return found


class Watching(NullProgress):
    """Notes at which steps of which stage there is a log, and what others read."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._stage = folder, ""
        self.logs: dict[str, set[bool]] = {}
        self.steps = 0
        self.read: list[dict[str, int]] = []
        self.keeps_view = False
        self.view: CorpusView | None = None

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self._stage = stage

    def step(self, what: str) -> None:
        self.steps += 1
        has_log = (self._folder / "corpus.sqlite-wal").exists()
        self.logs.setdefault(self._stage, set()).add(has_log)
        if self._stage == "crawl" and self.steps in READ_AT:
            assert has_log
            self.read.append(read_status(self._folder))
            if self.keeps_view and self.view is None:
                self.view = view_corpus(self._folder, "demo")


def run_watched(seen: Watching, folder: Path) -> Summary:
    ticks = count()
    store = StoreOptions(monotonic=lambda: next(ticks) * 0.1)
    with DemoServer() as server:
        runtime = Runtime(Hasty(), store, seen)
        summary = crawl(demo_portal(), folder, CrawlOptions(proxy=server.proxy), runtime)
    assert summary.ok
    return summary


@pytest.mark.long
def test_others_read_while_a_crawl_has_a_log_and_the_build_has_none(crawled, tmp_path: Path):
    folder = tmp_path / "corpus"
    seen = Watching(folder)
    summary = run_watched(seen, folder)
    assert seen.logs == {"crawl": {False, True}, "build": {False}}
    first, second = seen.read
    assert 0 < first["archive_pages"] < second["archive_pages"] <= summary.archive_pages
    assert 0 < first["articles"] < second["articles"] <= summary.articles
    assert first["tei"] == second["tei"] == 0
    assert {path.name for path in folder.glob("corpus*")} == {"corpus.sqlite", "corpus.lock"}
    assert holdings(folder).tei == holdings(crawled.folder).tei
    assert verify_corpus(folder, "demo").findings == ()


@pytest.mark.long
def test_a_build_beside_a_reader_who_stays_has_a_log(crawled, tmp_path: Path):
    """Its workers are started anew, not forked; the log goes when the reader does."""
    folder = tmp_path / "corpus"
    seen = Watching(folder)
    seen.keeps_view = True
    summary = run_watched(seen, folder)
    assert seen.view is not None
    assert seen.logs == {"crawl": {False, True}, "build": {True}}
    assert seen.view.article_counts.by_state().tei == summary.tei
    seen.view.close()
    assert {path.name for path in folder.glob("corpus*")} == {"corpus.sqlite", "corpus.lock"}
    assert holdings(folder).tei == holdings(crawled.folder).tei
    assert verify_corpus(folder, "demo").findings == ()
