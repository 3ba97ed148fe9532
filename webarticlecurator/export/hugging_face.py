"""The format ``huggingface``: a folder that ``datasets.load_dataset`` reads, with its card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from webarticlecurator.export.dataset_card import CorpusCount, write_card
from webarticlecurator.export.exporter import Content, Exporter, ExportOptions
from webarticlecurator.export.parquet import (
    COLUMNS,
    TableRow,
    convert_row,
    divide_by_year,
    parquet_chunks,
)
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.export.table_rows import find_fields
from webarticlecurator.model.portal import Portal

DATA_FILES = "data/*.parquet"


@dataclass(frozen=True)
class CountedRow:
    """The row of an article, with what is counted for the card."""

    row: TableRow
    words: int
    language: str


def convert_counted(columns: Sequence[str], article: StoredArticle) -> CountedRow:
    """Return the row of an article."""
    header = article.header
    return CountedRow(convert_row(columns, article), header.words, header.language)


def dataset_files(
    columns: Sequence[str], portals: Sequence[Portal], rows: Iterable[CountedRow]
) -> Iterator[tuple[str, Content]]:
    """Yield path and content of the file of each year and portal, then those of the card."""
    count = CorpusCount()
    for part, part_rows in divide_by_year(_count_rows(rows, count)):
        yield f"data/{part.name}-{part.year}.parquet", parquet_chunks(columns, part_rows)
    card = write_card(portals, find_fields(columns), count, DATA_FILES)
    yield "README.md", card.encode("utf-8")


def _count_rows(rows: Iterable[CountedRow], count: CorpusCount) -> Iterator[TableRow]:
    for counted in rows:
        count.add(counted.words, counted.language, counted.row.year)
        yield counted.row


def _prepare_data_set(options: ExportOptions) -> Exporter:
    columns = options.columns or COLUMNS
    return replace(
        EXPORTER,
        files=partial(dataset_files, columns, options.portals),
        convert=partial(convert_counted, columns),
    )


EXPORTER = Exporter(
    "a folder for the library datasets and for Hugging Face, with its card",
    None,
    partial(dataset_files, COLUMNS, ()),
    convert=partial(convert_counted, COLUMNS),
    columns=COLUMNS,
    prepare=_prepare_data_set,
    extra="tables",
    libraries=("pyarrow",),
)
