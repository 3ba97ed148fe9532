"""Date formats as patterns: a closed list of ``%`` codes, with the names of months and days by
language, never by locale.

``compile_format(format, language)`` returns a regular expression whose groups ``read_fields`` turns
into numbers. Codes: ``%Y %y %m %d %e %j %H %I %M %S %f %p %z %Z %B %b %A %a %s %%``; a hyphen
(``%-d``) changes nothing, since leading zeros are optional in any case. ``%B`` and ``%b`` both
match full and short names. White space in a format matches any white space, and none beside
punctuation; dots and commas at the end are optional.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from webarticlecurator.extract.dates.date_tokens import any_of
from webarticlecurator.extract.dates.month_names import half_day_names, month_numbers, weekday_names
from webarticlecurator.extract.dates.normalize import fold_date_text, fold_name
from webarticlecurator.extract.dates.scan import apply_am_pm
from webarticlecurator.text.words import phrases_by_language

CODES = frozenset("Y y m d e j H I M S f p z Z B b A a s %".split())
"""The ``%`` codes that a format can have, without the per cent sign."""

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
"""Code → pattern, for the codes without names."""
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
"""Codes for plain numbers → name of the field."""
_SPECIFIER = re.compile(r"%-?(.)|(\s+)|([^%\s]+)", re.DOTALL)


def unknown_codes(date_format: str) -> list[str]:
    """Return the ``%`` codes of a format that are not in CODES, as written."""
    return [m[0] for m in re.finditer(r"%-?(.|$)", date_format, re.DOTALL) if m[1] not in CODES]


@lru_cache(maxsize=512)
def compile_format(date_format: str, language: str) -> re.Pattern[str]:
    """Return the pattern of a format with the names of one language and of English, for
    ``fullmatch`` or ``search`` on folded text.

    Raises ValueError for a code that is not in CODES.
    """
    if unknown_codes(date_format):
        raise ValueError(
            f"unknown code {unknown_codes(date_format)[0]!r} in the date format {date_format!r}"
        )
    tokens = list(_SPECIFIER.finditer(date_format.strip().rstrip(" .,")))
    seen: set[str] = set()
    pattern = "".join(_token_pattern(tokens, i, language, seen) for i in range(len(tokens)))
    return re.compile(rf"(?<!\d){pattern}[\s.,]*(?!\d)", re.IGNORECASE)


def _token_pattern(tokens: list[re.Match[str]], i: int, language: str, seen: set[str]) -> str:
    code, space, literal = tokens[i].groups()
    if space:
        # the format is stripped, so white space has two neighbours
        neighbours = tokens[i - 1][0][-1:] + tokens[i + 1][0][:1]
        return r"\s*" if re.search(r"[^\w%]", neighbours) else r"\s+"
    if literal:
        return re.escape(fold_date_text(literal))
    if code in seen:  # a code may be repeated: the first occurrence counts
        return f"(?:{code_pattern(code, language, is_group=False)})"
    seen.add(code)
    return code_pattern(code, language)


def code_pattern(code: str, language: str, *, is_group: bool = True) -> str:
    """Return the pattern of one code, as a group with the name of the code."""
    if code == "%":
        return "%"
    inner = _NUMBERS.get(code) or _names_pattern(code, language)
    return f"(?P<{code}>{inner})" if is_group else inner


def _names_pattern(code: str, language: str) -> str:
    names = month_numbers if code in "Bb" else weekday_names if code in "Aa" else half_day_names
    return rf"(?:{any_of(names(language))})\.?"


def read_fields(match: re.Match[str], language: str) -> Mapping[str, int | str] | None:
    """Return the fields of a match: ``year month day yearday hour minute second epoch`` as numbers,
    ``zone`` as text; None if the half of the day contradicts the hour."""
    texts = {code: text for code, text in match.groupdict().items() if text is not None}
    fields: dict[str, int | str] = {
        name: int(texts[code]) for code, name in _PLAIN.items() if code in texts
    }
    if "y" in texts:  # POSIX: 69–99 are of the twentieth century
        fields["year"] = int(texts["y"]) + (1900 if int(texts["y"]) >= 69 else 2000)
    month = texts.get("B") or texts.get("b")
    if month is not None:
        fields["month"] = month_numbers(language).get(fold_name(month), 0)
    if "z" in texts or "Z" in texts:
        fields["zone"] = texts.get("z") or texts["Z"]
    if "p" not in texts:
        return fields
    return apply_am_pm(fields, is_afternoon=half_day_names(language)[fold_name(texts["p"])])


def read_zone_offset(text: str) -> int | None:
    """Return the minutes east of UTC of ``Z``, ``+02:00``, ``GMT+2`` or ``CEST``; None for an
    unknown abbreviation or an impossible offset."""
    if text.upper() in _zone_offsets():
        return _zone_offsets()[text.upper()]
    match = re.fullmatch(r"(?:GMT|UTC)?\s?([+\-−])(\d{1,2}):?(\d{2})?", text, re.IGNORECASE)
    if not match:
        return None
    hours, minutes = int(match[2]), int(match[3] or 0)
    if hours > 14 or minutes > 59:
        return None
    return (1 if match[1] == "+" else -1) * (hours * 60 + minutes)


@lru_cache(maxsize=1)
def _zone_offsets() -> dict[str, int]:
    """Return abbreviation → minutes east of UTC."""
    names_of = phrases_by_language("dates", "zones")
    return {name: int(minutes) for minutes, names in names_of.items() for name in names}
