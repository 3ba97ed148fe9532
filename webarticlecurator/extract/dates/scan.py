"""A date in the words of a language, whatever the order of its parts: *vendredi 15 mars 2019 à
8h30*, *2019. gada 15. marts*.

Year, month and day must be told apart by what they are: the year has four digits, the month is a
name, or stands in numbers in an order that the notation or the language fixes. Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from webarticlecurator.extract.dates.date_tokens import (
    BETWEEN_WORDS,
    Token,
    token_runs,
    tokenize_date,
)
from webarticlecurator.extract.dates.date_words import DAY_FIRST, MONTH_FIRST, UNCERTAIN
from webarticlecurator.extract.dates.month_names import half_day_names, month_numbers, weekday_names
from webarticlecurator.extract.dates.normalize import normalize_text

Fields = dict[str, "int | str"]

EARLIEST = 1600
"""The year before which a date is a mistake: Strassburg's *Relation* of 1605 is the first of all
newspapers."""
LONGEST = 120
"""Characters; what is longer is a sentence."""
_LABEL = re.compile(r"[^\d:]{2,40}:\s+(?=\S)")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_ONLY_AFTER = frozenset(
    map(normalize_text, ("am", "pm", "a.m", "p.m", "a. m", "p. m", "a m", "p m", "ص", "م"))
)
"""Words for a half of the day that mean something else before the hour."""


def parse_words(text: str, language: str, *, loosely: bool = False) -> Fields | None:
    """The parts of a date (see ``formats.fields``) in ``text`` (folded, white space collapsed), or
    None if it is none. ``loosely``: words and a colon may stand before it (*Published: …*), and
    numbers with slashes mean what they mean in the language's country. ``language``: BCP 47, small
    letters."""
    if len(text) > LONGEST or not re.search(r"\d", text):
        return None
    found = tokenize_date(text, language)
    label = _LABEL.match(text) if loosely and found is None else None
    if label:
        found = tokenize_date(text[label.end() :], language)
    day = _day(found, language, find_order(language) if loosely else "") if found else None
    return _with_time(day, found, language) if found and day else None


def date_parts(text: str, language: str) -> Iterator[str]:
    """What in ``text`` (folded) may be a date, to be tried in order: from every stretch without
    words of another kind the longest part first."""
    for run in token_runs(text, language):
        for first in range(min(len(run), 3)):
            for last in range(min(len(run), first + 8) - 1, first - 1, -1):
                part = text[run[first][1] : run[last][2]]
                if _YEAR.search(part):
                    yield part


def find_order(language: str) -> str:
    """``dmy`` or ``mdy`` where ``language`` (BCP 47, small letters) fixes how ``3/5/2021`` is
    meant; else empty."""
    primary, _, rest = language.partition("-")
    country = f"{primary}-{rest.rpartition('-')[2]}"
    if country in MONTH_FIRST:
        return "mdy"
    return (
        "dmy" if country in DAY_FIRST or (primary in DAY_FIRST and country not in UNCERTAIN) else ""
    )


def _day(found: list[Token], language: str, order: str) -> Fields | None:
    """Year, month and day, if they are there once each."""
    whole = [token for token in found if token.kind in ("ymd", "dmy", "slash")]
    numbers = [token.numbers[0] for token in found if token.kind == "number"]
    months = _months(found, language)
    if whole:
        token = whole[0]
        shape = order if token.kind == "slash" else token.kind
        if len(whole) > 1 or numbers or months or not shape:
            return None
        return {
            {"y": "year", "m": "month", "d": "day"}[part]: n
            for part, n in zip(shape, token.numbers, strict=True)
        }
    years, days = [n for n in numbers if n >= 1000], [n for n in numbers if n <= 31]
    if len(months) != 1 or len(years) != 1 or len(days) != 1 or len(numbers) != 2:
        return None
    if years[0] < EARLIEST and months[0] <= 12:  # a month of ours in a year of the Persian calendar
        return None
    return {"year": years[0], "month": months[0], "day": days[0]}


def _months(found: list[Token], language: str) -> list[int]:
    """The months that are named, each once. Where two are, one that may be a day of the week is one
    (*mar. 12 nov. 2019*)."""
    known, days = month_numbers(language), weekday_names(language)
    named = {token.text: known[token.text] for token in found if token.kind == "month"}
    if len(set(named.values())) > 1:
        named = {text: number for text, number in named.items() if text not in days}
    numbered = (token.numbers[0] for token in found if token.kind == "numbered")
    return list(dict.fromkeys((*named.values(), *numbered)))


def _with_time(day: Fields, found: list[Token], language: str) -> Fields | None:
    """``day`` with the clock and its zone, if there is one; None where there are two, or words of a
    clock without one."""
    clocks = [n for n, token in enumerate(found) if token.kind in ("clock", "hours", "noon")]
    halves = [n for n, token in enumerate(found) if token.kind == "half"]
    offsets, names = (
        [token.text.strip() for token in found if token.kind == kind] for kind in ("offset", "zone")
    )
    zones = offsets or names  # GMT+0200 (CEST)
    if len(clocks) > 1 or len(zones) > 1 or (zones and not clocks):
        return None
    about = [n for n in halves if clocks and _is_about(found, n, clocks[0])]
    if len(about) > 1 or any(found[n].text not in BETWEEN_WORDS for n in halves if n not in about):
        return None
    if not clocks:
        return day
    clock = found[clocks[0]]
    fields = {**day, **dict(zip(("hour", "minute", "second"), clock.numbers, strict=False))}
    if zones:
        fields["zone"] = zones[0]
    if clock.kind == "noon":
        return apply_am_pm(fields, after="p" in clock.text)
    return (
        apply_am_pm(fields, after=half_day_names(language)[found[about[0]].text])
        if about
        else fields
    )


def _is_about(found: list[Token], half: int, clock: int) -> bool:
    """True for a half of the day that stands beside the clock."""
    return half == clock + 1 or (half == clock - 1 and found[half].text not in _ONLY_AFTER)


def apply_am_pm(fields: Fields, *, after: bool) -> Fields | None:
    """``fields`` with the hour of the forenoon or afternoon on a clock of 24; None where the hour
    contradicts."""
    hour = int(fields.get("hour", 0))
    if after and hour < 12:
        return {**fields, "hour": hour + 12}
    if not after and hour > 12:
        return None
    return {**fields, "hour": 0} if not after and hour == 12 else fields
