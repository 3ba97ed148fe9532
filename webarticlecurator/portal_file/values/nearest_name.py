"""The known name that is nearest to a misspelt one, for "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable


def nearest_word(name: str, known: Iterable[str]) -> str | None:
    """Return the one of ``known`` that is nearest to ``name`` by edit distance; None if none is.
    Case, ``-``, ``_`` and spaces make no difference. Of equally near names, one with the same first
    letter is preferred, then the first of ``known``.
    """
    normalized = _normalize(name)
    scored = []
    for order, candidate in enumerate(known):
        distance = edit_distance(normalized, _normalize(candidate))
        # 1 up to four letters, else about a third
        shorter = min(len(normalized), len(candidate))
        if distance <= (1 if shorter <= 4 else min(3, shorter // 3 + 1)):
            scored.append((distance, candidate[:1] != name[:1], order, candidate))
    return min(scored)[3] if scored else None


def _normalize(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")


def edit_distance(one: str, other: str) -> int:
    """Return the optimal string alignment distance: insertions, deletions, replacements and swaps
    of neighbours."""
    second_last: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, second_last[j - 2] + 1)
            row.append(cost)
        second_last, last = last, row
    return last[-1]
