"""The context column of a tag dictionary, as data; and which of several rows for one tag counts.

``in figure``, ``child of li``, ``only child of div`` (any compound selector); ``text equals X``,
``text starts X``, ``text contains X``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from webarticlecurator.model.compound import Compound, compile_compound
from webarticlecurator.model.selector_logic import implies

PLACES = ("in", "child of", "only child of")
"""The later, the narrower."""
TESTS = ("contains", "starts", "equals")
"""The later, the narrower."""
FORMS = "in X, child of X, only child of X, text equals X, text starts X, or text contains X"


@dataclass(frozen=True)
class Surroundings:
    """What must stand around a tag. ``kind`` is one of PLACES."""

    kind: str
    compound: Compound

    @property
    def weight(self) -> tuple[int, ...]:
        """The narrower place first, then the selector with more ids, with more classes and
        attributes, with a tag."""
        return (1 + PLACES.index(self.kind), *self.compound.weight, int(bool(self.compound.tag)))


@dataclass(frozen=True)
class Says:
    """What a tag's own text must be. ``kind`` is one of TESTS."""

    kind: str
    text: str

    @property
    def weight(self) -> tuple[int, ...]:
        """What a tag says goes before where it stands; the narrower test first, then the longer
        text."""
        return (1 + len(PLACES) + TESTS.index(self.kind), len(self.text))


Context: TypeAlias = Surroundings | Says


def read_context(text: str) -> Context | None:
    """``""`` → None (anywhere); white space is one blank. Raises ValueError with the reason."""
    words = " ".join(text.split())
    if not words:
        return None
    for kind in TESTS:
        if words.startswith(f"text {kind} "):
            return Says(kind, words.removeprefix(f"text {kind} "))
    for kind in reversed(PLACES):
        if words.startswith(f"{kind} "):
            return Surroundings(kind, compile_compound(words.removeprefix(f"{kind} ")))
    raise ValueError(f'unknown context: "{words}" (expected {FORMS})')


def rank_context(compound: Compound, context: Context | None) -> tuple[object, ...]:
    """Of several rows that hold for a tag, none or all of them by its exact signature, the one with
    the highest rank counts: most ids; most classes and attributes; the narrowest context; a tag
    rather than none."""
    return (*compound.weight, context.weight if context else (0,), int(bool(compound.tag)))


def covers(one: Context | None, other: Context | None) -> bool:
    """True if ``other`` holds for every tag for which ``one`` holds."""
    if other is None:
        return True
    if isinstance(one, Surroundings) and isinstance(other, Surroundings):
        return PLACES.index(one.kind) >= PLACES.index(other.kind) and implies(
            one.compound, other.compound
        )
    if isinstance(one, Says) and isinstance(other, Says):
        return _says(one, other)
    return False


def _says(one: Says, other: Says) -> bool:
    if TESTS.index(one.kind) < TESTS.index(other.kind):
        return False
    if other.kind == "contains":
        return other.text in one.text
    return one.text.startswith(other.text) if other.kind == "starts" else one.text == other.text
