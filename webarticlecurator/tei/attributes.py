"""Attributes that several elements share: addresses, languages, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.names import LIST_MARKS
from webarticlecurator.tei.pointer import valid_uri
from webarticlecurator.tei.xml import Element, text_run


def pointer_attributes(attribute: str, raw: str | None) -> dict[str, str]:
    """An address as an attribute; one of which no URI can be made stays readable in ``@n``."""
    if raw is None:
        return {}
    found = valid_uri(raw)
    return {"n": raw} if found is None else {attribute: found}


def write_reference(raw: str | None, content: Sequence[Element | str]) -> Element:
    """A ``ref``; ``type="unresolvable" n="RAW"`` where no URI can be made of the address."""
    found = valid_uri(raw) if raw is not None else None
    if found is not None:
        return text_run("ref", content, target=found)
    return text_run("ref", content, type="unresolvable", n=raw or "")


def language_tag(node: Node) -> str | None:
    """``xml:lang`` of a piece, if it is a language tag."""
    found = node.get("lang")
    return (
        found
        if found is not None and re.fullmatch("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*", found)
        else None
    )


def item_number(text: str | None) -> str | None:
    """``text`` if it is a whole number as ``@n`` of an item has it."""
    return text if text is not None and re.fullmatch(r"-?[0-9]{1,9}", text) else None


def list_rendition(node: Node) -> str | None:
    """``rend``: numbered, with the kind of its numbers as CSS calls it, and whether they go down;
    or description."""
    if node.get("numbered") != "yes":
        return "description" if node.get("kind") == "description" else None
    marks = node.get("marks")
    forms = (
        "numbered",
        marks if marks in LIST_MARKS else "",
        "reversed" if node.get("reversed") == "yes" else "",
    )
    return " ".join(form for form in forms if form)
