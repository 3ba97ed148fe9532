"""Convert years and months of other calendars to the Gregorian one: the solar calendar of Iran and
Afghanistan, the Ethiopic calendar, the Buddhist era of Thailand, the eras of Japan and Taiwan.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from webarticlecurator.base.text.date_names import ETHIOPIC_OFFSET, SOLAR_OFFSET

JAPANESE_ERAS = {
    "令和": 2018,
    "平成": 1988,
    "昭和": 1925,
    "大正": 1911,
    "明治": 1867,
    "民國": 1911,
    "民国": 1911,
}
"""Name of an era → Gregorian year before its first year."""
_ERA_LETTERS = {"r": 2018, "h": 1988, "s": 1925}
"""First letter of a Japanese era in Latin letters → Gregorian year before its first year."""
_ERA_YEAR = re.compile(rf"({'|'.join(JAPANESE_ERAS)})\s?(\d{{1,3}}|元)(?:\s?年|(?=[./-]\s?\d))")
_LETTER_YEAR = re.compile(r"(?<![^\W_])([rhs])(\d{1,2})(?=[./]\s?\d{1,2}[./]\s?\d{1,2}(?!\d))")
_REPUBLIC_YEAR = re.compile(
    r"(?<![\d./-])(1\d\d)(?=([./-])\s?\d{1,2}\2\s?\d{1,2}(?!\d)|\s?年\s?\d{1,2}\s?月)"
)
_SHORT_REPUBLIC_YEARS = range(80, 100)
"""Years with two digits that may be of the Republic of China, 1991 to 2010, or of our calendar."""
_REPUBLIC_LANGUAGES = ("zh", "yue")
_WITHOUT_REPUBLIC = ("zh-cn", "zh-sg", "zh-hk", "zh-mo", "zh-hans")
_SAME_YEAR_TWICE = re.compile(r"(\d{4})年\s?\(\1年\)")
_NUMERAL = re.compile("[〇零一二三四五六七八九十百]+(?=[年月日号號])")
_DIGITS = {"〇": 0, **{digit: n for n, digit in enumerate("零一二三四五六七八九")}}
_BUDDHIST_YEARS = range(2400, 2700)
"""Years that are of the Buddhist era in Thai: 1857 to 2156."""
_SOLAR_YEARS = range(1200, 1500)
"""Years that are of the Persian calendar in its languages: 1821 to 2121."""
_BIKRAM_YEAR = 2051
"""A year of the Nepali calendar in its languages, from here on: 1994."""
_BIKRAM_LANGUAGES = ("ne", "mai")
_SOLAR_LANGUAGES = ("fa", "ps", "ckb", "prs")


GREGORIAN, PERSIAN, ROC = "gregorian", "persian", "roc"
_ERAS = {GREGORIAN: 0, "buddhist": 543, ROC: -1911}
"""Calendar with Gregorian months → what its years are more than ours (Unicode CLDR)."""
CALENDARS = (*_ERAS, PERSIAN)
"""The calendars of addresses, by CLDR's names."""


def to_calendar(day: date, calendar: str) -> tuple[int, int, int]:
    """Return year, month and day of a Gregorian day in a calendar of ``CALENDARS``."""
    if calendar != PERSIAN:
        return day.year + _ERAS[calendar], day.month, day.day
    number = day.toordinal()
    year = day.year - 621 - (number < _ordinal(day.year - 621, 1, 1))
    of_year = number - _ordinal(year, 1, 1)
    month = of_year // 31 + 1 if of_year < 186 else (of_year - 186) // 30 + 7
    return year, month, number - _ordinal(year, month, 1) + 1


def from_calendar(year: int, month: int, day: int, calendar: str) -> date:
    """Return the Gregorian day of a day of a calendar of ``CALENDARS``. Raises ValueError for one
    that it does not have."""
    if calendar == PERSIAN:
        return to_gregorian(year, SOLAR_OFFSET + month, day, "und")
    return date(year - _ERAS[calendar], month, day)


