"""Cells as text: the one place where tables get their form, whoever writes them.

A spreadsheet calculates a cell that looks like a formula, whatever file it comes from. Such a cell
is written with an apostrophe in front (``defused``); ``original`` takes it off again, so that a
table that was written here, edited and given back says what it said. OWASP, "CSV injection".
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from webarticlecurator.model.visible import escape_cell

_UNSEEN = (
    "\\s\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""What may stand before a formula unseen: blanks, controls, characters without a width."""
_SIGNS = "=+\\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20"
"""What a formula begins with, in every width."""
_QUOTES = "'\"\uff02\uff07"
_FORMULA = re.compile(f"[{_QUOTES}]*[\t\r\n]|[{_UNSEEN}{_QUOTES}]*[{_SIGNS}]")
_NUMBER = re.compile(r" *-(?:\d+(?:[.,]\d+)?)? *", re.ASCII)
"""A negative number, or the dash that stands for nothing."""


def defuse_formula(cell: str) -> str:
    """Return the cell as no spreadsheet takes it for a formula; a negative number stays one."""
    return f"'{cell}" if _calculated(cell) else cell


def restore_cell(cell: str) -> str:
    """Return what a cell said before ``defused``."""
    return cell[1:] if cell.startswith("'") and _calculated(cell[1:]) else cell


def _calculated(cell: str) -> bool:
    return _FORMULA.match(cell) is not None and _NUMBER.fullmatch(cell) is None


def report_line(cells: Iterable[str]) -> str:
    """Return a line of a TSV table for a person, LF at its end.

    White space inside a cell becomes one blank, characters that act on a terminal become escapes.
    """
    return "\t".join(_report_cell(cell) for cell in cells) + "\n"


def _report_cell(cell: str) -> str:
    text = defuse_formula(escape_cell(" ".join(cell.split())))
    # a quote that begins a cell would open one that swallows the cells after it
    return _quoted(text) if text.startswith('"') else text


def sheet_text(rows: Iterable[Iterable[str]]) -> str:
    """Return TSV with LF that ``read_sheet`` reads as the same rows; an empty row is an empty
    line."""
    lines = ([defuse_formula(cell) for cell in row] for row in rows)
    return "".join(
        "\t".join(map(_sheet_cell, cells) if any(cells) else ()) + "\n" for cells in lines
    )


def _sheet_cell(cell: str) -> str:
    """A cell with a quote, a tab or a line end is quoted, as spreadsheets do."""
    return _quoted(cell) if re.search('["\t\r\n]', cell) else cell


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def csv_line(cells: Iterable[str]) -> str:
    """Return a line of RFC 4180: commas, quotes doubled, CRLF."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow([defuse_formula(cell) for cell in cells])
    return out.getvalue()
