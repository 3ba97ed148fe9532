"""The wheel is complete: it is built, unpacked outside the checkout, and used there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from checkout import CHECKOUT
from webarticlecurator.examples.expected import expected_articles

CODE = "webarticlecurator"
DATA = ("site_configs", "schemas", "tei_templates", "examples")
CRAWL_A_COLUMN = f"""
import sys
from {CODE}.cli.main import main
from {CODE}.examples.server import DemoServer
from {CODE}.base.folders import data_folder
with DemoServer() as server:
    file = str(data_folder("examples") / "demo.yaml")
    days = ["--column", "sport", "--from", "2010-01-01", "--until", "2013-12-31"]
    sys.exit(main(["crawl", file, "--corpus", sys.argv[1], "--proxy", server.proxy, *days]))
"""
NOT_INSTALLED = {"golden", "plugin", "__pycache__"}
"""Folders below the data folders that are for the tests of a checkout, or a package of their own."""


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The content of the wheel."""
    target = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def run(unpacked: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """``python -m webarticlecurator`` of the unpacked wheel, from a folder outside the checkout."""
    environment = os.environ | {"PYTHONPATH": str(unpacked), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-m", CODE, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_every_module_and_data_file_is_in_the_wheel(unpacked: Path):
    wanted = {
        p.relative_to(CHECKOUT).as_posix() for p in (CHECKOUT / CODE).rglob("*.*") if p.is_file()
    }
    for folder in DATA:
        files = [
            p
            for p in (CHECKOUT / folder).rglob("*.*")
            if p.is_file() and not NOT_INSTALLED & set(p.parts)
        ]
        wanted |= {f"{CODE}/{p.relative_to(CHECKOUT).as_posix()}" for p in files}
    wanted = {name for name in wanted if not name.endswith((".pyc", ".md"))}
    assert sorted(name for name in wanted if not (unpacked / name).is_file()) == []


def test_the_wheel_works_outside_the_checkout(unpacked: Path, tmp_path: Path):
    where = [sys.executable, "-c", f"import {CODE}; print({CODE}.__file__)"]
    found = subprocess.run(
        where,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(found.stdout.strip()).is_relative_to(unpacked)

    assert run(unpacked, tmp_path, "check", "hvg").returncode == 0
    assert run(unpacked, tmp_path, "new", "https://www.example.org/", "--offline").returncode == 0
    made = next(tmp_path.glob("*.yaml"))
    assert run(unpacked, tmp_path, "check", made.name).returncode == 0

    crawled = subprocess.run(
        [sys.executable, "-c", CRAWL_A_COLUMN, str(tmp_path / "column")],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert crawled.returncode == 0, crawled.stderr
    found = {path.stem for path in (tmp_path / "column").glob("tei/*/*/*.xml")}
    assert found == {
        article.id
        for article in expected_articles()
        if article.column == "sport" and "2010" <= article.published[:4] <= "2013"
    }


@pytest.mark.long
def test_the_demo_works_outside_the_checkout(unpacked: Path, tmp_path: Path):
    demo = run(unpacked, tmp_path, "demo", "--corpus", "demo", "--json", "--quiet")
    assert demo.returncode == 0, demo.stderr
    account = json.loads(demo.stdout)
    assert account["tei"] == account["built"] == 318
    assert (account["pending"], account["failed"]) == (0, 0)
