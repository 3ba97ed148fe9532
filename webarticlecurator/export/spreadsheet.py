"""``csv``: one row per article, for a spreadsheet.

RFC 4180 (commas, CRLF, quotes doubled) in UTF-8 with a byte order mark, without which Excel takes
it for the system's code page. A cell that a spreadsheet would calculate gets an apostrophe in front
(``model/sheet_text.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webarticlecurator.export.selection import StoredArticle
from webarticlecurator.model.article import FIELDS
from webarticlecurator.model.sheet_text import csv_line

COLUMNS: tuple[str, ...] = (
    "id", "url",
    *(name for name, _, _ in FIELDS),
    "column", "kind", "publisher", "words", "pages", "captured", "problems", "aliases", "path",
)  # fmt: skip
"""The header row. ``words`` counts the body's, ``pages`` the stored pages, ``problems`` those of
the article."""

BETWEEN = "; "
"""Between the values of one cell."""


def csv_chunks(articles: Iterable[StoredArticle]) -> Iterator[bytes]:
    """The bytes of the table, row by row."""
    yield b"\xef\xbb\xbf" + csv_line(COLUMNS).encode("utf-8")
    for article in articles:
        yield csv_line(_row(article)).encode("utf-8", "replace")


def _row(article: StoredArticle) -> list[str]:
    header = article.header
    own = {
        "id": header.id,
        "url": header.url,
        "column": header.column or "",
        "kind": header.kind,
        "publisher": header.publisher,
        "words": str(header.words),
        "pages": str(len(header.captures)),
        "captured": min((capture.time for capture in header.captures), default=""),
        "problems": BETWEEN.join(kind for kind, _ in header.problems),
        "aliases": BETWEEN.join(header.aliases),
        "path": article.path,
    }
    return [
        own[name] if name in own else BETWEEN.join(v.value for v in header.metadata.all(name))
        for name in COLUMNS
    ]
