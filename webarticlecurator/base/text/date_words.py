"""Dates in words: their parts, the names in them, and how they are read in any order.

Parse a date in the words of a language, in any order of its parts: *vendredi 15 mars 2019 à
8h30*, *2019. gada 15. marts*.

Year, month and day are recognised by their form: the year has four digits; the month is a name, or
a number in an order that the notation or the language fixes. Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from webarticlecurator.base.text.date_names import (
    ETHIOPIC_OFFSET,
    fold_name,
    half_day_names,
    month_numbers,
    weekday_numbers,
)
from webarticlecurator.base.text.date_tokens import (
    ROMAN_MONTHS,
    Token,
    folded_fillers,
    token_runs,
    tokenize_date,
)
from webarticlecurator.base.text.words import list_phrases, list_words

Fields = dict[str, "int | str"]

EARLIEST_YEAR = 1600
"""The year before which a date is a mistake: the first newspaper, Strassburg's *Relation*, is of
1605."""
MAX_DATE_LENGTH = 120
"""Characters; a longer text is a sentence."""
_LABEL = re.compile(r"[^\d:]{2,40}:\s+(?=\S)")
"""A label before a date: *Published: …*."""
YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_ONLY_AFTER = frozenset(
    map(fold_name, ("am", "pm", "a.m", "p.m", "a. m", "p. m", "a m", "p m", "ص", "م"))
)
"""Words for a half of the day only after the hour; before it, they mean something else."""


def parse_words(text: str, language: str, *, lenient: bool = False) -> Fields | None:
    """Return the fields of a date (see ``read_fields``), None if the text is not one.

    ``text``: folded, white space collapsed; ``language``: BCP 47, small letters. ``lenient``: a
    label may be before the date (*Published: …*), and numbers with slashes are read in the order of
    the language or its country, or in the only one that they can have.
    """
    if len(text) > MAX_DATE_LENGTH or not re.search(r"\d", text):
        return None
    tokens = tokenize_date(text, language)
    label = _LABEL.match(text) if lenient and tokens is None else None
    if label:
        tokens = tokenize_date(text[label.end() :], language)
    if not tokens:
        return None
    day = _find_day(tokens, language, find_order(language) if lenient else "")
    return _add_time(day, tokens, language) if day else None


def parse_month(text: str, language: str) -> Fields | None:
    """Return year and month, or the year, of a text (see ``parse_words``) that has nothing else;
    None for any other, and for a season: *Kesä 2024*, which is *June* beside a day only."""
    tokens = tokenize_date(text, language) if len(text) <= MAX_DATE_LENGTH else None
    if not tokens or any(
        each.kind not in ("number", "month", "numbered") or each.text in _folded_seasons()
        for each in tokens
    ):
        return None
    years = [token.numbers[0] for token in tokens if token.kind == "number"]
    months = _list_months(tokens, language)
    if len(years) != 1 or years[0] < 1000 or len(months) > 1:
        return None
    return dict(zip(("year", "month"), (*years, *months), strict=False))


@lru_cache(maxsize=1)
def _folded_seasons() -> frozenset[str]:
    return frozenset(map(fold_name, list_phrases("dates", "seasons")))


def find_date_parts(text: str, language: str) -> Iterator[str]:
    """Yield the parts of ``text`` (folded) that may be a date, in the order in which to try them:
    run by run (``token_runs``), the longest part first. No part ends before the name of its era."""
    for run in token_runs(text, language):
        for first in range(min(len(run), 3)):
            for last in range(min(len(run), first + 8) - 1, first - 1, -1):
                part = text[run[first][1] : run[last][2]]
                following = run[last + 1 : last + 2]
                if YEAR.search(part) and not (following and following[0][0].kind == "era"):
                    yield part


def find_order(language: str) -> str:
    """Return ``dmy`` or ``mdy`` where ``language`` (BCP 47, small letters) or its country fixes the
    order of ``3/5/2021``; else empty."""
    primary, _, rest = language.partition("-")
    country = f"{primary}-{rest.rpartition('-')[2]}"
    if country in list_words("dates", "month first"):
        return "mdy"
    day_first = list_words("dates", "day first")
    if country in day_first or (
        primary in day_first and country not in list_words("dates", "no fixed order")
    ):
        return "dmy"
    return ""


def list_short_orders(language: str, sign: str) -> tuple[str, ...]:
    """Return those of ``ymd``, ``dmy`` and ``mdy`` in which ``language`` (BCP 47, small letters)
    may write a date whose year has two digits, with a ``sign`` between the numbers; none if it may
    be of another calendar."""
    primary = language.partition("-")[0]
    if primary in list_words("dates", "short years of other calendars"):
        return ()
    is_year_first = primary in list_words("dates", "year first")
    if order := find_order(language):
        # A country with an order of its own, such as zh-HK, has it for numbers with slashes.
        return (order, "ymd") if is_year_first and sign != "/" else (order,)
    if is_year_first:
        return ("ymd",)
    # Nobody writes the year first in English, unless the country does.
    is_english = primary == "en" and language not in list_words("dates", "no fixed order")
    return ("dmy", "mdy") if is_english else ("ymd", "dmy", "mdy")


def has_calendar_of_names(language: str) -> bool:
    """Return True for a language whose dates in numbers may be of two calendars, so that only the
    name of the month tells."""
    return language.partition("-")[0] in list_words("dates", "calendar of names alone")


def _order_of(token: Token) -> str:
    """Return the only order in which a token with slashes is a date: that of ``9/25/2025``. Empty
    for one with two, such as ``3/5/2021``."""
    first, second, _ = token.numbers
    return {(True, False): "dmy", (False, True): "mdy"}.get((first > 12, second > 12), "")


def _list_months(tokens: list[Token], language: str) -> list[int]:
    """Return the months of the tokens, each once. If there are two, a name that is also a weekday
    is taken for the weekday (*mar. 12 nov. 2019*)."""
    known = month_numbers(language)
    weekdays = weekday_numbers(language)
    named = {token.text: known[token.text] for token in tokens if token.kind == "month"}
    if len(set(named.values())) > 1:
        named = {text: number for text, number in named.items() if text not in weekdays}
    numbered = (token.numbers[0] for token in tokens if token.kind == "numbered")
    roman = (1 + ROMAN_MONTHS.index(token.text) for token in tokens if token.kind == "roman")
    return list(dict.fromkeys((*named.values(), *numbered, *roman)))


def _find_day(tokens: list[Token], language: str, order: str) -> Fields | None:
    """Return year, month and day if the tokens have each once. ``order``: that of numbers with
    slashes, empty if it is not known."""
    numeric_dates = [token for token in tokens if token.kind in ("ymd", "dmy", "slash")]
    numbers = [token.numbers[0] for token in tokens if token.kind == "number"]
    months = _list_months(tokens, language)
    if any(token.kind == "era" for token in tokens) and max(months, default=0) <= ETHIOPIC_OFFSET:
        return None  # a year of the Ethiopic calendar, a month of another one
    if numeric_dates:
        token = numeric_dates[0]
        token_order = (order or _order_of(token)) if token.kind == "slash" else token.kind
        if len(numeric_dates) > 1 or numbers or months or not token_order:
            return None
        if token_order != "ymd" and has_calendar_of_names(language):
            return None
        return {
            {"y": "year", "m": "month", "d": "day"}[part]: number
            for part, number in zip(token_order, token.numbers, strict=True)
        }
    years, days = [n for n in numbers if n >= 1000], [n for n in numbers if n <= 31]
    if len(months) != 1 or len(years) != 1 or len(days) != 1 or len(numbers) != 2:
        return None
    # a Gregorian month in a year of the Persian calendar
    if years[0] < EARLIEST_YEAR and months[0] <= 12:
        return None
    return {"year": years[0], "month": months[0], "day": days[0]}


def _add_time(day: Fields, tokens: list[Token], language: str) -> Fields | None:
    """Return ``day`` with the time and its zone, if there is one; None if there are two, or a zone
    or half of the day without a time."""
    clocks = [n for n, token in enumerate(tokens) if token.kind in ("clock", "hours", "noon")]
    halves = [n for n, token in enumerate(tokens) if token.kind == "half"]
    offsets = [token.text.strip() for token in tokens if token.kind == "offset"]
    zone_names = [token.text.strip() for token in tokens if token.kind == "zone"]
    zones = offsets or zone_names  # GMT+0200 (CEST) has both
    if len(clocks) > 1 or len(zones) > 1 or (zones and not clocks):
        return None
    # directly after the time or, for most words, before it
    halves_of_clock = [
        n
        for n in halves
        if n - 1 in clocks or (n + 1 in clocks and tokens[n].text not in _ONLY_AFTER)
    ]
    other_halves = [n for n in halves if n not in halves_of_clock]
    if len(halves_of_clock) > 1 or any(
        tokens[n].text not in folded_fillers() for n in other_halves
    ):
        return None
    if not clocks:
        return day
    clock = tokens[clocks[0]]
    fields = {**day, **dict(zip(("hour", "minute", "second"), clock.numbers, strict=False))}
    if zones:
        fields["zone"] = zones[0]
    if clock.kind == "noon":
        return apply_am_pm(fields, is_afternoon="p" in clock.text)
    if not halves_of_clock:
        return fields
    return apply_am_pm(
        fields, is_afternoon=half_day_names(language)[tokens[halves_of_clock[0]].text]
    )


def apply_am_pm(fields: Fields, *, is_afternoon: bool) -> Fields | None:
    """Return ``fields`` with the hour of the 24-hour clock, None for a forenoon with an hour above
    twelve."""
    hour = int(fields.get("hour", 0))
    if is_afternoon:
        return {**fields, "hour": hour + 12} if hour < 12 else fields
    if hour > 12:
        return None
    return {**fields, "hour": 0} if hour == 12 else fields
