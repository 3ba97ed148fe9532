"""The format ``txt+csv``: a folder of plain texts with a table of their metadata.

It is what TXM imports (TXT+CSV), and what AntConc and Voyant read. The texts are those of the
format ``txt``, all in one folder; ``metadata.csv`` has a row for each, with its ``id`` in the first
column and the name of its file in the second. Rows stand in the order of the files, by which many
programs pair them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from typing import TypeAlias

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.fields import FIELDS
from webarticlecurator.base.text.table_text import csv_line
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME
from webarticlecurator.corpus.export.csv_format import read_cells
from webarticlecurator.corpus.export.exporter import Content, Exporter, ExportOptions
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.text_formats import encode_lines

TABLE = "metadata.csv"
ID, FILE = "id", "file"
METADATA_COLUMNS = tuple(name for name in ARTICLE_FIELDS_BY_NAME if name not in (ID, "text"))
_DAY_COLUMNS = ("year", "month", "day")
DEFAULT_COLUMNS = (
    *(
        name
        for field in FIELDS
        if field.in_metadata_table
        for name in (field.name, *(_DAY_COLUMNS if field.name == "published" else ()))
    ),
    "column", "publisher", "portal", "words", "word_unit", "url",
)  # fmt: skip


TextWithRow: TypeAlias = tuple[str, bytes, bytes]
"""The id of an article, its text, and its row of the table."""


def convert_text(columns: Sequence[str], article: StoredArticle) -> TextWithRow:
    """Return the text and the row of an article."""
    name = article.header.id
    row = csv_line([name, f"{name}.txt", *read_cells(article, columns)])
    return name, encode_lines(article.lines()), row.encode("utf-8", "replace")


def text_files(
    columns: Sequence[str], texts: Iterable[TextWithRow]
) -> Iterator[tuple[str, Content]]:
    """Yield path and content of each text, then those of the table."""
    # not in memory: the table of a million articles is large. "" is a file of SQLite's own
    with closing(sqlite3.connect("", isolation_level=None)) as table:
        table.execute("CREATE TABLE rows (id TEXT PRIMARY KEY, row BLOB) WITHOUT ROWID")
        table.execute("BEGIN")
        for article_id, text, row in texts:
            yield f"{article_id}.txt", text
            table.execute("INSERT INTO rows VALUES (?, ?)", (article_id, row))
        rows = (row for (row,) in table.execute("SELECT row FROM rows ORDER BY id"))
        yield TABLE, chain([csv_line([ID, FILE, *columns]).encode("utf-8")], rows)


def _choose_metadata(options: ExportOptions) -> Exporter:
    columns = replace(
        options, columns=tuple(name for name in options.columns if name != ID)
    ).choose_columns(DEFAULT_COLUMNS)
    return replace(
        TEXT_TABLE, files=partial(text_files, columns), convert=partial(convert_text, columns)
    )


TEXT_TABLE = Exporter(
    "a folder of texts with a table of their metadata, for TXM, AntConc and Voyant",
    None,
    partial(text_files, DEFAULT_COLUMNS),
    convert=partial(convert_text, DEFAULT_COLUMNS),
    columns=(ID, *METADATA_COLUMNS),
    prepare=_choose_metadata,
)
