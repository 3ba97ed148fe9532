"""Names in dates by language: months, days and halves of the day. English is added to every
language, since many portals use it in their markup.

Dates, formats and names are compared in one form: digits and punctuation of every script as ASCII,
letters case folded and without the marks that people leave out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from webarticlecurator.base.text.calendar_words import find_table_language, varieties
from webarticlecurator.base.text.character_patterns import DIGIT
from webarticlecurator.base.text.words import EVERY_LANGUAGE, phrases_by_language, read_name_table

CODES = tuple("Y y m d e j H I M S f p z Z B b A a s %".split())
"""The ``%`` codes that the format of a date can have, without the per cent sign."""
_EQUIVALENTS = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ`´׳＇", "'"),
        **dict.fromkeys("“”״＂„", '"'),
        **dict.fromkeys("，、،၊፣", ","),
        **dict.fromkeys("／⁄", "/"),
        **dict.fromkeys("（［【", "("),
        **dict.fromkeys("）］】", ")"),
        **dict.fromkeys("‐‑‒", "-"),
        "：": ":",
        "．": ".",
        "－": "-",
        "＋": "+",
        "～": "~",
        "ı": "i",  # Turkish capitals: KASIM
        "ي": "ی",
        "ى": "ی",
        "ك": "ک",  # Arabic letters in Persian and Urdu
    }
)
_LEFT_OUT = re.compile(
    "[\u0300-\u036f"  # accents
    "\u064b-\u0655\u0670\u0640"  # Arabic vowels, hamza above and below, tatweel
    "\u093c\u09bc\u0a3c\u0b3c"  # nukta
    "\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff]"  # characters without width
)


@lru_cache(maxsize=4096)
def fold_date_text(text: str) -> str:
    """Return ``text`` in the form in which dates are compared; white space stays as it is."""
    if text.isascii():
        return text.casefold()
    digits = DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
    bare = _LEFT_OUT.sub("", unicodedata.normalize("NFD", digits.casefold()))
    return unicodedata.normalize("NFC", bare).translate(_EQUIVALENTS)


def fold_name(name: str) -> str:
    """Return the name of a month, day or zone in the same form, without a full stop at its end."""
    return fold_date_text(name).rstrip(".")


SOLAR_OFFSET = 100
"""Added to the number of a month of the Persian calendar (1 is Farvardin), to tell it from a
Gregorian month."""
ETHIOPIC_OFFSET = 200
"""The same of the Ethiopic calendar (1 is Meskerem), which has thirteen months."""
_SEPT = "sept"
"""September, in every language."""


@lru_cache(maxsize=64)
def month_numbers(language: str) -> dict[str, int]:
    """Return folded month name (as in a date, alone, short) → 1 to 12, SOLAR_OFFSET + 1 to 12 or
    ETHIOPIC_OFFSET + 1 to 13. A name with another meaning in English has that of ``language``."""
    numbers: dict[str, int] = {}
    own, english = varieties(language), varieties("en")
    for names in own:
        for twelve in (names.months, names.months_alone, names.short, names.short_alone):
            _add_months(numbers, twelve)
    for row in _more_names("months", language):
        _add_months(numbers, row)
    for row in _more_names("solar-months", language):
        _add_months(numbers, row, SOLAR_OFFSET)
    for row in _more_names("ethiopic-months", language):
        _add_months(numbers, row, ETHIOPIC_OFFSET)
    for names in english:
        for twelve in (names.months, names.short):
            _add_months(numbers, twelve)
    numbers.setdefault(_SEPT, 9)
    return numbers


@lru_cache(maxsize=64)
def list_months_of_days(language: str) -> frozenset[str]:
    """Return the folded names of the months that have this form only behind a day: *marca*, which
    is *marzec* alone. A name with a word before it (*de març*) tells no more than its own form."""
    return frozenset(
        fold_name(month)
        for names in varieties(language)
        for month in set(names.months) - set(names.months_alone)
        if month.isalpha()
    )


def _more_names(kind: str, language: str) -> list[list[str]]:
    """Return the rows of a kind and ``language`` in ``words/more-calendar-names.tsv``: a cell for
    each month or day, empty where CLDR's names are all, several names separated by ``/``."""
    return [
        names
        for row_language, row_kind, *names in read_name_table("more-calendar-names")
        if (row_language, row_kind) == (find_table_language(language), kind)
    ]


def _add_months(numbers: dict[str, int], months: Sequence[str], offset: int = 0) -> None:
    """Add the names of twelve ``months`` that are not yet in ``numbers``."""
    for number, names in enumerate(months, start=1):
        for name in filter(None, names.split("/")):
            numbers.setdefault(fold_name(name), number + offset)


@lru_cache(maxsize=64)
def weekday_numbers(language: str) -> dict[str, int]:
    """Return folded name of a weekday, full or short → 0 (Monday) to 6."""
    calendars = (*varieties(language), *varieties("en"))
    weeks = [
        week for names in calendars for week in (names.days, names.days_alone, names.short_days)
    ]
    numbers: dict[str, int] = {}
    for week in (*weeks, *_more_names("days", language)):
        for number, cell in enumerate(week):
            for name in map(fold_name, filter(None, cell.split("/"))):
                numbers.setdefault(name, number)
                # Portuguese writes `sexta` for `sexta-feira`.
                numbers.setdefault(name.removesuffix("-feira"), number)
    return numbers


@lru_cache(maxsize=64)
def half_day_names(language: str) -> dict[str, bool]:
    """Return folded word for a half of the day → True for the afternoon."""
    halves: dict[str, bool] = {}
    for section, is_afternoon in (("forenoon", False), ("afternoon", True)):
        words_of = phrases_by_language("dates", section)
        for word in (*words_of.get(_primary(language), ()), *words_of[EVERY_LANGUAGE]):
            halves.setdefault(fold_name(word), is_afternoon)
    return halves


def _primary(language: str) -> str:
    """Return the primary subtag of a language: ``pt`` of ``pt-BR``."""
    return language.lower().replace("_", "-").partition("-")[0]
