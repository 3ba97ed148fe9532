"""Names in dates: months, days and halves of the day by language. English stands beside every
language, since many portals use it in their markup."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from webarticlecurator.extract.dates.date_words import AFTERNOON, ALSO, FORENOON, JALALI, SEPT
from webarticlecurator.extract.dates.normalize import normalize_text
from webarticlecurator.model.months import varieties

SOLAR = 100
"""Added to the number of a month of the Persian calendar (1 is Farvardin)."""


@lru_cache(maxsize=64)
def month_numbers(language: str) -> dict[str, int]:
    """Folded month name (as in a date, alone, short) → 1 to 12, or SOLAR + 1 to 12; where two
    languages differ the portal's own one counts."""
    numbers: dict[str, int] = {}
    own, english = varieties(language), varieties("en")
    for names in own:
        for twelve in (names.months, names.months_alone, names.short, names.short_alone):
            _number(numbers, twelve)
    for row in _rows(ALSO, language):
        _number(numbers, row)
    for row in _rows(JALALI, language):
        _number(numbers, row, SOLAR)
    for names in english:
        for twelve in (names.months, names.short):
            _number(numbers, twelve)
    numbers.setdefault(SEPT, 9)
    return numbers


def _rows(table: str, language: str) -> list[list[str]]:
    lines = (line.split(" ", 1) for line in table.strip().split("\n"))
    return [names.split("|") for name, names in lines if name == _primary(language)]


def _number(numbers: dict[str, int], twelve: Sequence[str], more: int = 0) -> None:
    for number, names in enumerate(twelve, start=1):
        for name in filter(None, names.split("/")):
            numbers.setdefault(normalize_text(name), number + more)


@lru_cache(maxsize=64)
def weekday_names(language: str) -> frozenset[str]:
    """Folded names of days, full and short."""
    calendars = (*varieties(language), *varieties("en"))
    given = (
        name for names in calendars for name in (*names.days, *names.days_alone, *names.short_days)
    )
    return frozenset(part for name in given for part in _parts(normalize_text(name)))


def _parts(day: str) -> tuple[str, ...]:
    """Portuguese writes ``sexta`` for ``sexta-feira``."""
    return (day, day.removesuffix("-feira"))


@lru_cache(maxsize=64)
def half_day_names(language: str) -> dict[str, bool]:
    """Folded word for a half of the day → whether it is the afternoon."""
    halves: dict[str, bool] = {}
    for table, after in ((FORENOON, False), (AFTERNOON, True)):
        for word in (*table.get(_primary(language), "").split("|"), *table[""].split("|")):
            if word:
                halves.setdefault(normalize_text(word), after)
    return halves


def _primary(language: str) -> str:
    return language.lower().replace("_", "-").partition("-")[0]
