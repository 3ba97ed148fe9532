from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import CHECKOUT

FOLDERS = ("webarticlecurator", "site_configs", "schemas", "tei_templates", "examples")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that the checkout stays as it is."""
    source = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(
            CHECKOUT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    for file in ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / file, source)
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--disable-pip-version-check",
    ]
    subprocess.run([*build, "--wheel-dir", str(source / "dist"), str(source)], check=True)
    return next((source / "dist").glob("*.whl"))
