"""The selection of articles: by date, by column, by conditions on their fields, as a sample.

All commands that choose articles by what is known of them use it (``cli/selection_options.py``).
"""

from __future__ import annotations

import hashlib
import heapq
import re
from collections.abc import Sequence
from datetime import date
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.export.article_fields import (
    ARTICLE_FIELDS_BY_NAME,
    DATES,
    NUMBERS,
    Cell,
    CellType,
    FindDuplicate,
    IsUnlisted,
    ReadField,
    check_field_name,
    parse_days,
)
from webarticlecurator.model.portal import Portal

PUBLISHED = "published"


class Choice(Enum):
    """Whether an article is selected. ``UNDATED``: it has no date to compare with the date
    range."""

    SELECTED = auto()
    LEFT_OUT = auto()
    UNDATED = auto()


@dataclass(frozen=True)
class SelectionBounds:
    """The first and the last day of publication, both included, and the column of the portal; None
    means no limit."""

    since: date | None = None
    until: date | None = None
    column: str | None = None


@dataclass(frozen=True)
class Selection(SelectionBounds):
    """Which articles to select.

    The days are in ``timezone`` (an IANA name). All of ``conditions`` must hold. ``sample`` is
    taken of what is left. ``portal`` is the id of the portal whose articles they are, and
    ``timezone`` its zone. ``find_duplicate`` and ``is_unlisted``: see ``StoredArticle``.
    """

    timezone: str = "UTC"
    conditions: tuple[FieldCondition, ...] = ()
    sample: Sample | None = None
    portal: str = ""
    find_duplicate: FindDuplicate | None = None
    is_unlisted: IsUnlisted | None = None

    @property
    def is_everything(self) -> bool:
        """True if no article is left out."""
        is_limited = self.has_date_range or self.column is not None or self.sample is not None
        return not (is_limited or self.conditions)

    @property
    def has_date_range(self) -> bool:
        """True if articles are selected by date."""
        return self.since is not None or self.until is not None

    def overlaps(self, first: date, last: date) -> bool:
        """Return True if a day from ``first`` to ``last`` is in the date range."""
        return (self.since is None or last >= self.since) and (
            self.until is None or first <= self.until
        )

    def choose(self, read: ReadField) -> Choice:
        """Return whether an article is selected, or may be one of the sample, by its fields."""
        if self.column is not None and self.column not in read("column"):
            return Choice.LEFT_OUT
        if not all(condition.holds(read, self.timezone) for condition in self.conditions):
            return Choice.LEFT_OUT
        if not self.has_date_range:
            return Choice.SELECTED
        days = parse_days(next(map(str, read(PUBLISHED)), None), self.timezone)
        if days is None:
            return Choice.UNDATED
        return Choice.SELECTED if self.overlaps(*days) else Choice.LEFT_OUT

    def with_conditions(self, conditions: Sequence[FieldCondition]) -> Selection:
        """Return the selection with further conditions.

        Those on the date of publication narrow the date range, by which folders are left out
        unread.
        """
        since, until, others = self.since, self.until, list(self.conditions)
        for condition in conditions:
            # a value that stands for days, of which a date must have one
            is_date_range = condition.value and condition.operator in ("=", *_SIZES)
            if condition.field != PUBLISHED or not is_date_range:
                others.append(condition)
                continue
            first, last = condition.days(self.timezone)
            if condition.operator != "<=":
                since = first if since is None else max(since, first)
            if condition.operator != ">=":
                until = last if until is None else min(until, last)
        return replace(self, since=since, until=until, conditions=tuple(others))


@dataclass(frozen=True)
class SelectionOptions(SelectionBounds):
    """The options by which a user selects articles, of one or several portals.

    ``where``: conditions as text. ``sample``, ``by``: see ``Sample``.
    """

    where: tuple[str, ...] = ()
    sample: int | None = None
    by: str = ""

    @property
    def is_everything(self) -> bool:
        """True if no article is left out."""
        return self == SelectionOptions()


