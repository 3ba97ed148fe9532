"""Date formats as patterns: a closed list of ``%`` codes, names of months and days by language,
never by locale.

``compiled(format, language)`` gives a regular expression whose groups ``fields`` turns into
numbers. Codes: ``%Y %y %m %d %e %j %H %I %M %S %f %p %z %Z %B %b %A %a %s %%``; a hyphen (``%-d``)
changes nothing, since leading zeros are optional anyway. ``%B`` and ``%b`` both read full and short
names. White space in a format stands for any white space, or none beside punctuation; the dots and
commas at the end are optional.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from webarticlecurator.extract.dates.date_tokens import any_of
from webarticlecurator.extract.dates.date_words import ZONES
from webarticlecurator.extract.dates.month_names import half_day_names, month_numbers, weekday_names
from webarticlecurator.extract.dates.normalize import fold_case, normalize_text
from webarticlecurator.extract.dates.scan import apply_am_pm

CODES = frozenset("Y y m d e j H I M S f p z Z B b A a s %".split())

_NUMBERS = {
    "Y": r"\d{4}",
    "y": r"\d{2}",
    "m": r"\d{1,2}",
    "d": r"\d{1,2}",
    "e": r"\d{1,2}",
    "j": r"\d{1,3}",
    "H": r"\d{1,2}",
    "I": r"\d{1,2}",
    "M": r"\d{2}",
    "S": r"\d{2}",
    "f": r"\d{1,9}",
    "s": r"\d{9,10}",
    "z": r"(?:GMT|UTC)?\s?[+\-−]\d{1,2}(?::?\d{2})?|UTC|GMT|UT|Z",
    "Z": "[A-Za-z]{1,5}",
}
_PLAIN = {
    "Y": "year",
    "m": "month",
    "d": "day",
    "e": "day",
    "j": "yearday",
    "H": "hour",
    "I": "hour",
    "M": "minute",
    "S": "second",
    "s": "epoch",
}
"""Codes whose number means what it says."""
_SPECIFIER = re.compile(r"%-?(.)|(\s+)|([^%\s]+)", re.DOTALL)


def unknown_codes(date_format: str) -> list[str]:
    """The ``%`` codes of a format that are not in the closed list, as written."""
    return [m[0] for m in re.finditer(r"%-?(.|$)", date_format, re.DOTALL) if m[1] not in CODES]


@lru_cache(maxsize=512)
def compile_format(date_format: str, language: str) -> re.Pattern[str]:
    """The pattern of one format in the names of one language (and English); to be used on folded
    text, with ``fullmatch`` or ``search``.

    Raises ValueError for a code that is not in the closed list.
    """
    if unknown_codes(date_format):
        raise ValueError(
            f"unknown code {unknown_codes(date_format)[0]!r} in the date format {date_format!r}"
        )
    tokens = list(_SPECIFIER.finditer(date_format.strip().rstrip(" .,")))
    seen: set[str] = set()
    pattern = "".join(_token(tokens, i, language, seen) for i in range(len(tokens)))
    return re.compile(rf"(?<!\d){pattern}[\s.,]*(?!\d)", re.IGNORECASE)


def _token(tokens: list[re.Match[str]], i: int, language: str, seen: set[str]) -> str:
    code, space, literal = tokens[i].groups()
    if space:
        # a format is stripped: white space has two neighbours
        beside = tokens[i - 1][0][-1:] + tokens[i + 1][0][:1]
        return r"\s*" if re.search(r"[^\w%]", beside) else r"\s+"
    if literal:
        return re.escape(fold_case(literal))
    if code in seen:  # a code written twice: the first one counts
        return f"(?:{format_piece(code, language, named=False)})"
    seen.add(code)
    return format_piece(code, language)


def format_piece(code: str, language: str, *, named: bool = True) -> str:
    """The pattern of one code, as a group named like the code."""
    if code == "%":
        return "%"
    inner = _NUMBERS.get(code) or _names_pattern(code, language)
    return f"(?P<{code}>{inner})" if named else inner


def _names_pattern(code: str, language: str) -> str:
    names = month_numbers if code in "Bb" else weekday_names if code in "Aa" else half_day_names
    return rf"(?:{any_of(names(language))})\.?"


def read_fields(match: re.Match[str], language: str) -> Mapping[str, int | str] | None:
    """Named numbers of a match (``year month day yearday hour minute second epoch`` and ``zone`` as
    text); None where a name or the half of the day contradicts the rest."""
    got = {code: text for code, text in match.groupdict().items() if text is not None}
    numbers: dict[str, int | str] = {}
    for code, name in _PLAIN.items():
        if code in got:
            numbers[name] = int(got[code])
    if "y" in got:  # POSIX: 69–99 are of the twentieth century
        numbers["year"] = int(got["y"]) + (1900 if int(got["y"]) >= 69 else 2000)
    month = got.get("B") or got.get("b")
    if month is not None:
        numbers["month"] = month_numbers(language).get(normalize_text(month), 0)
    if "z" in got or "Z" in got:
        numbers["zone"] = got.get("z") or got["Z"]
    return (
        apply_am_pm(numbers, after=half_day_names(language)[normalize_text(got["p"])])
        if "p" in got
        else numbers
    )


def read_zone_offset(text: str) -> int | None:
    """Minutes east of UTC of ``Z``, ``+02:00``, ``GMT+2``, ``CEST``; None if the abbreviation is
    not known."""
    if text.upper() in ZONES:
        return ZONES[text.upper()]
    found = re.fullmatch(r"(?:GMT|UTC)?\s?([+\-−])(\d{1,2}):?(\d{2})?", text, re.IGNORECASE)
    if not found or int(found[2]) > 14 or int(found[3] or 0) > 59:
        return None
    return (1 if found[1] == "+" else -1) * (int(found[2]) * 60 + int(found[3] or 0))
