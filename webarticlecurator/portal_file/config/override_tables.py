"""Readers of ``<portal>.overrides.tsv`` and ``<portal>.exclude.tsv`` next to the portal file:
values corrected and articles excluded by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from webarticlecurator.base.errors import require_no_problems
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.fields import FIELD_NAMES, FIELDS, FIELDS_BY_NAME, FieldKind
from webarticlecurator.base.portal.overrides import (
    ARTICLE_ID,
    ManualOverrides,
    Override,
    find_clashes,
)
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, describe_unknown
from webarticlecurator.portal_file.config.table_lines import TableLine, read_table_lines
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.scalars import form_reader
from webarticlecurator.portal_file.values.standard_scalars import read_language, read_web_address
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value

ACCESS = ("free", "partial", "closed")
OVERRIDES = ("id", "field", "value", "reason")
EXCLUDE = ("id", "reason")

_DATE = re.compile(
    r"[0-9]{4}(-[0-9]{2}(-[0-9]{2}"
    r"(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?"
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
    exclusions = _read_exclusions(
        context, read_table_lines(context, path.name, EXCLUDE, required=True)
    )
    require_no_problems(context.problems)
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
    if _DATE.fullmatch(value) and parse_days(value, "UTC") is not None:
        return value
    raise ValueFault(
        make_message("not a date: {value}", value=quote_value(value)),
        expected="2019, 2019-03, 2019-03-15, 2019-03-15T08:30 in the portal's zone, or"
        " 2019-03-15T08:30:00+01:00",
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
    "_CHECKS of portal_file/values/tables.py",
)
"""Kind of a field → a function that raises ValueFault for a value that does not fit."""