def make_selections(options: SelectionOptions, portals: Sequence[Portal]) -> list[Selection]:
    """Return the selection of the articles of each portal. Raises UsageError for options that no
    article can meet, or that name no field."""
    columns = dict.fromkeys(column.name for portal in portals for column in portal.columns)
    if options.column not in (None, *columns):
        ids = " and ".join(portal.id for portal in portals)
        verb = "has" if len(portals) == 1 else "have"
        raise UsageError(
            f"{ids} {verb} no column {options.column!r} (expected {', '.join(columns)})",
            "Give one of them, or leave --column out.",
        )
    if options.since and options.until and options.since > options.until:
        raise UsageError(
            f"--from {options.since} is after --until {options.until}",
            "Give the earlier day with --from.",
        )
    conditions = tuple(map(parse_condition, options.where))
    if options.by:
        check_field_name(options.by, ARTICLE_FIELDS_BY_NAME, "--by")
        if options.sample is None:
            raise UsageError(
                f"--by {options.by} has no effect without --sample",
                "Give the number of articles with --sample N.",
            )
    sample = None if options.sample is None else Sample(options.sample, options.by)
    return [
        Selection(
            options.since,
            options.until,
            options.column,
            portal.timezone,
            sample=sample,
            portal=portal.id,
        ).with_conditions(conditions)
        for portal in portals
    ]


# Conditions on a field of an article: ``--where 'words>=100'``.

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
        """Return True if the regular expression of ``~`` is found in a text. The service, whose
        expressions come from strangers, limits its time here."""
        # ``re`` keeps the compiled expression
        return re.search(self.value, text, re.IGNORECASE) is not None

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
        try:
            re.compile(condition.value)
        except re.error as error:
            message = f"not a regular expression: {condition.value!r} ({error})"
            raise _error(condition, message) from error
    elif condition.operator in _SIZES and kind is CellType.TEXT:
        raise _error(condition, f"{condition.field} is a text (expected =, != or ~)")
    elif kind in DATES and parse_days(condition.value, "UTC") is None:
        expected = "expected YYYY, YYYY-MM or YYYY-MM-DD"
        raise _error(condition, f"not a date: {condition.value!r} ({expected})")
    elif kind in NUMBERS and not _NUMBER.fullmatch(condition.value):
        raise _error(condition, f"not a number: {condition.value!r} (expected one such as 100)")


def _error(condition: FieldCondition, message: str) -> UsageError:
    return UsageError(f"{WHERE} {str(condition)!r}: {message}", "Correct the condition.")


# A sample of articles: always the same ones, also of each year, column or author.
#
# An article has a rank by the digest of its id, and those of the lowest ranks are chosen. So chance
# decides, but the same corpus gives the same sample, a smaller sample is a part of a larger one,
# and new articles replace few.

_RANK_BYTES = 8
Place = TypeVar("Place")


@dataclass(frozen=True)
class Sample:
    """A sample of ``size`` articles; of each value of the field ``by``, if there is one."""

    size: int
    by: str = ""


def find_rank(read: ReadField, sample: Sample) -> tuple[str, int]:
    """Return the group of an article and its rank within it, by its fields. The group is that of
    the first value of the field ``by``, the empty one if it has none."""
    values = read(sample.by) if sample.by else ()
    (article_id,) = read("id")
    digest = hashlib.sha256(str(article_id).encode("utf-8")).digest()
    return str(values[0]) if values else "", int.from_bytes(digest[:_RANK_BYTES], "big")


class SampleChooser(Generic[Place]):
    """Chooses the articles of a sample; ``Place`` says where one is.

    It keeps no more than the sample in memory.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._groups: dict[str, list[tuple[int, int, Place]]] = {}
        self._added = 0

    def add(self, found: tuple[str, int], place: Place) -> None:
        """Add an article that may be chosen, with its group and rank (``find_rank``)."""
        self._added += 1
        group_name, rank = found
        group = self._groups.setdefault(group_name, [])
        # a heap whose first item is that of the highest rank; the number decides between equals
        item = (-rank, -self._added, place)
        if len(group) < self._size:
            heapq.heappush(group, item)
        else:
            heapq.heappushpop(group, item)

    def chosen(self) -> list[Place]:
        """Return the places of the chosen articles, in the order in which they were added."""
        items = [item for group in self._groups.values() for item in group]
        return [place for _, _, place in sorted(items, key=lambda item: -item[1])]
