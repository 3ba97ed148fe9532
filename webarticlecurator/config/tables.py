"""Tables beside a portal file: saved pages, overrides, excluded addresses.

Reader of tab-separated tables (TSV) as spreadsheets write them.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from webarticlecurator.config.files import NameFault, resolve_named_path
from webarticlecurator.config.load_context import LoadContext, Location, describe_unknown
from webarticlecurator.config.scalars import form_reader, read_language, read_web_address
from webarticlecurator.config.value_fault import ValueFault, nearest_word, quote_value
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.capture import SavedPage
from webarticlecurator.model.fields import FIELD_NAMES, FIELDS, FIELDS_BY_NAME, FieldKind
from webarticlecurator.model.overrides import ARTICLE_ID, ManualOverrides, Override, find_clashes
from webarticlecurator.model.rule import Place
from webarticlecurator.model.stored_words import require_every_word
from webarticlecurator.text.characters import restore_cell
from webarticlecurator.text.times import parse_iso_day, parse_iso_time
from webarticlecurator.text.translation import Message, as_message, join_messages, make_message


@dataclass(frozen=True)
class Row:
    """The cells of one row; ``line`` is where it starts in the file, from 1."""

    line: int
    cells: tuple[str, ...]


class TableFault(ValueError):
    """A table that cannot be read without losing something.

    ``line`` counts from 1; ``cure`` says what to do, unless the message does.
    """

    def __init__(self, line: int, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.message = as_message(message)
        self.cure = as_message(cure)

    def describe(self) -> Message:
        """Return the message with its cure."""
        return join_messages("; ", (text for text in (self.message, self.cure) if text))


_END = "\n\x04end"
_DEFUSED = ("\t'", "\n'", "\r'", "\"'")
"""Where a cell begins that may have an apostrophe before a formula. Most tables have none, and a
large one has a million cells."""
SAVE = make_message(
    "save it from the spreadsheet as text with tabs between the cells (TSV), in UTF-8"
)


def read_table_file(text: str) -> tuple[Row, ...]:
    """Return the rows of TSV text with LF or CRLF.

    A cell in double quotes may contain tabs and line ends; a doubled quote stands for one. The
    apostrophe that protects a cell from being read as a formula is removed. Raises TableFault for
    a quote that is never closed, because it would swallow all rows after it.
    """
    if not text:
        return ()
    rows: list[Row] = []
    may_be_defused = text.startswith("'") or any(mark in text for mark in _DEFUSED)
    reader = csv.reader(io.StringIO(text + _END, newline=""), delimiter="\t", doublequote=True)
    line = 1
    try:
        for cells in reader:
            rows.append(Row(line, tuple(map(restore_cell, cells) if may_be_defused else cells)))
            line = reader.line_num + 1
    except csv.Error as error:
        message = make_message("the table cannot be read from here on: {error}", error=str(error))
        raise TableFault(line, message) from error
    if rows[-1].cells != (_END[1:],):
        raise TableFault(
            rows[-1].line,
            make_message("unclosed double quote at the start of a cell; close it, or remove it"),
        )
    if len(rows) > 1 and not rows[-2].cells and text.endswith("\n"):
        rows.pop(-2)  # the empty row between the last line end and the mark
    return tuple(rows[:-1])


def read_column_names(
    table: tuple[Row, ...], text: str, known: tuple[str, ...], needed: int = 2
) -> tuple[str, ...]:
    """Return the column names in the first row, without empty ones at its end.

    Raises TableFault if one of the first ``needed`` of the ``known`` columns is missing, or if a
    known column is there twice or misspelt.
    """
    names = tuple(cell.strip() for cell in table[0].cells) if table else ()
    while names and not names[-1]:
        names = names[:-1]
    if not set(known) & set(names) or ("\t" not in text.partition("\n")[0] and needed > 1):
        raise _header_fault(text.partition("\n")[0].rstrip("\r"), known, needed)
    for name in names:
        near = next((k for k in known if k not in names and _is_misspelt(name, k)), None)
        if near or (name in known and names.count(name) > 1):
            if near:
                message = make_message(
                    "unknown column: {name}; did you mean {nearest}?",
                    name=quote_value(name),
                    nearest=quote_value(near),
                )
            else:
                message = make_message(
                    "duplicate column: {name}; rename or remove one of the two",
                    name=quote_value(name),
                )
            raise TableFault(1, message)
    if not set(known[:needed]) <= set(names):
        fault = _header_fault(text.partition("\n")[0].rstrip("\r"), known, needed)
        missing = ", ".join(name for name in known[:needed] if name not in names)
        message = make_message(
            "{problem}; {missing} is missing", problem=fault.message, missing=missing
        )
        raise TableFault(1, message, fault.cure)
    return names


def _header_fault(first: str, known: tuple[str, ...], needed: int) -> TableFault:
    found = quote_value(first[:80].replace("\t", " | "))
    values = {"first": ", ".join(known[: needed - 1]), "last": known[needed - 1], "found": found}
    message = (
        make_message(
            "the first line must name the columns {first} and {last} (and {more}), found {found}",
            more=", ".join(known[needed:]),
            **values,
        )
        if known[needed:]
        else make_message(
            "the first line must name the columns {first} and {last}, found {found}", **values
        )
    )
    if "\t" in first:
        return TableFault(1, message)
    if ";" in first:
        message = make_message("{problem}, with semicolons instead of tabs", problem=message)
    elif "," in first:
        message = make_message("{problem}, with commas instead of tabs", problem=message)
    return TableFault(1, message, SAVE)


def describe_surplus_cells(cells: int, columns: int) -> Message:
    """Return the message for a row with more cells than the header has columns."""
    return make_message(
        "more cells than columns: {cells} cells, {columns} columns; name the other columns in the"
        " first line, or empty the cells",
        cells=cells,
        columns=columns,
    )


def _is_misspelt(name: str, known: str) -> bool:
    """Return True for ``known`` in another case, or with one letter too many or too few."""
    lower = name.lower()
    if lower == known:
        return True
    longer, shorter = sorted((lower, known), key=len, reverse=True)
    return any(longer[:n] + longer[n + 1 :] == shorter for n in range(len(longer)))


# Reader of tables with named columns: each row with its location, each fault as a problem.


@dataclass(frozen=True)
class TableLine:
    """A row: the cells by column, and their location."""

    cells: dict[str, str]
    at: Location


def read_table_lines(
    context: LoadContext,
    name: str,
    columns: tuple[str, ...],
    *,
    needed: int | None = None,
    required: bool = False,
) -> Iterator[TableLine]:
    """Yield the rows of a table, without empty rows, comments (#) and other columns.

    The first ``needed`` of ``columns`` (None: all) must be there. A table that does not exist has
    no rows, unless it is ``required``.
    """
    if not required and not os.path.lexists(context.folder / name):
        return
    text = context.read_file(name, Location(Place(name, 1, 1), ""))
    if text is None:
        return
    try:
        table = read_table_file(text)
        names = read_column_names(table, text, columns, needed or len(columns))
    except TableFault as fault:
        message = fault.describe()
        context.add_problem(
            Location(Place(name, fault.line, 1), ""), message, allowed=", ".join(columns)
        )
        return
    for row in table[1:]:
        cells = tuple(cell.strip() for cell in row.cells)
        where = Location(Place(name, row.line, 1), "")
        if not any(cells) or cells[0].startswith("#"):
            continue
        if any(cells[len(names) :]):  # a tab inside a cell would make its rest the next cell
            message = describe_surplus_cells(len(cells), len(names))
            context.add_problem(
                where, message, found=str(len(cells)), allowed=f"{len(names)} cells"
            )
            continue
        by_name = dict(zip(names, cells, strict=False))
        yield TableLine({column: by_name.get(column, "") for column in columns}, where)


# Reader of a table of saved pages (``--table``): file, address and day of each.

COLUMNS = ("file", "url", "date")
"""The columns of the table; ``date`` may be missing."""


def load_page_table(path: Path) -> tuple[SavedPage, ...]:
    """Return the pages that a table lists, in its order.

    Files are relative to the folder of the table, and in it or below. An empty ``url`` means the
    address that the page declares. Raises ConfigError with every problem.
    """
    # a person named it, so it may be a link to a file anywhere
    path = path.resolve() if path.is_symlink() else path
    context = LoadContext(path.parent, {})
    pages = tuple(
        page
        for line in read_table_lines(context, path.name, COLUMNS, needed=2, required=True)
        if (page := _read_page(context, line)) is not None
    )
    if context.problems:
        raise ConfigError(tuple(context.problems))
    return pages


def check_saved_date(value: str) -> str:
    """Return a day or a time in ISO 8601 as it is. Raises ValueFault for anything else."""
    try:
        parse_iso_time(value) if ":" in value else parse_iso_day(value)
    except ValueError:
        forms = make_message(
            "2019-05-03, 2019-05-03T14:30 in the portal's zone, or 2019-05-03T14:30:00+02:00"
        )
        message = make_message("not a date: {value}", value=quote_value(value))
        raise ValueFault(message, expected=forms) from None
    return value


def _read_page(context: LoadContext, line: TableLine) -> SavedPage | None:
    """Return the page of a row; None after adding a problem for a cell that is wrong."""
    name, url, saved = (line.cells[column] for column in COLUMNS)
    try:
        return SavedPage(
            resolve_named_path(context.folder, name),
            read_web_address(url) if url else None,
            check_saved_date(saved) if saved else "",
        )
    except NameFault as fault:
        message = str(fault).replace("portal file", "table")
        context.add_problem(line.at, message, key="file", found=name)
    except ValueFault as fault:
        context.add_problem(line.at, fault.describe(), found=url)
    return None


# Readers of ``<portal>.overrides.tsv`` and ``<portal>.exclude.tsv`` next to the portal file:
# values corrected and articles excluded by hand.

ACCESS = ("free", "partial", "closed")
OVERRIDES = ("id", "field", "value", "reason")
EXCLUDE = ("id", "reason")

_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})?)?"
)


def read_overrides(context: LoadContext, portal: Path) -> ManualOverrides:
    """Return the overrides and exclusions of the portal file ``portal``; none where the tables do
    not exist. Every faulty row is reported."""
    overrides: dict[str, tuple[Override, ...]] = {}
    for line in read_table_lines(context, f"{portal.stem}.overrides.tsv", OVERRIDES):
        _add_override(context, line, overrides)
    lines = read_table_lines(context, f"{portal.stem}.exclude.tsv", EXCLUDE)
    return ManualOverrides(overrides, _read_exclusions(context, lines))


def load_exclusions(path: Path) -> dict[str, str]:
    """Return the exclude list at ``path``: id or address → reason. Raises ConfigError."""
    # a person named it, so it may be a link to a file anywhere
    path = path.resolve() if path.is_symlink() else path
    context = LoadContext(path.parent, {})
    lines = read_table_lines(context, path.name, EXCLUDE, required=True)
    exclusions = _read_exclusions(context, lines)
    if context.problems:
        raise ConfigError(tuple(context.problems))
    return exclusions


def _read_exclusions(context: LoadContext, lines: Iterator[TableLine]) -> dict[str, str]:
    exclusions: dict[str, str] = {}
    for line in lines:
        article = line.cells["id"]
        if article in exclusions:
            message = make_message(
                "duplicate article: {article}, already in a row above; remove one", article=article
            )
            context.add_problem(line.at, message, key="id", found=article)
        elif _names_article(context, line) and _has_reason(context, line):
            exclusions[article] = line.cells["reason"]
    return exclusions


def _add_override(
    context: LoadContext, line: TableLine, overrides: dict[str, tuple[Override, ...]]
) -> None:
    """Add the override of one row, unless a cell is wrong or an earlier row excludes it."""
    article, field, value = line.cells["id"], line.cells["field"], line.cells["value"]
    names_article = _names_article(context, line)
    if not (
        _has_reason(context, line)
        and _is_field(context, line)
        and names_article
        and _fits_field(context, line)
    ):
        return
    row = Override(field, value, line.cells["reason"], line.at.place.line)
    if find_clashes(row, overrides.get(article, ())):
        context.add_problem(
            line.at,
            make_message(
                "duplicate override: {field} of {article}, already in a row above; remove one",
                field=field,
                article=article,
            ),
            key="field",
            found=value,
            allowed="one row; several different values only for lists",
        )
        return
    overrides[article] = (*overrides.get(article, ()), row)


def _names_article(context: LoadContext, line: TableLine) -> bool:
    article = line.cells["id"]
    if ARTICLE_ID.fullmatch(article):
        return True
    try:
        read_web_address(article)
    except ValueFault:
        context.add_problem(
            line.at,
            make_message(
                "not an article: {value} (expected its address, or its id: the name of its TEI"
                " file, such as abcdefghij234567k)",
                value=quote_value(article),
            ),
            key="id",
            found=article,
            allowed="an id or an absolute http(s) address",
        )
        return False
    return True


def _has_reason(context: LoadContext, line: TableLine) -> bool:
    if not line.cells["reason"]:
        context.add_problem(
            line.at,
            "missing reason; add one, it is stored with the article",
            key="reason",
            allowed="text",
        )
    return bool(line.cells["reason"])


def _is_field(context: LoadContext, line: TableLine) -> bool:
    field = line.cells["field"]
    if field in FIELDS_BY_NAME:
        return True
    by_schema = next((known.name for known in FIELDS if known.schema_property == field), None)
    nearest = by_schema or nearest_word(field, FIELD_NAMES)
    message = describe_unknown("field", field, FIELD_NAMES, nearest)
    context.add_problem(
        line.at, message, key="field", found=field, allowed=", ".join(FIELD_NAMES), nearest=nearest
    )
    return False


def _fits_field(context: LoadContext, line: TableLine) -> bool:
    """Return True if the value is right for its field; an empty one removes the field's value."""
    value = line.cells["value"]
    try:
        if value:
            _CHECKS[FIELDS_BY_NAME[line.cells["field"]].kind](value)
    except ValueFault as fault:
        context.add_problem(
            line.at,
            fault.describe(),
            key="value",
            found=value,
            allowed=line.cells["field"],
            nearest=fault.nearest,
        )
        return False
    return True


def _check_date(value: str) -> str:
    if _DATE.fullmatch(value):
        try:
            parse_iso_time(value) if "T" in value else parse_iso_day(value)
            return value
        except ValueError:
            pass
    raise ValueFault(
        make_message("not a date: {value}", value=quote_value(value)),
        expected="2019-03-15, 2019-03-15T08:30 in the portal's zone, or 2019-03-15T08:30:00+01:00",
    )


def _check_access(value: str) -> str:
    if value not in ACCESS:
        raise ValueFault(
            make_message("unknown access: {value}", value=quote_value(value)),
            nearest_word(value, ACCESS),
            expected="free, partial or closed",
        )
    return value


_CHECKS: Mapping[FieldKind, Callable[[str], object]] = require_every_word(
    FieldKind,
    {
        FieldKind.TEXT: str,
        FieldKind.PERSON: str,
        FieldKind.ORGANISATION: str,
        FieldKind.DATE: _check_date,
        FieldKind.LANGUAGE: read_language,
        FieldKind.ACCESS: _check_access,
        FieldKind.YEAR: form_reader(
            "(1[6-9]|[2-9][0-9])[0-9]{2}", "a year", "four digits, such as 2019"
        ),
    },
    "_CHECKS of config/tables.py",
)
"""Kind of a field → a function that raises ValueFault for a value that does not fit."""
