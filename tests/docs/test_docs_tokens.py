"""docs/use/sketch-engine.md and docs/use/conllu.md: their commands and examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs_material import CHECKOUT, commands, python_blocks, read

from webarticlecurator.cli.main import main

pytest.importorskip("spacy", reason="spaCy is not installed: pip install spacy")

PAGES = [CHECKOUT / "docs" / "use" / name for name in ("sketch-engine.md", "conllu.md")]
LIBRARY = {"sketch-engine.md": "corpy", "conllu.md": "conllu"}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_commands_and_examples_run(page: Path, tour: Path, monkeypatch):
    pytest.importorskip(LIBRARY[page.name], reason=f"pip install {LIBRARY[page.name]}")
    monkeypatch.chdir(tour)
    monkeypatch.setenv("PYTHONUTF8", "1")
    found = list(commands(page))
    assert found
    for command in found:
        assert main(command.arguments(tour)) == 0, str(command)
    printed: list[str] = []
    space: dict[str, object] = {
        "print": lambda *words: printed.append(" ".join(map(str, words))),
    }
    for line, text in python_blocks(page):
        exec(compile("\n" * (line - 1) + text, str(page), "exec"), space)
    assert printed
    assert all(re.search(r"\w", line) for line in printed)


def test_the_lines_shown_are_those_of_the_files(tour: Path, monkeypatch):
    monkeypatch.chdir(tour)
    for form, page in zip(("vertical", "conllu"), PAGES, strict=True):
        arguments = ["export", "examples/demo.yaml", "--corpus", "corpora/demo"]
        assert main([*arguments, "--format", form, "--output", "shown.txt"]) == 0
        written = (tour / "shown.txt").read_text(encoding="utf-8")
        shown = re.search(r"## What is in the file\n\n```\n(.*?)```", read(page), re.DOTALL)
        assert shown
        place = 0
        for piece in re.split(r" ?…\n?|>\n(?=<p)", shown[1]):
            assert piece in written[place:], piece
            place = written.index(piece, place)


def test_the_models_of_the_pages_are_named_as_the_command_reads_them():
    from webarticlecurator.tokens.annotators import read_model_name

    named = re.findall(r"--model ([\w.:-]+)\n", read(PAGES[1]))
    assert [read_model_name(name)[0] for name in named] == ["spacy", "udpipe", "stanza"]
