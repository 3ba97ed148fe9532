"""Evidence is short, and says of each claim what the other pages say of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs_material import CHECKOUT, README, read, sections

DOCS = CHECKOUT / "docs"
EVIDENCE = DOCS / "evidence.md"
COST = DOCS / "before-you-start.md"
MAX_LINES = 200
LINK = re.compile(r"\(evidence\.md#([\w-]+)\)")
FIGURE = re.compile(r"(?<![\w.])\.\d{3}\b|\b\d+(?:\.\d+)? %")
"""An F1 such as .979, a percentage."""
COSTS = {
    "WARC": "WARC",
    "TEI": "TEI",
    "index": "index",
    "search index, if you search": "search index",
}
"""Row of the table of costs → that of one article."""
TIMES = {"build with rules, one core": "build with rules"}
TIMES["build without rules, one core"] = "build without rules"


def slug(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def rows(text: str, head: str) -> dict[str, list[str]]:
    """Return first cell → the others, of the table whose head begins so."""
    lines = text[text.index(head) :].split("\n\n", 1)[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {first: rest for first, *rest in cells}


def test_it_is_short() -> None:
    assert len(read(EVIDENCE).splitlines()) <= MAX_LINES


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


def test_the_costs_are_those_of_one_article() -> None:
    one = rows(read(EVIDENCE), "| | one article |")
    costs = rows(read(COST), "| articles | 10,000 |")
    for row, name in COSTS.items():
        assert costs[row][2] == one[name][0].replace("kB", "GB"), row
    for row, name in TIMES.items():
        milliseconds = re.fullmatch(r"(\d+) ms", one[name][0])
        assert milliseconds
        assert costs[row][2] == f"{int(milliseconds[1]) / 3.6:.1f} hours", row
