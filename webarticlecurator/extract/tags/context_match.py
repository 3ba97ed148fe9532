"""The context column of a tag dictionary at work."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.model.tag_context import Context, Says, Surroundings
from webarticlecurator.rules.white_space import text_of


def matches_context(context: Context | None, element: etree._Element) -> bool:
    """Whether ``element`` stands where ``context`` wants it, or says what it wants, on the page as
    it was stored (not after other rows did their work). None: anywhere."""
    if context is None:
        return True
    return (
        _stands(context, element) if isinstance(context, Surroundings) else _says(context, element)
    )


def _stands(context: Surroundings, element: etree._Element) -> bool:
    """``in``: some ancestor, at any distance and also outside the root; ``child of``: the parent;
    ``only child of``: the parent, which holds no other element and no text beside it."""
    if context.kind == "in":
        return any(context.compound.holds(outer) for outer in element.iterancestors())
    parent = element.getparent()
    if parent is None or not context.compound.holds(parent):
        return False
    return context.kind == "child of" or _alone(element, parent)


def _alone(element: etree._Element, parent: etree._Element) -> bool:
    if (parent.text or "").strip() or (element.tail or "").strip():
        return False
    return all(
        child is element or (not isinstance(child.tag, str) and not (child.tail or "").strip())
        for child in parent
    )


def _says(context: Says, element: etree._Element) -> bool:
    """With all that is in the element, white space as one blank; case counts."""
    said = text_of(element)
    if context.kind == "equals":
        return said == context.text
    return said.startswith(context.text) if context.kind == "starts" else context.text in said
