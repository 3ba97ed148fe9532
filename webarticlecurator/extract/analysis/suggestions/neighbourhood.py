"""Where the elements of a signature stand: in which others, and what stands in them, by the
``parent`` column of an inventory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from webarticlecurator.extract.analysis.inventory.decisions import Line
from webarticlecurator.extract.analysis.suggestions.decision_counts import (
    COUNT_WEIGHT,
    Evidence,
    RowCounts,
)

_HIGHEST = 12
"""Parents of parents that are looked at."""
_LINES = frozenset("feed-time feed-author comment-time comment-author".split())
_WHOLE = _LINES | frozenset(
    "caption embed figure feed-entry gallery heading lead quote social source".split()
)
"""What is not made twice of one thing."""
_LIKE = {"figure": ("gallery", "media-link"), "embed": ("figure",), "quote": ("social",)}
"""What makes an operation superfluous besides itself: a figure is made of every image."""


class Neighbourhood:
    """``operations``: signature → what is decided of it, or suggested by what it is itself;
    ``firm``: → what is decided or what the base dictionary is sure of, else empty."""

    def __init__(
        self, lines: Iterable[Line], operations: Mapping[str, str], firm: Mapping[str, str]
    ) -> None:
        self._parents: dict[str, str] = {}
        self._children: dict[str, list[str]] = {}
        self._frequency: dict[str, float] = {}
        self._operations = operations
        self._firm = firm
        for line in lines:
            signature, parent = line.get("signature"), line.get("parent")
            if signature in operations and signature not in self._parents:
                self._parents[signature] = parent
                self._children.setdefault(parent, []).append(signature)
                self._frequency[signature] = _number(line.get("frequency"))

    def above(self, signature: str) -> list[str]:
        """The signatures around, from the nearest on."""
        found: list[str] = []
        parent = self._parents.get(signature, "")
        while parent and parent not in found and len(found) < _HIGHEST:
            found.append(parent)
            parent = self._parents.get(parent, "")
        return found

    def below(self, signature: str) -> list[str]:
        """The signatures inside, nearest first."""
        found: list[str] = []
        pending = list(self._children.get(signature, ()))
        while pending and len(found) < 200:
            one = pending.pop(0)
            if one not in found:
                found.append(one)
                pending.extend(self._children.get(one, ()))
        return found

    def instead(self, signature: str, base: str, said: Evidence) -> Evidence:
        """What ``said`` comes to: it speaks for ``base`` where an element around is that already,
        or one inside."""
        if said.operation not in _WHOLE:
            return said
        same = (said.operation, *_LIKE.get(said.operation, ()))
        around = next(
            (name for name in self.above(signature) if self._operations.get(name) in same), ""
        )
        if around and said.operation not in _LINES:
            return Evidence(base, said.weight, f"stands in {around}: {self._operations[around]}")
        known = self._operations if said.operation in _LINES else self._firm
        inside = next((name for name in self.below(signature) if known.get(name) in same), "")
        return Evidence(base, said.weight, f"holds {inside}: {known[inside]}") if inside else said

    def evidence(self, signature: str, counts: RowCounts) -> Iterator[Evidence]:
        """The largest element that nearly always holds one line with a time is the entry."""
        if not counts.counted or not counts.possible("feed-entry"):
            return
        if any(self._as_often(signature, name) for name in self.above(signature)):
            return
        for name in self.below(signature):
            if self._operations.get(name) == "feed-time" and self._as_often(signature, name):
                yield Evidence(
                    "feed-entry", 2 * COUNT_WEIGHT, f"nearly each holds one {name}, a feed-time"
                )
                return

    def _as_often(self, one: str, other: str) -> bool:
        often = self._frequency.get(one, 0.0)
        return 0.6 * often <= self._frequency.get(other, 0.0) <= 1.5 * often


def _number(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return 0.0
