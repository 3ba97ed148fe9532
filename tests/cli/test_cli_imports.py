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
READING = {"bs4", "extruct", "webarticlecurator.article.one_page"}
TEXT_AND_TEI = {
    "webarticlecurator.article.tree_walk",
    "webarticlecurator.guess.article_text",
    "webarticlecurator.article.metadata",
    "webarticlecurator.tei.document",
}
MODEL = {"webarticlecurator.model.portal", "webarticlecurator.config.tables"}
LIBRARIES = {"yaml", "ssl", "lxml", "sqlite3"}
RUNNING = {"webarticlecurator.crawl.crawl", "webarticlecurator.build.build"}
SELDOM_NEEDED = {
    "feedparser",
    "regex",
    "w3lib.html",
    "webarticlecurator.archive.feeds",
    "webarticlecurator.archive.sitemaps",
    "webarticlecurator.tei.header",
}
"""What a portal needs that has feeds, sitemaps, regexes on addresses."""


@pytest.mark.parametrize(
    ("arguments", "unneeded"),
    [
        (["--version"], MODEL | LIBRARIES),
        (["--help"], MODEL | LIBRARIES | NETWORK | READING | RUNNING | {"lxml", "warcio", "sqlite3", "webarticlecurator.store"}),
        (["check", str(DEMO)], NETWORK | READING | RUNNING | {"webarticlecurator.fetch"}),
        (["status", str(DEMO)], NETWORK | READING | RUNNING | {"webarticlecurator.article", "webarticlecurator.archive"}),
        (["learn", "--help"], NETWORK | RUNNING | {"webarticlecurator.crawl.page_visits", "webarticlecurator.propose.portal_proposal"}),
    ],
    ids=["version", "help", "check", "status", "learn"],
)  # fmt: skip
def test_a_short_command_imports_what_it_needs(
    tmp_path: Path, arguments: list[str], unneeded: set[str]
):
    imported = list_imported(LIST_MODULES, tmp_path, *arguments)
    assert "webarticlecurator.cli.main" in imported
    assert not imported & unneeded


def test_a_crawl_with_nothing_new_imports_neither_text_nor_tei(tmp_path: Path):
    code = "import sys; import webarticlecurator.crawl.crawl; print(*sys.modules)"
    imported = list_imported(code, tmp_path)
    assert "webarticlecurator.build.build" in imported
    assert not imported & (READING | TEXT_AND_TEI | SELDOM_NEEDED)


def list_imported(code: str, folder: Path, *arguments: str) -> set[str]:
    """The modules that ``code`` prints, run in a new process."""
    words = [sys.executable, "-c", code, *arguments]
    ended = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    return set(ended.stdout.split())
