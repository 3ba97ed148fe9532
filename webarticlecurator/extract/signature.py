"""The signature of an element: the CSS compound selector under which the tag dictionary knows it.

``div#side.box.hint[role=note]``: tag, id, classes and telling attributes, each sorted. Numbers become ``0`` and generated
tokens (hashes, mixed letters and digits) become ``0`` too, so that the inventory of a portal stays a table people can read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lxml import etree

TELLING = ("itemprop", "itemtype", "name", "property", "rel", "role", "type")
"""Attributes that say what an element is; all others hold addresses, measures or scripts."""

_GENERATED = re.compile(
    r"(?<![^\W_])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}|(?=(?:[a-z]*\d+[a-z]+){2})[0-9a-z]{6,})(?![^\W_])",
    re.I,
)
_NUMBER = re.compile(r"\d+")
_ADDRESS = re.compile(r"^(?:https?:)?//|^www\.", re.I)
_PLAIN = re.compile(r"-?[^\W\d][\w-]*\Z")


def signature(element: etree._Element) -> str:
    """The signature of ``element``. Two elements with the same signature are the same row of an inventory."""
    attributes = ((name, normalise(element.get(name) or "")) for name in TELLING if element.get(name))
    return spell(
        str(element.tag),
        [normalise(i) for i in (element.get("id") or "").split()[:1]],
        [normalise(c) for c in (element.get("class") or "").split()],
        attributes,
    )


def normalise(value: str) -> str:
    """A token or attribute value without what differs from page to page: addresses → ``@link``, generated tokens and numbers →
    ``0``; a backslash → ``_``, since a selector with one does not come back from cssselect as it was."""
    if _ADDRESS.match(value):
        return "@link"
    return _NUMBER.sub("0", _GENERATED.sub("0", value.replace("\\", "_")))


def spell(tag: str, ids: Iterable[str], classes: Iterable[str], attributes: Iterable[tuple[str, str]]) -> str:
    """The selector in its one spelling: classes and attributes sorted, repeats gone, escaped as CSS wants it."""
    parts = [tag]
    parts.extend(f"#{_identifier(i)}" for i in sorted(set(ids)))
    parts.extend(f".{_identifier(c)}" for c in sorted(set(classes)))
    parts.extend(f"[{name}={_value(value)}]" for name, value in sorted(set(attributes)))
    return "".join(parts)


def _identifier(text: str) -> str:
    """CSS.escape() of the CSSOM, for what class names really hold."""
    if _PLAIN.match(text):
        return text
    escaped = re.sub(r"[^\w-]", lambda m: "\\" + m[0], text)
    first = escaped[:1]
    if first.isdigit():
        return f"\\{ord(first):x} {escaped[1:]}"
    if first == "-" and (len(escaped) == 1 or escaped[1].isdigit()):
        return f"\\{escaped}" if len(escaped) == 1 else f"-\\{ord(escaped[1]):x} {escaped[2:]}"
    return escaped


def _value(text: str) -> str:
    if _PLAIN.match(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'
