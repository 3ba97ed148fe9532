"""A text cut into what dates consist of: numbers, clocks, names of months and days, halves of the
day, zones. A word that is none of these, and in no list of ``words.py``, makes a text no date."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from webarticlecurator.extract.dates.date_words import BETWEEN, HOURS, MINUTES
from webarticlecurator.extract.dates.month_names import half_day_names, month_numbers, weekday_names
from webarticlecurator.extract.dates.normalize import normalize_text


@dataclass(frozen=True)
class Token:
    """``kind``: a group of the pattern below; ``numbers``: those in its text, in order."""

    kind: str
    text: str
    numbers: tuple[int, ...]


_UNKNOWN = re.compile(r"[^\W\d_]+|.", re.DOTALL)
BETWEEN_WORDS = frozenset(normalize_text(word) for word in BETWEEN.split())

_END = r"(?![^\W\d_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
"""A word ends here; in scripts that are written without spaces, anywhere."""


def tokenize_date(text: str, language: str) -> list[Token] | None:
    """The tokens of ``text`` (folded) without what stands between them; None if it holds anything
    else. ``language``: BCP 47, small letters."""
    pattern, found, at = _pattern(language), list[Token](), 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            return None
        at = match.end()
        kind = str(match.lastgroup)
        if kind == "zone" and not (
            found and found[-1].kind in ("clock", "hours", "noon", "half", "offset")
        ):
            return None
        if kind not in ("space", "between"):
            found.append(Token(kind, match[0], tuple(map(int, re.findall(r"\d+", match[0])))))
    return found


def token_runs(text: str, language: str) -> list[list[tuple[Token, int, int]]]:
    """The stretches of ``text`` (folded) in which everything may belong to a date: their tokens,
    each with where it begins and ends."""
    pattern, at, found = _pattern(language), 0, [list[tuple[Token, int, int]]()]
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            unknown = _UNKNOWN.match(text, at)
            at = unknown.end() if unknown else at + 1
            found.append([])
            continue
        kind = str(match.lastgroup)
        if kind == "zone":
            found.append([])
        elif kind not in ("space", "between"):
            found[-1].append((Token(kind, match[0], ()), match.start(), match.end()))
        at = match.end()
    return [run for run in found if run]


def any_of(words: Iterable[str]) -> str:
    """A pattern; longest first, so that ``March`` is not read as ``Mar``."""
    return "|".join(
        re.escape(word) for word in sorted(set(words), key=lambda word: (-len(word), word))
    )


@lru_cache(maxsize=64)
def _pattern(language: str) -> re.Pattern[str]:
    """Named alternatives, in the order in which they are tried."""
    primary = language.partition("-")[0]
    hours, minutes = (
        any_of(map(normalize_text, words.split("|"))) for words in (_of(HOURS, primary), MINUTES)
    )
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
                rf"(?P<between>(?:{any_of(BETWEEN_WORDS)}){_END})",
                rf"(?P<zone>[a-z]{{2,5}}{_END}|мск{_END})",
                "(?P<space>[-\\s,;|/•·~()<>›\".–—−:'׳@]+)",
            )
        )
    )


def _of(table: dict[str, str], primary: str) -> str:
    return "|".join(filter(None, (table[""], table.get(primary, ""))))
