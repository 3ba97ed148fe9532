"""Rows of tables as text (TSV, CSV), safe for spreadsheets.

A spreadsheet evaluates a cell that looks like a formula, in any file (OWASP, "CSV injection").
Such a cell is written with an apostrophe in front (``defuse_formula``), which ``restore_cell``
removes when an edited table is read again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from webarticlecurator.base.text.characters import escape_cell

_UNSEEN = (
    "\\s\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""Invisible characters that may be before a formula: blanks, controls, characters without width."""
_SIGNS = "=+\\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20"
"""Characters with which a formula begins, in every width."""
_QUOTES = "'\"\uff02\uff07"
_FORMULA = re.compile(f"[{_QUOTES}]*[\t\r\n]|[{_UNSEEN}{_QUOTES}]*[{_SIGNS}]")
_NUMBER = re.compile(r" *-(?:\d+(?:[.,]\d+)?)? *", re.ASCII)
"""A negative number, or a dash in place of a value."""
_WORDS = re.compile(
    f"[{_UNSEEN}]*[-@\u2212\ufe63\ufe6b\uff0d\uff20]{{1,2}}[{_UNSEEN}]*(?=[^\\W\\d])(.*)", re.DOTALL
)
"""A name (``@handle``) or speech after a dash: text that begins with a letter."""
_CALLS = re.compile(
    r"[(\[{=|<>^*/&%+#$\uff08\uff1d\uff5c]|!\S|\b[A-Za-z]{1,3}\d|\d[A-Za-z]?\s*[-:]"
)
"""What a formula needs to do anything: a function, a place, another program, an operator."""

_PLAIN_CELL = re.compile(r"(?:[\w/.][!-~]*(?: [!-~]+)*|-?)", re.ASCII)
"""A cell that is written as it is: most are, and a large table has millions."""


def defuse_formula(cell: str) -> str:
    """Return the cell so that no spreadsheet evaluates it; negative numbers, and words after ``-``
    or ``@`` that can be no formula, are unchanged."""
    is_ambiguous = cell.startswith("'") and _may_be_formula(cell[1:])
    return f"'{cell}" if is_ambiguous or _is_formula(cell) else cell


def restore_cell(cell: str) -> str:
    """Return the cell as it was before ``defuse_formula``, also that of earlier versions."""
    return cell[1:] if cell.startswith("'") and _may_be_formula(cell[1:]) else cell


def _is_formula(cell: str) -> bool:
    words = _WORDS.fullmatch(cell)
    return _may_be_formula(cell) and (words is None or _CALLS.search(words[1]) is not None)


def _may_be_formula(cell: str) -> bool:
    return _FORMULA.match(cell) is not None and _NUMBER.fullmatch(cell) is None


def report_line(cells: Iterable[str]) -> str:
    """Return a line of a TSV table for people, ended by LF.

    White space inside a cell becomes one space; characters that control a terminal are escaped.
    """
    return "\t".join(map(_report_cell, cells)) + "\n"


def _report_cell(cell: str) -> str:
    if _PLAIN_CELL.fullmatch(cell):
        return cell
    text = defuse_formula(escape_cell(" ".join(cell.split())))
    # a quote at the beginning of a cell would be read as the start of a quoted cell
    return _quoted(text) if text.startswith('"') else text


def rows_to_tsv(rows: Iterable[Iterable[str]]) -> str:
    """Return rows as TSV with LF, from which ``read_table_file`` reads the same rows; an empty row
    is an empty line."""
    lines = ([defuse_formula(cell) for cell in row] for row in rows)
    return "".join("\t".join(map(_tsv_cell, cells) if any(cells) else ()) + "\n" for cells in lines)


def _tsv_cell(cell: str) -> str:
    """Return the cell, quoted as by spreadsheets if it has a quote, a tab or a line end."""
    return _quoted(cell) if re.search('["\t\r\n]', cell) else cell


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def csv_line(cells: Iterable[str]) -> str:
    """Return a line of CSV by RFC 4180: commas, doubled quotes, CRLF."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow([defuse_formula(cell) for cell in cells])
    return out.getvalue()
