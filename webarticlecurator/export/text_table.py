"""The format ``txt+csv``: a folder of plain texts with a table of their metadata.

It is what TXM imports (TXT+CSV), and what AntConc and Voyant read. The texts are those of the
format ``txt``, all in one folder; ``metadata.csv`` has a row for each, with the name of its file
(without ``.txt``) in the first column, ``id``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import IO

from webarticlecurator.export.article_fields import ARTICLE_FIELDS_BY_NAME
from webarticlecurator.export.exporter import Content, Exporter, ExportOptions
from webarticlecurator.export.plain_text import encode_lines
from webarticlecurator.export.spreadsheet import read_cells
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.model.table_text import csv_line

TABLE = "metadata.csv"
ID = "id"
COLUMNS = tuple(name for name in ARTICLE_FIELDS_BY_NAME if name not in (ID, "text"))
DEFAULT_COLUMNS = (
    "title", "authors", "published", "year", "month", "day", "section", "keywords", "language",
    "access", "column", "publisher", "portal", "words", "url",
)  # fmt: skip
_IN_MEMORY = 10_000_000
_PART = 1_000_000


@dataclass(frozen=True)
class TextWithRow:
    """The text of an article and its row of the table."""

    id: str
    text: bytes
    row: bytes


def convert_text(columns: Sequence[str], article: StoredArticle) -> TextWithRow:
    """Return the text and the row of an article."""
    cells = [article.header.id, *read_cells(article, columns)]
    row = csv_line(cells).encode("utf-8", "replace")
    return TextWithRow(article.header.id, encode_lines(article.lines()), row)


def text_files(
    columns: Sequence[str], texts: Iterable[TextWithRow]
) -> Iterator[tuple[str, Content]]:
    """Yield path and content of each text, then those of the table."""
    # not in memory: the table of a million articles is large
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as table:
        table.write(csv_line([ID, *columns]).encode("utf-8"))
        for text in texts:
            yield f"{text.id}.txt", text.text
            table.write(text.row)
        table.seek(0)
        yield TABLE, _read_parts(table)


def _read_parts(file: IO[bytes]) -> Iterator[bytes]:
    while part := file.read(_PART):
        yield part


def _choose_metadata(options: ExportOptions) -> Exporter:
    columns = tuple(name for name in options.columns if name != ID) or DEFAULT_COLUMNS
    return replace(
        EXPORTER, files=partial(text_files, columns), convert=partial(convert_text, columns)
    )


EXPORTER = Exporter(
    "a folder of texts with a table of their metadata, for TXM, AntConc and Voyant",
    None,
    partial(text_files, DEFAULT_COLUMNS),
    convert=partial(convert_text, DEFAULT_COLUMNS),
    columns=(ID, *COLUMNS),
    prepare=_choose_metadata,
)
