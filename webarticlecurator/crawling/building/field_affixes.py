"""An affix that nearly all values of a field share, and that belongs to none of them: *By*, a
separator, the name of the site.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from webarticlecurator.base.dataclasses import dataclass

MIN_SHARE = 0.9
MIN_VALUES = 4
"""Different values that must have it, and their share of all; signs may be at the end of fewer."""
_TOKEN = re.compile(r"[^\s,;:·•|/()–—-]+|[^\s]")
_LETTER = re.compile(r"[^\W\d_]")
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
            is_all = not all(any(map(_LETTER.search, rest)) for rest in rests)
            least = 1 if _SIGN.fullmatch(text) else MIN_VALUES
            if count >= max(least, MIN_SHARE * len(tokens)) and not is_all:
                return FieldAffix(text, is_first, count, next(iter(inside)))
    return None
