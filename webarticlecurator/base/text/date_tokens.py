"""Split a text into the parts of a date: numbers, clocks, names of months and days, halves of the
day, zones. A text with any other word, unless it is a filler of ``words/dates.txt``, is not a
date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.date_names import (
    fold_name,
    half_day_names,
    month_numbers,
    weekday_numbers,
)
from webarticlecurator.base.text.words import (
    EVERY_LANGUAGE,
    list_phrases,
    list_words,
    phrases_by_language,
)


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
ROMAN_MONTHS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
"""The months as Roman numerals, folded: Hungarian *2019. X. 17.*, Czech *17. X. 2019*."""
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
                rf"(?P<hours>\d{{1,2}}\s?(?:{hours}){_END}(?:\.?\s?\d{{1,2}}(?!\d)(?:\s?(?:{minutes}){_END}(?:\s\d{{1,2}}\ss{_END})?)?)?)",
                rf"(?P<noon>\d{{1,2}}\s?[ap]\.?\s?m{_END})",
                rf"(?P<half>(?:{any_of(half_day_names(language))}){_END})",
                r"(?P<era>ዓ\s?[./]\s?ም)",
                r"(?P<numbered>\d{1,2}\s?(?:月|월)|\d{1,2}(?:-р|\s?дугаар|\s?дүгээр)?\s?сар(?:ын|д)?|\d{1,2}-یاینیڭ"
                r"|(?:thang\s?|m)\d{1,2}(?!\d))",
                rf"(?P<roman>(?:(?<=\d\.)|(?<=\d\.\s))(?:{any_of(ROMAN_MONTHS)})(?=\.?\s?\d))",
                rf"(?P<month>(?:{any_of(month_numbers(language))}){_END})",
                rf"(?P<day>(?:{any_of(weekday_numbers(language))}){_END})",
                rf"(?P<number>\d{{1,4}}(?!\d)(?:(?:st|nd|rd|th|er|eme|ko|ean|an|a|e|º|°|ª|թ|-?(?:en|an|jen)|af|ain|il|ydd|eg|f?ed|mh|ی|ই|শে|লা|রা|ঠা){_END}|\(e\)ko|\(a\))?)",
                rf"(?P<between>(?:{any_of(folded_fillers())}){_END})",
                rf"(?P<zone>[a-z]{{2,5}}{_END}|мск{_END})",
                "(?P<space>[-\\s,;|/•·~()<>›\".–—−:'׳@]+)",
            )
        )
    )
