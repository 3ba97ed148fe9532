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
READING = {"bs4", "extruct", "webarticlecurator.article.article_page"}
TEXT_AND_TEI = {
    "webarticlecurator.article.tree_walk",
    "webarticlecurator.guess.article_text",
    "webarticlecurator.article.metadata",
    "webarticlecurator.tei.document",
}
RUNNING = {"webarticlecurator.crawl.crawl", "webarticlecurator.build.build"}
SELDOM_NEEDED = {
    "feedparser",
    "regex",
    "w3lib.html",
    "webarticlecurator.archive.sources.feeds",
    "webarticlecurator.archive.sources.sitemaps",
    "webarticlecurator.tei.header",
}
"""What a portal needs that has feeds, sitemaps, regexes on addresses."""


@pytest.mark.parametrize(
    ("arguments", "unneeded"),
    [
        (["--help"], NETWORK | READING | RUNNING | {"lxml", "warcio", "sqlite3", "webarticlecurator.store"}),
        (["check", str(DEMO)], NETWORK | READING | RUNNING | {"webarticlecurator.fetch"}),
        (["status", str(DEMO)], NETWORK | READING | RUNNING | {"webarticlecurator.article", "webarticlecurator.archive"}),
    ],
    ids=["help", "check", "status"],
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


LIBRARIES_OF_EXTRAS = """croniter dask distributed duckdb fastapi fsspec httpx nicegui numpy pandas
playwright py3langid pyarrow pydantic s3fs spacy stanza starlette torch ufal uvicorn""".split()
WITHOUT_EXTRAS = f"""
import sys
for library in {LIBRARIES_OF_EXTRAS!r}:
    sys.modules[library] = None
"""


def test_every_command_says_its_options_where_no_extra_is_installed(tmp_path: Path):
    code = (
        f"{WITHOUT_EXTRAS}\nimport argparse\n"
        "from webarticlecurator.cli.options import COMMANDS, register_command\n"
        "commands = argparse.ArgumentParser().add_subparsers()\n"
        "for name in COMMANDS: register_command(commands, name)\n"
        "print(*commands.choices)"
    )
    assert {"build", "serve", "studio"} < list_imported(code, tmp_path)


@pytest.mark.parametrize("command", ["serve", "studio"])
def test_a_command_without_its_extra_names_what_installs_it(tmp_path: Path, command: str):
    code = f"{WITHOUT_EXTRAS}\nfrom webarticlecurator.cli.main import main\nsys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", code, command, "--port", "0"]
    words += [str(DEMO)] if command == "serve" else []
    ended = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 'pip install "webarticlecurator[studio]"' in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 2


def list_imported(code: str, folder: Path, *arguments: str) -> set[str]:
    """The modules that ``code`` prints, run in a new process."""
    words = [sys.executable, "-c", code, *arguments]
    ended = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    return set(ended.stdout.split())
