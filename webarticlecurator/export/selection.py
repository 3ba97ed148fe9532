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

import yaml

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
from webarticlecurator.text.translation import make_message

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
            days = condition.read_range(self.timezone) if condition.field == PUBLISHED else None
            if days is None:
                others.append(condition)
                continue
            first, last = days
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


def make_selections(
    options: SelectionOptions, portals: Sequence[Portal], named: str = "--where"
) -> list[Selection]:
    """Return the selection of the articles of each portal; ``named`` is the option that has the
    conditions. Raises UsageError for options that no article can meet, or that name no field."""
    columns = dict.fromkeys(column.name for portal in portals for column in portal.columns)
    if options.column not in (None, *columns):
        ids = " and ".join(portal.id for portal in portals)
        verb = "has" if len(portals) == 1 else "have"
        raise UsageError(
            f"{ids} {verb} no column {options.column!r} (expected {', '.join(columns) or 'none'})",
            "Give one of them, or leave --column out.",
        )
    if options.since and options.until and options.since > options.until:
        raise UsageError(
            f"--from {options.since} is after --until {options.until}",
            "Give the earlier day with --from.",
        )
    conditions = tuple(parse_condition(each, named) for each in options.where)
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

_CONDITION = re.compile(r"\s*(not\s)?\s*([\w-]+)\s*(!=|!~|>=|<=|=|~)(.*)", re.DOTALL)
_LISTED = re.compile(r"\s*(not\s+|)listed\s*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_SIZES = (">=", "<=")


@dataclass(frozen=True)
class FieldCondition:
    """A condition: the name of a field, ``=``, ``>=``, ``<=`` or ``~``, and values of which one is
    enough.

    It holds if it holds for one of the values of the field; ``is_negated``, if it does not. ``~``
    finds a regular expression in a value, in upper or lower case. The empty value stands for a
    field without any. Dates are compared by days, a month or a year stands for all of its days.
    """

    field: str
    operator: str
    values: tuple[str, ...]
    is_negated: bool = False

    def holds(self, read: ReadField, timezone: str) -> bool:
        """Return True if it holds for an article, by its fields; for ``timezone`` see
        ``Selection``."""
        kind, found = ARTICLE_FIELDS_BY_NAME[self.field].type, read(self.field)
        holds = any(
            any(self._matches(cell, value, kind, timezone) for cell in found)
            if value
            else not found
            for value in self.values
        )
        return holds != self.is_negated

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

    def finds_pattern(self, pattern: str, text: str) -> bool:
        """Return True if a regular expression of ``~`` is found in a text. The service, whose
        expressions come from strangers, limits its time here."""
        # ``re`` keeps the compiled expression
        return re.search(pattern, text, re.IGNORECASE) is not None

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
        shown = text.strip()
        raise UsageError(
            make_message(
                "{named} {shown!r}: {error}", named=named, shown=shown, error=error.args[0]
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
            make_message("not a list: {text!r} (expected such as [Sport, Culture])", text=text)
        ) from error
    if not values or not all(isinstance(value, str) for value in values):
        raise ValueError(
            make_message(
                "not a list of values: {text!r} (expected such as [Sport, Culture])", text=text
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
        raise ValueError(make_message("{name} is a text (expected =, !=, ~ or !~)", name=name))
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
