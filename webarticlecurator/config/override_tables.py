"""Readers of ``<portal>.overrides.tsv`` and ``<portal>.exclude.tsv`` next to the portal file:
values corrected and articles excluded by hand."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.config.identifiers import read_language, read_web_address
from webarticlecurator.config.load_context import LoadContext, Location, describe_unknown
from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalars import ValueFault, quote_value
from webarticlecurator.config.table_file import (
    TableFault,
    describe_surplus_cells,
    read_column_names,
    read_table_file,
)
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.complete_table import require_every_word
from webarticlecurator.model.field_types import FieldKind
from webarticlecurator.model.fields import FIELD_NAMES, FIELDS, FIELDS_BY_NAME
from webarticlecurator.model.iso_time import parse_iso_day, parse_iso_time
from webarticlecurator.model.overrides import ARTICLE_ID, ManualOverrides, Override, find_clashes
from webarticlecurator.model.rule import Place

ACCESS = ("free", "partial", "closed")
OVERRIDES = ("id", "field", "value", "reason")
EXCLUDE = ("id", "reason")

_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})?)?"
)


@dataclass(frozen=True)
class _Line:
    """A row: the cells by column, and their location."""

    cells: dict[str, str]
    at: Location


def read_overrides(context: LoadContext, portal: Path) -> ManualOverrides:
    """Return the overrides and exclusions of the portal file ``portal``; none where the tables do
    not exist. Every faulty row is reported."""
    overrides: dict[str, tuple[Override, ...]] = {}
    for line in _read_lines(context, f"{portal.stem}.overrides.tsv", OVERRIDES):
        _add_override(context, line, overrides)
    lines = _read_lines(context, f"{portal.stem}.exclude.tsv", EXCLUDE)
    return ManualOverrides(overrides, _read_exclusions(context, lines))


def load_exclusions(path: Path) -> dict[str, str]:
    """Return the exclude list at ``path``: id or address → reason. Raises ConfigError."""
    # a person named it, so it may be a link to a file anywhere
    path = path.resolve() if path.is_symlink() else path
    context = LoadContext(path.parent, {})
    exclusions = _read_exclusions(context, _read_lines(context, path.name, EXCLUDE, required=True))
    if context.problems:
        raise ConfigError(tuple(context.problems))
    return exclusions


def _read_lines(
    context: LoadContext, name: str, columns: tuple[str, ...], *, required: bool = False
) -> Iterator[_Line]:
    """Yield the rows of a table, without empty rows, comments (#) and other columns."""
    if not required and not os.path.lexists(context.folder / name):
        return
    text = context.read_file(name, Location(Place(name, 1, 1), ""))
    if text is None:
        return
    try:
        table = read_table_file(text)
        names = read_column_names(table, text, columns, len(columns))
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
        yield _Line({column: by_name.get(column, "") for column in columns}, where)


def _read_exclusions(context: LoadContext, lines: Iterator[_Line]) -> dict[str, str]:
    exclusions: dict[str, str] = {}
    for line in lines:
        article = line.cells["id"]
        if article in exclusions:
            message = f"duplicate article: {article}, already in a row above; remove one"
            context.add_problem(line.at, message, key="id", found=article)
        elif _names_article(context, line) and _has_reason(context, line):
            exclusions[article] = line.cells["reason"]
    return exclusions


def _add_override(
    context: LoadContext, line: _Line, overrides: dict[str, tuple[Override, ...]]
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
        message = f"duplicate override: {field} of {article}, already in a row above; remove one"
        context.add_problem(
            line.at,
            message,
            key="field",
            found=value,
            allowed="one row; several different values only for lists",
        )
        return
    overrides[article] = (*overrides.get(article, ()), row)


def _names_article(context: LoadContext, line: _Line) -> bool:
    article = line.cells["id"]
    if ARTICLE_ID.fullmatch(article):
        return True
    try:
        read_web_address(article)
    except ValueFault:
        message = (
            f"not an article: {quote_value(article)} (expected its address, or its id: the name of"
            " its TEI file, such as abcdefghij234567k)"
        )
        context.add_problem(
            line.at,
            message,
            key="id",
            found=article,
            allowed="an id or an absolute http(s) address",
        )
        return False
    return True


def _has_reason(context: LoadContext, line: _Line) -> bool:
    if not line.cells["reason"]:
        context.add_problem(
            line.at,
            "missing reason; add one, it is stored with the article",
            key="reason",
            allowed="text",
        )
    return bool(line.cells["reason"])


def _is_field(context: LoadContext, line: _Line) -> bool:
    field = line.cells["field"]
    if field in FIELDS_BY_NAME:
        return True
    by_schema = next((known.name for known in FIELDS if known.schema_property == field), None)
    nearest = by_schema or nearest_word(field, FIELD_NAMES)
    message = describe_unknown("field", field, FIELD_NAMES, nearest)
    allowed = ", ".join(FIELD_NAMES)
    context.add_problem(
        line.at, message, key="field", found=field, allowed=allowed, nearest=nearest
    )
    return False


def _fits_field(context: LoadContext, line: _Line) -> bool:
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
    forms = "2019-03-15, 2019-03-15T08:30 in the portal's zone, or 2019-03-15T08:30:00+01:00"
    raise ValueFault(f"not a date: {quote_value(value)}", expected=forms)


def _check_year(value: str) -> str:
    if not re.fullmatch("(1[6-9]|[2-9][0-9])[0-9]{2}", value):
        raise ValueFault(f"not a year: {quote_value(value)}", expected="four digits, such as 2019")
    return value


def _check_access(value: str) -> str:
    if value not in ACCESS:
        raise ValueFault(
            f"unknown access: {quote_value(value)}",
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
        FieldKind.YEAR: _check_year,
    },
    "_CHECKS of config/override_tables.py",
)
"""Kind of a field → a function that raises ValueFault for a value that does not fit."""
