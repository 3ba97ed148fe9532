"""How good a candidate for the list of a portal is, by what a walk through it has reached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.proposing.propose.candidate_walk import WalkedList

MARGIN = 1.25
"""How many times as much a candidate must cover to be better than one that was proposed before."""


@dataclass(frozen=True)
class Scorecard:
    """What is known of a candidate.

    ``known`` articles of the portal, of which it has reached ``reached``; ``expected``: how many it
    has if what was not read is like what was; ``goes_on``: it has pages that were not counted.
    ``repeats``: share of its links that were listed before; ``dead``: list pages that did not
    answer; ``requests`` that its walk has cost. ``is_independent``: some of the known articles are
    named by a sitemap or a feed, else the candidates alone have named them.
    """

    known: int
    reached: int
    expected: float
    goes_on: bool
    repeats: float
    dead: int
    requests: int
    is_independent: bool

    @property
    def share(self) -> float:
        """The share of the known articles that were reached."""
        return self.reached / max(1, self.known)

    def is_better(self, other: Scorecard) -> bool:
        """Return True if a candidate is clearly better than one that was proposed before it."""
        if other.goes_on and not self.goes_on:
            return False
        return self.expected > MARGIN * other.expected and self.reached >= other.reached


def judge_walks(walks: Sequence[WalkedList], outside: Iterable[str] = ()) -> list[Scorecard]:
    """Return the scorecard of each candidate by its walk; ``outside`` are articles that a sitemap
    or a feed names."""
    named = {*map(address_key, outside)}
    lists = [{*map(address_key, walk.reached)} for walk in walks]
    known = named.union(*lists)
    return [
        Scorecard(
            known=len(known),
            reached=len(found),
            expected=walk.expected,
            goes_on=walk.goes_on,
            repeats=walk.repeats / max(1, walk.repeats + len(walk.reached)),
            dead=walk.dead,
            requests=walk.pages + walk.dead,
            is_independent=bool(named),
        )
        for walk, found in zip(walks, lists, strict=True)
    ]
