"""``<portal>.overrides.tsv`` and ``<portal>.exclude.tsv``, beside the portal file: what is decided by hand."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from webarticlecurator.config.identifiers import language, web_address
from webarticlecurator.config.load_context import At, Reading
from webarticlecurator.config.nearest import nearest
from webarticlecurator.config.scalars import Wrong, quoted
from webarticlecurator.config.table_file import SheetFault, header, read_sheet
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.article import FIELDS
from webarticlecurator.model.overrides import ARTICLE_ID, ByHand, Override, clashes
from webarticlecurator.model.rule import Place

ACCESS = ("free", "partial", "closed")
OVERRIDES = ("id", "field", "value", "reason")
EXCLUDE = ("id", "reason")

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})?)?")


@dataclass(frozen=True)
class _Line:
    """A row by the names of its columns, and where it stands."""

    cells: dict[str, str]
    at: At


def read_by_hand(reading: Reading, portal: Path) -> ByHand:
    """What stands beside the portal file ``portal``; nothing where there is no such file. Every fault of a row is a problem."""
    overrides: dict[str, tuple[Override, ...]] = {}
    for line in _lines(reading, f"{portal.stem}.overrides.tsv", OVERRIDES):
        _take_override(reading, line, overrides)
    return ByHand(overrides, _excluded(reading, _lines(reading, f"{portal.stem}.exclude.tsv", EXCLUDE)))


def load_exclusions(path: Path) -> dict[str, str]:
    """An exclude list of any name: id or address → reason. Raises ConfigError with every problem."""
    path = path.resolve() if path.is_symlink() else path  # the person who names it may have it anywhere
    reading = Reading(path.parent, {})
    found = _excluded(reading, _lines(reading, path.name, EXCLUDE, must_be=True))
    if reading.problems:
        raise ConfigError(tuple(reading.problems))
    return found


def _lines(reading: Reading, name: str, columns: tuple[str, ...], *, must_be: bool = False) -> Iterator[_Line]:
    """The rows of a table: empty ones, and those with # in front, are passed over; columns that are not ours are for people."""
    if not must_be and not os.path.lexists(reading.folder / name):
        return
    text = reading.file(name, At(Place(name, 1, 1), ""))
    if text is None:
        return
    try:
        sheet = read_sheet(text)
        names = header(sheet, text, columns, len(columns))
    except SheetFault as wrong:
        said = f"{wrong.message}; {wrong.cure}" if wrong.cure else wrong.message
        reading.wrong(At(Place(name, wrong.line, 1), ""), said, allowed=", ".join(columns))
        return
    for row in sheet[1:]:
        cells = tuple(cell.strip() for cell in row.cells)
        where = At(Place(name, row.line, 1), "")
        if not any(cells) or cells[0].startswith("#"):
            continue
        if any(cells[len(names) :]):  # a tab inside a cell would make its rest the next cell
            said = f"{len(cells)} cells where the first line names {len(names)} columns; name the others there, or empty them"
            reading.wrong(where, said, found=str(len(cells)), allowed=f"{len(names)} cells")
            continue
        read = dict(zip(names, cells, strict=False))
        yield _Line({column: read.get(column, "") for column in columns}, where)


def _excluded(reading: Reading, lines: Iterator[_Line]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        article = line.cells["id"]
        if article in found:
            reading.wrong(line.at, f"{article} stands already further up; remove one", key="id", found=article)
        elif _names_article(reading, line) and _has_reason(reading, line):
            found[article] = line.cells["reason"]
    return found


def _take_override(reading: Reading, line: _Line, found: dict[str, tuple[Override, ...]]) -> None:
    article, field, value = line.cells["id"], line.cells["field"], line.cells["value"]
    good = _names_article(reading, line)
    if not (_has_reason(reading, line) and _is_field(reading, line) and good and _value_fits(reading, line)):
        return
    row = Override(field, value, line.cells["reason"], line.at.place.line)
    if clashes(row, found.get(article, ())):
        said = f"{field} of {article} stands already further up; remove one"
        reading.wrong(line.at, said, key="field", found=value, allowed="one row; several different values only for lists")
        return
    found[article] = (*found.get(article, ()), row)


def _names_article(reading: Reading, line: _Line) -> bool:
    article = line.cells["id"]
    if ARTICLE_ID.fullmatch(article):
        return True
    try:
        web_address(article)
    except Wrong:
        said = f"{quoted(article)} is neither an article's id (the name of its TEI file, as abcdefghij234567k) nor its address"
        reading.wrong(line.at, said, key="id", found=article, allowed="an id or an absolute http(s) address")
        return False
    return True


def _has_reason(reading: Reading, line: _Line) -> bool:
    if not line.cells["reason"]:
        reading.wrong(line.at, "a reason is missing; it will stand in the account of the article", key="reason", allowed="text")
    return bool(line.cells["reason"])


def _is_field(reading: Reading, line: _Line) -> bool:
    names, field = tuple(name for name, _, _ in FIELDS), line.cells["field"]
    if field in names:
        return True
    near = next((name for name, schema, _ in FIELDS if schema == field), None) or nearest(field, names)
    hint = f"; did you mean {quoted(near)}?" if near else ""
    said = f"there is no field {quoted(field)}{hint} (known: {', '.join(names)})"
    reading.wrong(line.at, said, key="field", found=field, allowed=", ".join(names), nearest=near)
    return False


def _value_fits(reading: Reading, line: _Line) -> bool:
    """An empty value says that the field has none."""
    value = line.cells["value"]
    try:
        if value:
            _CHECKS.get(line.cells["field"], str)(value)
    except Wrong as wrong:
        reading.wrong(line.at, wrong.message, key="value", found=value, allowed=line.cells["field"], nearest=wrong.near)
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
    raise Wrong(f"{quoted(value)} is no date; write {forms}")


def _access(value: str) -> str:
    if value not in ACCESS:
        raise Wrong(f"{quoted(value)} says nothing about access; write free, partial or closed", nearest(value, ACCESS))
    return value


_CHECKS: dict[str, Callable[[str], object]] = {
    "published": _date,
    "modified": _date,
    "language": language,
    "access": _access,
}
