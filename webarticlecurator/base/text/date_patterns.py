"""Date formats as patterns: a closed list of codes, each with its regex."""

from __future__ import annotations

import re
from functools import lru_cache

from webarticlecurator.base.text.date_names import (
    fold_date_text,
    half_day_names,
    month_numbers,
    weekday_numbers,
)
from webarticlecurator.base.text.date_tokens import any_of
from webarticlecurator.base.text.words import phrases_by_language

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


def token_pattern(tokens: list[re.Match[str]], i: int, language: str, seen: set[str]) -> str:
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
    inner = _NUMBERS.get(code)
    if inner is None:
        names = (
            month_numbers if code in "Bb" else weekday_numbers if code in "Aa" else half_day_names
        )
        inner = rf"(?:{any_of(names(language))})\.?"
    return f"(?P<{code}>{inner})" if is_group else inner


@lru_cache(maxsize=1)
def zone_offsets() -> dict[str, int]:
    """Return abbreviation → minutes east of UTC."""
    names_of = phrases_by_language("dates", "zones")
    return {name: int(minutes) for minutes, names in names_of.items() for name in names}
