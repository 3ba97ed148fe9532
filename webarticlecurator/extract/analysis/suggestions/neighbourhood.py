"""The elements around and inside those of a signature, by the ``parent`` column of an inventory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from webarticlecurator.extract.analysis.inventory.decisions import Line
from webarticlecurator.extract.analysis.suggestions.decision_counts import (
    COUNT_WEIGHT,
    Evidence,
    RowCounts,
    parse_cell,
)

_MAX_ANCESTORS = 12
_MAX_DESCENDANTS = 200
_LINES = frozenset("feed-time feed-author comment-time comment-author".split())
_NOT_NESTED = _LINES | frozenset(
    "caption embed figure feed-entry gallery heading lead quote social source".split()
)
"""Operations that are not applied both to an element and to one inside it."""
_INCLUDING = {"figure": ("gallery", "media-link"), "embed": ("figure",), "quote": ("social",)}
"""Operation → others that make it superfluous: a figure is made of every image in a gallery."""


class Neighbourhood:
    """The signatures of a table with their ancestors and descendants.

    ``operations`` maps a signature to its decided operation, or else to the one that is suggested
    for it alone. ``firm`` maps it to its decided operation, or else to one that the base dictionary
    is sure of; empty if there is none.
    """

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
                self._frequency[signature] = parse_cell(line.get("frequency"))

    def ancestors(self, signature: str) -> list[str]:
        """Return the signatures around, the nearest first."""
        found: list[str] = []
        parent = self._parents.get(signature, "")
        while parent and parent not in found and len(found) < _MAX_ANCESTORS:
            found.append(parent)
            parent = self._parents.get(parent, "")
        return found

    def descendants(self, signature: str) -> list[str]:
        """Return the signatures inside, the nearest first."""
        found: list[str] = []
        pending = list(self._children.get(signature, ()))
        while pending and len(found) < _MAX_DESCENDANTS:
            child = pending.pop(0)
            if child not in found:
                found.append(child)
                pending.extend(self._children.get(child, ()))
        return found

    def adjust(self, signature: str, base: str, evidence: Evidence) -> Evidence:
        """Return the evidence as it counts among the neighbours.

        It is evidence for ``base`` instead if the operation is applied to an ancestor or to a
        descendant already.
        """
        operation = evidence.operation
        if operation not in _NOT_NESTED:
            return evidence
        same = (operation, *_INCLUDING.get(operation, ()))
        if operation not in _LINES:
            for name in self.ancestors(signature):
                if self._operations.get(name) in same:
                    reason = f"inside {name}: {self._operations[name]}"
                    return Evidence(base, evidence.weight, reason)
        operations = self._operations if operation in _LINES else self._firm
        for name in self.descendants(signature):
            if operations.get(name) in same:
                return Evidence(base, evidence.weight, f"holds {name}: {operations[name]}")
        return evidence

    def entry_evidence(self, signature: str, counts: RowCounts) -> Iterator[Evidence]:
        """Yield the evidence that an element is an entry of a live blog.

        An entry is the largest element that nearly always holds one line with a time.
        """
        if not counts.counted or not counts.possible("feed-entry"):
            return
        if any(self._are_as_frequent(signature, name) for name in self.ancestors(signature)):
            return
        for name in self.descendants(signature):
            is_time = self._operations.get(name) == "feed-time"
            if is_time and self._are_as_frequent(signature, name):
                reason = f"nearly each holds one {name}, a feed-time"
                yield Evidence("feed-entry", 2 * COUNT_WEIGHT, reason)
                return

    def _are_as_frequent(self, one: str, other: str) -> bool:
        frequency = self._frequency.get(one, 0.0)
        return 0.6 * frequency <= self._frequency.get(other, 0.0) <= 1.5 * frequency
