"""Conditions on a field of an article: ``--where 'words>=100'``."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import yaml

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.export.article_fields import (
    ARTICLE_FIELDS_BY_NAME,
    DATES,
    NUMBERS,
    Cell,
    CellType,
    ReadField,
)
from webarticlecurator.corpus.export.field_names import check_field_name

_CONDITION = re.compile(r"\s*(not\s)?\s*([\w-]+)\s*(!=|!~|>=|<=|=|~)(.*)", re.DOTALL)
_LISTED = re.compile(r"\s*(not\s+|)listed\s*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_SIZES = (">=", "<=")


def find_pattern(pattern: str, text: str) -> bool:
    """Return True if a regular expression is found in a text, in upper or lower case."""
    # ``re`` keeps the compiled expression
    return re.search(pattern, text, re.IGNORECASE) is not None


@dataclass(frozen=True)
class FieldCondition:
    """A condition: the name of a field, ``=``, ``>=``, ``<=`` or ``~``, and values of which one is
    enough.

    It holds if it holds for one of the values of the field; ``is_negated``, if it does not. ``~``
    finds a regular expression in a value, in upper or lower case. The empty value stands for a
    field without any. Dates are compared by days, a month or a year stands for all of its days.
    ``finds_pattern``: what finds an expression of ``~``; the service, whose expressions come from
    strangers, has one with a time limit.
    """

    field: str
    operator: str
    values: tuple[str, ...]
    is_negated: bool = False
    finds_pattern: Callable[[str, str], bool] = find_pattern

    def holds(self, read: ReadField, timezone: str) -> bool:
        """Return True if it holds for an article, by its fields; for ``timezone`` see
        ``Selection``."""
        kind, found = ARTICLE_FIELDS_BY_NAME[self.field].type, read(self.field)
        values = [value for value in self.values if value] if found else ()
        holds = any(
            self._matches(cell, value, kind, timezone) for value in values for cell in found
        )
        return (holds or not (found or all(self.values))) != self.is_negated

    def _matches(self, cell: Cell, value: str, kind: CellType, timezone: str) -> bool:
        """Return True if it holds for a value of the field and one of its own."""
        if self.operator == "~":
            return self.finds_pattern(value, str(cell))
        if kind is CellType.TEXT:
            return cell == value
        if kind in DATES:
            days = parse_days(str(cell), timezone)
            return days is not None and _compare(self.operator, days, _read_days(value, timezone))
        number, given = float(cell), float(value)
        return _compare(self.operator, (number, number), (given, given))

    def read_range(self, timezone: str) -> tuple[date, date] | None:
        """Return the first and the last day of a condition that a date range can stand for."""
        value = self.values[0]
        if self.is_negated or len(self.values) > 1 or self.operator == "~" or not value:
            return None
        return _read_days(value, timezone)


def _read_days(value: str, timezone: str) -> tuple[date, date]:
    days = parse_days(value, timezone)
    if days is None:
        raise ValueError(make_message("not a date: {value!r}", value=value))
    return days


def _compare(operator: str, span: tuple[Any, Any], given: tuple[Any, Any]) -> bool:
    """Compare two spans, from a first to a last value, which are equal if they overlap."""
    is_late_enough = operator == "<=" or span[1] >= given[0]
    is_early_enough = operator == ">=" or span[0] <= given[1]
    return bool(is_late_enough and is_early_enough)


def parse_condition(text: str, named: str = "--where") -> FieldCondition:
    """Return the condition of a ``--where`` option, or another that is ``named``. Raises
    UsageError.

    ``not`` before it takes the contrary, as ``!`` before ``=`` or ``~`` does. Several values stand
    in square brackets, as in YAML. ``listed`` alone is ``listed=yes``.
    """
    listed = _LISTED.fullmatch(text)
    parts = _CONDITION.fullmatch(f"{listed[1]}listed=yes" if listed else text)
    if parts is None:
        raise UsageError(
            make_message(
                "{named}: not a condition: {text!r} (expected FIELD=VALUE, or !=, >=, <=, ~, !~"
                " in place of =)",
                named=named,
                text=text,
            ),
            make_message("Write it in quotes, such as {named} 'words>=100'.", named=named),
        )
    name = check_field_name(parts[2], ARTICLE_FIELDS_BY_NAME, named)
    operator, given = parts[3].removeprefix("!"), parts[4].strip()
    is_negated = bool(parts[1]) != (operator != parts[3])
    try:
        values = _read_values(given)
        for value in values:
            _check(name, operator, value)
        if operator in _SIZES and len(values) > 1:
            raise ValueError(
                make_message("several values after {operator} (expected one)", operator=operator)
            )
    except ValueError as error:
        raise UsageError(
            make_message(
                "{named} {shown!r}: {error}", named=named, shown=text.strip(), error=error.args[0]
            ),
            "Correct the condition.",
        ) from error
    return FieldCondition(name, operator, values, is_negated)


def _read_values(text: str) -> tuple[str, ...]:
    """Return the values of a condition: one, or those of a list of YAML. Raises ValueError."""
    if not (text.startswith("[") and text.endswith("]")):
        return (text,)
    try:
        # every value as it is written, also no and 2015-06
        values = yaml.load(text, yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(
            make_message("not a list: {text!r} (expected one such as [Sport, Culture])", text=text)
        ) from error
    if not values or not all(isinstance(value, str) for value in values):
        raise ValueError(
            make_message(
                "not a list of values: {text!r} (expected one such as [Sport, Culture])", text=text
            )
        )
    return tuple(values)


def _check(name: str, operator: str, value: str) -> None:
    """Raise ValueError for a value that a field cannot be compared with."""
    kind = ARTICLE_FIELDS_BY_NAME[name].type
    if not value:
        if operator != "=":
            raise ValueError(make_message("no value after {operator}", operator=operator))
    elif operator == "~":
        try:
            re.compile(value)
        except re.error as error:
            raise ValueError(
                make_message(
                    "not a regular expression: {value!r} ({error})", value=value, error=str(error)
                )
            ) from error
    elif operator in _SIZES and kind is CellType.TEXT:
        raise ValueError(make_message("{name} holds text (expected =, !=, ~ or !~)", name=name))
    elif kind in DATES and parse_days(value, "UTC") is None:
        raise ValueError(
            make_message(
                "not a date: {value!r} (expected YYYY, YYYY-MM or YYYY-MM-DD)", value=value
            )
        )
    elif kind in NUMBERS and not _NUMBER.fullmatch(value):
        raise ValueError(
            make_message("not a number: {value!r} (expected one such as 100)", value=value)
        )
