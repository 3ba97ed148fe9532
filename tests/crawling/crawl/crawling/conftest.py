"""The crawl of the demo portal that tests share; each gets a copy of the corpus."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from demo_corpus import COLUMN, DemoCrawl, crawl_demo_once
from webarticlecurator.examples.server import DemoServer


@pytest.fixture(scope="session")
def crawled(demo_crawl: DemoCrawl) -> DemoCrawl:
    """The shared corpus, which must not be changed; ``copied`` is a copy that may be."""
    return demo_crawl


@pytest.fixture(scope="session")
def crawled_column(folder_of_run: Path) -> DemoCrawl:
    """A shared corpus of one column, for tests that need no whole portal."""
    return crawl_demo_once(folder_of_run, COLUMN)


@pytest.fixture
def copied_column(crawled_column: DemoCrawl, tmp_path: Path) -> Path:
    """A copy of the corpus of one column."""
    return Path(shutil.copytree(crawled_column.folder, tmp_path / "column"))


@pytest.fixture
def copied(crawled: DemoCrawl, tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that copies the crawled corpus to a folder of a given name."""

    def copy(name: str = "corpus") -> Path:
        return Path(shutil.copytree(crawled.folder, tmp_path / name))

    return copy


@pytest.fixture
def later(crawled: DemoCrawl) -> Iterator[DemoServer]:
    """The portal in the state in which the shared crawl left it."""
    with DemoServer(state=crawled.state) as server:
        yield server
