"""One crawl of the demo portal, and one of a column of it, for all tests of a run, also for those
in other processes; crawls of some years of its columns."""

from __future__ import annotations

import pickle
import shutil
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from webarticlecurator.examples.portal.site import State
from webarticlecurator.examples.server import DemoServer, Served

from webarticlecurator.base.folders import data_folder
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal

PATIENCE = 300.0
MIDDLE = 300
"""Steps of the crawl after which a copy of its index is laid aside."""
COLUMN = "kultura"
"""A fifth of the portal, with both layouts, articles of several pages and rejected ones."""
CORPUS, INDEX, OUTCOME = "corpus", "middle.sqlite", "outcome.pickle"


@dataclass(frozen=True)
class DemoCrawl:
    """An undisturbed crawl: the folder of the corpus, the log and the state of the server, the
    summary of the crawl, and an index from the middle of it (not of a column). The files must not
    be changed."""

    folder: Path
    log: tuple[Served, ...]
    state: State
    summary: Summary
    index_of_the_middle: Path


class CopyingInTheMiddle(NullProgress):
    def __init__(self, folder: Path, target: Path) -> None:
        self.folder, self.target, self.steps = folder, target, 0

    def step(self, what: str) -> None:
        self.steps += 1
        if self.steps == MIDDLE:
            # with what the write-ahead log has
            with (
                closing(sqlite3.connect(self.folder / "corpus.sqlite")) as index,
                closing(sqlite3.connect(self.target)) as copy,
            ):
                index.backup(copy)


def crawl_demo_once(top: Path, column: str | None = None) -> DemoCrawl:
    """Return the crawl below ``top``, of all columns or of one, which all processes share; the
    first one that asks does it, the others wait for it."""
    folder = top / f"demo-crawl-{column or 'all'}"
    begun = folder.with_name(f"{folder.name}-begun")
    end = time.monotonic() + PATIENCE
    while not folder.exists():
        try:
            begun.mkdir()
        except FileExistsError:
            assert time.monotonic() < end, "the process that crawls the demo does not end"
            time.sleep(0.05)
            continue
        try:
            (begun / OUTCOME).write_bytes(pickle.dumps(_crawl_demo(begun, column)))
            begun.rename(folder)
        except BaseException:
            shutil.rmtree(begun)
            raise
    outcome: DemoCrawl = pickle.loads((folder / OUTCOME).read_bytes())
    return replace(outcome, folder=folder / CORPUS, index_of_the_middle=folder / INDEX)


def _crawl_demo(top: Path, column: str | None) -> DemoCrawl:
    folder, middle = top / CORPUS, top / INDEX
    portal = load_portal(data_folder("examples") / "demo.yaml")
    with DemoServer() as server:
        runtime = Runtime(progress=CopyingInTheMiddle(folder, middle))
        options = CrawlOptions(proxy=server.proxy, column=column)
        summary = crawl(portal, folder, options, runtime)
        assert summary.ok
        return DemoCrawl(folder, server.log, server.state, summary, middle)


def crawl_demo_parts(folder: Path, parts: Iterable[tuple[str, int | None]]) -> None:
    """Crawl columns of the demo portal into a new corpus, each in one year or as a whole."""
    portal = load_portal(data_folder("examples") / "demo.yaml")
    with DemoServer() as server:
        for column, year in parts:
            since, until = (date(year, 1, 1), date(year, 12, 31)) if year else (None, None)
            options = CrawlOptions(since, until, column, proxy=server.proxy)
            assert crawl(portal, folder, options).ok
