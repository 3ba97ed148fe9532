"""Years and months of other calendars as those of the Gregorian one: the solar calendar of Iran and
Afghanistan, the Buddhist era of Thailand, the eras of Japan and Taiwan."""

from __future__ import annotations

import re
from datetime import date

from webarticlecurator.extract.dates.month_names import SOLAR

_ERAS = {
    "令和": 2018,
    "平成": 1988,
    "昭和": 1925,
    "大正": 1911,
    "明治": 1867,
    "民國": 1911,
    "民国": 1911,
}
_ERA = re.compile(rf"({'|'.join(_ERAS)})\s?(\d{{1,3}}|元)\s?年")
_BUDDHIST = range(2400, 2700)
_SOLAR_YEARS = range(1200, 1500)
_SOLAR_LANGUAGES = ("fa", "ps", "ckb", "prs")


def convert_eras(text: str) -> str:
    """``令和5年`` as ``2023年``; the first year of an era may be written ``元年``."""
    return _ERA.sub(lambda m: f"{_ERAS[m[1]] + (1 if m[2] == '元' else int(m[2]))}年", text)


def to_gregorian(year: int, month: int, day: int, language: str) -> date:
    """The day of a date as it is written in ``language`` (BCP 47, small letters). ``month`` beyond
    SOLAR names a month of the Persian calendar; a year from 1200 to 1499 in Persian is of that
    calendar, too, one from 2400 to 2699 in Thai is of the Buddhist era. Raises ValueError where
    there is no such day."""
    primary = language.partition("-")[0]
    if month > SOLAR or (primary in _SOLAR_LANGUAGES and year in _SOLAR_YEARS):
        return _solar(year, month % SOLAR, day)
    if primary == "th" and year in _BUDDHIST:
        year -= 543
    return date(year, month, day)


def _solar(year: int, month: int, day: int) -> date:
    """By the 33-year rule, which agrees with the astronomical calendar for the years that it is
    asked about here."""
    longest = 31 if month <= 6 else 30
    if year not in _SOLAR_YEARS or not 1 <= month <= 12 or not 1 <= day <= longest:
        raise ValueError(f"no day {day} of month {month} in the Persian year {year}")
    found = date.fromordinal(_ordinal(year, month, day))
    if month == 12 and found >= date.fromordinal(_ordinal(year + 1, 1, 1)):
        raise ValueError(f"the Persian year {year} is no leap year")
    return found


def _ordinal(year: int, month: int, day: int) -> int:
    since = year + 1595
    days = 365 * since + since // 33 * 8 + (since % 33 + 3) // 4
    return days + (month - 1) * 31 - max(0, month - 7) + day - 356033
