"""Find author and date of publication in the line that a page shows below its title, where its
markup does not have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lxml import etree

from webarticlecurator.extract.body.word_account import source_words
from webarticlecurator.extract.dates.normalize import fold_date_text
from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.extract.dates.scan import find_date_parts
from webarticlecurator.extract.heuristics.authors import MAX_NAME_WORDS, by_words, is_full_name
from webarticlecurator.extract.heuristics.class_names import compile_class_words, element_names
from webarticlecurator.extract.heuristics.elsewhere import is_elsewhere
from webarticlecurator.extract.heuristics.lines import is_date_line
from webarticlecurator.extract.heuristics.page_hints import collect_hints, find_title_position
from webarticlecurator.extract.heuristics.text_units import Unit, list_page_units
from webarticlecurator.extract.metadata.agents import is_name
from webarticlecurator.model.article import Value
from webarticlecurator.model.word_lists import list_phrases
from webarticlecurator.page import Page

MAX_UNITS_FROM_TITLE = 25
"""Units after the title in which the byline is looked for: lead, picture and share buttons may be
between them."""
MIN_BODY_UNIT = 400
"""Size from which a unit is too long for a lead: the text has begun, and the search ends."""
MAX_BYLINE_SIZE = 100
"""Size of the longest line that can be a byline; a longer one is a sentence."""
BYLINE = "page:byline"
"""Source of a value that is taken from a byline."""
_NAME_SEPARATOR = re.compile(r"\s*[,;|]\s*|\s+(?:and|und|et|y|og|och|en)\s+")
_SENTENCE = re.compile(r"(?:\b[^\W\d]{2,}\b[^\w.|]+){7}")
"""Seven words in a row without a number or a full stop: more than a byline."""
_NUMERIC_DATE = re.compile(
    r"(?P<day>\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일])"
    r"(?:\D{1,16}(?P<time>\d{1,2}:\d{2}))?"
)
"""A numeric date (``day``) and, not far after it, a time (``time``)."""


def find_byline_authors(page: Page) -> tuple[Value, ...]:
    """Return the names in the first element near the title with the class name of a byline, else
    in the first line with *by* and full names; () if there is none."""
    units = list(_units_near_title(page))
    return _authors_by_class_name(units) or _authors_after_by(units)


@lru_cache(maxsize=1)
def _byline_start() -> re.Pattern[str]:
    return re.compile(rf"^{by_words()}\b(?::?\s+|:?$)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _change_words() -> re.Pattern[str]:
    """Return the pattern of the beginnings of words after which the date of a change follows."""
    return re.compile(fold_date_text("|".join(list_phrases("bylines", "changed"))))


def _authors_after_by(units: list[Unit]) -> tuple[Value, ...]:
    for unit in units:
        match = _byline_start().match(unit.text) if unit.size <= MAX_BYLINE_SIZE else None
        if match:
            text = re.split(r"\s[|·•–—-]\s|[|·•]|\s{2,}", unit.text[match.end() :])[0]
            names = [name.strip(" .,") for name in _NAME_SEPARATOR.split(text)]
            if all(map(is_full_name, names)):
                return tuple(Value(name, BYLINE, unit.text) for name in dict.fromkeys(names))
    return ()


def _authors_by_class_name(units: list[Unit]) -> tuple[Value, ...]:
    for unit in units:
        element = next(
            (e for e in (unit.element, *unit.element.iterdescendants()) if _is_byline(e)), None
        )
        if element is None:
            continue
        text = " ".join(source_words(element))
        parts = (
            _byline_start().sub("", part, count=1).strip(" |·•–-,")
            for part in _NAME_SEPARATOR.split(text)
        )
        names = [name for name in parts if _looks_like_name(name)]
        if names:
            return tuple(Value(name, BYLINE, text) for name in dict.fromkeys(names))
    return ()


def find_byline_date(page: Page, context: DateContext) -> Value | None:
    """Return the first date near the title that is unambiguous: in words of the language, or in
    numbers in an order that has one meaning only; None if there is none. Dates after a word for
    changes (*updated*) are passed over."""
    for unit in _units_near_title(page):
        for part in _date_candidates(unit, context):
            result = read_date(part, (), context)
            if result.value is not None:
                return Value(result.value, BYLINE, unit.text)
    return None


def _date_candidates(unit: Unit, context: DateContext) -> Iterator[str]:
    """Yield the parts of a unit that may be a date, those in words first."""
    if unit.size <= MAX_BYLINE_SIZE:
        yield from find_date_parts(_text_before_changes(unit.text), context.tag)
    match = _NUMERIC_DATE.search(unit.text) if is_date_line(unit.text) else None
    if match:
        yield " ".join(filter(None, (_with_full_year(match["day"]), match["time"])))


def _text_before_changes(line: str) -> str:
    """Return ``line``, folded, up to the first word for changes; empty for a sentence."""
    text = " ".join(fold_date_text(line).split())
    return "" if _SENTENCE.search(text) else _change_words().split(text, maxsplit=1)[0]


def _looks_like_name(text: str) -> bool:
    word_count = len(text.split())
    # one word of Latin letters is an agency, or initials
    is_long_enough = word_count > 1 or not text.isascii()
    has_digit_or_colon = re.search(r"[\d:]", text)
    return (
        is_long_enough and is_name(text) and word_count <= MAX_NAME_WORDS and not has_digit_or_colon
    )


def _with_full_year(day: str) -> str:
    """Return ``21.06.21`` as ``21.06.2021``."""
    return re.sub(r"^(\d{1,2}\.\s?\d{1,2}\.\s?)(\d{2})$", r"\g<1>20\2", day)


def _is_byline(element: etree._Element) -> bool:
    return isinstance(element.tag, str) and bool(
        compile_class_words("byline").search(element_names(element))
    )


def _units_near_title(page: Page) -> Iterator[Unit]:
    """Yield the units after the title, up to the first long text. Those before it are left out: a
    date there may be the day of the visit."""
    units = list_page_units(page)
    title = find_title_position(units, collect_hints(page))
    if title is None:
        return
    for unit in units[title + 1 : title + MAX_UNITS_FROM_TITLE]:
        if unit.size > MIN_BODY_UNIT:
            return
        if not is_elsewhere(unit.element, page):
            yield unit
