"""The elements of a page with text, and which of them have the known text of its article."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values

TEXT, LEAD, DROPPED, OUTSIDE = "text", "lead", "dropped", "outside"
"""Labels of pieces. ``LEAD`` is known text outside the element with most of it, ``DROPPED`` what is
inside it and is not known."""


@dataclass(frozen=True)
class Piece:
    """An element with text: the number of the piece around it (-1 for none), the selectors that
    find it, its label, and the beginning of its own text."""

    parent: int
    names: tuple[str, ...]
    label: str
    start: str


class PagePieces:
    """The pieces of a page in document order, a parent before its children. ``around`` are the
    numbers of the pieces around each, ``found`` those of what each selector finds."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        self.around: list[frozenset[int]] = []
        for piece in pieces:
            parent = piece.parent
            self.around.append(self.around[parent] | {parent} if parent >= 0 else frozenset())
        self.found = group_values(
            (name, number) for number, piece in enumerate(pieces) for name in piece.names
        )

    @property
    def roots(self) -> list[int]:
        """The outermost pieces with known text."""
        return self._outermost(
            n for n, each in enumerate(self.pieces) if each.label in (TEXT, LEAD)
        )

    def ancestors(self, number: int) -> Iterator[int]:
        """Yield the numbers of the pieces around a piece, innermost first."""
        parent = self.pieces[number].parent
        while parent >= 0:
            yield parent
            parent = self.pieces[parent].parent

    def select(self, names: Iterable[str]) -> list[int]:
        """Return the outermost pieces that one of the selectors finds."""
        return self._outermost(number for name in names for number in self.found.get(name, ()))

    def _outermost(self, numbers: Iterable[int]) -> list[int]:
        every = set(numbers)
        return [number for number in sorted(every) if every.isdisjoint(self.around[number])]
