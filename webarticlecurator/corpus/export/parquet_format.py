"""The format ``parquet``: typed columns (Apache Parquet), one row per article, also by year."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.corpus.export.article_fields import (
    ARTICLE_FIELDS,
    MOMENT_FIELDS,
    RECORD_FIELDS,
    TABLE_FIELDS_BY_NAME,
    ArticleField,
    CellType,
)
from webarticlecurator.corpus.export.exporter import Exporter
from webarticlecurator.corpus.export.jsonl_format import Row, find_fields, read_row
from webarticlecurator.corpus.export.stored_article import StoredArticle

if TYPE_CHECKING:
    import pyarrow

ROWS_IN_GROUP = 2000
"""Rows that are in memory at a time: some ten megabytes."""
UNDATED = "undated"
"""In place of the year of articles without one."""
COLUMNS = tuple(field.name for field in (*ARTICLE_FIELDS, *MOMENT_FIELDS, *RECORD_FIELDS))


@dataclass(frozen=True)
class TableRow:
    """The row of an article. ``year``: of publication, or ``UNDATED``; ``portal``: the id of the
    portal."""

    year: str
    portal: str
    cells: Row


def convert_row(columns: Sequence[str], article: StoredArticle) -> TableRow:
    """Return the row of an article."""
    (year,) = read_row(article, find_fields(["year"]))
    cells = read_row(article, find_fields(columns))
    return TableRow(UNDATED if year is None else str(year), article.portal, cells)


def parquet_chunks(columns: Sequence[str], rows: Iterable[TableRow]) -> Iterator[bytes]:
    """Yield the bytes of a file with all rows."""
    import pyarrow
    from pyarrow import parquet

    schema = make_schema(columns)
    sink = _Sink()
    with parquet.ParquetWriter(sink, schema, compression="zstd") as writer:
        remaining = iter(rows)
        while group := list(itertools.islice(remaining, ROWS_IN_GROUP)):
            arrays = [
                _make_array(column, field.type)
                for column, field in zip(
                    zip(*(row.cells for row in group), strict=True), schema, strict=True
                )
            ]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            yield sink.take()
    yield sink.take()


def parquet_files(
    columns: Sequence[str], rows: Iterable[TableRow]
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Return path and content of the file of each year and portal."""
    return (
        (f"{year}/{name}.parquet", parquet_chunks(columns, part_rows))
        for year, name, part_rows in divide_by_year(rows)
    )


def divide_by_year(rows: Iterable[TableRow]) -> Iterator[tuple[str, str, Iterator[TableRow]]]:
    """Yield the rows of a year and portal that follow one another, with the year, and a name that
    is unique in it."""
    numbers: Counter[tuple[str, str]] = Counter()
    for (year, portal), part_rows in itertools.groupby(rows, lambda row: (row.year, row.portal)):
        name = portal or "articles"
        numbers[year, name] += 1
        number = numbers[year, name]
        yield year, name if number == 1 else f"{name}-{number}", part_rows


def make_schema(columns: Sequence[str]) -> pyarrow.Schema:
    """Return the schema of a table with these columns. Each has its meaning as description."""
    import pyarrow

    return pyarrow.schema([_make_column(field) for field in find_fields(columns)])


def _make_column(field: ArticleField) -> pyarrow.Field:
    import pyarrow

    text, number = pyarrow.string(), pyarrow.int32()
    parts = [(part, number if part == "level" else text) for part in field.parts]
    types = {
        CellType.DAY: pyarrow.date32(),
        CellType.MOMENT: pyarrow.timestamp("us", "UTC"),
        CellType.INTEGER: number,
        CellType.NUMBER: pyarrow.float64(),
        CellType.RECORD: pyarrow.struct(parts),
    }
    # a date of any precision stays as it is in TEI
    of_value = types.get(field.type, text)
    of_cell = pyarrow.list_(of_value) if field.is_list else of_value
    return pyarrow.field(field.name, of_cell, metadata={"description": field.meaning})


def _make_array(values: Sequence[Any], of_cell: pyarrow.DataType) -> pyarrow.Array:
    import pyarrow

    if pyarrow.types.is_temporal(of_cell):
        return pyarrow.array(values, pyarrow.string()).cast(of_cell)
    return pyarrow.array(values, of_cell)


class _Sink:
    """A file that keeps what is written to it until it is taken."""

    def __init__(self) -> None:
        self.closed = False
        self._parts: list[bytes] = []
        self._position = 0

    def write(self, content: bytes) -> int:
        """Keep ``content``."""
        part = bytes(content)
        self._parts.append(part)
        self._position += len(part)
        return len(part)

    def tell(self) -> int:
        """Return how much was written."""
        return self._position

    def flush(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Close it; what was written can still be taken."""
        self.closed = True

    def take(self) -> bytes:
        """Return what was written since the last call."""
        content = b"".join(self._parts)
        self._parts.clear()
        return content


PARQUET = Exporter(
    "typed columns, a folder with a part for each year, for pandas, DuckDB, Spark and R",
    parquet_chunks,
    parquet_files,
    ".parquet",
    convert_row,
    tuple(TABLE_FIELDS_BY_NAME),
    COLUMNS,
    extra="tables",
    libraries=("pyarrow",),
)
