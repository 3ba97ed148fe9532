"""XML elements as plain values, and how they become text: no white space is ever added where text
may stand.

An element is either *structural* (only elements inside: each on a line of its own, indented by one
space a level) or a *run* (text and inline elements, written without a break).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from webarticlecurator.model.xml_text import ILLEGAL, REPLACEMENT


class Element(NamedTuple):  # quicker to make than a dataclass
    """One element; ``attributes`` in the order in which they are written."""

    name: str
    content: tuple[Element | str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    structural: bool = False


def text_run(name: str, content: Iterable[Element | str] = (), **attributes: str | None) -> Element:
    """An element with text: ``_`` in an attribute's name stands for ``:``; attributes that are None
    are left out."""
    return Element(name, tuple(content), _named(attributes) if attributes else ())


def structure_element(name: str, content: Iterable[Element], **attributes: str | None) -> Element:
    """An element that holds only elements."""
    return Element(name, tuple(content), _named(attributes) if attributes else (), structural=True)


def _named(attributes: dict[str, str | None]) -> tuple[tuple[str, str], ...]:
    return tuple(
        [(name.replace("_", ":"), value) for name, value in attributes.items() if value is not None]
    )


def clean_text(text: str) -> tuple[str, int]:
    """``text`` as XML 1.0 can hold it (https://www.w3.org/TR/xml/#charsets): every illegal
    character becomes U+FFFD, line ends become LF. With the number of characters replaced."""
    if text.isprintable():  # printable characters are legal, and no line ends
        return text, 0
    text, count = ILLEGAL.subn(REPLACEMENT, text)
    return text.replace("\r\n", "\n").replace("\r", "\n"), count


def escape(text: str) -> str:
    """``text`` as character data."""
    if not text.isprintable():
        text = clean_text(text)[0]
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(text: str) -> str:
    """``text`` as the value of an attribute in double quotes."""
    return escape(text).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;")


def serialise(elements: Sequence[Element], indent: int = 0) -> str:
    """The elements, each beginning on a line of its own, ``indent`` spaces deep; no line end after
    the last."""
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
