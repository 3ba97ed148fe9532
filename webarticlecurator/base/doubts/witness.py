"""Witnesses: what counted what, where it was seen, what would have refuted it, on what it rests.

Whoever proves a list, an end, a field or a whole corpus hands in witnesses. Only those count that
do not rest on the thing that they prove.
"""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.dataclasses import dataclass

GROUNDS = {
    "walk": "where a walk stopped",
    "rule": "a rule of the portal file, which finds links",
    "pager": "the numbers and next links that pages of a list have",
    "server": "an answer of the portal to a request past the end",
    "file": "the end of a file, as the portal sent it",
    "sitemap": "the portal's own sitemaps, or its posts as it names them to programs",
    "count": "what the pages of a list count of themselves",
    "calendar": "the years and months that pages of a list link",
    "person": "a line that a person wrote into the portal file",
}
"""On what a claim or a witness may rest → what that is."""
PROVED, DOUBTFUL, WRONG = "proved", "doubtful", "wrong"


@dataclass(frozen=True)
class Witness:
    """What speaks for or against a claim.

    ``words``: what it says, for the user. ``rests_on``: a key of GROUNDS. ``refutation``: what
    would have refuted it, where that was looked for. ``counted`` of ``of``: what it has counted, if
    it has, and in words what that is (``share``). ``seen``: where it was seen, an address.
    ``is_sign``: a sign against the claim, or one that speaks of too little to prove it.
    """

    name: str
    words: str
    rests_on: str
    refutation: str
    counted: int = 0
    of: int = 0
    seen: str = ""
    is_sign: bool = False
    share: str = ""

    def __post_init__(self) -> None:
        if self.rests_on not in GROUNDS:
            raise TypeError(f"witness {self.name!r} rests on {self.rests_on!r}, none of GROUNDS")

    @property
    def confirms(self) -> bool:
        """True if it speaks for the claim."""
        return not self.is_sign and self.counted >= self.of


@dataclass(frozen=True)
class Claim:
    """What is to be proved, and on which of GROUNDS it rests itself."""

    name: str
    rests_on: frozenset[str]


@dataclass(frozen=True)
class Conclusion:
    """What witnesses make of a claim: it is PROVED, DOUBTFUL or WRONG, by the ``independent`` ones
    of them, in their order."""

    standing: str
    independent: tuple[Witness, ...]

    @property
    def decisive(self) -> Witness | None:
        """The first witness that proves the claim, or speaks against it; None without any."""
        is_for = self.standing == PROVED
        return next((each for each in self.independent if each.confirms is is_for), None)


def judge_claim(claim: Claim, witnesses: Iterable[Witness]) -> Conclusion:
    """Return what witnesses make of a claim. One that has counted less than all makes it wrong; one
    that confirms it proves it, in spite of mere signs; without any it is doubtful."""
    independent = tuple(each for each in witnesses if each.rests_on not in claim.rests_on)
    if any(each.counted < each.of for each in independent):
        return Conclusion(WRONG, independent)
    is_proved = any(each.confirms for each in independent)
    return Conclusion(PROVED if is_proved else DOUBTFUL, independent)
