"""The writers of live entries and comments: one ``person`` per name, the target of ``@who``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from webarticlecurator.base.model.blocks import Node
from webarticlecurator.tei.documents.pointers import valid_uri
from webarticlecurator.tei.documents.xml import Element, structure_element, text_run

_ADDRESS = re.compile("https?://")


def make_xml_id(article_id: str, letter: str, raw: str) -> str:
    """Return an id or a name from the page as a valid XML name: ``a1b2.c-4711``.

    Characters that are not allowed become their hexadecimal code between ``_``, so that different
    names stay different.
    """
    name = re.sub(r"[^A-Za-z0-9.-]", lambda match: f"_{ord(match.group()):x}_", raw.strip())
    return f"{article_id}.{letter}-{name}"


def person_pointer(article_id: str, name: str | None) -> str | None:
    """Return the value of ``@who``: the address of a profile, or ``#`` and the id of a ``person``.

    None for an empty name and for an address that cannot become a URI.
    """
    name = (name or "").strip()
    if not name:
        return None
    return valid_uri(name) if _ADDRESS.match(name) else "#" + make_xml_id(article_id, "p", name)


def list_participants(article_id: str, blocks: Sequence[Node]) -> list[Element]:
    """Return ``particDesc`` with the persons known by name, in order of their first post.

    Nothing if there are none.
    """
    names: dict[str, None] = {}
    for block in blocks:
        if block.name == "feed-entry":
            names[(block.get("who") or "").strip()] = None
        elif block.name == "comments":
            comments = (child for child in block.nodes if child.name == "comment")
            names.update(dict.fromkeys((child.get("who") or "").strip() for child in comments))
    persons = [
        structure_element(
            "person", [text_run("persName", [name])], xml_id=make_xml_id(article_id, "p", name)
        )
        for name in names
        if name and not _ADDRESS.match(name)
    ]
    if not persons:
        return []
    return [structure_element("particDesc", [structure_element("listPerson", persons)])]
