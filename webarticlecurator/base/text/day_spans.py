"""Tell a date from the days of an event: *5–7 March 2024*, *vom 5. März bis 7. April 2024*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from functools import lru_cache
from itertools import chain, pairwise

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.calendars import to_gregorian
from webarticlecurator.base.text.date_names import fold_name
from webarticlecurator.base.text.date_tokens import Token, any_of, folded_fillers, token_runs
from webarticlecurator.base.text.date_words import parse_words
from webarticlecurator.base.text.words import list_words

_WHOLE_DATES = ("ymd", "dmy", "slash")
_LAST_DAY = 31
_MIN_YEAR = 1000
_WORD = re.compile(r"\W*([^\W\d_]+)")
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBERED = re.compile(
    r"(?:[^\W\d_]\.?:?|[#№º°]|\d\s?[-–—])\s*(?:\d+\s?[/&+]\s?)?\d\w*[^\w&+]*\s$"
    r"|\d\s?[/&+]\s?\d+,\s$"
)
"""A number of something else, with what is before and after it: *Issue 5 – *, *Types 1 & 2 – *,
*5/6, *."""
_JOINT = r"\s?(?:[、,・·~〜–—-]|から|及び|および|と|和|至|및|과|부터|and|&)\s?"
_COUNTED_DAYS = re.compile(
    rf"[月월]\s?(\d{{1,2}})(?:\s?[日일]\s?(?:\(\w{{1,3}}\))?{_JOINT}|\s?[、,・·]\s?)"
    r"(?:\d{1,2}\s?[月월]\s?)?(?!\1\D)\d{1,2}\s?[日일](?!\s?[간전후째만])"
    rf"(?=\W|$|[のにも]|まで|까지|{_JOINT}\d)"
)
"""Two days of East Asia, each a number before *day*, with a sign or a short word between both:
*3月5日、6日*, *3월 5일 및 6일*; no *3 days ago*, *10日ぶり*."""
_DAY_SIGNS = (".", "日", "일")
"""What says behind a number that it is a day."""


@dataclass(frozen=True)
class _Placed:
    """A part of a date with its place in the line, and the text between it and the next one."""

    token: Token
    start: int
    end: int
    after: str

    @property
    def is_day(self) -> bool:
        """True for a date in numbers, and for a number that can be a day: no unknown word follows
        it, as in *5 comments*."""
        if self.token.kind in _WHOLE_DATES:
            return True
        if self.token.kind == "clock":  # *05.03.–07.03.2024*
            return ":" not in self.token.text and self.after.startswith(".")
        if self.token.kind != "number" or not 1 <= self.token.numbers[0] <= _LAST_DAY:
            return False
        word = _WORD.match(self.after)
        return (
            word is None
            or word[1] in folded_fillers()
            or _separator().match(self.after) is not None
        )

    def is_border(self, following: _Placed) -> bool:
        """Return True if a sign or word for several days is between both, or a comma between two
        numbers, the second no year."""
        is_other = "," in self.after and (
            {self.token.kind, following.token.kind} != {"number"}
            or following.token.numbers[0] >= _MIN_YEAR
        )
        return _separator().fullmatch(self.after) is not None and not is_other


def names_several_days(text: str, language: str) -> bool:
    """Return True if ``text`` (folded) names the first and the last of several days, so that none
    of them is that of a publication. ``language``: BCP 47, small letters."""
    if _COUNTED_DAYS.search(text):
        return True
    if not _separator().search(text):
        return False
    parts = list(_list_parts(text, language))
    borders = [n for n, (part, other) in enumerate(pairwise(parts), 1) if part.is_border(other)]
    starts, ends = [0, *borders], [*borders, len(parts)]
    segments = [parts[start:end] for start, end in zip(starts, ends, strict=True)]
    # *March 5, 6 and 7, 2024*: what is between the first and the last one has no month, no year
    pairs = chain(pairwise(segments), pairwise(filter(_names_day, segments)))
    return any(_are_several(first, last, text, language) for first, last in pairs)


def _list_parts(text: str, language: str) -> Iterator[_Placed]:
    tokens = [each for run in token_runs(text, language) for each in run]
    nexts = [start for _, start, _ in tokens[1:]] + [len(text)]
    for (token, start, end), following in zip(tokens, nexts, strict=True):
        numbers = tuple(map(int, re.findall(r"\d+", token.text)))
        yield _Placed(Token(token.kind, token.text, numbers), start, end, text[end:following])


def _are_several(first: list[_Placed], last: list[_Placed], text: str, language: str) -> bool:
    """Return True for the two sides of a dash or word if each has a day, and these differ."""
    # *5* of *5日* or *Tuesday, 5*
    first, last = ([part for part in side if part.token.kind != "day"] for side in (first, last))
    if not first or not last or not _has_year((*first, *last)):
        return False
    left, right = first[-1], last[0]
    first, last = (list(filter(_may_be_of_date, side)) for side in (first, last))
    if not all(any(part.is_day for part in side) for side in (first, last)):
        return False
    is_left_alone, is_right_alone = _is_number_alone(first), _is_number_alone(last)
    if is_left_alone or is_right_alone:
        # *March 5, 2024 – 3* has no second day, *Issue 5 – 7 March 2024* no first one.
        is_numbered = is_left_alone and _NUMBERED.search(text[: left.end] + left.after)
        alone, other = (first, last) if is_left_alone else (last, first)
        between = text[left.end : right.start]
        return not is_numbered and _goes_with(alone, other, left, right, between)
    is_loose = left.after.strip(" .") in (",", "/") and _has_year(first)
    if is_loose or not _names_day(first) or not _names_day(last):
        return False
    ends = (text[side[0].start : side[-1].end] for side in (first, last))
    read = [_read_day(end, language) for end in ends]
    # the same day twice, in another notation or calendar
    return read[0] is None or read[0] != read[1]


def _goes_with(
    alone: list[_Placed], other: list[_Placed], left: _Placed, right: _Placed, between: str
) -> bool:
    """Return True if a number without month and year is a day beside the one day of the other side:
    not in *1–3 | 5 March 2024*, which has two, nor in *2024-03-05 - 12*."""
    days = [part for part in other if part.is_day]
    is_rising = left.token.kind != right.token.kind or left.token.numbers < right.token.numbers
    if len(days) != 1 or not alone[0].is_day:
        return False
    if right is alone[0]:  # *5 March 2024 until 7*, but not *à 7*, which may be a time
        if {*_LETTERS.findall(between)} - folded_fillers():
            return True
        is_beside = days[0] is left and not between.startswith(",")
        is_whole = " " in between and right.after[:1] not in _DAY_SIGNS
        return is_beside and not is_whole and is_rising
    return days[0] is right and is_rising


def _names_day(side: list[_Placed]) -> bool:
    """Return True for a date, or a day with its month or year: no *2 of 12*."""
    kinds = {part.token.kind for part in side}
    if not kinds.isdisjoint(("month", "numbered", "clock", *_WHOLE_DATES)):
        return True
    numbers = [part for part in side if part.token.kind == "number"]
    return len(numbers) == 2 and (
        numbers[1].token.numbers[0] >= _MIN_YEAR or numbers[0].after.strip() in ("/", ".", "-")
    )


def _may_be_of_date(part: _Placed) -> bool:
    """Return False for a number of something else, as in *5 comments*."""
    return part.token.kind != "number" or part.is_day or part.token.numbers[0] > _LAST_DAY


def _has_year(parts: Iterable[_Placed]) -> bool:
    """Return True for a date in numbers, or a year with the name or the number of a month."""
    kinds = {part.token.kind for part in parts}
    years = (part.token.numbers[0] for part in parts if part.token.kind == "number")
    is_named = not kinds.isdisjoint(("month", "numbered")) and any(y >= _MIN_YEAR for y in years)
    return is_named or not kinds.isdisjoint(_WHOLE_DATES)


def _is_number_alone(side: list[_Placed]) -> bool:
    """Return True if nothing beside a number says month or year."""
    return [part.token.kind for part in side] == ["number"]


def _read_day(text: str, language: str) -> date | None:
    fields = parse_words(text, language, lenient=True)
    with suppress(ValueError):
        if fields is not None:
            year, month, day = (int(fields[name]) for name in ("year", "month", "day"))
            return to_gregorian(year, month, day, language)
    return None


@lru_cache(maxsize=1)
def _separator() -> re.Pattern[str]:
    """Return the pattern of what stands between the first and the last day."""
    words, fillers = (
        any_of(map(fold_name, each)) for each in (list_words("dates", "to"), folded_fillers())
    )
    return re.compile(
        rf"[\s.,'日일]*(?:[-–—−~〜至&+/・]|,(?=\s)|(?<![^\W\d_])(?:{words})(?![^\W\d_]))(?:\s*(?:{fillers})(?![^\W\d_]))?[\s.]*"
    )
