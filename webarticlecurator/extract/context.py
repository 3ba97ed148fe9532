"""The context column of a tag dictionary: ``in figure``, ``child of li``, ``only child of div`` (any compound selector)."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from webarticlecurator.model.compound import Compound, compile_compound

_KINDS = ("only child of ", "child of ", "in ")


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


def _alone(element: etree._Element, parent: etree._Element) -> bool:
    if (parent.text or "").strip() or (element.tail or "").strip():
        return False
    return all(child is element or (not isinstance(child.tag, str) and not (child.tail or "").strip()) for child in parent)


def compile_context(text: str) -> Context | None:
    """``""`` → None (anywhere). Raises ValueError with the reason."""
    words = " ".join(text.split())
    if not words:
        return None
    for kind in _KINDS:
        if words.startswith(kind):
            return Context(kind.strip(), compile_compound(words[len(kind) :]))
    raise ValueError(f"the context {text!r} is none of 'in X', 'child of X', 'only child of X'")
