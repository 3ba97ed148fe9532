"""Dates in words: their parts, the names in them, and how they are read in any order.

Parse a date in the words of a language, in any order of its parts: *vendredi 15 mars 2019 à
8h30*, *2019. gada 15. marts*.

Year, month and day are recognised by their form: the year has four digits; the month is a name, or
a number in an order that the notation or the language fixes. Nothing is guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.text.words import (
    EVERY_LANGUAGE,
    list_phrases,
    list_words,
    phrases_by_language,
    read_name_table,
    varieties,
)

# The form in which dates, formats and names are compared: digits and punctuation of every script
# as ASCII, letters case folded and without the marks that people leave out.

_EQUIVALENTS = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ`´׳＇", "'"),
        **dict.fromkeys("“”״＂„", '"'),
        **dict.fromkeys("，、،", ","),
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
_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=4096)
def fold_date_text(text: str) -> str:
    """Return ``text`` in the form in which dates are compared; white space stays as it is."""
    if text.isascii():
        return text.casefold()
    digits = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
    bare = _LEFT_OUT.sub("", unicodedata.normalize("NFD", digits.casefold()))
    return unicodedata.normalize("NFC", bare).translate(_EQUIVALENTS)


def fold_name(name: str) -> str:
    """Return the name of a month, day or zone in the same form, without a full stop at its end."""
    return fold_date_text(name).rstrip(".")


Fields = dict[str, "int | str"]

EARLIEST_YEAR = 1600
"""The year before which a date is a mistake: the first newspaper, Strassburg's *Relation*, is of
1605."""
MAX_DATE_LENGTH = 120
"""Characters; a longer text is a sentence."""
_LABEL = re.compile(r"[^\d:]{2,40}:\s+(?=\S)")
"""A label before a date: *Published: …*."""
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
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


def find_date_parts(text: str, language: str) -> Iterator[str]:
    """Yield the parts of ``text`` (folded) that may be a date, in the order in which to try them:
    run by run (``token_runs``), the longest part first."""
    for run in token_runs(text, language):
        for first in range(min(len(run), 3)):
            for last in range(min(len(run), first + 8) - 1, first - 1, -1):
                part = text[run[first][1] : run[last][2]]
                if _YEAR.search(part):
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


def _order_of(token: Token) -> str:
    """Return the only order in which a token with slashes is a date: that of ``9/25/2025``. Empty
    for one with two, such as ``3/5/2021``."""
    first, second, _ = token.numbers
    return {(True, False): "dmy", (False, True): "mdy"}.get((first > 12, second > 12), "")


def _find_day(tokens: list[Token], language: str, order: str) -> Fields | None:
    """Return year, month and day if the tokens have each once. ``order``: that of numbers with
    slashes, empty if it is not known."""
    numeric_dates = [token for token in tokens if token.kind in ("ymd", "dmy", "slash")]
    numbers = [token.numbers[0] for token in tokens if token.kind == "number"]
    # The named months, each once. If there are two, a name that is also a weekday is taken for the
    # weekday (*mar. 12 nov. 2019*)
    known = month_numbers(language)
    weekdays = weekday_names(language)
    named = {token.text: known[token.text] for token in tokens if token.kind == "month"}
    if len(set(named.values())) > 1:
        named = {text: number for text, number in named.items() if text not in weekdays}
    numbered = (token.numbers[0] for token in tokens if token.kind == "numbered")
    months = list(dict.fromkeys((*named.values(), *numbered)))
    if numeric_dates:
        token = numeric_dates[0]
        token_order = (order or _order_of(token)) if token.kind == "slash" else token.kind
        if len(numeric_dates) > 1 or numbers or months or not token_order:
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
    half = tokens[halves_of_clock[0]].text
    return apply_am_pm(fields, is_afternoon=half_day_names(language)[half])


def apply_am_pm(fields: Fields, *, is_afternoon: bool) -> Fields | None:
    """Return ``fields`` with the hour of the 24-hour clock, None for a forenoon with an hour above
    twelve."""
    hour = int(fields.get("hour", 0))
    if is_afternoon:
        return {**fields, "hour": hour + 12} if hour < 12 else fields
    if hour > 12:
        return None
    return {**fields, "hour": 0} if hour == 12 else fields


# Split a text into the parts of a date: numbers, clocks, names of months and days, halves of the
# day, zones. A text with any other word, unless it is a filler of ``words/dates.txt``, is not a
# date.


@dataclass(frozen=True)
class Token:
    """A part of a date. ``kind``: the name of a group in ``_pattern``; ``numbers``: those in the
    text, in order."""

    kind: str
    text: str
    numbers: tuple[int, ...]


_BEFORE_ZONE = ("clock", "hours", "noon", "half", "offset")
"""Kinds of tokens after which a short word can be a zone."""
_FILLER_KINDS = ("space", "between")
_UNKNOWN = re.compile(r"[^\W\d_]+|.", re.DOTALL)

_END = r"(?![^\W\d_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
"""The end of a word; in scripts without spaces, any place."""


@lru_cache(maxsize=1)
def folded_fillers() -> frozenset[str]:
    """Return the words between the parts of a date that do not change its meaning, folded."""
    return frozenset(map(fold_name, list_words("dates", "fillers")))


def tokenize_date(text: str, language: str) -> list[Token] | None:
    """Return the tokens of ``text`` (folded) without fillers; None if the text has anything else.
    ``language``: BCP 47, small letters."""
    pattern, tokens, at = _pattern(language), list[Token](), 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            return None
        at = match.end()
        kind = str(match.lastgroup)
        # any short word matches as a zone, so only one after a time is taken for a zone
        if kind == "zone" and not (tokens and tokens[-1].kind in _BEFORE_ZONE):
            return None
        if kind not in _FILLER_KINDS:
            tokens.append(Token(kind, match[0], tuple(map(int, re.findall(r"\d+", match[0])))))
    return tokens


def token_runs(text: str, language: str) -> list[list[tuple[Token, int, int]]]:
    """Return the runs of tokens in ``text`` (folded) without other words between them, each token
    with its begin and end."""
    pattern, at, runs = _pattern(language), 0, [list[tuple[Token, int, int]]()]
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            unknown = _UNKNOWN.match(text, at)
            at = unknown.end() if unknown else at + 1
            runs.append([])
            continue
        kind = str(match.lastgroup)
        if kind == "zone":
            runs.append([])
        elif kind not in _FILLER_KINDS:
            runs[-1].append((Token(kind, match[0], ()), match.start(), match.end()))
        at = match.end()
    return [run for run in runs if run]


def any_of(words: Iterable[str]) -> str:
    """Return the pattern of one of ``words``, the longest first, so that ``March`` is not read as
    ``Mar``."""
    return "|".join(
        re.escape(word) for word in sorted(set(words), key=lambda word: (-len(word), word))
    )


@lru_cache(maxsize=64)
def _pattern(language: str) -> re.Pattern[str]:
    """Return the pattern of a token: named alternatives in the order in which they are tried."""
    primary = language.partition("-")[0]
    # The words after the number of the hour, of every language and of `primary`
    words_of = phrases_by_language("dates", "hours")
    hours = any_of(map(fold_name, (*words_of[EVERY_LANGUAGE], *words_of.get(primary, ()))))
    minutes = any_of(map(fold_name, list_phrases("dates", "minutes")))
    return re.compile(
        "|".join(
            (
                r"(?P<offset>(?<=[:.]\d\d)\s?[+−-]\d{2}(?::?\d{2})?(?![\d.:])|(?:gmt|utc)\s?[+−-]\d{1,2}(?::?\d{2})?(?!\d))",
                r"(?P<ymd>\d{4}(?:-\d{1,2}-|/\d{1,2}/|\.\s?\d{1,2}\.\s?)\d{1,2}(?!\d))",
                r"(?P<dmy>\d{1,2}\.\s?\d{1,2}\.\s?\d{4}(?!\d))",
                r"(?P<slash>\d{1,2}(?:/\d{1,2}/|-\d{1,2}-)\d{4}(?!\d))",
                r"(?P<clock>\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?(?!\d)(?!\.\d))",
                rf"(?P<hours>\d{{1,2}}\s?(?:{hours}){_END}(?:\.?\s?\d{{1,2}}(?!\d)(?:\s?(?:{minutes}){_END})?)?)",
                rf"(?P<noon>\d{{1,2}}\s?[ap]\.?\s?m{_END})",
                rf"(?P<half>(?:{any_of(half_day_names(language))}){_END})",
                r"(?P<numbered>\d{1,2}\s?(?:月|월)|\d{1,2}-р сар(?:ын|д)?|thang\s?\d{1,2}(?!\d))",
                rf"(?P<month>(?:{any_of(month_numbers(language))}){_END})",
                rf"(?P<day>(?:{any_of(weekday_names(language))}){_END})",
                rf"(?P<number>\d{{1,4}}(?!\d)(?:(?:st|nd|rd|th|er|eme|ko|ean|an|a|e|º|°|ª|թ|-?(?:en|an|jen)){_END}|\(e\)ko|\(a\))?)",
                rf"(?P<between>(?:{any_of(folded_fillers())}){_END})",
                rf"(?P<zone>[a-z]{{2,5}}{_END}|мск{_END})",
                "(?P<space>[-\\s,;|/•·~()<>›\".–—−:'׳@]+)",
            )
        )
    )


# Names in dates by language: months, days and halves of the day. English is added to every
# language, since many portals use it in their markup.

SOLAR_OFFSET = 100
"""Added to the number of a month of the Persian calendar (1 is Farvardin), to tell it from a
Gregorian month."""
_SEPT = "sept"
"""September, in every language."""


@lru_cache(maxsize=64)
def month_numbers(language: str) -> dict[str, int]:
    """Return folded month name (as in a date, alone, short) → 1 to 12, or SOLAR_OFFSET + 1 to 12.
    A name with another meaning in English has that of ``language``."""
    numbers: dict[str, int] = {}
    own, english = varieties(language), varieties("en")
    for names in own:
        for twelve in (names.months, names.months_alone, names.short, names.short_alone):
            _add_months(numbers, twelve)
    for row in _more_months("months", language):
        _add_months(numbers, row)
    for row in _more_months("solar-months", language):
        _add_months(numbers, row, SOLAR_OFFSET)
    for names in english:
        for twelve in (names.months, names.short):
            _add_months(numbers, twelve)
    numbers.setdefault(_SEPT, 9)
    return numbers


def _more_months(kind: str, language: str) -> list[list[str]]:
    """Return the rows of ``language`` in ``words/more-months.tsv``, each as twelve months; empty
    cells where CLDR has all, several names separated by ``/``."""
    rows = read_name_table("more-months")
    return [
        names for name, calendar, *names in rows if (name, calendar) == (_primary(language), kind)
    ]


def _add_months(numbers: dict[str, int], months: Sequence[str], offset: int = 0) -> None:
    """Add the names of twelve ``months`` that are not yet in ``numbers``."""
    for number, names in enumerate(months, start=1):
        for name in filter(None, names.split("/")):
            numbers.setdefault(fold_name(name), number + offset)


@lru_cache(maxsize=64)
def weekday_names(language: str) -> frozenset[str]:
    """Return the folded names of weekdays, full and short."""
    calendars = (*varieties(language), *varieties("en"))
    days = (
        name for names in calendars for name in (*names.days, *names.days_alone, *names.short_days)
    )
    folded = frozenset(map(fold_name, days))
    # Portuguese writes `sexta` for `sexta-feira`.
    return folded | {name.removesuffix("-feira") for name in folded}


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
