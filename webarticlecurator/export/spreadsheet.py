"""The format ``csv``: one row per article, for a spreadsheet.

RFC 4180 (commas, CRLF, doubled quotes) in UTF-8 with a byte order mark, without which Excel assumes
the code page of the system. A cell that a spreadsheet would evaluate as a formula is prefixed with
an apostrophe (``model/table_text.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from webarticlecurator.export.article_fields import ARTICLE_FIELDS_BY_NAME, Cell
from webarticlecurator.export.exporter import Exporter, ExportOptions
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.export.table_rows import find_fields
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.model.table_text import csv_line

COLUMNS: tuple[str, ...] = (
    "id", "url",
    *FIELD_NAMES,
    "column", "kind", "publisher", "words", "confidence", "pages", "captured", "problems",
    "aliases", "path",
)  # fmt: skip
"""The header row, unless the user chose other fields."""

SEPARATOR = "; "
"""Separates the values in one cell."""


def csv_chunks(columns: Sequence[str], rows: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of the table, row by row, after its head."""
    yield b"\xef\xbb\xbf" + csv_line(columns).encode("utf-8")
    yield from rows


def csv_row(columns: Sequence[str], article: StoredArticle) -> bytes:
    """Return the row of an article."""
    return csv_line(read_cells(article, columns)).encode("utf-8", "replace")


def read_cells(article: StoredArticle, columns: Sequence[str]) -> list[str]:
    """Return the cells of an article in the named columns."""
    return [
        SEPARATOR.join(map(_write_value, field.read(article))) for field in find_fields(columns)
    ]


def _write_value(value: Cell) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _choose_cells(options: ExportOptions) -> Exporter:
    columns = options.columns or COLUMNS
    return replace(EXPORTER, chunks=partial(csv_chunks, columns), convert=partial(csv_row, columns))


EXPORTER = Exporter(
    "a table, one row per article, for a spreadsheet",
    partial(csv_chunks, COLUMNS),
    convert=partial(csv_row, COLUMNS),
    columns=tuple(ARTICLE_FIELDS_BY_NAME),
    prepare=_choose_cells,
)
