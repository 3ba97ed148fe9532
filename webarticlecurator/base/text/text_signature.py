"""Signatures by which the texts of articles are compared, and duplicates found with them."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import make_message

FIRST, SAME, NEAR, VERSION, CONTAINED = "first", "same", "near", "version", "contained"
DUPLICATE_KINDS = {
    SAME: "the same words in the same order",
    NEAR: "nearly the same text",
    VERSION: "an updated version: nearly the same text, of one portal, within days, under the same"
    " title or a similar address",
    CONTAINED: "a part of a longer article",
}
"""The kinds of duplicates, with their meaning; ``FIRST`` is the article that they repeat."""


@dataclass(frozen=True)
class TextSignature:
    """An article as it is compared: what its header says, and the signature of its text.

    ``published``: day, month or year, empty if not known. ``words``: the number of words of its
    running text, or of what ``unit`` says. ``text_digest``: of these words.
    ``runs``: how many different runs of some words it has; 0 if it is too short to be compared with
    texts that are not the same. ``fingerprints``: the hash values of some of them, and of the whole
    text, by which texts with common parts are found.
    """

    article: str
    url: str
    title: str
    published: str
    authors: tuple[str, ...]
    sources: tuple[str, ...]
    words: int
    unit: str
    text_digest: bytes
    runs: int
    fingerprints: bytes


@dataclass(frozen=True)
class Duplicate:
    """That an article repeats the text of another one, ``of``, of a portal. ``share``: the Jaccard
    similarity of their shingles; of a contained one, the part of its shingles that the longer
    article has."""

    article: str
    kind: str
    of: str
    portal: str
    share: float


@dataclass(frozen=True)
class DuplicateCounts:
    """How many articles of a corpus were compared, and how many duplicates of each kind (in order
    of ``DUPLICATE_KINDS``) were found among them."""

    compared: int
    kinds: tuple[tuple[str, int], ...]

    def describe(self) -> str:
        """Return the numbers in words."""
        total = sum(number for _, number in self.kinds)
        return make_message(
            "{total:,} of {compared:,} compared articles repeat another one: {kinds}",
            total=total,
            compared=self.compared,
            kinds=", ".join(f"{number:,} {kind}" for kind, number in self.kinds),
        )
