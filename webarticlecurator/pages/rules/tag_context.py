"""The context column of a tag dictionary, as data, and the precedence of rows that match one tag.
Contexts are ``in figure``, ``child of li``, ``only child of div`` (with any compound selector),
and ``text equals X``, ``text starts X``, ``text contains X``.
"""

from __future__ import annotations

from typing import TypeAlias

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.css_compound import Compound, compile_compound

PLACES = ("in", "child of", "only child of")
"""Relations to an ancestor, from the widest to the narrowest."""
TESTS = ("contains", "starts", "equals")
"""Tests of a tag's text, from the widest to the narrowest."""
FORMS = "in X, child of X, only child of X, text equals X, text starts X, or text contains X"


@dataclass(frozen=True)
class AncestorCondition:
    """A condition on an ancestor or the parent of a tag. ``kind`` is one of PLACES."""

    kind: str
    compound: Compound

    @property
    def specificity(self) -> tuple[int, ...]:
        """Higher for a narrower relation, then for a selector with more ids, with more classes and
        attributes, with a tag."""
        return (
            1 + PLACES.index(self.kind),
            *self.compound.specificity,
            int(bool(self.compound.tag)),
        )


@dataclass(frozen=True)
class TextCondition:
    """A condition on the text of a tag. ``kind`` is one of TESTS."""

    kind: str
    text: str

    @property
    def specificity(self) -> tuple[int, ...]:
        """Higher than for any ancestor; higher for a narrower test, then for a longer text."""
        return (1 + len(PLACES) + TESTS.index(self.kind), len(self.text))


Context: TypeAlias = AncestorCondition | TextCondition


def parse_context(text: str) -> Context | None:
    """Return the context of a cell; None (anywhere) for an empty one. Raises ValueError with the
    reason where it is not a context."""
    words = " ".join(text.split())
    if not words:
        return None
    for kind in TESTS:
        if words.startswith(f"text {kind} "):
            return TextCondition(kind, words.removeprefix(f"text {kind} "))
    for kind in reversed(PLACES):
        if words.startswith(f"{kind} "):
            return AncestorCondition(kind, compile_compound(words.removeprefix(f"{kind} ")))
    raise ValueError(
        make_message('unknown context: "{words}" (expected {forms})', words=words, forms=FORMS)
    )


def rank_context(compound: Compound, context: Context | None) -> tuple[object, ...]:
    """Return the rank of a row: of several rows that match a tag, the one with the highest rank is
    used.

    More ids count first, then more classes and attributes, a narrower context, a tag. Rows that are
    the exact signature of a tag are ranked among themselves, before all others.
    """
    return (
        *compound.specificity,
        context.specificity if context else (0,),
        int(bool(compound.tag)),
    )
