"""The lines of a concordance for a terminal: what was found stands in one column of the screen."""

from __future__ import annotations

from rich.cells import cell_len

from webarticlecurator.cli.output import MarkedLine
from webarticlecurator.run.search_hits import Hit
from webarticlecurator.text.characters import escape_cell

_LEAST = 20
"""Columns on the left at least, however narrow the terminal is."""
_DAY = 10
_MORE = "…"


def format_hit(published: str, hit: Hit, width: int) -> MarkedLine:
    """Return the line of a hit: its date, and its context as far as ``width`` columns take it.

    Wide characters take two columns; those that act on a terminal are shown as escapes.
    """
    left, match, right = (escape_cell(text) for text in (hit.left, hit.match, hit.right))
    side = max((width - _DAY - 2) * 2 // 5, _LEAST)
    left = _cut_start(left, side)
    space = max(width - _DAY - 2 - side, _LEAST)
    match = _cut_end(match, space)
    head = f"{escape_cell(published):<{_DAY}}  {' ' * (side - cell_len(left))}{left}"
    return MarkedLine(head, match, _cut_end(right, space - cell_len(match)))


def _cut_end(text: str, columns: int) -> str:
    """Return as much of the beginning of a text as the columns take."""
    if cell_len(text) <= columns:
        return text
    kept, free = "", columns - 1
    for character in text:
        free -= cell_len(character)
        if free < 0:
            break
        kept += character
    return f"{kept}{_MORE}" if columns > 0 else ""


def _cut_start(text: str, columns: int) -> str:
    """Return as much of the end of a text as the columns take."""
    if cell_len(text) <= columns:
        return text
    kept, free = 0, columns - 1
    for character in reversed(text):
        free -= cell_len(character)
        if free < 0:
            break
        kept += 1
    return f"{_MORE}{text[len(text) - kept :]}"
