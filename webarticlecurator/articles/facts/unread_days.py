"""Find the line beside the title that is written as a date and cannot be read: in words of no known
month, in numbers of more than one order, with two digits of the year, or with several days.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from webarticlecurator.articles.facts.article_position import (
    UNITS_BESIDE,
    ArticlePosition,
    LinePlace,
    locate_article,
)
from webarticlecurator.articles.facts.date_lines import UnitLine, read_line_dates
from webarticlecurator.articles.facts.page_dates import BYLINE
from webarticlecurator.articles.units.date_labels import (
    DateMeaning,
    label_pattern,
    split_at_labels,
)
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.date_names import fold_date_text, month_numbers
from webarticlecurator.base.text.date_tokens import any_of, folded_fillers, token_runs
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.day_spans import names_several_days
from webarticlecurator.base.text.words import list_phrases
from webarticlecurator.pages.page.page import Page

_BESIDE_TITLE = (LinePlace.NEAR_TITLE, LinePlace.AROUND_TITLE)
_DATE_SHAPE = re.compile(
    r"(?<![\d./-])(?:\d{1,2}([./-])\s?\d{1,2}\1\s?\d{2}(?:\d{2})?|\d{4}([./-])\s?\d{1,2}\2\s?\d{1,2}"
    r"|\d{1,2}\.?\s[^\W\d][^\s\d]{2,}\.?,?\s\d{4})(?![\d/-]|\.\d)"
)
"""Three numbers that may be a date, or a day and a year with a word between them."""
_MAX_SIZE = 70
"""Size of the longest line that is nothing but a date with its weekday, time and place."""
_SENTENCE = re.compile(r"\w{3}[.!?]$|(?:[^\W\d]{2,}\W+){7}")
_YEAR_ALONE = re.compile(r"(?:1[6-9]|20)\d\d")
_EDGES = " \t,;:.|/·•()[]–—-"
_WORD = r"[^\W\d_][^\s\d,]*"
_YEARS = r"\d{4}(?:\s?[-–/]\s?\d{2,4})?"
_BESIDE_DATES = ("day", "clock", "hours", "noon", "half", "offset")
"""Kinds of tokens that a date can have beside its day, month and year."""


def find_unread_line(
    page: Page, context: DateContext, root_rules: Sequence[Rule] = ()
) -> tuple[str, Value] | None:
    """Return the first line beside the title that is written as a date, if no date of it can be
    read, after the name of the field that it is of: ``modified`` where it is labelled as a change,
    else ``published``; None without such a line. ``root_rules``: as ``locate_article`` has them."""
    position = locate_article(page, root_rules)
    if position is None:
        return None
    for line in position.list_lines_near_title():
        if (
            line.unit.size <= _MAX_SIZE
            and line.unit.tag not in HEADINGS
            and _is_written_as_date(line, position, context.tag)
            and not any(read_line_dates(line, context))
            # last: it may ask for the text of the page, which takes most of the time of a page
            and position.find_place(line) in _BESIDE_TITLE
        ):
            is_changed = any(
                part.meaning is DateMeaning.CHANGED for part in split_at_labels(line.text)
            )
            name = "modified" if is_changed else "published"
            return name, Value(line.unit.text, BYLINE, line.unit.text)
    return None


def _is_written_as_date(line: UnitLine, position: ArticlePosition, language: str) -> bool:
    whole = label_pattern().sub(" ", line.text)
    text, meanings = whole.strip(_EDGES), {part.meaning for part in split_at_labels(line.text)}
    if line.unit.is_date_line and _DATE_SHAPE.search(line.text):
        return True
    if _SENTENCE.search(text) or DateMeaning.OTHER in meanings:
        return False
    if names_several_days(whole, language):
        return True
    alone = _drop_time(text, language)
    if _YEAR_ALONE.fullmatch(alone):
        return abs(line.number - position.title) <= UNITS_BESIDE
    return any(map(_date_alone(language).fullmatch, (text, alone)))


def _drop_time(text: str, language: str) -> str:
    """Return ``text`` without weekday and time."""
    for run in reversed(token_runs(text, language)):
        for token, start, end in reversed(run):
            if token.kind in _BESIDE_DATES:
                text = f"{text[:start]} {text[end:]}"
    return " ".join(text.split()).strip(_EDGES)


@lru_cache(maxsize=16)
def _date_alone(language: str) -> re.Pattern[str]:
    """Return the pattern of a text that is a date and nothing else."""
    months = any_of(month_numbers(language))
    seasons = fold_date_text("|".join(list_phrases("dates", "seasons")))
    short_year, of = r"'?\d\d", f"(?:(?:{any_of(folded_fillers())})\\s)?"
    return re.compile(
        r"\d{1,2}\s?([./·∙•|\s-])\s?\d{1,2}\s?\1\s?\d{4}|\d{4}\s?([./·∙•|\s-])\s?\d{1,2}\s?\2\s?\d{1,2}"
        r"|\d{1,2}\s?([./·∙•-])\s?\d{1,2}\s?\3\s?\d{2}"
        r"|(?:0?[1-9]|1[0-2])[./]\d{4}"
        r"|\d{1,4}\s?[年년]\s?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일])?"
        rf"|(?:{_WORD}\s)?(?:{seasons})[.,]?\s(?:{_YEARS})|(?:{_YEARS})[.,]?\s(?:{seasons})"
        rf"|\d{{4}}年\s?(?:{seasons})"
        rf"|(?:{_WORD},?\s)?(?:\d{{1,2}}[.,]?\s?{_WORD},?\s\d{{4}}|\d{{1,2}}\s{of}(?:{months})\s{of}\d{{4}}|\d{{4}}[.,]?\s{_WORD},?\s\d{{1,2}}"
        rf"|{_WORD}\s\d{{1,2}},\s\d{{4}}|\d{{1,2}}\.?[\s-]?(?:{months})[.,]?[\s-]?{short_year}"
        rf"|(?:{months})\.?\s\d{{1,2}},?\s{short_year})(?:,?\s{_WORD}){{0,2}}"
    )
