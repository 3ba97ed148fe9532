"""Conditions on a field of an article: ``--where 'words>=100'``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from webarticlecurator.errors import UsageError
from webarticlecurator.export.article_fields import (
    ARTICLE_FIELDS_BY_NAME,
    DATES,
    NUMBERS,
    Cell,
    CellType,
    ReadField,
)
from webarticlecurator.export.field_names import check_field_name
from webarticlecurator.export.published_days import parse_days

WHERE = "--where"
_CONDITION = re.compile(r"\s*([\w-]+)\s*(!=|>=|<=|=|~)(.*)", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_SIZES = (">=", "<=")


@dataclass(frozen=True)
class FieldCondition:
    """A condition: the name of a field, ``=``, ``!=``, ``>=``, ``<=`` or ``~``, and a value.

    ``=``, ``>=``, ``<=`` and ``~`` hold if they hold for one of the values of the field, ``!=`` if
    ``=`` does not. ``~`` finds a regular expression in a value, in upper or lower case. The empty
    value stands for a field without any. Dates are compared by days, a month or a year stands for
    all of its days.
    """

    field: str
    operator: str
    value: str

    def holds(self, read: ReadField, timezone: str) -> bool:
        """Return True if it holds for an article, by its fields; for ``timezone`` see
        ``Selection``."""
        kind, values = ARTICLE_FIELDS_BY_NAME[self.field].type, read(self.field)
        if self.value:
            holds = any(self._matches(value, kind, timezone) for value in values)
        else:
            holds = not values
        return holds != (self.operator == "!=")

    def _matches(self, value: Cell, kind: CellType, timezone: str) -> bool:
        """Return True if it holds for a value; for ``!=`` if the value is equal."""
        if self.operator == "~":
            return self.finds_pattern(str(value))
        if kind is CellType.TEXT:
            return value == self.value
        if kind in DATES:
            days = parse_days(str(value), timezone)
            return days is not None and _compare(self.operator, days, self.days(timezone))
        number, given = float(value), float(self.value)
        return _compare(self.operator, (number, number), (given, given))

    def finds_pattern(self, text: str) -> bool:
        """Return True if the regular expression of ``~`` is found in a text."""
        # ``re`` keeps the compiled expression
        return re.search(self.value, text, re.IGNORECASE) is not None

    @property
    def is_date_range(self) -> bool:
        """True if its value stands for days, of which a date must have one."""
        return bool(self.value) and self.operator in ("=", *_SIZES)

    def days(self, timezone: str) -> tuple[date, date]:
        """Return the first and the last day of the value of a condition on a date."""
        days = parse_days(self.value, timezone)
        if days is None:
            raise ValueError(f"not a date: {self.value!r}")
        return days

    def __str__(self) -> str:
        return f"{self.field}{self.operator}{self.value}"


def _compare(operator: str, span: tuple[Any, Any], given: tuple[Any, Any]) -> bool:
    """Compare two spans, from a first to a last value, which are equal if they overlap."""
    is_late_enough = operator == "<=" or span[1] >= given[0]
    is_early_enough = operator == ">=" or span[0] <= given[1]
    return bool(is_late_enough and is_early_enough)


def parse_condition(text: str) -> FieldCondition:
    """Return the condition of a ``--where`` option; ``listed`` alone is ``listed=yes``. Raises
    UsageError."""
    parts = _CONDITION.fullmatch("listed=yes" if text.strip() == "listed" else text)
    if parts is None:
        raise UsageError(
            f"{WHERE}: not a condition: {text!r} (expected FIELD=VALUE, or !=, >=, <=, ~ in place"
            " of =)",
            f"Write it in quotes, such as {WHERE} 'words>=100'.",
        )
    name = check_field_name(parts[1], ARTICLE_FIELDS_BY_NAME, WHERE)
    condition = FieldCondition(name, parts[2], parts[3].strip())
    _check(condition)
    return condition


def _check(condition: FieldCondition) -> None:
    """Raise UsageError for a value that its field cannot be compared with."""
    kind = ARTICLE_FIELDS_BY_NAME[condition.field].type
    if not condition.value:
        if condition.operator not in ("=", "!="):
            raise _error(condition, f"no value after {condition.operator}")
    elif condition.operator == "~":
        _check_pattern(condition)
    elif condition.operator in _SIZES and kind is CellType.TEXT:
        raise _error(condition, f"{condition.field} is a text (expected =, != or ~)")
    elif kind in DATES and parse_days(condition.value, "UTC") is None:
        expected = "expected YYYY, YYYY-MM or YYYY-MM-DD"
        raise _error(condition, f"not a date: {condition.value!r} ({expected})")
    elif kind in NUMBERS and not _NUMBER.fullmatch(condition.value):
        raise _error(condition, f"not a number: {condition.value!r} (expected one such as 100)")


def _check_pattern(condition: FieldCondition) -> None:
    try:
        re.compile(condition.value)
    except re.error as error:
        message = f"not a regular expression: {condition.value!r} ({error})"
        raise _error(condition, message) from error


def _error(condition: FieldCondition, message: str) -> UsageError:
    return UsageError(f"{WHERE} {str(condition)!r}: {message}", "Correct the condition.")
