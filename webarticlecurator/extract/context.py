"""The context column of a tag dictionary: ``in figure``, ``child of li``, ``only child of div`` (any compound selector), and
``text equals X``, ``text starts X``, ``text contains X``."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from webarticlecurator.model.compound import Compound, compile_compound
from webarticlecurator.model.rule import TextTest
from webarticlecurator.rules.text import passes, text_of

_KINDS = ("only child of ", "child of ", "in ")
_TEXT = "text "


@dataclass(frozen=True)
class Context:
    """What must stand around an element, on the page as it was stored (not after other rows did their work)."""

    kind: str
    compound: Compound

    def holds(self, element: etree._Element) -> bool:
        """``in``: some ancestor, at any distance and also outside the root; ``child of``: the parent; ``only child of``: the
        parent, which holds no other element and no text beside it."""
        if self.kind == "in":
            return any(self.compound.holds(outer) for outer in element.iterancestors())
        parent = element.getparent()
        if parent is None or not self.compound.holds(parent):
            return False
        return self.kind == "child of" or _alone(element, parent)


@dataclass(frozen=True)
class TextContext:
    """What the element itself must say, with all in it, white space as one blank; case counts."""

    test: TextTest

    def holds(self, element: etree._Element) -> bool:
        return passes(self.test, text_of(element))


def _alone(element: etree._Element, parent: etree._Element) -> bool:
    if (parent.text or "").strip() or (element.tail or "").strip():
        return False
    return all(child is element or (not isinstance(child.tag, str) and not (child.tail or "").strip()) for child in parent)


def compile_context(text: str) -> Context | TextContext | None:
    """``""`` → None (anywhere). Raises ValueError with the reason."""
    words = " ".join(text.split())
    if not words:
        return None
    if words.startswith(_TEXT):
        return TextContext(_text_test(words.removeprefix(_TEXT)))
    for kind in _KINDS:
        if words.startswith(kind):
            return Context(kind.strip(), compile_compound(words[len(kind) :]))
    raise ValueError(f"the context {text!r} is none of 'in X', 'child of X', 'only child of X', 'text starts X' …")


def _text_test(words: str) -> TextTest:
    kind, _, wanted = words.partition(" ")
    tests = {"equals": TextTest(equals=wanted), "starts": TextTest(starts=wanted), "contains": TextTest(contains=wanted)}
    if kind not in tests or not wanted:
        raise ValueError(f"the context 'text {words}' is none of 'text equals X', 'text starts X', 'text contains X'")
    return tests[kind]
