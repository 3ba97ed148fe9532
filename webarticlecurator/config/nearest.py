"""Did you mean …? The known name that is nearest to what was written."""

from __future__ import annotations

from collections.abc import Iterable


def nearest_word(name: str, known: Iterable[str]) -> str | None:
    """The one of ``known`` with the smallest edit distance to ``name`` (insert, delete, replace,
    swap neighbours; case and ``-``/``_`` count nothing), or None if none is near. Ties go to the
    same first letter, then to the order of ``known``."""
    folded = _fold(name)
    scored = []
    for order, candidate in enumerate(known):
        far = edit_distance(folded, _fold(candidate))
        if far <= _reach(folded, candidate):
            scored.append((far, candidate[:1] != name[:1], order, candidate))
    return min(scored)[3] if scored else None


def _fold(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")


def _reach(name: str, candidate: str) -> int:
    """How far is near: one edit for names up to four letters, about a third of longer ones."""
    shorter = min(len(name), len(candidate))
    return 1 if shorter <= 4 else min(3, shorter // 3 + 1)


def edit_distance(one: str, other: str) -> int:
    """Optimal string alignment distance."""
    older: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        older, last = last, row
    return last[-1]