def fold_years(text: str, language: str) -> str:
    """Return ``text`` (folded) with the years of Japanese and Taiwanese eras as Gregorian ones and
    the numerals of a day in Chinese characters as digits: ``令和5年`` as ``2023年``, in Japanese
    ``R5.3.9`` as ``2023.3.9``, in Chinese ``112.3.9`` and ``112年3月9日``, too. The first year may
    be ``元年``."""
    primary = language.partition("-")[0]
    if not text.isascii():
        text = _NUMERAL.sub(lambda numeral: _read_numeral(numeral[0]), text)
        text = _ERA_YEAR.sub(_to_era_year, text)
    if primary == "ja":
        text = _LETTER_YEAR.sub(lambda m: str(_ERA_LETTERS[m[1]] + int(m[2])), text)
    if primary in _REPUBLIC_LANGUAGES:
        text = _REPUBLIC_YEAR.sub(lambda m: str(JAPANESE_ERAS["民國"] + int(m[1])), text)
    return text if text.isascii() else _SAME_YEAR_TWICE.sub(r"\1年", text)


def may_be_republic_year(year: int, language: str) -> bool:
    """Return True for two digits that in ``language`` (BCP 47, small letters) may be a year of the
    Republic of China as well as one of the twentieth century."""
    is_used = language.partition("-")[0] in _REPUBLIC_LANGUAGES
    is_used = is_used and not language.startswith(_WITHOUT_REPUBLIC)
    return is_used and year in _SHORT_REPUBLIC_YEARS


def _to_era_year(era: re.Match[str]) -> str:
    year = JAPANESE_ERAS[era[1]] + (1 if era[2] == "元" else int(era[2]))
    return f"{year}年" if era[0].endswith("年") else str(year)


def _read_numeral(numeral: str) -> str:
    """Return the digits of a numeral in Chinese characters: of ``二〇二四``, ``二十四`` and
    ``一百一十三``."""
    hundreds, hundred, rest = numeral.rpartition("百")
    if hundred:
        return f"{_DIGITS.get(hundreds, 1)}{_read_numeral(rest).rjust(2, '0')}"
    tens, ten, ones = numeral.rpartition("十")
    if not ten:
        return "".join(str(_DIGITS[digit]) for digit in numeral)
    return f"{_DIGITS.get(tens, 1)}{_DIGITS.get(ones, 0)}"


def to_gregorian(year: int, month: int, day: int, language: str) -> date:
    """Return the Gregorian date of a day as it is written in ``language`` (BCP 47, small letters).

    A ``month`` above ETHIOPIC_OFFSET is one of the Ethiopic calendar, above SOLAR_OFFSET one of the
    Persian calendar. So is a year from 1200 to 1499 in
    Persian; a year from 2400 to 2699 in Thai is of the Buddhist era. Raises ValueError for a day
    that the calendar does not have.
    """
    primary = language.partition("-")[0]
    if month > ETHIOPIC_OFFSET:
        return _from_ethiopic(year, month - ETHIOPIC_OFFSET, day)
    if month > SOLAR_OFFSET or (primary in _SOLAR_LANGUAGES and year in _SOLAR_YEARS):
        # By the 33-year rule, which agrees with the astronomical calendar for these years
        month %= SOLAR_OFFSET
        longest = 31 if month <= 6 else 30
        if year not in _SOLAR_YEARS or not 1 <= month <= 12 or not 1 <= day <= longest:
            raise ValueError(f"no day {day} of month {month} in the Persian year {year}")
        gregorian = date.fromordinal(_ordinal(year, month, day))
        if month == 12 and gregorian >= date.fromordinal(_ordinal(year + 1, 1, 1)):
            raise ValueError(f"the Persian year {year} is not a leap year")
        return gregorian
    if primary == "th" and year in _BUDDHIST_YEARS:
        year -= 543
    if primary in _BIKRAM_LANGUAGES and year >= _BIKRAM_YEAR:
        raise ValueError(f"{year} is a year of the Nepali calendar")
    return date(year, month, day)


def _from_ethiopic(year: int, month: int, day: int) -> date:
    """Return the Gregorian date of a day of the Ethiopic calendar: twelve months of 30 days, then
    five days, or six in the year before a leap year of ours. Raises ValueError."""
    longest = 30 if month <= 12 else 5 + (year % 4 == 3)
    if not 1 <= day <= longest:
        raise ValueError(f"no day {day} of month {month} in the Ethiopic year {year}")
    days = 365 * (year - 1) + year // 4 + 30 * (month - 1) + day - 1
    # its first day is 27 August 8
    return date(8, 8, 27) + timedelta(days)


def _ordinal(year: int, month: int, day: int) -> int:
    """Return the proleptic Gregorian ordinal (``date.toordinal``) of a Persian date."""
    since = year + 1595
    days = 365 * since + since // 33 * 8 + (since % 33 + 3) // 4
    return days + (month - 1) * 31 - max(0, month - 7) + day - 356033
