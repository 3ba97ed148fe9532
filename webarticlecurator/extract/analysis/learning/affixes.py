"""What the titles of a portal begin or end with that belongs to the site and not to the article: ``
- Echo``, ``Echo | ``.

Only what stands behind (or before) a separator can be one, only if it stands on a good part of the
titles of one source, with that many different titles before it. Nothing is known of a single title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SUFFIX_SHARE, PREFIX_SHARE = 0.2, 0.5
"""Share of a source's titles that must have it: a series may head many titles (``Weather: …``), so
more is asked of prefixes."""
MIN_TITLES = 5
"""Titles that must have it at least; of the portal's own name, NAMED are enough."""
MIN_TITLES_WITH_NAME = 2
MAX_LENGTH = 60
"""Characters; what is longer is a title, too."""
MAX_ROUNDS = 3

_SEPARATOR = re.compile(r"\s+(?:[-–—−|｜ㅣ·•»«:/]|::|>>|<<)\s+|\s*[|｜ㅣ]\s*|:\s+")


@dataclass(frozen=True)
class Affix:
    """``text`` with its separator, as it stands; ``kind`` is ``suffix`` or ``prefix``; it stands on
    ``count`` of ``of`` titles of the source named ``source``."""

    text: str
    kind: str
    source: str
    count: int
    of: int

    @property
    def pair(self) -> tuple[str, str]:
        """As a pair of ``replace``."""
        body = r"\s+".join(re.escape(part) for part in self.text.split())
        left, right = (
            r"\s+" if self.text[:1].isspace() else "",
            r"\s+" if self.text[-1:].isspace() else "",
        )
        return (f"{left}{body}$", "") if self.kind == "suffix" else (f"^{body}{right}", "")


def find_title_affixes(
    titles: Mapping[str, Iterable[str]], known: Iterable[str] = ()
) -> tuple[Affix, ...]:
    """The affixes of all sources, in the order in which they have to be taken off; each once.
    ``titles``: source → its titles, white space collapsed; ``known``: names of the portal and its
    publisher."""
    names = {_letters(name) for name in known} - {""}
    found: dict[tuple[str, str], Affix] = {}
    for source, given in titles.items():
        distinct = sorted(set(given))
        for _ in range(MAX_ROUNDS):
            here = [
                affix
                for kind in ("suffix", "prefix")
                for affix in _of_source(distinct, kind, source, names)
            ]
            if not here:
                break
            for affix in here:
                found.setdefault((affix.kind, affix.text), affix)
            distinct = sorted({_without(title, here) for title in distinct})
    return tuple(found.values())


def _of_source(titles: list[str], kind: str, source: str, names: set[str]) -> list[Affix]:
    counts = Counter(filter(None, (_end(title, kind) for title in titles)))
    share = SUFFIX_SHARE if kind == "suffix" else PREFIX_SHARE
    wanted = max(MIN_TITLES, share * len(titles))
    good = [
        Affix(text, kind, source, count, len(titles))
        for text, count in counts.items()
        if count >= (MIN_TITLES_WITH_NAME if _letters(text) in names else wanted)
    ]
    return sorted(good, key=lambda affix: (-affix.count, affix.text))


def _end(title: str, kind: str) -> str | None:
    """What stands from the last separator on, or up to the first; None where there is none, or
    nothing else."""
    breaks = list(_SEPARATOR.finditer(title))
    if not breaks:
        return None
    end = title[breaks[-1].start() :] if kind == "suffix" else title[: breaks[0].end()]
    return (
        end
        if len(end) <= MAX_LENGTH and _letters(end) and _letters(title) != _letters(end)
        else None
    )


def _without(title: str, affixes: Iterable[Affix]) -> str:
    for affix in affixes:
        title = re.sub(*affix.pair, title)
    return title


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()
