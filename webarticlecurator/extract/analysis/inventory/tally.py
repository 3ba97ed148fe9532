"""Counts of an inventory: sums over the elements of a signature, paths in the tree, one page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from webarticlecurator.model.article_rules import TagRow

Decision = tuple[str, str, TagRow | None]
"""Operation in force, its source (``portal``, ``base``, ``none``), and the row that decides it."""
_ID = re.compile(r"([^#.\[]+)#(?:\\[0-9a-f]+ |\\.|[^.\[\\])+")


@dataclass
class ElementSums:
    """Sums over the elements of one signature.

    ``words`` are all words inside, ``own`` those directly inside, ``linked`` those inside a link.
    ``below`` are elements inside. ``holding`` counts elements that hold a link, ``clock`` those
    that are a line with a time of day. ``unclaimed`` are the words of ``own`` that are kept
    although no row of the portal is about the element (a root is claimed by its rule).
    """

    frequency: int = 0
    words: int = 0
    own: int = 0
    linked: int = 0
    below: int = 0
    holding: int = 0
    clock: int = 0
    unclaimed: int = 0

    def add_sums(self, more: ElementSums) -> None:
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
    """The elements of one signature on one page.

    ``before`` adds up the words of the article in front of each element. ``parents`` counts the
    signatures of their parents, ``texts`` the checksums of their texts, ``decisions`` the
    operations in force.
    """

    before: int = 0
    parents: Counter[str] = field(default_factory=Counter)
    texts: dict[int, int] = field(default_factory=dict)
    decisions: Counter[Decision] = field(default_factory=Counter)


@dataclass
class TagPath:
    """A path in the tree of signatures; ``parent`` is the number of another path of the page, -1
    above the roots."""

    parent: int
    signature: str
    frequency: int = 0
    words: int = 0
    own: int = 0


@dataclass(frozen=True)
class PageTally:
    """The counts of one page.

    ``words`` are all words of the article; in ``paths`` a parent comes before its children.
    """

    url: str
    words: int
    counted: Mapping[str, SignatureCounts]
    paths: tuple[TagPath, ...]


def without_id(signature: str) -> str:
    """Return a signature without its id: ``h2#some-heading.wide`` → ``h2.wide``."""
    match = _ID.match(signature)
    return match[1] + signature[match.end() :] if match else signature
