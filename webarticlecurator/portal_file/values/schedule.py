"""The type of ``schedule``: cron notation in five fields, checked here without any library."""

from __future__ import annotations

import re

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.values.scalars import ScalarType
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_PART = re.compile(r"(?:(\*)|([a-z]{3}|[0-9]{1,2})(?:-([a-z]{3}|[0-9]{1,2}))?)(?:/([0-9]{1,2}))?")


@dataclass(frozen=True)
class _Field:
    """A field of a schedule: its lowest and highest number, and the names of its numbers from the
    lowest on."""

    name: str
    low: int
    high: int
    names: tuple[str, ...] = ()

    def describe(self) -> str:
        """Return what may stand in the field."""
        if self.names:
            return make_message(
                "{low}–{high}, or {first} to {last}, *, a range such as 1-5, a step such as */2, a"
                " list",
                low=self.low,
                high=self.high,
                first=self.names[0],
                last=self.names[-1],
            )
        return make_message(
            "{low}–{high}, *, a range such as 1-5, a step such as */2, a list",
            low=self.low,
            high=self.high,
        )

    def read(self, text: str) -> set[int]:
        """Return the numbers that a field stands for. Raises ValueFault."""
        return {number for part in text.split(",") for number in self._read_part(part)}

    def _read_part(self, text: str) -> range:
        match = _PART.fullmatch(text)
        if match is None:
            raise self._fault(text)
        every, first, last, step = match.groups()
        low = self.low if every else self._read_number(first)
        high = self._read_number(last) if last else self.high if every else low
        # cron reads a step after a single number in different ways
        if low > high or (step and (int(step) == 0 or low == high)):
            raise self._fault(text)
        return range(low, high + 1, int(step or 1))

    def _read_number(self, text: str) -> int:
        if text in self.names:
            return self.low + self.names.index(text)
        if not text.isdigit() or not self.low <= int(text) <= self.high:
            raise self._fault(text)
        return int(text)

    def _fault(self, text: str) -> ValueFault:
        return ValueFault(
            make_message("wrong {name}: {text}", name=self.name, text=quote_value(text)),
            expected=self.describe(),
        )


_FIELDS = (
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day of the month", 1, 31),
    _Field("month", 1, 12, _MONTHS),
    _Field("day of the week", 0, 7, _WEEKDAYS),
)


def read_schedule(value: str) -> str:
    """Return a schedule in lower case, its five fields separated by single spaces."""
    fields = value.lower().split()
    if len(fields) != len(_FIELDS):
        raise ValueFault(make_message("not a schedule: {value}", value=quote_value(value)))
    _, _, days, months, weekdays = [
        field.read(text) for field, text in zip(_FIELDS, fields, strict=True)
    ]
    # of a day of the month and one of the week, either is enough; all weekdays are none at all
    is_any_weekday = {number % 7 for number in weekdays} == set(range(7))
    if is_any_weekday and min(days) > max(_LONGEST_MONTHS[month - 1] for month in months):
        raise ValueFault(
            make_message("a day that never comes: {value}", value=quote_value(value)),
            expected="a day that one of the months has",
        )
    return " ".join(fields)


SCHEDULE = ScalarType(
    'five fields, "minute hour day-of-month month day-of-week", such as 30 4 * * 1-5',
    read_schedule,
    {"type": "string", "pattern": r"^\s*\S+(\s+\S+){4}\s*$"},
)
