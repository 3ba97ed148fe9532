"""A value of a portal file that its type does not accept, in words."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.model.hosts import hide_userinfo
from webarticlecurator.text.translation import Message, as_message, make_message


class ValueFault(Exception):
    """A scalar that its type does not accept.

    ``message`` names the problem and the value, ``nearest`` a known name that may be meant,
    ``cure`` what to do. ``expected`` is given where it is more exact than the form of the type;
    the empty string shows none. ``found`` is the value as it may be shown, None for all of it.
    """

    def __init__(
        self,
        message: str,
        nearest: str | None = None,
        *,
        expected: str | None = None,
        cure: str = "",
        found: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.nearest = nearest
        self.expected = expected
        self.cure = cure
        self.found = found

    def describe(self, expected: str = "") -> Message:
        """Return the whole message: problem, value, expected form, cure."""
        expected = expected if self.expected is None else self.expected
        cure = as_message(self.cure)
        if self.nearest:
            cure = make_message("did you mean {nearest}?", nearest=quote_value(self.nearest))
        problem = as_message(self.message)
        if expected:
            form = as_message(expected)
            problem = make_message("{problem} (expected {form})", problem=problem, form=form)
        return make_message("{problem}; {cure}", problem=problem, cure=cure) if cure else problem

    def __str__(self) -> str:
        return str(self.describe())


def quote_value(text: str) -> str:
    """Return text in quotes for a message: shortened, without passwords in addresses, with
    invisible characters escaped."""
    text = hide_userinfo(text)
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    shown = text if len(text) <= 60 else text[:57] + "…"
    return f'"{shown}"'


# The known name that is nearest to a misspelt one, for "did you mean".


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
