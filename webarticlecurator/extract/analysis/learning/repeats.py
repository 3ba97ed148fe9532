"""Paragraphs that many pages repeat word for word and no name tells from the text: known by how
they begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.extract.analysis.learning.learned_drops import RootContent
from webarticlecurator.extract.analysis.learning.page_models import PageModel
from webarticlecurator.extract.analysis.learning.page_summary import (
    DROPPED,
    START_LENGTH,
    SummaryPiece,
)

MAX_REPEATS = 20


@dataclass(frozen=True, order=True)
class Repeat:
    """Elements of ``tag`` (a CSS selector) whose text begins with ``starts``; or is ``starts``,
    where that is ``whole``."""

    tag: str
    starts: str

    @property
    def whole(self) -> bool:
        return len(self.starts) < START_LENGTH


def find_repeats(inside: Sequence[RootContent]) -> tuple[Repeat, ...]:
    """What several of the pages repeat inside their roots, and neither the guess nor a rule leaves
    out; what most have first."""
    counts = Counter(repeat for each in inside for repeat in dict.fromkeys(_on(each)))
    several = [repeat for repeat, count in counts.items() if count > 1]
    return tuple(sorted(several, key=lambda repeat: (-counts[repeat], repeat))[:MAX_REPEATS])


def count_pages_with(repeat: Repeat, inside: Sequence[RootContent]) -> int:
    """On how many pages it stands inside the roots."""
    return sum(repeat in set(_on(each)) for each in inside)


def _on(each: RootContent) -> Iterator[Repeat]:
    view = each.view
    outer = {piece.parent for piece in view.pieces}
    for number, piece in enumerate(view.pieces):
        if number not in outer and _is_repeated(piece, view) and each.keeps(number):
            yield Repeat(piece.names[0] if piece.names else piece.tag, piece.start)


def _is_repeated(piece: SummaryPiece, view: PageModel) -> bool:
    """True for a line that other pages have, too, in a tag that CSS can name, if the guess does not
    leave it out anyway."""
    return (
        bool(piece.start)
        and piece.mark in view.boilerplate
        and piece.says != DROPPED
        and ":" not in piece.tag
    )
