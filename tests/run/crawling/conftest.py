"""One crawl of the demo portal for all tests; each gets a copy of the corpus."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from crawl_demo import Hasty, demo_portal
from webarticlecurator.examples.portal.site import State
from webarticlecurator.examples.server import DemoServer
from webarticlecurator.examples.wire import Served

from webarticlecurator.run.crawling.crawl import crawl
from webarticlecurator.run.progress import NullProgress
from webarticlecurator.run.setup import CrawlOptions, Runtime
from webarticlecurator.run.summary import Summary

MIDDLE = 300
"""Steps of the crawl after which a copy of its index is laid aside."""


@dataclass(frozen=True)
class Crawled:
    """An undisturbed crawl: the log and the state of the server, the summary of the crawl, and an
    index from the middle of it."""

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


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    """The shared corpus, which must not be changed; ``copied`` is a copy that may be."""
    top = tmp_path_factory.mktemp("crawled")
    folder, middle = top / "corpus", top / "middle.sqlite"
    with DemoServer() as server:
        runtime = Runtime(clock=Hasty(), progress=CopyingInTheMiddle(folder, middle))
        summary = crawl(demo_portal(), folder, CrawlOptions(proxy=server.proxy), runtime)
        return Crawled(folder, server.log, server.state, summary, middle)


@pytest.fixture
def copied(crawled: Crawled, tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that copies the crawled corpus to a folder of a given name."""

    def copy(name: str = "corpus") -> Path:
        return Path(shutil.copytree(crawled.folder, tmp_path / name))

    return copy


@pytest.fixture
def later(crawled: Crawled) -> Iterator[DemoServer]:
    """The portal in the state in which the shared crawl left it."""
    with DemoServer(state=crawled.state) as server:
        yield server
