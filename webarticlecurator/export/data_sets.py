"""Formats that are data sets: Parquet, and a folder for Hugging Face with its card.

The format ``parquet``: typed columns, for pandas, Polars, DuckDB, Spark and R.

Each metadata field is a column, with a list for a field that may have several values. ``--output``
is a folder with a part for each year of publication (``2015/demo.parquet``), or a single file. The
year is not in the form ``year=2015``: then some readers take it for a text, and pandas cannot read
articles without one.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.export.article_fields import (
    ARTICLE_FIELDS,
    MOMENT_FIELDS,
    RECORD_FIELDS,
    TABLE_FIELDS_BY_NAME,
    ArticleField,
    CellType,
    StoredArticle,
)
from webarticlecurator.export.exporter import Content, Exporter, ExportOptions
from webarticlecurator.export.text_formats import Row, escape_markdown, find_fields, read_row
from webarticlecurator.installation import __version__
from webarticlecurator.model.portal import Portal

if TYPE_CHECKING:
    import pyarrow


# Licences of Creative Commons, however they are written: by name, by short name, by address.


_ADDRESS = "https://creativecommons.org/"
_LICENCE = re.compile(
    r"(?:https?://creativecommons\.org/(?:licenses|publicdomain)/)?"
    r"(?:cc[ -]?)?(by(?:-nc)?(?:-sa|-nd)?|zero|0)[ /-]?([1-4]\.\d)/?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class CreativeCommons:
    """A licence: ``kind`` is ``by``, ``by-nc-sa`` … or ``zero``, ``version`` is ``4.0``."""

    kind: str
    version: str

    @property
    def hugging_face(self) -> str:
        """Its name on Hugging Face: ``cc-by-4.0``."""
        return f"{'cc0' if self.kind == 'zero' else f'cc-{self.kind}'}-{self.version}"

    @property
    def spdx(self) -> str:
        """Its identifier in the list of SPDX: ``CC-BY-4.0``."""
        return self.hugging_face.upper()

    @property
    def address(self) -> str:
        """Its address."""
        folder = "publicdomain" if self.kind == "zero" else "licenses"
        return f"{_ADDRESS}{folder}/{self.kind}/{self.version}/"


def parse_creative_commons(licence: str) -> CreativeCommons | None:
    """Return the licence of Creative Commons that a text names and nothing else, or None."""
    found = _LICENCE.fullmatch(licence.strip())
    if found is None:
        return None
    kind = found[1].lower()
    return CreativeCommons("zero" if kind == "0" else kind, found[2])


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
            values = zip(*(row.cells for row in group), strict=True)
            arrays = [
                _make_array(column, field.type)
                for column, field in zip(values, schema, strict=True)
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


def _choose_columns(options: ExportOptions) -> Exporter:
    columns = options.choose_columns(COLUMNS)
    return replace(
        PARQUET,
        convert=partial(convert_row, columns),
        chunks=partial(parquet_chunks, columns),
        files=partial(parquet_files, columns),
    )


PARQUET = Exporter(
    "typed columns, a folder with a part for each year, for pandas, DuckDB, Spark and R",
    partial(parquet_chunks, COLUMNS),
    partial(parquet_files, COLUMNS),
    ".parquet",
    partial(convert_row, COLUMNS),
    tuple(TABLE_FIELDS_BY_NAME),
    _choose_columns,
    extra="tables",
    libraries=("pyarrow",),
)


# The card of a data set for Hugging Face: ``README.md`` with a head in YAML.

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
)
"""Fewer articles than this → their class of size on Hugging Face."""
_LARGEST = "100M<n<1B"
_USE = (
    "```python\nfrom datasets import load_dataset\n\n"
    'articles = load_dataset("FOLDER", split="train")\n```'
)


@dataclass
class CorpusCount:
    """What is counted while articles are written."""

    articles: int = 0
    words: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    years: Counter[str] = field(default_factory=Counter)


def _make_head(
    title: str, portals: Sequence[Portal], count: CorpusCount, data_files: str
) -> dict[str, object]:
    languages = sorted(name for name in count.languages if name not in ("", "und"))
    return {
        **({"language": languages} if languages else {}),
        **_name_license(portals),
        "pretty_name": title,
        "size_categories": [
            next((name for limit, name in _SIZES if count.articles < limit), _LARGEST)
        ],
        "source_datasets": ["original"],
        "task_categories": ["text-generation", "text-classification"],
        "tags": ["news", "web archive", "corpus"],
        "configs": [{"config_name": "default", "data_files": data_files}],
    }


def _name_license(portals: Sequence[Portal]) -> dict[str, str]:
    """Return the keys of the licence of the corpus, in the words of Hugging Face."""
    licences = {portal.corpus.licence for portal in portals}
    licence = licences.pop() if len(licences) == 1 else ""
    if not licence:
        return {"license": "unknown" if not licences else "other"}
    found = parse_creative_commons(licence)
    if found is not None:
        return {"license": found.hugging_face}
    if licence.startswith(("http://", "https://")):
        return {"license": "other", "license_name": "see-link", "license_link": licence}
    return {"license": "other", "license_name": licence}


def _title(portals: Sequence[Portal]) -> str:
    return ", ".join(portal.corpus.title or portal.title or portal.id for portal in portals)


def _describe_contents(portals: Sequence[Portal], count: CorpusCount) -> str:
    sources = ", ".join(
        f"[{escape_markdown(portal.title or portal.id)}]({portal.home})" for portal in portals
    )
    return (
        f"{count.articles:,} articles with {count.words:,} words from {sources}, archived and read"
        f" with webarticlecurator {__version__}. One row is one article."
    )


def _list_terms(portals: Sequence[Portal]) -> Iterable[str]:
    for portal in portals:
        name = escape_markdown(portal.title or portal.id)
        rights = portal.rights
        stated = " ".join(filter(None, (rights.text, rights.url))) if rights else "not stated"
        yield f"- Texts of {name}: {escape_markdown(stated)}"
        if portal.corpus.licence:
            yield f"- The corpus of {name}: {escape_markdown(portal.corpus.licence)}"
    yield ""
    yield (
        "The texts belong to their publishers. Make sure that you may pass them on before you"
        " upload this folder; the column `rights` has what the portals said of each article."
    )


# The format ``huggingface``: a folder that ``datasets.load_dataset`` reads, with its card.

DATA_FILES = "data/*.parquet"


CountedRow: TypeAlias = tuple[TableRow, int, str]
"""The row of an article, with what is counted for the card: its words and its language."""


def convert_counted(columns: Sequence[str], article: StoredArticle) -> CountedRow:
    """Return the row of an article."""
    return convert_row(columns, article), article.header.words, article.header.language


def dataset_files(
    columns: Sequence[str], portals: Sequence[Portal], title: str, rows: Iterable[CountedRow]
) -> Iterator[tuple[str, Content]]:
    """Yield path and content of the file of each year and portal, then those of the card."""
    count = CorpusCount()
    yield from (
        (f"data/{name}-{year}.parquet", parquet_chunks(columns, part_rows))
        for year, name, part_rows in divide_by_year(_count_rows(rows, count))
    )
    # the card
    head = yaml.safe_dump(
        _make_head(title, portals, count, DATA_FILES), allow_unicode=True, sort_keys=False
    )
    fields = ["| column | type | meaning |", "|---|---|---|"]
    for each in find_fields(columns):
        kind = f"list of {each.type.value}" if each.is_list else each.type.value
        fields.append(f"| `{each.name}` | {kind} | {each.meaning} |")
    years = ["| year | articles |", "|---|---|"]
    years += [f"| {year} | {number:,} |" for year, number in sorted(count.years.items())]
    parts = (
        f"# {escape_markdown(title)}",
        _describe_contents(portals, count),
        _USE,
        "## Columns\n\n" + "\n".join(fields),
        "## Articles by year\n\n" + "\n".join(years),
        "## Terms of use\n\n" + "\n".join(_list_terms(portals)),
    )
    card = f"---\n{head}---\n\n" + "\n\n".join(parts) + "\n"
    yield "README.md", card.encode("utf-8")


def _count_rows(rows: Iterable[CountedRow], count: CorpusCount) -> Iterator[TableRow]:
    for row, words, language in rows:
        count.articles += 1
        count.words += words
        count.languages[language.partition("-")[0].lower()] += 1
        count.years[row.year] += 1
        yield row


def _prepare_data_set(options: ExportOptions) -> Exporter:
    columns = options.choose_columns(COLUMNS)
    return replace(
        HUGGING_FACE,
        files=partial(
            dataset_files, columns, options.portals, options.title or _title(options.portals)
        ),
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


FORMATS = {"parquet": PARQUET, "huggingface": HUGGING_FACE}
