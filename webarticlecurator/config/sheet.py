"""Tab-separated tables as spreadsheets write them."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One row; ``line`` is where it starts in the file, from 1."""

    line: int
    cells: tuple[str, ...]


def read_sheet(text: str) -> tuple[Row, ...]:
    """The rows of TSV text: a field in double quotes may hold tabs and line ends, a doubled quote is one; LF or CRLF."""
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t", doublequote=True)
    line = 1
    for cells in reader:
        rows.append(Row(line, tuple(cells)))
        line = reader.line_num + 1
    return tuple(rows)
