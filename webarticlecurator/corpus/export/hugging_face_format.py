"""The format ``huggingface``: a folder that ``datasets.load_dataset`` reads, with its card."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import yaml

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.export.dataset_card import (
    USE_EXAMPLE,
    CorpusCount,
    describe_contents,
    list_card_terms,
    make_card_head,
)
from webarticlecurator.corpus.export.exporter import Content, Exporter, ExportOptions
from webarticlecurator.corpus.export.jsonl_format import find_fields
from webarticlecurator.corpus.export.markdown import escape_markdown
from webarticlecurator.corpus.export.parquet_format import (
    COLUMNS,
    TableRow,
    convert_row,
    divide_by_year,
    parquet_chunks,
)
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.tei.documents.read import Header

DATA_FILES = "data/*.parquet"


CountedRow: TypeAlias = tuple[TableRow, Header]
"""The row of an article, and its header, of which the card counts words and languages."""


def convert_counted(columns: Sequence[str], article: StoredArticle) -> CountedRow:
    """Return the row of an article."""
    return convert_row(columns, article), article.header


def dataset_files(
    columns: Sequence[str], portals: Sequence[Portal], title: str, rows: Iterable[CountedRow]
) -> Iterator[tuple[str, Content]]:
    """Yield path and content of the file of each year and portal, then those of the card."""
    count, digest = CorpusCount(), hashlib.sha256()
    yield from (
        (f"data/{name}-{year}.parquet", _note_digest(parquet_chunks(columns, part_rows), digest))
        for year, name, part_rows in divide_by_year(_count_rows(rows, count))
    )
    # the card
    head = yaml.safe_dump(
        make_card_head(title, portals, count, DATA_FILES, digest.hexdigest()),
        allow_unicode=True,
        sort_keys=False,
    )
    fields = ["| column | type | meaning |", "|---|---|---|"]
    for each in find_fields(columns):
        kind = f"list of {each.type.value}" if each.is_list else each.type.value
        fields.append(f"| `{each.name}` | {kind} | {each.meaning} |")
    years = ["| year | articles |", "|---|---|"]
    years += [f"| {year} | {number:,} |" for year, number in sorted(count.years.items())]
    parts = (
        f"# {escape_markdown(title)}",
        describe_contents(portals, count),
        USE_EXAMPLE,
        "## Columns\n\n" + "\n".join(fields),
        "## Articles by year\n\n" + "\n".join(years),
        "## Terms of use\n\n" + "\n".join(list_card_terms(portals)),
    )
    card = f"---\n{head}---\n\n" + "\n\n".join(parts) + "\n"
    yield "README.md", card.encode("utf-8")


def _note_digest(chunks: Iterable[bytes], digest: hashlib._Hash) -> Iterator[bytes]:
    for chunk in chunks:
        digest.update(chunk)
        yield chunk


def _count_rows(rows: Iterable[CountedRow], count: CorpusCount) -> Iterator[TableRow]:
    for row, header in rows:
        count.articles += 1
        count.words[header.unit] += header.words
        count.languages[header.language.partition("-")[0].lower()] += 1
        count.years[row.year] += 1
        yield row


def _prepare_data_set(options: ExportOptions) -> Exporter:
    columns = options.choose_columns(COLUMNS)
    title = options.title or ", ".join(portal.corpus_title for portal in options.portals)
    return replace(
        HUGGING_FACE,
        files=partial(dataset_files, columns, options.portals, title),
        convert=partial(convert_counted, columns),
    )


HUGGING_FACE = Exporter(
    "a folder for the library datasets and for Hugging Face, with its card",
    None,
    partial(dataset_files, COLUMNS, (), ""),
    convert=partial(convert_counted, COLUMNS),
    columns=COLUMNS,
    prepare=_prepare_data_set,
    extra="tables",
    libraries=("pyarrow",),
)
