"""Paragraphs that many pages repeat word for word.

No name distinguishes them from the text, so they are recognised by their beginning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.proposing.fields.page_summary import (
    CAPTION,
    DROPPED,
    START_LENGTH,
    SummaryPiece,
)
from webarticlecurator.proposing.text_rules.learned_drops import RootContent

MAX_REPEATS = 20


@dataclass(frozen=True, order=True)
class Repeat:
    """Elements of ``tag`` (a CSS selector) whose text begins with ``starts``, or, if ``whole``, is
    exactly this."""

    tag: str
    starts: str

    @property
    def whole(self) -> bool:
        return len(self.starts) < START_LENGTH


def find_repeats(contents: Sequence[RootContent]) -> tuple[Repeat, ...]:
    """Return what several pages repeat inside their roots, most frequent first.

    What the guess or a rule leaves out is not returned.
    """
    counts = Counter(
        repeat for content in contents for repeat in dict.fromkeys(_repeats_on_page(content))
    )
    several = [repeat for repeat, count in counts.items() if count > 1]
    return tuple(sorted(several, key=lambda repeat: (-counts[repeat], repeat))[:MAX_REPEATS])


def count_pages_with(repeat: Repeat, contents: Sequence[RootContent]) -> int:
    """Return the number of pages on which a repeat is inside the roots."""
    return sum(repeat in set(_repeats_on_page(content)) for content in contents)


def matches_repeat(repeat: Repeat, piece: SummaryPiece) -> bool:
    """Return True if the rule of a repeat finds this piece."""
    if repeat.tag != (piece.names[0] if piece.names else piece.tag):
        return False
    return piece.start == repeat.starts if repeat.whole else piece.start.startswith(repeat.starts)


def _repeats_on_page(content: RootContent) -> Iterator[Repeat]:
    """Yield the lines that other pages have, too, in a tag that CSS can name.

    A line that the guess leaves out anyway does not count, nor does a caption.
    """
    page = content.page
    parents = {piece.parent for piece in page.pieces}
    return (
        Repeat(piece.names[0] if piece.names else piece.tag, piece.start)
        for number, piece in enumerate(page.pieces)
        if number not in parents
        and piece.start
        and piece.checksum in page.boilerplate
        and not piece.is_teaser  # a link of several may be missing on the first or last article
        and (page.is_known or piece.label not in (DROPPED, CAPTION))
        and ":" not in piece.tag
        and content.keeps(number)
    )
