"""What short commands import: they start at once, since a person waits for them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from checkout import CHECKOUT

DEMO = CHECKOUT / "examples" / "demo.yaml"
LIST_MODULES = """
import contextlib, io, sys
from webarticlecurator.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(*sys.modules)
"""
NETWORK = {"requests", "urllib3", "webarticlecurator.fetch.session"}
READING = {"bs4", "extruct", "webarticlecurator.extract.pages.article_page"}
RUNNING = {"webarticlecurator.run.crawling.crawl", "webarticlecurator.run.building.build"}


@pytest.mark.parametrize(
    ("arguments", "unneeded"),
    [
        (["--help"], NETWORK | READING | RUNNING | {"lxml", "warcio", "sqlite3", "webarticlecurator.store"}),
        (["check", str(DEMO)], NETWORK | READING | RUNNING | {"webarticlecurator.fetch"}),
        (["status", str(DEMO)], NETWORK | READING | RUNNING | {"webarticlecurator.extract", "webarticlecurator.archive"}),
    ],
    ids=["help", "check", "status"],
)  # fmt: skip
def test_a_short_command_imports_what_it_needs(
    tmp_path: Path, arguments: list[str], unneeded: set[str]
):
    ended = subprocess.run(
        [sys.executable, "-c", LIST_MODULES, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(ended.stdout.split())
    assert "webarticlecurator.cli.command_line" in imported
    assert not imported & unneeded
