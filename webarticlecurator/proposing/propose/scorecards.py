"""How good a candidate for the list of a portal is, by what a walk through it has reached."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.proposing.propose.candidate_walk import WalkedList

MARGIN = 1.25
"""How many times as much a candidate must cover to be better than one that was proposed before."""
MAX_REPEATS, MANY_REPEATS = 0.05, 0.15
"""Share of links to what was listed before: of lists each with its own articles, as those of months
are; and of others, as those of tags are."""


@dataclass(frozen=True)
class Scorecard:
    """What is known of a candidate.

    ``reached``: the keys of its articles; ``expected``: how many it has if what was not read is
    like what was; ``goes_on``: it has pages that were not counted; ``is_whole``: all of its lists
    were read. ``repeats``: share of its links that were listed before; ``lacks``: whether a sitemap
    names articles that it has not reached.
    """

    reached: frozenset[str]
    expected: float
    goes_on: bool
    is_whole: bool
    repeats: float
    lacks: bool

    def is_better(self, other: Scorecard) -> bool:
        """Return True if a candidate is clearly better than one that was proposed before it: it
        has all that the other one has reached, and more; or it will have clearly more, or as much
        by lists of which each has its own articles."""
        lacks_some = other.is_whole and other.reached > self.reached
        if lacks_some or (other.goes_on and not self.goes_on):
            return False
        if self.is_whole and self.reached > other.reached:
            return True
        is_larger = self.expected > MARGIN * other.expected
        may_be_whole = self.goes_on and other.is_whole and other.lacks
        if (is_larger or may_be_whole) and len(self.reached) >= len(other.reached):
            return True
        is_parted = self.repeats <= MAX_REPEATS and other.repeats > MANY_REPEATS
        return is_parted and self.expected * MARGIN >= other.expected


def judge_walks(
    walks: Sequence[WalkedList],
    key: Callable[[str], str],
    sitemap: Collection[str] = (),
) -> list[Scorecard]:
    """Return the scorecard of each candidate by its walk; ``key`` returns what the addresses of one
    article have in common. What another candidate walks as a list is no article, unless its lists
    are mostly what they list, as articles that link each other; and where a ``sitemap`` names the
    articles, nothing else is."""
    named = frozenset(map(key, sitemap))
    own = [(frozenset(map(key, walk.reached)), frozenset(map(key, walk.lists))) for walk in walks]
    lists = {url for found, some in own for url in some if 2 * len(found & some) <= len(found)}
    cards = []
    for walk, (listed, walked) in zip(walks, own, strict=True):
        reached = listed & named if named else listed - walked - lists
        cards.append(
            Scorecard(
                reached=reached,
                expected=walk.expected * len(reached) / max(1, len(listed)),
                goes_on=walk.goes_on,
                is_whole=not (walk.goes_on or walk.unread),
                repeats=walk.repeats / max(1, walk.repeats + len(walk.reached)),
                lacks=not named <= reached,
            )
        )
    return cards
