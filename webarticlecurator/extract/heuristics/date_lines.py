"""Read the dates in the lines of a page, each with what its label says that it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.extract.dates.scan import find_date_parts
from webarticlecurator.extract.heuristics.date_labels import (
    DateMeaning,
    fold_line,
    is_label,
    split_at_labels,
)
from webarticlecurator.extract.heuristics.lines import is_date_line
from webarticlecurator.extract.heuristics.page_hints import HEADINGS
from webarticlecurator.extract.heuristics.text_units import Unit, list_page_units
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.text.times import DAY_LENGTH

MAX_LINE_SIZE = 250
"""Size of the longest line whose dates are read; the longest footers have two sentences."""
_NUMERIC_DATE = re.compile(
    r"(?P<day>\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일])"
    r"(?:\D{1,16}(?P<time>\d{1,2}:\d{2}))?"
)
"""A numeric date (``day``) and, not far after it, a time (``time``)."""
_ZONE = re.compile(r" \(?[a-z]{2,5}\b\)?")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_FOUR_DIGITS = re.compile(r"\d{4}")
_WORD = re.compile(r"[^\W\d_]+")
_ATTRIBUTES = ("datetime", "title", "content")
"""Attributes that have a date in a form for machines."""


@dataclass(frozen=True)
class UnitLine:
    """The text of a unit (``fold_line``), with the label in the unit before it. ``number``: the
    index of the unit among those of the page."""

    unit: Unit
    text: str
    number: int


@dataclass(frozen=True)
class LineDate:
    """A date in a line: ISO 8601; ``before`` and ``after``: the text around it in the line."""

    value: str
    meaning: DateMeaning
    line: UnitLine
    before: str
    after: str

    @property
    def other_words(self) -> int:
        """The number of words in the line beside the date."""
        return len(_WORD.findall(self.before)) + len(_WORD.findall(self.after))


def list_lines_with_digits(page: Page) -> tuple[UnitLine, ...]:
    """Return the units that may have a date, as lines: short, with a digit. The label in a cell, a
    term or a block of its own is put before the line that follows it. They are made once for each
    page."""
    return page.derived("heuristics.lines_with_digits", lambda page: tuple(_make_lines(page)))


def _make_lines(page: Page) -> Iterator[UnitLine]:
    units = list_page_units(page)
    for number, unit in enumerate(units):
        if unit.size > MAX_LINE_SIZE or not re.search(r"\d", unit.text):
            continue
        text = fold_line(unit.text)
        before = units[number - 1] if number else None
        if before is not None and _is_label_of(before, unit):
            text = f"{fold_line(before.text)} {text}"
        yield UnitLine(unit, text, number)


def may_have_date(line: UnitLine) -> bool:
    """Return False for a line in which ``read_line_dates`` finds nothing, as most have no year."""
    return bool(_FOUR_DIGITS.search(line.text) or _NUMERIC_DATE.search(line.text))


def find_line_of(element: etree._Element, page: Page) -> UnitLine | None:
    """Return the line of ``page`` that ``element`` is in, None if it is in none with a digit."""
    lines = page.derived("heuristics.lines_by_element", _lines_by_element)
    return next((lines[outer] for outer in self_and_ancestors(element) if outer in lines), None)


def _lines_by_element(page: Page) -> dict[etree._Element, UnitLine]:
    return {line.unit.element: line for line in list_lines_with_digits(page)}


def read_line_dates(line: UnitLine, context: DateContext) -> Iterator[LineDate]:
    """Yield the first date of each labelled part of ``line``: in words, or in numbers in an order
    that has one meaning only."""
    for part in split_at_labels(line.text):
        found = _first_date(part.text, line.unit, context)
        if found is not None:
            value, text = found
            start = part.start + part.text.find(text)
            yield LineDate(
                _with_time(value, line.unit.element, context),
                part.meaning,
                line,
                line.text[:start],
                line.text[start + len(text) :],
            )


def _is_label_of(before: Unit, unit: Unit) -> bool:
    """Return True if ``before`` is the label of ``unit``: they share a parent or grandparent."""
    if before.tag in HEADINGS or not is_label(fold_line(before.text)):
        return False
    parent = before.element.getparent()
    grandparent = parent.getparent() if parent is not None else None
    return any(outer is not None and unit.is_in(outer) for outer in (parent, grandparent))


def _first_date(text: str, unit: Unit, context: DateContext) -> tuple[str, str] | None:
    """Return the first readable date and its text, else a numeric date in a line of the unit with
    little more."""
    if _YEAR.search(text):
        unlabelled = text.partition(": ")[2].strip()
        for part in (*filter(None, (unlabelled,)), *find_date_parts(text, context.tag)):
            for dated in (*_with_zone(part, text), part):
                result = read_date(dated, (), context)
                if result.value is not None:
                    return result.value, dated
    match = _NUMERIC_DATE.search(text) if is_date_line(unit.text) else None
    if match:
        date = " ".join(filter(None, (_with_full_year(match["day"]), match["time"])))
        result = read_date(date, (), context)
        if result.value is not None:
            return result.value, match[0]
    return None


def _with_zone(part: str, text: str) -> tuple[str, ...]:
    """Return ``part`` of ``text`` with the short word after it, which may be a time zone."""
    zone = _ZONE.match(text, text.find(part) + len(part))
    return (part + zone[0],) if zone else ()


def _with_full_year(day: str) -> str:
    """Return ``21.06.21`` as ``21.06.2021``."""
    return re.sub(r"^(\d{1,2}\.\s?\d{1,2}\.\s?)(\d{2})$", r"\g<1>20\2", day)


def _with_time(day: str, element: etree._Element, context: DateContext) -> str:
    """Return ``day`` with the time that an attribute in the same block has for that day."""
    if len(day) > DAY_LENGTH:
        return day
    for inner in element.iter("time", "abbr", "span"):
        for name in _ATTRIBUTES:
            text = inner.get(name)
            result = read_date(text, (), context) if text and _YEAR.search(text) else None
            value = result.value if result else None
            if value and len(value) > DAY_LENGTH and value[:DAY_LENGTH] == day:
                return value
    return day
