from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docs_material import CHECKOUT


def curator(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, as a user in ``folder`` runs it."""
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "0", "LC_ALL": "C"}
    command = [sys.executable, "-m", "webarticlecurator", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=300, check=False)


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A folder with ``examples/`` and the corpus that the first command of the tour makes, and what that command said."""
    folder = tmp_path_factory.mktemp("tour")
    (folder / "examples").mkdir()
    for name in ("demo.yaml", "demo.tags.tsv"):
        shutil.copy(CHECKOUT / "examples" / name, folder / "examples" / name)
    return folder, curator(folder, "demo", "--corpus", "corpora/demo", "--json")


@pytest.fixture(scope="module")
def tour(crawled: tuple[Path, object], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of that folder, for one module to work in."""
    folder = tmp_path_factory.mktemp("copy") / "tour"
    shutil.copytree(crawled[0], folder)
    return folder
