"""The format ``csv``: one row per article, for a spreadsheet.

RFC 4180 (commas, CRLF, doubled quotes) in UTF-8 with a byte order mark, without which Excel assumes
the code page of the system. A cell that a spreadsheet would evaluate as a formula is prefixed with
an apostrophe (``model/table_text.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webarticlecurator.export.exporter import Exporter
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.model.table_text import csv_line

COLUMNS: tuple[str, ...] = (
    "id", "url",
    *FIELD_NAMES,
    "column", "kind", "publisher", "words", "confidence", "pages", "captured", "problems",
    "aliases", "path",
)  # fmt: skip
"""The header row.

``words`` counts the words of the body, ``pages`` the stored pages; ``confidence`` is the expected
F1 of a text read without rules, empty for one read by rules; ``problems`` lists the kinds of
problems of the article.
"""

SEPARATOR = "; "
"""Separates the values in one cell."""


def csv_chunks(rows: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of the table, row by row, after its head."""
    yield b"\xef\xbb\xbf" + csv_line(COLUMNS).encode("utf-8")
    yield from rows


def csv_row(article: StoredArticle) -> bytes:
    """Return the row of an article."""
    return csv_line(_cells(article)).encode("utf-8", "replace")


def _cells(article: StoredArticle) -> list[str]:
    header = article.header
    cells = {
        "id": header.id,
        "url": header.url,
        "column": header.column or "",
        "kind": header.kind,
        "publisher": header.publisher,
        "words": str(header.words),
        "confidence": "" if header.confidence is None else f"{header.confidence / 1000:.3f}",
        "pages": str(len(header.captures)),
        "captured": min((capture.time for capture in header.captures), default=""),
        "problems": SEPARATOR.join(kind for kind, _ in header.problems),
        "aliases": SEPARATOR.join(header.aliases),
        "path": article.path,
    }
    return [
        cells[name] if name in cells else SEPARATOR.join(header.metadata.texts(name))
        for name in COLUMNS
    ]


EXPORTER = Exporter("a table, one row per article, for a spreadsheet", csv_chunks, convert=csv_row)
