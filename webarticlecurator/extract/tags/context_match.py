"""Match elements with the context column of a tag dictionary."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.rules.tag_context import AncestorCondition, Context, TextCondition
from webarticlecurator.rules.white_space import text_of


def matches_context(context: Context | None, element: etree._Element) -> bool:
    """Return True if ``element`` has the surroundings or the text that ``context`` requires.

    What counts is the page as stored, not the result of other rows. None matches everywhere.
    """
    if context is None:
        return True
    if isinstance(context, AncestorCondition):
        return _matches_surroundings(context, element)
    return _matches_text(context, element)


def _matches_surroundings(context: AncestorCondition, element: etree._Element) -> bool:
    """Compare ancestors or parent of an element with ``context``.

    ``in``: any ancestor, also outside the root. ``child of``: the parent. ``only child of``: the
    parent, if it has no other child element and no text of its own.
    """
    if context.kind == "in":
        return any(context.compound.matches(outer) for outer in element.iterancestors())
    parent = element.getparent()
    if parent is None or not context.compound.matches(parent):
        return False
    return context.kind == "child of" or _is_only_child(element, parent)


def _is_only_child(element: etree._Element, parent: etree._Element) -> bool:
    if (parent.text or "").strip() or (element.tail or "").strip():
        return False
    return all(
        child is element or (not isinstance(child.tag, str) and not (child.tail or "").strip())
        for child in parent
    )


def _matches_text(context: TextCondition, element: etree._Element) -> bool:
    """Compare the whole text of an element, with collapsed white space and case-sensitively."""
    text = text_of(element)
    if context.kind == "equals":
        return text == context.text
    return text.startswith(context.text) if context.kind == "starts" else context.text in text
