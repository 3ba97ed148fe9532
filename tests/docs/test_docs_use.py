"""The pages of docs/use: their commands, their Python and their SQL run in one folder, one after the
other, and print what is shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from docs_material import CHECKOUT, commands, curator, read

PAGES = sorted((CHECKOUT / "docs" / "use").glob("*.md"))
NEEDED = {
    "pandas.md": ("pyarrow", "pandas"),
    "duckdb.md": ("pyarrow", "duckdb"),
    "hugging-face.md": ("pyarrow", "datasets"),
    "sketch-engine.md": ("spacy", "corpy"),
    "conllu.md": ("spacy", "conllu"),
    "duplicates.md": ("numpy",),
}
"""The libraries that a page needs."""
ON_A_SERVER = "--cdx"
"""The option of commands that need a web archive: tests/run/completeness run their page."""
BEGIN_SQL = "import sys, duckdb\nfor row in duckdb.sql(sys.stdin.read()).fetchall(): print(*row)"


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page: Path, crawled: tuple[Path, object], tmp_path: Path):
    for library in NEEDED.get(page.name, ()):
        pytest.importorskip(library, reason=f"{page.name} needs {library}")
    folder = Path(shutil.copytree(crawled[0], tmp_path / "tour"))
    for command in commands(page):
        if ON_A_SERVER in command.text:
            continue
        done = curator(folder, *command.arguments(folder))
        assert done.returncode == 0, f"{command}\n{done.stderr}"
    python = [block for block in blocks(page) if block.kind == "python"]
    # a mark after each block, since one goes on with what another has defined
    program = "".join(f"{block.text}\nprint('\\x1e')\n" for block in python)
    printed = run(folder, program).split("\x1e\n") if python else []
    for block, output in zip(python, printed, strict=False):
        check(page, block, output)
    for block in blocks(page):
        if block.kind == "sql":
            check(page, block, run(folder, BEGIN_SQL, block.text))


def run(folder: Path, program: str, given: str = "") -> str:
    """Return what a Python program prints."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program],
        cwd=folder,
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "hf")},
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check(page: Path, block: Block, output: str) -> None:
    assert block.shown is None or output == block.shown, f"{page.name}:{block.line}"
