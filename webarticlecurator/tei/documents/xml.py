"""What all parts of a TEI document use: its input, elements with their text, tables,
and the attributes that several elements share (addresses, languages, numbers, list styles).

An element is either *structural* (it contains only elements, each on a line of its own, indented by
one space per level) or a *run* (text and inline elements, written without line breaks).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from webarticlecurator.base.text.characters import ILLEGAL, REPLACEMENT


class Element(NamedTuple):  # faster to create than a dataclass
    """One element with its ``attributes`` in the order of the output."""

    name: str
    content: tuple[Element | str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    structural: bool = False


def text_run(name: str, content: Iterable[Element | str] = (), **attributes: str | None) -> Element:
    """Return an element with text.

    ``_`` in the name of an attribute is written as ``:``; attributes that are None are left out.
    """
    return Element(name, tuple(content), _attribute_pairs(attributes) if attributes else ())


def structure_element(name: str, content: Iterable[Element], **attributes: str | None) -> Element:
    """Return an element that contains only elements; ``attributes`` as in ``text_run``."""
    return Element(
        name, tuple(content), _attribute_pairs(attributes) if attributes else (), structural=True
    )


def _attribute_pairs(attributes: dict[str, str | None]) -> tuple[tuple[str, str], ...]:
    return tuple(
        [(name.replace("_", ":"), value) for name, value in attributes.items() if value is not None]
    )


def clean_text(text: str) -> tuple[str, int]:
    """Return ``text`` as XML 1.0 allows it, and the number of replaced characters.

    Every illegal character (https://www.w3.org/TR/xml/#charsets) becomes U+FFFD, every line end LF.
    """
    if text.isprintable():  # printable characters are legal and include no line ends
        return text, 0
    text, count = ILLEGAL.subn(REPLACEMENT, text)
    return text.replace("\r\n", "\n").replace("\r", "\n"), count


def escape(text: str) -> str:
    """Return ``text`` as character data."""
    if not text.isprintable():
        text = clean_text(text)[0]
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(text: str) -> str:
    """Return ``text`` as the value of an attribute in double quotes."""
    if text.isprintable():
        return escape(text).replace('"', "&quot;")
    return escape(text).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;")


def serialise(elements: Sequence[Element], indent: int = 0) -> str:
    """Return elements as text, each on its own line behind ``indent`` spaces, without a last LF."""
    pieces: list[str] = []
    for number, element in enumerate(elements):
        pieces.append(("\n" if number else "") + " " * indent)
        _write(element, indent, pieces)
    return "".join(pieces)


def _write(element: Element, indent: int, pieces: list[str]) -> None:
    name, content, attributes, structural = element
    start = name
    for key, value in attributes:
        start += f' {key}="{escape_attribute(value)}"'
    if not content:
        pieces.append(f"<{start}/>")
        return
    first = content[0]
    if isinstance(first, str) and len(content) == 1 and not structural:
        pieces.append(f"<{start}>{escape(first)}</{name}>")
        return
    pieces.append(f"<{start}>")
    edge = "\n" + " " * indent if structural else ""
    for child in content:
        if isinstance(child, str):
            pieces.append(escape(child))
            continue
        if structural:
            pieces.append(edge + " ")
        _write(child, indent + 1, pieces)
    pieces.append(f"{edge}</{name}>")
