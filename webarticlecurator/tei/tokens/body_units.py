"""The body of a stored TEI document as units of text, each from one element of blocks.

A unit is what a tokenizer gets at once: a paragraph, a heading, a list item, a caption. No
sentence crosses its ends. The units have all text of the body, in order, except the alt texts of
pictures (``figDesc``) and readings (``ruby``).
"""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.tei.documents.plain_text import (
    is_outside_running_text,
    is_reading,
    note_has_blocks,
)
from webarticlecurator.tei.documents.read import TEI, parse_document

RUNNING_TEXT = "text"
"""``TextUnit.part`` of what ``curator export --format txt`` has."""
HEADING = "heading"
PARAGRAPH = "paragraph"
CAPTION = "caption"
_INLINE = frozenset("anchor code date foreign formula gap hi lb pb ptr q rb ref ruby".split())
_RUNS = _INLINE | {"ab", "head", "note", "p"}
"""Elements that may hold running text."""
_KINDS_OF_CONTENT = frozenset("cell item quote".split())
_SPACE = re.compile("[ \t\r\n\v\f\x1c-\x1f\x85\u2028\u2029]+")
"""White space that is the same as one space, and line ends of other programs."""


@dataclass(frozen=True)
class TextUnit:
    """A run of text.

    Attributes:
        text: with single spaces; U+00A0 and other spaces inside it stay.
        path: the element, as an XPath below ``text/body`` (``div[1]/p[2]``).
        kind: what it is: ``paragraph``, ``heading``, ``item``, ``caption``, ``comment`` …
        part: ``text``, or what it belongs to that the plain text leaves out (``comments``, ``box``,
            ``figure`` …).
        level: the level of a heading, empty if it has none.
    """

    text: str
    path: str
    kind: str
    part: str
    level: str = ""


def read_units(content: bytes) -> list[TextUnit]:
    """Return the units of a document. Raises CuratorError if ``content`` is not TEI."""
    return find_units(parse_document(content))


def find_units(root: etree._Element) -> list[TextUnit]:
    """Return the units of a parsed document."""
    body = root.find(f"{TEI}text/{TEI}body")
    reader = _UnitReader()
    if body is not None:
        reader.read_content(body, "", PARAGRAPH, RUNNING_TEXT)
        reader.end_unit()
    return reader.units


class _UnitReader:
    """Reads a body from its first element to its last one."""

    def __init__(self) -> None:
        self.units: list[TextUnit] = []
        self._pieces: list[str] = []
        self._place = TextUnit("", "", PARAGRAPH, RUNNING_TEXT)

    def read_content(self, element: etree._Element, path: str, kind: str, part: str) -> None:
        """Read the content of an element; ``path``, ``kind`` and ``part`` are those of its unit."""
        self._pieces.append(element.text or "")
        numbers: Counter[str] = Counter()
        for child in element.iterchildren(tag=etree.Element):
            name = etree.QName(child).localname
            numbers[name] += 1
            below = f"{path}/{name}[{numbers[name]}]" if path else f"{name}[{numbers[name]}]"
            if name == "figDesc" or is_reading(child):
                pass
            elif _continues_unit(child, name, part):
                self.read_content(child, below, kind, part)
            else:
                self._read_block(child, name, below, kind, part)
            self._pieces.append(child.tail or "")

    def end_unit(self) -> None:
        """Add the text that was read since the last unit, if it has words."""
        text = _SPACE.sub(" ", "".join(self._pieces)).strip()
        self._pieces.clear()
        if text:
            place = self._place
            self.units.append(TextUnit(text, place.path, place.kind, place.part, place.level))

    def _read_block(
        self, element: etree._Element, name: str, path: str, kind: str, part: str
    ) -> None:
        """Read an element that begins a unit, and ends it."""
        self.end_unit()
        around = self._place
        if part == RUNNING_TEXT and is_outside_running_text(element, name):
            of_type = element.get("rend" if name == "hi" else "type")
            part = of_type or (name if name == "figure" else CAPTION)
        kind = _name_kind(element, name, kind)
        level = element.get("n", "") if kind == HEADING else ""
        self._place = TextUnit("", path, kind, part, level)
        self.read_content(element, path, kind, part)
        self.end_unit()
        self._place = around


def _continues_unit(element: etree._Element, name: str, part: str) -> bool:
    """Return True for an element inside the running text around it, unless the plain text leaves it
    out."""
    if name in _INLINE:
        return part != RUNNING_TEXT or not is_outside_running_text(element, name)
    # a note inside running text that has no blocks
    parent = element.getparent()
    around = "" if parent is None else etree.QName(parent).localname
    return name == "note" and around in _RUNS and not note_has_blocks(element)


def _name_kind(element: etree._Element, name: str, around: str) -> str:
    """Return the kind of the text of an element; ``around``, that of its parent, where the element
    has none of its own."""
    if name == "head":
        parent = element.getparent()
        is_section = parent is not None and etree.QName(parent).localname == "div"
        return HEADING if is_section else element.get("type") or CAPTION
    if name in _KINDS_OF_CONTENT:
        return name
    if name in ("ab", "post", "floatingText"):
        return element.get("type") or around
    return "note" if name == "note" else around
