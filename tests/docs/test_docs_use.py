"""The pages of docs/use: their commands, their Python and their SQL run in one folder, one after the
other, and print and write what is shown."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from docs_material import CHECKOUT, commands, read

from webarticlecurator.cli.main import main
from webarticlecurator.tokens.annotators import read_model_name

NEEDED = {
    "pandas.md": ("pyarrow", "pandas"),
    "duckdb.md": ("pyarrow", "duckdb"),
    "hugging-face.md": ("pyarrow", "datasets"),
    "sketch-engine.md": ("spacy", "corpy"),
    "conllu.md": ("spacy", "conllu"),
    "annis.md": ("spacy", "graphannis"),
    "duplicates.md": ("numpy",),
}
"""The libraries that a page needs."""
PAGES = [
    pytest.param(
        page, id=page.stem, marks=[pytest.mark.long] if page.stem == "hugging-face" else []
    )
    for page in sorted((CHECKOUT / "docs" / "use").glob("*.md"))
]
"""The library datasets alone takes longer than the other pages; tests/export open its format."""
ON_A_SERVER = "--cdx"
"""The option of commands that need a web archive: tests/run/completeness run their page."""
RUN_SQL = "import duckdb\nfor row in duckdb.sql({!r}).fetchall(): print(*row)"
WRITTEN = {"sketch-engine.md": "demo.vert", "conllu.md": "demo.conllu"}
"""The files of which a page shows lines."""


@dataclass(frozen=True)
class Block:
    """A block of code of a page; ``shown``: what the page says that it prints, if it does."""

    line: int
    kind: str
    text: str
    shown: str | None


def blocks(path: Path) -> Iterator[Block]:
    text = read(path)
    pattern = r"^```(python|sql)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?"
    for found in re.finditer(pattern, text, re.DOTALL | re.MULTILINE):
        yield Block(text.count("\n", 0, found.start(1)) + 1, found[1], found[2], found[3])


@pytest.mark.parametrize("page", PAGES)
def test_a_page_does_what_it_says(
    page: Path,
    whole_tour: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    for library in NEEDED.get(page.name, ()):
        if find_spec(library) is None:
            pytest.skip(f"{page.name} needs {library}")
    monkeypatch.chdir(whole_tour)
    for command in commands(page):
        if ON_A_SERVER in command.text:
            continue
        code = main(command.arguments(whole_tour))
        assert code == 0, f"{command}\n{capsys.readouterr().err}"
    check_lines_of_file(page, whole_tour)
    found = list(blocks(page))
    ways = {"datasets": run_alone, "duckdb": run_sql}
    run = next((ways[name] for name in NEEDED.get(page.name, ()) if name in ways), run_here)
    for block, output in zip(found, run([block.text for block in found]), strict=True):
        assert block.shown is None or output == block.shown, f"{page.name}:{block.line}"


def check_lines_of_file(page: Path, folder: Path) -> None:
    """Compare the lines that a page shows, with ``…`` for others, to those of the file."""
    shown = re.search(r"## What is in the file\n\n```\n(.*?)```", read(page), re.DOTALL)
    assert (shown is not None) == (page.name in WRITTEN)
    if shown is None:
        return
    written = (folder / WRITTEN[page.name]).read_text(encoding="utf-8")
    place = 0
    for piece in re.split(r" ?…\n?|>\n(?=<p)", shown[1]):
        assert piece in written[place:], piece
        place = written.index(piece, place)


def run_here(texts: list[str]) -> Iterator[str]:
    """Yield what each block of Python prints; it goes on with what those before it have defined."""
    names: dict[str, object] = {}
    for text in texts:
        with contextlib.redirect_stdout(io.StringIO()) as printed, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(text, names)
        yield printed.getvalue()


def run_sql(texts: list[str]) -> list[str]:
    """Return what DuckDB answers to each block of SQL."""
    return run_alone([RUN_SQL.format(text) for text in texts])


def run_alone(texts: list[str]) -> list[str]:
    """Return what each block prints, run in a process of its own, without a network."""
    program = "".join(f"{text}\nprint('\\x1e')\n" for text in texts)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": "hf"},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\x1e\n")[:-1]


def test_the_models_of_the_page_are_named_as_the_command_reads_them():
    named = re.findall(r"--model ([\w.:-]+)\n", read(CHECKOUT / "docs" / "use" / "conllu.md"))
    assert [read_model_name(name)[0] for name in named] == ["spacy", "udpipe", "stanza"]
