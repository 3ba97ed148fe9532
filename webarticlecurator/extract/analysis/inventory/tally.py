"""What is counted of signatures: sums over their elements, their places in the tree, the account of
one page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from webarticlecurator.model.portal import TagRow

Decision = tuple[str, str, TagRow | None]
"""Operation in force, where it comes from (``portal``, ``base``, ``none``), and the row that says
so."""


@dataclass
class ElementSums:
    """Over the elements of one signature. ``words`` all words inside, ``own`` those directly
    inside, ``linked`` those inside a link; ``below`` elements inside; ``holding`` how many elements
    hold a link; ``clock``: how many are a line with a time of day. ``unclaimed``: how many of
    ``own`` are kept although no row of the portal speaks of the element (a root is named by its
    rule)."""

    frequency: int = 0
    words: int = 0
    own: int = 0
    linked: int = 0
    below: int = 0
    holding: int = 0
    clock: int = 0
    unclaimed: int = 0

    def take(self, more: ElementSums) -> None:
        """Add other sums to these."""
        self.frequency += more.frequency
        self.words += more.words
        self.own += more.own
        self.linked += more.linked
        self.below += more.below
        self.holding += more.holding
        self.clock += more.clock
        self.unclaimed += more.unclaimed


@dataclass
class SignatureCounts(ElementSums):
    """The elements of one signature on one page. ``before``: words of the article in front of each,
    added up; ``parents``: signature of the element around → how many. ``texts``: checksum of a text
    → how many elements have it. ``decisions``: how often each operation is in force."""

    before: int = 0
    parents: Counter[str] = field(default_factory=Counter)
    texts: dict[int, int] = field(default_factory=dict)
    decisions: Counter[Decision] = field(default_factory=Counter)


@dataclass
class TagPath:
    """A place in the tree of signatures: ``parent`` is the number of another Path of the page, -1
    above the roots."""

    parent: int
    signature: str
    frequency: int = 0
    words: int = 0
    own: int = 0


@dataclass
class PageTally:
    """The account of one page; ``words`` in all; a parent stands before its children in
    ``paths``."""

    url: str
    words: int = 0
    counted: dict[str, SignatureCounts] = field(default_factory=dict)
    paths: list[TagPath] = field(default_factory=list)
