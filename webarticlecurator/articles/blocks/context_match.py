"""Match elements with the context column of a tag dictionary."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.tag_context import AncestorCondition, Context


def matches_context(context: Context, element: etree._Element) -> bool:
    """Return True if ``element`` has the surroundings or the text that ``context`` requires.

    What counts is the page as stored, not the result of other rows.
    """
    if isinstance(context, AncestorCondition):
        if context.kind == "in":
            return any(
                map(context.compound.matches, element.iterancestors(context.compound.tag or None))
            )
        parent = element.getparent()
        if parent is None or not context.compound.matches(parent):
            return False
        if context.kind == "child of":
            return True
        has_text = (parent.text or "").strip() or (element.tail or "").strip()
        return not has_text and all(
            child is element or (not isinstance(child.tag, str) and not (child.tail or "").strip())
            for child in parent
        )
    # Compare the whole text of an element, with collapsed white space and case-sensitively
    text = text_of(element)
    if context.kind == "equals":
        return text == context.text
    return text.startswith(context.text) if context.kind == "starts" else context.text in text
