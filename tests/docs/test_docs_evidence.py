"""The page of figures is short, and says of each claim what the other pages say of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs_material import CHECKOUT, README, read, sections

DOCS = CHECKOUT / "docs"
EVIDENCE = DOCS / "evidence.md"
MAX_WORDS = 1000
LINK = re.compile(r"\(evidence\.md#([\w-]+)\)")
FIGURE = re.compile(r"(?<![\w.])\.\d{3}\b|\b\d+(?:\.\d+)? %")
"""An F1 such as .979, a percentage."""


def slug(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_it_is_short() -> None:
    assert len(read(EVIDENCE).split()) <= MAX_WORDS


def test_it_tells_no_history() -> None:
    assert not re.search(r"(?i)\bbefore:|\| before \||session before|tried again", read(EVIDENCE))


@pytest.mark.parametrize(
    "page", [README, *sorted(set(DOCS.glob("*.md")) - {EVIDENCE})], ids=lambda page: page.stem
)
def test_other_pages_have_the_same_figures(page: Path) -> None:
    """A line that leads to a section of Evidence has no figure that is not in it."""
    known = {slug(title): text for title, text in sections(read(EVIDENCE)).items()}
    lines = [line for line in read(page).splitlines() if LINK.search(line)]
    false = [
        (figure, line)
        for line in lines
        for figure in FIGURE.findall(line)
        if not any(figure in known[name] for name in LINK.findall(line))
    ]
    assert false == []
