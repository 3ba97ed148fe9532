"""docs/use/sketch-engine.md and docs/use/conllu.md show what the command writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs_material import CHECKOUT, read

from webarticlecurator.cli.main import main

pytest.importorskip("spacy", reason="spaCy is not installed: pip install spacy")

PAGES = [CHECKOUT / "docs" / "use" / name for name in ("sketch-engine.md", "conllu.md")]


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
