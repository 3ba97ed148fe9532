"""Attributes that several elements share: addresses, languages, numbers, list styles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.names import LIST_MARKS
from webarticlecurator.tei.pointer import valid_uri
from webarticlecurator.tei.xml import Element, text_run

_LANGUAGE_TAG = re.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")


def pointer_attributes(attribute: str, raw: str | None) -> dict[str, str]:
    """Return an address as an attribute; one that cannot become a URI is kept in ``@n``."""
    if raw is None:
        return {}
    uri = valid_uri(raw)
    return {"n": raw} if uri is None else {attribute: uri}


def write_reference(raw: str | None, content: Sequence[Element | str]) -> Element:
    """Return a ``ref``; with ``type="unresolvable" n="RAW"`` if the address cannot become a URI."""
    uri = valid_uri(raw) if raw is not None else None
    if uri is not None:
        return text_run("ref", content, target=uri)
    return text_run("ref", content, type="unresolvable", n=raw or "")


def language_tag(node: Node) -> str | None:
    """Return the value of ``xml:lang`` for a piece, or None without a valid language tag."""
    tag = node.get("lang")
    return tag if tag is not None and _LANGUAGE_TAG.fullmatch(tag) else None


def item_number(text: str | None) -> str | None:
    """Return the value of ``@n`` of an item if ``text`` is a whole number, else None."""
    return text if text is not None and re.fullmatch(r"-?[0-9]{1,9}", text) else None


def list_rendition(node: Node) -> str | None:
    """Return the value of ``rend`` of a list, None for a plain one.

    It is ``description``, or ``numbered`` with the CSS name of the numbers and ``reversed``.
    """
    if node.get("numbered") != "yes":
        return "description" if node.get("kind") == "description" else None
    marks = node.get("marks")
    words = (
        "numbered",
        marks if marks in LIST_MARKS else "",
        "reversed" if node.get("reversed") == "yes" else "",
    )
    return " ".join(word for word in words if word)
