"""The page on reading without rules tells the stages of the program in their order, and has the
thresholds that are in force."""

from __future__ import annotations

import importlib
import re

import pytest
from docs_material import CHECKOUT, read

from webarticlecurator.articles.blocks import finish
from webarticlecurator.articles.without_rules import article_text

PAGE = read(CHECKOUT / "docs" / "reading-without-rules.md")
STAGE = re.compile(r"^(\d)\. \*\*(.+?)\.?\*\*", re.MULTILINE)
THRESHOLD = re.compile(r"^\| `([A-Z_]+)` \| ([\d.]+) \| `(\w+)\.py` \|", re.MULTILINE)
THRESHOLDS = THRESHOLD.findall(PAGE)


def test_the_stages_are_those_of_the_program() -> None:
    stages = STAGE.findall(PAGE)
    told = STAGE.findall(article_text.__doc__ or "")
    assert [number for number, _ in stages] == [str(n) for n in range(1, 9)]
    assert [name.split()[0] for _, name in stages] == [name.split()[0] for _, name in told]


def test_the_table_has_thresholds() -> None:
    assert len(THRESHOLDS) > 10
    assert f"`MIN_PROSE_SIZE` ({finish.MIN_PROSE_SIZE})" in PAGE
    assert f"`MAX_CAPTION_SIZE` ({finish.MAX_CAPTION_SIZE})" in PAGE


@pytest.mark.parametrize(("name", "value", "file"), THRESHOLDS)
def test_a_threshold_is_that_of_the_program(name: str, value: str, file: str) -> None:
    module = importlib.import_module(f"webarticlecurator.articles.without_rules.{file}")
    assert getattr(module, name) == float(value)
