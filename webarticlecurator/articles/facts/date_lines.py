"""Read the dates in the lines of a page, each with what its label says that it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache

from lxml import etree

from webarticlecurator.articles.units.date_labels import (
    MAX_LINE_SIZE,
    DateMeaning,
    fold_line,
    has_digit_in_line,
    is_label,
    label_pattern,
    split_at_labels,
)
from webarticlecurator.articles.units.link_lines import is_date_line
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import Unit, list_page_units
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.text.calendars import fold_years, may_be_republic_year
from webarticlecurator.base.text.character_patterns import DIGITS, LETTER
from webarticlecurator.base.text.date_names import (
    fold_date_text,
    list_months_of_days,
    weekday_numbers,
)
from webarticlecurator.base.text.date_tokens import any_of
from webarticlecurator.base.text.date_words import (
    YEAR,
    find_date_parts,
    has_calendar_of_names,
    list_short_orders,
)
from webarticlecurator.base.text.dates import DateContext, DateResult, read_date
from webarticlecurator.base.text.day_spans import names_several_days
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.base.text.word_borders import list_letter_runs
from webarticlecurator.base.text.words import list_phrases, list_words
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page, once_per_page

_NUMERIC_DATE = re.compile(
    r"(?<![a-z\d./-])(?P<day>\d{1,2}\.\s?\d{1,2}\.\s?\d{4}(?!\d)|"
    r"(?P<short>\d{1,2}(?P<mark>[./-])\s?\d{1,2}(?P=mark)\s?\d{1,2})(?![\d/]|[.-]\d)|"
    r"(?:[rhs]\d{1,2}|1\d\d)[./]\s?\d{1,2}[./]\s?\d{1,2}(?!\d)|"
    r"\d{4}[./-]\d{1,2}[./-]\d{1,2}(?!\d)|(?:\d{4}|1\d\d)[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일]"
    r"|(?:令和|平成|昭和|民國|民国)\s?(?:\d{1,3}|元)\s?[年./]\s?\d{1,2}[月./]\s?\d{1,2}(?:日|(?!\d)))"
    r"(?:\D{1,16}(?P<time>\d{1,2}:\d{2}))?"
)
"""A numeric date (``day``; ``short``: with two digits of its year) and, not far after it, a time
(``time``)."""
_MARK_BEFORE_NUMBER = re.compile(r"[./年년-]\s?\d")
"""What each numeric date has; it is found in a fifth of the time."""
_ERA = re.compile(
    r"令和|平成|昭和|民國|民国|(?<![^\W_])(?:(?:[rhs]\d{1,2}|1\d\d)[./]\s?\d{1,2}[./]\s?\d{1,2}(?!\d)"
    r"|1\d\d年\s?\d)"
)
"""The name of an era before its year, or its letter; a year of the Republic of China."""
_ZONE = re.compile(r" \(?[a-z]{2,5}\b\)?")
_BARE_YEAR = re.compile(r"\W*\d{4}\W*")
_MAX_SHEET_WORDS = 4
"""Words of a day in blocks of their own: its weekday, too."""
_MAX_ERA = 30
"""Size of the longest line with a date of an era."""
_GLUED = re.compile(
    r"(?<=[a-zß-öø-ÿα-ωа-я\d])"
    r"(?=[A-ZÀ-ÖØ-ÞΑ-ΩА-Я](?:[a-zß-öø-ÿα-ωа-я]{2}|[A-ZÀ-ÖØ-ÞΑ-ΩА-Я]{2,}[ .]))"
)
"""Between two elements without white space: *Health* and *December 22, 2022* or *DECEMBER 22*."""
_FOUR_DIGITS = re.compile(r"\d{4}")
_NUMBER_APART = re.compile(r"\d{1,2}(?:\s?[,(|·–—]|\s[-/]\s|[号號]\s?\d{4})")
"""A number with a sign behind it that no date has there."""
_WORD_AT_END = re.compile(r"[^\W\d_№°#]\.?\s*$|[№°#]\s*$|\d\s?[-–—/:]\s?$")
_NUMBERS_ALONE = re.compile(r"[\d./\s]+")
"""Such a line may end in a full stop, but is no sentence: *24. 3. 5.*."""
_ATTRIBUTES = ("datetime", "title", "content")
"""Attributes that have a date in a form for machines."""


@dataclass(frozen=True)
class UnitLine:
    """The text of a unit (``fold_line``), with the label in the unit before it, if it
    ``has_label_before``. ``number``: the index of the unit among those of the page."""

    unit: Unit
    text: str
    number: int
    has_label_before: bool = False


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
        """The number of words in the line beside the date, without those of a labelled date."""
        end = self._end_of_unlabelled
        return len(list_letter_runs(self.before)) + len(list_letter_runs(self.after[:end]))

    @property
    def has_labelled_beside(self) -> bool:
        """True if a date with a label follows: *12 March 2024, updated: 14 March 2024*."""
        return self._end_of_unlabelled is not None

    @property
    def _end_of_unlabelled(self) -> int | None:
        label = label_pattern().search(self.after)
        has_date = label is not None and YEAR.search(self.after, label.end())
        return label.start() if label is not None and has_date else None


@once_per_page("heuristics.lines_with_dates")
def list_lines_with_dates(page: Page) -> tuple[UnitLine, ...]:
    """Return the units in which ``read_line_dates`` may find something, as lines: short, with a
    year or a date in numbers."""
    units = list_page_units(page)
    return read_date_lines(units, range(len(units)))


def read_date_lines(units: Sequence[Unit], numbers: Iterable[int]) -> tuple[UnitLine, ...]:
    """Return those of the units with these ``numbers`` that may have a date, as lines."""
    # The label before a line has no digit, so it is looked for only where the line has a date.
    return tuple(
        _read_line(units, number)
        for number in numbers
        if has_digit_in_line(units[number]) and _may_have_date(_fold(units[number].text))
    )


def list_lines_with_digits(units: Sequence[Unit], numbers: Iterable[int]) -> Iterator[UnitLine]:
    """Yield those of the units with these ``numbers`` that have a digit, as lines."""
    return (_read_line(units, n) for n in numbers if has_digit_in_line(units[n]))


def _may_have_date(text: str) -> bool:
    if _FOUR_DIGITS.search(text):
        return True
    return bool(_MARK_BEFORE_NUMBER.search(text) and _NUMERIC_DATE.search(text))


def _fold(text: str) -> str:
    """Return a line, folded; with the years and numerals of East Asia in digits."""
    folded_text = fold_line(text)
    return fold_years(folded_text, "") if "年" in folded_text else folded_text


def _read_line(units: Sequence[Unit], number: int) -> UnitLine:
    """Return a unit as a line. The label in a cell, a term or a block of its own is put before the
    line that follows it."""
    unit = units[number]
    text = _fold(_GLUED.sub(" ", _text_of_sheet(unit) or unit.text))
    before = units[number - 1] if number else None
    if before is not None and _is_label_of(before, unit):
        return UnitLine(unit, f"{fold_line(before.text)} {text}", number, has_label_before=True)
    return UnitLine(unit, text, number)


def _text_of_sheet(unit: Unit) -> str:
    """Return the text of the sheet of a calendar around a unit that is nothing but a year, if day
    and month stand in blocks beside it; else an empty text."""
    if not _BARE_YEAR.fullmatch(unit.text):
        return ""
    for outer in unit.around[1:3]:
        words: list[str] = []
        for text in outer.itertext():
            words += str(text).split()
            if len(words) > _MAX_SHEET_WORDS:
                return ""
        if sum(any(map(str.isnumeric, word)) for word in words) > 1:
            return " ".join(words)
    return ""


def find_line_of(element: etree._Element, page: Page) -> UnitLine | None:
    """Return the line of ``page`` that ``element`` is in, None if it is in none with a digit."""
    units, numbers = list_page_units(page), number_units(page)
    around = (numbers[outer] for outer in self_and_ancestors(element) if outer in numbers)
    inner = next((number for number in around if has_digit_in_line(units[number])), None)
    return None if inner is None else _read_line(units, inner)


@once_per_page("heuristics.unit_numbers")
def number_units(page: Page) -> dict[etree._Element, int]:
    """Return element → the number of its unit."""
    return {unit.element: number for number, unit in enumerate(list_page_units(page))}


def read_line_dates(line: UnitLine, context: DateContext) -> Iterator[LineDate]:
    """Yield the first date of each labelled part of ``line``: in words, or in numbers in an order
    that has one meaning only."""
    for part in split_at_labels(line.text):
        found = _first_date(part.text, line.unit, context)
        if found is not None:
            value, text = found
            start = part.start + part.text.find(text)
            after = line.text[start + len(text) :]
            meaning = part.meaning
            if meaning is DateMeaning.UNLABELLED and speaks_of_itself(line):
                # *This post was on 12 March 2024 by Ann in News published.*
                label = label_pattern().search(after)
                meaning = DateMeaning(str(label.lastgroup)) if label else meaning
            day = _with_time(value, line.unit.element, context)
            yield LineDate(day, meaning, line, line.text[:start], after)


def read_date_value(
    text: str,
    source: str,
    context: DateContext,
    original: str | None = None,
    read: Callable[[str, tuple[str, ...], DateContext], DateResult] = read_date,
) -> Value | None:
    """Return the date that is all of ``text`` as a metadata value, None if ``read`` cannot read
    it."""
    value = read(text, (), context).value
    return None if value is None else Value(value, source, text if original is None else original)


def speaks_of_itself(line: UnitLine) -> bool:
    """Return True for a sentence about the article: *This entry was posted on …*."""
    return _self_pattern().match(line.text) is not None


@lru_cache(maxsize=1)
def _self_pattern() -> re.Pattern[str]:
    return re.compile(fold_date_text("|".join(list_phrases("bylines", "itself"))))


def _is_label_of(before: Unit, unit: Unit) -> bool:
    """Return True if ``before`` is the label of ``unit``: they share a parent or grandparent."""
    # A heading is the title of what follows it, unless that is a date alone (*Published*).
    if before.size > MAX_LINE_SIZE or (before.tag in HEADINGS and not unit.is_date_line):
        return False
    parent = before.element.getparent()
    grandparent = parent.getparent() if parent is not None else None
    if not any(outer is not None and unit.is_in(outer) for outer in (parent, grandparent)):
        return False
    return is_label(fold_line(before.text))


def _first_date(text: str, unit: Unit, context: DateContext) -> tuple[str, str] | None:
    """Return the first readable date and its text, else a numeric date in a line of the unit with
    little more."""
    has_names_alone = has_calendar_of_names(context.tag)
    if names_several_days(text, context.tag):
        return None
    if YEAR.search(text):
        unlabelled = text.partition(": ")[2].strip()
        for part in (*filter(None, (unlabelled,)), *find_date_parts(text, context.tag)):
            # With the short word after it first, which may be a zone; where that cannot be read,
            # without it.
            zone = _ZONE.match(text, text.find(part) + len(part))
            for dated in (part + zone[0], part) if zone else (part,):
                result = read_date(dated, (), context)
                is_named = not has_names_alone or LETTER.search(dated) is not None
                is_certain = is_named and not _is_of_issue(text, dated, context.tag)
                if result.value is not None and is_certain:
                    return result.value, dated
    # Three numbers in a sentence may be anything, so they count in a line with little more only.
    is_dated = (
        unit.is_date_line
        or _NUMBERS_ALONE.fullmatch(text)
        or (unit.size <= _MAX_ERA and _ERA.search(text))
        or ("年" in text and is_date_line(text))  # a line in numerals of East Asia
    )
    match = _NUMERIC_DATE.search(text) if is_dated and not has_names_alone else None
    if match is None:
        return None
    time = match["time"] or ""
    value = (
        _read_short_year(match["short"], time, text, context)
        if match["short"]
        else read_date(f"{match['day']} {time}".strip(), (), context).value
    )
    return (value, match[0]) if value is not None else None


def _is_of_issue(text: str, dated: str, language: str) -> bool:
    """Return True if the number with which a date begins belongs to the word before it: *Issue 3,
    March 2024*, *N° 5 – mars 2024*; or to a number: *1–3 | 2024. március 5.*"""
    before = text[: text.find(dated)]
    is_numbered = _NUMBER_APART.match(dated) and _WORD_AT_END.search(before)
    is_counted = _number_alone(language).match(dated) and _words_of_numbers().search(before)
    return bool(is_counted or (is_numbered and not is_label(before)))


@lru_cache(maxsize=16)
def _number_alone(language: str) -> re.Pattern[str]:
    """Return the pattern of a number that nothing says to be a day: no date in numbers
    (*05/03/2024*), no ending (*5th*), no month in a form that it has only behind a day (*5 марта*)
    or, in a language without such forms, no ordinal point (*5. März*)."""
    months = any_of(list_months_of_days(language))
    of_day = rf"\.?\s(?:{months})\b" if months else r"\."
    return re.compile(rf"\d{{1,2}}(?!\w|[/-]\w|\s?[./-]\s?\d|{of_day})")


@lru_cache(maxsize=1)
def _words_of_numbers() -> re.Pattern[str]:
    """Return the expression of a word at the end of a text after which a number is that of an
    issue."""
    words = "|".join(map(fold_date_text, list_words("dates", "numbers")))
    return re.compile(rf"(?:(?<![^\W\d_])(?:{words})|[№#º°])\.?\s*$")


def _read_short_year(short: str, time: str, line: str, context: DateContext) -> str | None:
    """Return the date of three numbers, one of which is the year without its century: in the order
    that the language fixes, else the only one that is possible in any order and on the weekday that
    the line names."""
    numbers = DIGITS.findall(short)
    known = weekday_numbers(context.tag)
    weekdays = {known[word] for word in list_letter_runs(line) if word in known}
    days = set()
    for order in list_short_orders(context.tag, short.lstrip("0123456789")[:1]):
        year, month, day = (numbers[order.index(part)] for part in "ymd")
        # POSIX: 69 to 99 are of the twentieth century.
        with suppress(ValueError):
            is_doubtful = may_be_republic_year(int(year), context.tag)
            found = date(int(f"{'19' if year >= '69' else '20'}{year}"), int(month), int(day))
            if len(year) == 2 and not is_doubtful and (not weekdays or found.weekday() in weekdays):
                days.add(found)
    # A day after the capture counts as a reading, too, so that it leaves no other as the only one.
    if len(days) != 1:
        return None
    return read_date(f"{days.pop().isoformat()} {time}".strip(), (), context).value


def _with_time(day: str, element: etree._Element, context: DateContext) -> str:
    """Return ``day`` with the time that an attribute in the same block has for that day."""
    if len(day) > DAY_LENGTH:
        return day
    for inner in element.iter("time", "abbr", "span"):
        for name in _ATTRIBUTES:
            text = inner.get(name)
            result = read_date(text, (), context) if text and YEAR.search(text) else None
            value = result.value if result else None
            # A time is added to its own day only: another attribute of the block may have another
            # day.
            if value and len(value) > DAY_LENGTH and value[:DAY_LENGTH] == day:
                return value
    return day
