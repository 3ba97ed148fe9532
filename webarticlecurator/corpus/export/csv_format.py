"""The format ``csv``: one row per article, for a spreadsheet.

RFC 4180 (commas, CRLF, doubled quotes) in UTF-8 with a byte order mark, without which Excel
assumes the code page of the system. A cell that a spreadsheet would evaluate as a formula is
prefixed with an apostrophe (``base/text/characters.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.base.model.fields import FIELD_NAMES
from webarticlecurator.base.text.table_text import csv_line
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME
from webarticlecurator.corpus.export.exporter import Exporter
from webarticlecurator.corpus.export.jsonl_format import find_fields
from webarticlecurator.corpus.export.stored_article import StoredArticle

COLUMNS: tuple[str, ...] = (
    "id", "url",
    *FIELD_NAMES,
    "column", "kind", "publisher", "words", "word_unit", "confidence", "pages", "captured",
    "signed_in", "problems", "aliases", "path",
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
        SEPARATOR.join(
            f"{value:.3f}" if isinstance(value, float) else str(value)
            for value in field.read(article)
        )
        for field in find_fields(columns)
    ]


SPREADSHEET = Exporter(
    "a table, one row per article, for a spreadsheet",
    csv_chunks,
    convert=csv_row,
    columns=tuple(ARTICLE_FIELDS_BY_NAME),
    usual=COLUMNS,
)
