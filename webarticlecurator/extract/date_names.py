"""Words in dates: months and days by language, halves of the day, zones.

English stands beside every language, since many portals use it in their markup.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from webarticlecurator.model.months import CalendarNames, calendar_names

FORENOON = frozenset(("am", "a.m", "a. m", "de", "délelőtt", "vorm", "上午", "午前", "오전"))
AFTERNOON = frozenset(("pm", "p.m", "p. m", "du", "délután", "nachm", "下午", "午後", "오후"))

ZONES = {
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120,
    "EET": 120, "EEST": 180, "MSK": 180, "SAST": 120, "JST": 540, "KST": 540, "HKT": 480,
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
}  # fmt: skip
"""Abbreviation → minutes east of UTC: those of RFC 2822 §4.3 and common ones of one meaning; others are not guessed."""


_ALSO = {"sept": 9, "jänner": 1, "jän": 1, "feber": 2, "máj": 5}
"""Folded names that are common on pages and that CLDR does not have for the plain language."""


def folded(text: str) -> str:
    """The form in which names are compared: case folded, then composed again (folding takes ``ΐ`` apart), no full stop at the
    end."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).rstrip(".")


@lru_cache(maxsize=64)
def month_numbers(language: str) -> dict[str, int]:
    """Folded month name (as in a date, alone, short) → 1 to 12; where two languages differ the portal's own one counts."""
    numbers: dict[str, int] = {}
    for names in _calendars(language):
        for twelve in (names.months, names.months_alone, names.short, names.short_alone):
            for number, name in enumerate(twelve, start=1):
                numbers.setdefault(folded(name), number)
    return {**_ALSO, **numbers}


@lru_cache(maxsize=64)
def weekday_names(language: str) -> frozenset[str]:
    """Folded names of days, full and short."""
    calendars = _calendars(language)
    return frozenset(folded(name) for names in calendars for name in (*names.days, *names.days_alone, *names.short_days))


def _calendars(language: str) -> tuple[CalendarNames, ...]:
    """The language's own names, in Latin letters too where it is written in two scripts, then the English ones."""
    return calendar_names(language), calendar_names(f"{language.partition('-')[0]}-latn"), calendar_names("en")
