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
NETWORK = {"requests", "urllib3", "webarticlecurator.crawling.fetch.session"}
READING = {"bs4", "extruct", "webarticlecurator.articles.by_rules.one_page"}
TEXT_AND_TEI = {
    "webarticlecurator.articles.blocks.tree_walk",
    "webarticlecurator.articles.without_rules.article_text",
    "webarticlecurator.articles.by_rules.metadata",
    "webarticlecurator.tei.documents.document",
}
MODEL = {"webarticlecurator.base.portal.portal", "webarticlecurator.portal_file.values.tables"}
LIBRARIES = {"yaml", "ssl", "lxml", "sqlite3"}
RUNNING = {"webarticlecurator.crawling.crawl.crawl", "webarticlecurator.crawling.building.build"}
SELDOM_NEEDED = {
    "feedparser",
    "regex",
    "w3lib.html",
    "webarticlecurator.crawling.archive.feeds",
    "webarticlecurator.crawling.archive.sitemaps",
    "webarticlecurator.tei.documents.header",
}
"""What a portal needs that has feeds, sitemaps, regexes on addresses."""


@pytest.mark.parametrize(
    ("arguments", "unneeded"),
    [
        (["--version"], MODEL | LIBRARIES),
        (["--help"], MODEL | LIBRARIES | NETWORK | READING | RUNNING | {"lxml", "warcio", "sqlite3", "webarticlecurator.storage.store"}),
        (["check", str(DEMO)], NETWORK | READING | RUNNING | {"webarticlecurator.crawling.fetch"}),
        (["status", str(DEMO)], NETWORK | READING | RUNNING | {"webarticlecurator.articles.by_rules", "webarticlecurator.crawling.archive.entry", "webarticlecurator.pages.page.page", "zipfile"}),
        (["learn", "--help"], NETWORK | RUNNING | {"webarticlecurator.crawling.crawl.page_visits", "webarticlecurator.proposing.propose.portal_proposal"}),
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
    code = "import sys; import webarticlecurator.crawling.crawl.crawl; print(*sys.modules)"
    imported = list_imported(code, tmp_path)
    assert "webarticlecurator.crawling.building.build" in imported
    assert not imported & (READING | TEXT_AND_TEI | SELDOM_NEEDED)


def list_imported(code: str, folder: Path, *arguments: str) -> set[str]:
    """The modules that ``code`` prints, run in a new process."""
    words = [sys.executable, "-c", code, *arguments]
    ended = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    return set(ended.stdout.split())
