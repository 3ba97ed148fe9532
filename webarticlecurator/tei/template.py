"""The skeleton of a document: XML with named slots, ``{{name}}``.

A slot alone on its line is filled with elements, at the depth of the slot; its line goes if there
are none. ``{{id}}`` and ``{{language}}`` stand inside attribute values or text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from webarticlecurator.errors import UsageError
from webarticlecurator.resources import data_folder
from webarticlecurator.tei import header
from webarticlecurator.tei.body import write_body
from webarticlecurator.tei.tei_context import TeiContext
from webarticlecurator.tei.xml import Element, escape_attribute, serialise, structure_element

Filler = Callable[[TeiContext], list[Element]]


def _text(of: TeiContext) -> list[Element]:
    return [structure_element("text", [write_body(of.article.id, of.article.blocks)])]


SLOTS: dict[str, Filler] = {
    "titleStmt": header.write_title_statement,
    "editionStmt": header.write_edition_statement,
    "extent": header.write_extent,
    "publicationStmt": header.write_publication_statement,
    "notesStmt": header.write_notes_statement,
    "source": header.write_source,
    "captures": header.write_captures,
    "appInfo": header.write_application,
    "profileDesc": header.write_profile,
    "xenoData": header.write_schema_org_data,
    "text": _text,
}
"""Slots that stand alone on a line → what fills them."""

VALUES: dict[str, Callable[[TeiContext], str]] = {
    "id": lambda of: of.article.id,
    "language": header.article_language,
}
"""Slots that stand inside a line."""

REQUIRED = frozenset(SLOTS) | {"id"}

_DECLARED = re.compile("<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_NO_DOCTYPE = "a document type cannot stand here: remove <!DOCTYPE …>, write its entities out"
_SLOT = re.compile(r"^([ ]*)\{\{(\w+)\}\}[ ]*\n|\{\{(\w+)\}\}", re.MULTILINE)


@lru_cache(maxsize=1)
def default_template() -> str:
    """``tei_templates/default.xml`` of the installation."""
    return (data_folder("tei_templates") / "default.xml").read_text(encoding="utf-8")


def find_template_problems(template: str) -> list[str]:
    """What is wrong with a template, in words: unknown, missing, repeated and misplaced slots;
    declarations of entities, by which every document made of it would unfold or name files for
    whoever opens it."""
    found = [(match.group(2), match.group(3)) for match in _SLOT.finditer(_normal(template))]
    names = [alone or inside for alone, inside in found]
    known = sorted(SLOTS) + sorted(VALUES)
    return [
        *(
            ["a document type cannot stand here: remove <!DOCTYPE …>, write its entities out"]
            if _DECLARED.search(template)
            else ()
        ),
        *(
            f"unknown slot {{{{{n}}}}}; known are: {', '.join(known)}"
            for n in names
            if n not in known
        ),
        *(f"slot {{{{{n}}}}} is missing" for n in sorted(REQUIRED - set(names))),
        *(
            f"slot {{{{{n}}}}} occurs {names.count(n)} times"
            for n in sorted(SLOTS)
            if names.count(n) > 1
        ),
        *(
            f"slot {{{{{inside}}}}} must stand alone on its line"
            for _, inside in found
            if inside in SLOTS
        ),
    ]


def _normal(template: str) -> str:
    return template.lstrip("\ufeff").replace("\r\n", "\n").rstrip("\n") + "\n"


class Slot(NamedTuple):
    indent: int
    name: str


@lru_cache(maxsize=8)
def _parts(template: str, name: str) -> tuple[str | Slot, ...]:
    """Literal text and slots in turn."""
    wrong = find_template_problems(template)
    if wrong:
        cure = "Start from tei_templates/default.xml; docs/tei.md lists the slots."
        raise UsageError(f"TEI template {name!r}: " + "; ".join(wrong), cure)
    text = _normal(template)
    parts: list[str | Slot] = []
    position = 0
    for match in _SLOT.finditer(text):
        parts.append(text[position : match.start()])
        parts.append(Slot(len(match.group(1) or ""), match.group(2) or match.group(3)))
        position = match.end()
    return (*parts, text[position:])


def fill_slots(of: TeiContext) -> str:
    """The document as text. Raises UsageError if the portal's template has wrong slots."""
    parts = _parts(of.portal.template_text or default_template(), of.portal.template)
    return "".join(part if isinstance(part, str) else _filled(part, of) for part in parts)


def _filled(slot: Slot, of: TeiContext) -> str:
    if slot.name in VALUES:
        return " " * slot.indent + escape_attribute(VALUES[slot.name](of))
    elements = SLOTS[slot.name](of)
    return serialise(elements, slot.indent) + "\n" if elements else ""
