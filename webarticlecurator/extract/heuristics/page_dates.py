"""Find the days of publication and of the last change in the text of a page, where its markup does
not have them.

Dates in comments, other articles and menus do not count, and neither do those in sentences of the
text. Where several lines after the text say different days, they are those of a list. Where a line
is: ``date_places.py``; what its dates mean: ``date_lines.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from webarticlecurator.extract.dates.date_tokens import tokenize_date
from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.extract.heuristics.class_names import compile_class_words, element_names
from webarticlecurator.extract.heuristics.date_labels import (
    DateMeaning,
    fold_line,
    may_have_label,
    split_at_labels,
)
from webarticlecurator.extract.heuristics.date_lines import (
    LineDate,
    UnitLine,
    list_lines_with_digits,
    may_have_date,
    read_line_dates,
)
from webarticlecurator.extract.heuristics.date_places import (
    ArticlePosition,
    LinePlace,
    locate_article,
)
from webarticlecurator.extract.heuristics.page_hints import HEADINGS
from webarticlecurator.extract.heuristics.teasers import leads_away
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.model.article import Value
from webarticlecurator.page import Page
from webarticlecurator.text.times import DAY_LENGTH, parse_iso_day

BYLINE = "page:byline"
"""Source of a value from a line near the title."""
DATE_LINE = "page:date-line"
"""Source of a date from a line in any other place."""
MAX_BYLINE_SIZE = 100
"""Size of the longest line with a date; a longer one is a sentence, unless its names say that it
has a date, or a label does: it may have the date of a change, too."""
_MAX_WORDS_BEFORE = 14
"""Words before the date in a footer (*La dernière modification de cette page a été faite le …*)."""
_MAX_OTHER_WORDS = 3
"""Words beside a date of which nothing but its place says what it is: *Budapest*, *Anna Author*."""
_SENTENCE = re.compile(r"(?:\b[^\W\d]{2,}\b[^\w.|]+){7}")
"""Seven words in a row without a number or a full stop: more than a byline."""
_END_OF_SENTENCE = re.compile(r"\w{3,}[.!?]$")
_DATELINE = re.compile(
    r"\W*(?P<place>[^\W\d_][^\d(),:–—]{1,40}?)\s*(?:,|\(|[–—]|\s-)\s*(?:den\s|the\s)?"
    r"(?P<date>[^()–—]{6,40}?)\s*(?:\)|[–—:]|\s-)\s*\S"
)
"""The beginning of a press release: *Berlin, 12. März 2024 – …*, *BERLIN (March 12, 2024) — …*."""

_PUBLISHED, _CHANGED = (DateMeaning.PUBLISHED,), (DateMeaning.CHANGED,)
_PUBLICATION = (DateMeaning.PUBLISHED, DateMeaning.UNLABELLED)
_ALONE = (DateMeaning.UNLABELLED, DateMeaning.STATUS)
Preference = tuple[tuple[LinePlace, tuple[DateMeaning, ...]], ...]
_PUBLISHED_PREFERENCE: Preference = (
    (LinePlace.NEAR_TITLE, _PUBLISHED),
    (LinePlace.NEAR_TITLE, _ALONE),
    (LinePlace.AROUND_TITLE, (*_PUBLISHED, *_ALONE)),
    (LinePlace.ABOVE_TITLE, _PUBLISHED),
    (LinePlace.LAST_LINES, _PUBLISHED),
    (LinePlace.AFTER_TEXT, _PUBLISHED),
    (LinePlace.ABOVE_TITLE, (DateMeaning.UNLABELLED,)),
    (LinePlace.LAST_LINES, (DateMeaning.UNLABELLED,)),
)
"""Where the day of publication is looked for, and by which labels; the best first."""
_CHANGES = (DateMeaning.CHANGED, DateMeaning.STATUS)
_CHANGED_PREFERENCE: Preference = tuple(
    (place, (meaning,)) for meaning in _CHANGES for place in LinePlace
)
_NEAR_TEXT = tuple(place for place in LinePlace if place is not LinePlace.AFTER_TEXT)
_PLACES_OF_LISTS = (LinePlace.LAST_LINES, LinePlace.AFTER_TEXT)
"""Places where several different days are those of comments or other pages."""


@dataclass(frozen=True)
class PlacedDate:
    """A date, and where on the page its line is."""

    place: LinePlace
    found: LineDate

    @property
    def day(self) -> str:
        """The day, YYYY-MM-DD."""
        return self.found.value[:DAY_LENGTH]

    def to_value(self) -> Value:
        """Return the date as a metadata value."""
        source = BYLINE if self.place is LinePlace.NEAR_TITLE else DATE_LINE
        return Value(self.found.value, source, self.found.line.unit.text)


def find_published(page: Page, context: DateContext) -> Value | None:
    """Return the day of publication that the page shows, None if there is none. A date that is
    labelled as that of a change does not count."""
    dates = list_page_dates(page, context)
    return _choose(dates, _PUBLISHED_PREFERENCE) or _find_dateline(page, context)


def find_changed(page: Page, context: DateContext) -> Value | None:
    """Return the day of the last change that the page shows, None if there is none."""
    if not _may_show_change(page):
        return None
    return _choose(list_page_dates(page, context), _CHANGED_PREFERENCE)


def find_time_of(day: str, page: Page, context: DateContext) -> Value | None:
    """Return the time of publication on ``day`` (YYYY-MM-DD) that the page shows near its title,
    None if there is none."""
    position = locate_article(page)
    if position is None:
        return None
    lines = list_lines_with_digits(page)
    near = [line for line in lines if position.title <= line.number <= position.near]
    dates = (
        each
        for each in _place_dates(near, position, context)
        if each.place is LinePlace.NEAR_TITLE and each.found.meaning in _PUBLICATION
    )
    with_time = (each for each in dates if each.day == day and len(each.found.value) > DAY_LENGTH)
    return next((each.to_value() for each in with_time), None)


def list_page_dates(page: Page, context: DateContext) -> tuple[PlacedDate, ...]:
    """Return the dates on ``page`` that may be the article's, in document order; they are read once
    for each page, language and zone."""
    name = f"heuristics.page_dates {context.tag} {context.zone}"
    return page.derived(name, lambda page: tuple(_list_page_dates(page, context)))


def _may_show_change(page: Page) -> bool:
    """Return False for a page without a line labelled as the date of a change: the article's text
    need not be found then."""
    position = locate_article(page)
    return position is not None and any(
        _is_title_and_more(line, position)
        or (
            may_have_label(line.text, _CHANGES)
            and any(part.meaning in _CHANGES for part in split_at_labels(line.text))
        )
        for line in list_lines_with_digits(page)
        if may_have_date(line)
    )


def _is_title_and_more(line: UnitLine, position: ArticlePosition) -> bool:
    """Return True for the line of the title if other text can follow the title in it."""
    return line.number == position.title and line.unit.tag not in HEADINGS


def _list_page_dates(page: Page, context: DateContext) -> Iterator[PlacedDate]:
    position = locate_article(page)
    if position is not None:
        yield from _place_dates(list_lines_with_digits(page), position, context)


def _place_dates(
    lines: Iterable[UnitLine], position: ArticlePosition, context: DateContext
) -> Iterator[PlacedDate]:
    for line in lines:
        place = position.find_place(line) if may_have_date(line) else None
        if place is None:
            continue
        if line.number == position.title:
            line = replace(line, text=position.text_after_title(line))
        for found in read_line_dates(line, context):
            if _is_of_article(found, place, position):
                yield PlacedDate(place, found)


def _choose(dates: Sequence[PlacedDate], preference: Preference) -> Value | None:
    """Return the first date of the best place, with its time if another line has that."""
    for place, meanings in preference:
        chosen = [d for d in dates if d.place is place and d.found.meaning in meanings]
        is_list = place in _PLACES_OF_LISTS and len({d.day for d in chosen}) > 1
        if chosen and not is_list:
            best = chosen[0]
            is_change = best.found.meaning in _CHANGED
            same_day = (
                each
                for each in (best, *dates)
                if each.day == best.day
                and (each.found.meaning in _CHANGED) == is_change
                # far from the text it may be the time of a comment
                and each.place in (best.place, *_NEAR_TEXT)
            )
            with_time = (each for each in same_day if len(each.found.value) > DAY_LENGTH)
            return next(with_time, best).to_value()
    return None


def _is_of_article(found: LineDate, place: LinePlace, position: ArticlePosition) -> bool:
    """Return True for a date that is not part of a sentence, or of what is above every page."""
    unit, meaning = found.line.unit, found.meaning
    if place is LinePlace.AFTER_TEXT:
        is_labelled = meaning is not DateMeaning.UNLABELLED
        return is_labelled and len(found.before.split()) <= _MAX_WORDS_BEFORE
    if place in (LinePlace.ABOVE_TITLE, LinePlace.LAST_LINES) and meaning is DateMeaning.UNLABELLED:
        is_linked = unit.linked and leads_away(unit.element, position.page.url)  # no permalink
        is_alone = found.other_words <= _MAX_OTHER_WORDS and not is_linked
        is_visit = place is LinePlace.ABOVE_TITLE and _may_be_visit(found, position)
        return is_alone and not is_visit
    if meaning in _CHANGED and not _END_OF_SENTENCE.search(found.line.text):
        return len(found.before.split()) <= _MAX_WORDS_BEFORE
    if _is_named_date(unit):
        return not _SENTENCE.search(found.before)
    limit = MAX_BYLINE_SIZE * (2 if meaning is DateMeaning.PUBLISHED else 1)
    return unit.size <= limit and not _SENTENCE.search(found.line.text)


def _may_be_visit(found: LineDate, position: ArticlePosition) -> bool:
    """Return True if a date above the title may be the day on which the page was asked for: it is
    not in the same part of the page as the title, and not earlier than the capture."""
    captured = position.page.captured
    if position.is_in_title_container(found.line.unit):
        return False
    if captured is None:
        return True
    capture_day = captured.date() if isinstance(captured, datetime) else captured
    return parse_iso_day(found.value[:DAY_LENGTH]) >= capture_day - timedelta(days=1)


def _is_named_date(unit: Unit) -> bool:
    """Return True if the names on the unit's element or its parent are those of dates."""
    words = compile_class_words("dates")
    parent = unit.element.getparent()
    elements = (unit.element, *(() if parent is None else (parent,)))
    return any(words.search(element_names(element)) for element in elements)


def _find_dateline(page: Page, context: DateContext) -> Value | None:
    """Return the day with which the first paragraph begins, after the name of a place."""
    position = locate_article(page)
    unit = position.first_paragraph() if position is not None else None
    match = _DATELINE.match(unit.text) if unit is not None else None
    if unit is None or match is None or not match["place"][0].isupper():
        return None
    is_place = tokenize_date(fold_line(match["place"]), context.tag) is None  # not *On Tuesday, …*
    value = read_date(match["date"], (), context).value if is_place else None
    return None if value is None else Value(value, DATE_LINE, match[0])
