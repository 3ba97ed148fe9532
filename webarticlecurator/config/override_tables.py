"""``<portal>.overrides.tsv`` and ``<portal>.exclude.tsv``, beside the portal file: what is decided
by hand."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from webarticlecurator.config.identifiers import read_language, read_web_address
from webarticlecurator.config.load_context import LoadContext, Location
from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalars import ValueFault, quote_value
from webarticlecurator.config.table_file import TableFault, read_header, read_table_file
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.article import FIELDS
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
    """A row by the names of its columns, and where it stands."""

    cells: dict[str, str]
    at: Location


def read_overrides(reading: LoadContext, portal: Path) -> ManualOverrides:
    """What stands beside the portal file ``portal``; nothing where there is no such file. Every
    fault of a row is a problem."""
    overrides: dict[str, tuple[Override, ...]] = {}
    for line in _lines(reading, f"{portal.stem}.overrides.tsv", OVERRIDES):
        _take_override(reading, line, overrides)
    return ManualOverrides(
        overrides, _excluded(reading, _lines(reading, f"{portal.stem}.exclude.tsv", EXCLUDE))
    )


def load_exclusions(path: Path) -> dict[str, str]:
    """An exclude list of any name: id or address → reason. Raises ConfigError with every
    problem."""
    # the person who names it may have it anywhere
    path = path.resolve() if path.is_symlink() else path
    reading = LoadContext(path.parent, {})
    found = _excluded(reading, _lines(reading, path.name, EXCLUDE, must_be=True))
    if reading.problems:
        raise ConfigError(tuple(reading.problems))
    return found


def _lines(
    reading: LoadContext, name: str, columns: tuple[str, ...], *, must_be: bool = False
) -> Iterator[_Line]:
    """The rows of a table: empty ones, and those with # in front, are passed over; columns that are
    not ours are for people."""
    if not must_be and not os.path.lexists(reading.folder / name):
        return
    text = reading.file(name, Location(Place(name, 1, 1), ""))
    if text is None:
        return
    try:
        sheet = read_table_file(text)
        names = read_header(sheet, text, columns, len(columns))
    except TableFault as wrong:
        said = f"{wrong.message}; {wrong.cure}" if wrong.cure else wrong.message
        reading.wrong(Location(Place(name, wrong.line, 1), ""), said, allowed=", ".join(columns))
        return
    for row in sheet[1:]:
        cells = tuple(cell.strip() for cell in row.cells)
        where = Location(Place(name, row.line, 1), "")
        if not any(cells) or cells[0].startswith("#"):
            continue
        if any(cells[len(names) :]):  # a tab inside a cell would make its rest the next cell
            said = (
                f"{len(cells)} cells where the first line names {len(names)} columns; name the"
                " others there, or empty them"
            )
            reading.wrong(where, said, found=str(len(cells)), allowed=f"{len(names)} cells")
            continue
        read = dict(zip(names, cells, strict=False))
        yield _Line({column: read.get(column, "") for column in columns}, where)


def _excluded(reading: LoadContext, lines: Iterator[_Line]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        article = line.cells["id"]
        if article in found:
            reading.wrong(
                line.at, f"{article} stands already further up; remove one", key="id", found=article
            )
        elif _names_article(reading, line) and _has_reason(reading, line):
            found[article] = line.cells["reason"]
    return found


def _take_override(
    reading: LoadContext, line: _Line, found: dict[str, tuple[Override, ...]]
) -> None:
    article, field, value = line.cells["id"], line.cells["field"], line.cells["value"]
    good = _names_article(reading, line)
    if not (
        _has_reason(reading, line)
        and _is_field(reading, line)
        and good
        and _value_fits(reading, line)
    ):
        return
    row = Override(field, value, line.cells["reason"], line.at.place.line)
    if find_clashes(row, found.get(article, ())):
        said = f"{field} of {article} stands already further up; remove one"
        reading.wrong(
            line.at,
            said,
            key="field",
            found=value,
            allowed="one row; several different values only for lists",
        )
        return
    found[article] = (*found.get(article, ()), row)


def _names_article(reading: LoadContext, line: _Line) -> bool:
    article = line.cells["id"]
    if ARTICLE_ID.fullmatch(article):
        return True
    try:
        read_web_address(article)
    except ValueFault:
        said = (
            f"{quote_value(article)} is neither an article's id (the name of its TEI file, as"
            " abcdefghij234567k) nor its address"
        )
        reading.wrong(
            line.at, said, key="id", found=article, allowed="an id or an absolute http(s) address"
        )
        return False
    return True


def _has_reason(reading: LoadContext, line: _Line) -> bool:
    if not line.cells["reason"]:
        reading.wrong(
            line.at,
            "a reason is missing; it will stand in the account of the article",
            key="reason",
            allowed="text",
        )
    return bool(line.cells["reason"])


def _is_field(reading: LoadContext, line: _Line) -> bool:
    names, field = tuple(name for name, _, _ in FIELDS), line.cells["field"]
    if field in names:
        return True
    near = next((name for name, schema, _ in FIELDS if schema == field), None) or nearest_word(
        field, names
    )
    hint = f"; did you mean {quote_value(near)}?" if near else ""
    said = f"there is no field {quote_value(field)}{hint} (known: {', '.join(names)})"
    reading.wrong(line.at, said, key="field", found=field, allowed=", ".join(names), nearest=near)
    return False


def _value_fits(reading: LoadContext, line: _Line) -> bool:
    """An empty value says that the field has none."""
    value = line.cells["value"]
    try:
        if value:
            _CHECKS.get(line.cells["field"], str)(value)
    except ValueFault as wrong:
        reading.wrong(
            line.at,
            wrong.message,
            key="value",
            found=value,
            allowed=line.cells["field"],
            nearest=wrong.near,
        )
        return False
    return True


def _date(value: str) -> str:
    if _DATE.fullmatch(value):
        try:
            (datetime if "T" in value else date).fromisoformat(value.replace("Z", "+00:00"))
            return value
        except ValueError:
            pass
    forms = "2019-03-15, 2019-03-15T08:30 (in the portal's zone), or 2019-03-15T08:30:00+01:00"
    raise ValueFault(f"{quote_value(value)} is no date; write {forms}")


def _access(value: str) -> str:
    if value not in ACCESS:
        raise ValueFault(
            f"{quote_value(value)} says nothing about access; write free, partial or closed",
            nearest_word(value, ACCESS),
        )
    return value


_CHECKS: dict[str, Callable[[str], object]] = {
    "published": _date,
    "modified": _date,
    "language": read_language,
    "access": _access,
}
