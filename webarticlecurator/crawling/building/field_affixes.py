"""What belongs to no value of a field: an affix that nearly all of them share, such as *By*, a
separator, the name of the site; and what joins two of them in a third.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.character_patterns import LETTER
from webarticlecurator.base.text.word_borders import count_words

MIN_SHARE = 0.9
MIN_VALUES, MIN_LONG = 4, 2
"""Different values that must have it, the same with two words beside it, and their share of all;
signs may be at the end of fewer."""
_TOKEN = re.compile(r"[^\s,;:·•|/()–—-]+|[^\s]")
MAX_JOINER = 8
"""Characters of the longest word or sign between two values."""
_ENDS = ",;·•|/"
_SIGN = re.compile(r"[,;:·•|/–—-]+")


@dataclass(frozen=True)
class FieldAffix:
    """``text`` stands at the beginning (``is_first``) or the end of ``count`` values, such as
    ``example``."""

    text: str
    is_first: bool
    count: int
    example: str

    @property
    def pattern(self) -> str:
        """The regex that removes it."""
        text = re.escape(self.text)
        return rf"^{text}\s*" if self.is_first else rf"\s*{text}$"


def find_affix(values: Sequence[str]) -> FieldAffix | None:
    """Return the affix that nearly all of the different ``values`` share, None if there is none."""
    tokens = {value: found for value in values if (found := _TOKEN.findall(value))}
    for is_first in (True, False):
        ends = Counter(found[0 if is_first else -1] for found in tokens.values())
        for text, count in ends.most_common(1):
            inside = {v: f for v, f in tokens.items() if f[0 if is_first else -1] == text}
            rests = [found[1:] if is_first else found[:-1] for found in inside.values()]
            # a name is more than a number: of "Name 1", "Name 2" nothing would be left
            is_all = not all(any(map(LETTER.search, rest)) for rest in rests)
            # two people may have a first name in common, and hardly a third word of their names
            is_long = all(sum(map(bool, map(LETTER.match, rest))) > 1 for rest in rests)
            least = 1 if _SIGN.fullmatch(text) else MIN_LONG if is_long else MIN_VALUES
            if count >= max(least, MIN_SHARE * len(tokens)) and not is_all:
                return FieldAffix(text, is_first, count, next(iter(inside)))
    return None


@dataclass(frozen=True)
class JoinedValues:
    """``text`` joins two other values in ``count`` values, the first of which is ``example``."""

    text: str
    count: int
    example: str

    @property
    def pattern(self) -> str:
        """The regex that parts them."""
        return rf"\s*{re.escape(self.text)}\s*"


def find_joined(values: Sequence[str]) -> JoinedValues | None:
    """Return what most often joins two of the ``values`` in a third, None if nothing does. Each of
    the two has several words: *Ann* and *Lee* are no writers of *Ann B. Lee*."""
    known, found = {*values}, dict[str, list[str]]()
    for value in dict.fromkeys(values):
        words = value.split()
        for first, last in combinations_with_replacement(range(1, len(words)), 2):
            ends = " ".join(words[:first]).rstrip(_ENDS), " ".join(words[last:])
            middle = value[len(ends[0]) : len(value) - len(ends[1])].strip()
            is_short = 0 < len(middle) <= MAX_JOINER
            if is_short and known.issuperset(ends) and min(map(count_words, ends)) > 1:
                found.setdefault(middle, []).append(value)
    text, joined = max(found.items(), key=lambda pair: len(pair[1]), default=("", []))
    return JoinedValues(text, len(joined), joined[0]) if joined else None
