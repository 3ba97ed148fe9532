"""What the cells of a tag table say, in the language of the reader."""

from __future__ import annotations

from webarticlecurator.base.text.translation import format_number, make_message, translate
from webarticlecurator.corpus.charts.bar_names import name_operation
from webarticlecurator.proposing.tags.tag_reasons import say_reasons

_OPERATION_COLUMNS = ("operation", "in_force", "suggestion")
_WORDS = {
    "source": {
        "base": make_message("base dictionary"),
        "portal": make_message("portal file"),
        "rule": make_message("portal file, on no counted page"),
        "none": make_message("no dictionary"),
    },
    "status": {
        "new": make_message("new"),
        "gone": make_message("no longer on any page"),
        "conflict": make_message("decided otherwise elsewhere"),
    },
}
"""Columns with words of their own, and what these mean."""


def say_cell(column: str, cell: str) -> str:
    """Return what a cell of a tag table says, in the language of the reader."""
    if cell.replace(".", "", 1).isdecimal():
        return format_number(float(cell), f",.{len(cell.partition('.')[2])}f")
    if column == "reason":
        return say_reasons(cell)
    parts = cell.split(" | ") if cell else []
    if column in _OPERATION_COLUMNS:
        return " | ".join(map(name_operation, parts))
    if column in _WORDS:
        return " | ".join(_name_word(column, *part.partition(": ")) for part in parts)
    return cell


def _name_word(column: str, word: str, colon: str, rest: str) -> str:
    return f"{translate(str(_WORDS[column].get(word, word)))}{colon}{rest}"
