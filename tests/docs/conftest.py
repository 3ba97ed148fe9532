from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from docs_material import CHECKOUT, curator


@pytest.fixture(scope="session")
def crawled(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A folder with ``examples/`` and the corpus of the first command, and the result of that
    command."""
    folder = tmp_path_factory.mktemp("tour")
    (folder / "examples").mkdir()
    for name in ("demo.yaml", "demo.tags.tsv", "demo.tests.yaml"):
        shutil.copy(CHECKOUT / "examples" / name, folder / "examples" / name)
    return folder, curator(folder, "demo", "--corpus", "corpora/demo", "--json")


@pytest.fixture(scope="module")
def tour(crawled: tuple[Path, object], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of that folder, for one module to work in."""
    folder = tmp_path_factory.mktemp("copy") / "tour"
    shutil.copytree(crawled[0], folder)
    return folder
