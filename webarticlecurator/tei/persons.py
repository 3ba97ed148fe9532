"""Who wrote the live entries and comments of an article: one ``person`` for each name, to which
``@who`` points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.pointer import valid_uri
from webarticlecurator.tei.xml import Element, structure_element, text_run

_ADDRESS = re.compile("https?://")


def make_xml_id(article_id: str, letter: str, raw: str) -> str:
    """``a1b2.c-4711``: an id or a name of the page as an XML name; characters that may not stand in
    one become ``_`` and their code in hexadecimal, so that different ones stay different."""
    name = re.sub(r"[^A-Za-z0-9.-]", lambda found: f"_{ord(found.group()):x}_", raw.strip())
    return f"{article_id}.{letter}-{name}"


def person_pointer(article_id: str, name: str | None) -> str | None:
    """``@who``: the address of a profile, or ``#`` and the id of a person in ``participants``; None
    for an empty name and for an address of which no URI can be made."""
    known = (name or "").strip()
    if not known:
        return None
    return valid_uri(known) if _ADDRESS.match(known) else "#" + make_xml_id(article_id, "p", known)


def list_participants(article_id: str, blocks: Sequence[Node]) -> list[Element]:
    """``particDesc``: the persons that are known by name, in the order in which they first write;
    nothing if there are none."""
    names = dict.fromkeys(
        name for post in _posts(blocks) if (name := (post.get("who") or "").strip())
    )
    persons = [
        structure_element(
            "person", [text_run("persName", [name])], xml_id=make_xml_id(article_id, "p", name)
        )
        for name in names
        if not _ADDRESS.match(name)
    ]
    return (
        [structure_element("particDesc", [structure_element("listPerson", persons)])]
        if persons
        else []
    )


def _posts(blocks: Sequence[Node]) -> Iterator[Node]:
    for block in blocks:
        if block.name == "feed-entry":
            yield block
        elif block.name == "comments":
            yield from (
                child
                for child in block.children
                if isinstance(child, Node) and child.name == "comment"
            )
