from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from demo_corpus import crawl_demo_parts
from docs_material import CHECKOUT, curator

PARTS = (
    ("hirek", 2001),
    ("hirek", 2010),
    ("hirek", 2015),
    ("sport", 2010),
    ("kultura", 2013),
    ("kultura", 2016),
    ("velemeny", None),
)
"""Columns and years of the demo portal that the commands of the documents are about; some
addresses of each kind of rejection."""


@pytest.fixture(scope="session")
def crawled(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A folder with the corpus of the first command of the tour, and the result of that
    command."""
    folder = tmp_path_factory.mktemp("first")
    return folder, curator(folder, "demo", "--corpus", "corpora/demo", "--json")


@pytest.fixture
def whole_tour(demo_corpus: Path, tmp_path: Path) -> Path:
    """A folder with ``examples/`` and the corpus of the demo, for one test to work in."""
    return make_tour(demo_corpus, tmp_path / "tour")


@pytest.fixture(scope="module")
def tour(demo_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for one module."""
    return make_tour(demo_corpus, tmp_path_factory.mktemp("copy") / "tour")


@pytest.fixture(scope="session")
def small_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of some columns and years of the demo. It must not be changed."""
    folder = tmp_path_factory.mktemp("part") / "corpus"
    crawl_demo_parts(folder, PARTS)
    return folder


@pytest.fixture(scope="module")
def small_tour(small_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``examples/`` and that corpus for one module."""
    return make_tour(small_corpus, tmp_path_factory.mktemp("small") / "tour")


def make_tour(corpus: Path, folder: Path) -> Path:
    """Return a new folder with ``examples/`` and a copy of a corpus of the demo."""
    (folder / "examples").mkdir(parents=True)
    for name in ("demo.yaml", "demo.tags.tsv", "demo.tests.yaml"):
        shutil.copy(CHECKOUT / "examples" / name, folder / "examples" / name)
    shutil.copytree(corpus, folder / "corpora" / "demo")
    return folder
