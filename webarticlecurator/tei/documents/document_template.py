"""Fill the template of a document: XML with named slots, ``{{name}}``.

A slot alone on its line is replaced by elements with the indentation of the slot; without
elements the line is removed. ``{{id}}`` and ``{{language}}`` are used inside attribute values or
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.tei.documents import header
from webarticlecurator.tei.documents.body import write_body
from webarticlecurator.tei.documents.body_words import TeiContext
from webarticlecurator.tei.documents.xml import (
    Element,
    escape_attribute,
    serialise,
    structure_element,
)

Filler = Callable[[TeiContext], list[Element]]
"""A function that returns the elements for a slot."""


def _write_text(context: TeiContext) -> list[Element]:
    return [structure_element("text", [write_body(context.article.id, context.article.blocks)])]


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
    "revisionDesc": header.write_revisions,
    "text": _write_text,
}
"""Slots that stand alone on a line → function that returns their elements."""

VALUES: dict[str, Callable[[TeiContext], str]] = {
    "id": lambda context: context.article.id,
    "language": header.article_language,
}
"""Slots inside a line → function that returns their text."""

REQUIRED = (frozenset(SLOTS) | {"id"}) - {"revisionDesc"}
"""Slots that every template must contain."""

_DECLARATION = re.compile("<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_NO_DOCTYPE = "a document type is not allowed: remove <!DOCTYPE …> and write its entities out"
_SLOT = re.compile(r"^([ ]*)\{\{(\w+)\}\}[ ]*\n|\{\{(\w+)\}\}", re.MULTILINE)


@lru_cache(maxsize=1)
def default_template() -> str:
    """Return the text of ``tei_templates/default.xml``."""
    return (data_folder("tei_templates") / "default.xml").read_text(encoding="utf-8")


def find_template_problems(template: str) -> list[str]:
    """Return messages about unknown, missing, repeated and misplaced slots of a template.

    Declarations of entities are wrong as well: every document made of the template would expand
    them, or name files, for whoever opens it.
    """
    slots = [(m.group(2), m.group(3)) for m in _SLOT.finditer(_normalize_lines(template))]
    names = [alone or inside for alone, inside in slots]
    known = sorted(SLOTS) + sorted(VALUES)

    problems = [_NO_DOCTYPE] if _DECLARATION.search(template) else []
    problems += [
        f"unknown slot {{{{{name}}}}} (expected one of: {', '.join(known)})"
        for name in names
        if name not in known
    ]
    problems += [f"slot {{{{{name}}}}} is missing" for name in sorted(REQUIRED - set(names))]
    problems += [
        f"slot {{{{{name}}}}} occurs {names.count(name)} times"
        for name in sorted(SLOTS)
        if names.count(name) > 1
    ]
    problems += [
        f"slot {{{{{inside}}}}} must stand alone on its line"
        for _, inside in slots
        if inside in SLOTS
    ]
    return problems


def _normalize_lines(template: str) -> str:
    return template.lstrip("\ufeff").replace("\r\n", "\n").rstrip("\n") + "\n"


class Slot(NamedTuple):
    """A slot in a template; ``indent``: spaces before it."""

    indent: int
    name: str


@lru_cache(maxsize=8)
def _parse_template(template: str, name: str) -> tuple[str | Slot, ...]:
    """Return literal text and slots of a template in turn; raises UsageError if it is wrong."""
    problems = find_template_problems(template)
    if problems:
        cure = "Start from tei_templates/default.xml; docs/tei.md lists the slots."
        raise UsageError(f"TEI template {name!r}: " + "; ".join(problems), cure)
    text = _normalize_lines(template)
    parts: list[str | Slot] = []
    position = 0
    for match in _SLOT.finditer(text):
        parts.append(text[position : match.start()])
        parts.append(Slot(len(match.group(1) or ""), match.group(2) or match.group(3)))
        position = match.end()
    return (*parts, text[position:])


def fill_slots(context: TeiContext) -> str:
    """Return the document as text; raises UsageError if the portal's template has wrong slots."""
    portal = context.portal
    parts = _parse_template(portal.template_text or default_template(), portal.template)
    pieces = []
    for part in parts:
        if isinstance(part, str):
            pieces.append(part)
        elif part.name in VALUES:
            pieces.append(" " * part.indent + escape_attribute(VALUES[part.name](context)))
        else:
            elements = SLOTS[part.name](context)
            pieces.append(serialise(elements, part.indent) + "\n" if elements else "")
    return "".join(pieces)
