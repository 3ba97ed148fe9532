"""The changed lines of an article as they are shown."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.proposing.trial.compare_articles import (
    ArticleComparison,
    LineChange,
    WordRun,
    count_unchanged,
    shorten_runs,
)

MAX_LINES = 200
MAX_WORDS = 20_000
"""Changed lines and words that are shown of one article."""
_CHANGES = {
    "changed": make_message("changed"),
    "added": make_message("gained"),
    "removed": make_message("lost"),
    "marked": make_message("different markup"),
}


@dataclass(frozen=True)
class ShownLine:
    """A changed line after ``unchanged`` ones: what it is, and its words."""

    unchanged: int
    label: str
    runs: tuple[WordRun, ...]
    note: str = ""


def list_shown_lines(comparison: ArticleComparison) -> tuple[list[ShownLine], int]:
    """Return the lines to show, and the number of further ones that are left out."""
    shown: list[ShownLine] = []
    words = 0
    for line, unchanged in zip(comparison.lines, count_unchanged(comparison.lines), strict=True):
        runs = tuple(_runs_of(line))
        words += sum(len(run.text.split()) for run in runs)
        if len(shown) == MAX_LINES or (words > MAX_WORDS and shown):
            break
        note = (
            translate("the same words with different links, emphasis or kind of block")
            if line.change == "marked"
            else ""
        )
        shown.append(
            ShownLine(unchanged, f"{line.kind} {translate(_CHANGES[line.change])}", runs, note)
        )
    return shown, len(comparison.lines) - len(shown)


def _runs_of(line: LineChange) -> Iterator[WordRun]:
    """Yield the words; of a block without any, such as a picture, its address."""
    if line.runs:
        yield from shorten_runs(line.runs)
        return
    if line.old and line.old != line.new:
        yield WordRun("gone", line.old)
    if line.new:
        yield WordRun("same" if line.old == line.new else "added", line.new)
