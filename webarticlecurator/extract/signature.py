"""The signature of an element: the CSS compound selector under which the tag dictionary knows it.

``div#side.box.hint[role=note]``: tag, id, classes and telling attributes, each sorted. Numbers become ``0`` and generated
tokens (hashes, mixed letters and digits) become ``0`` too, so that the inventory of a portal stays a table people can read.
"""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.model.compound import spell

TELLING = ("itemprop", "itemtype", "name", "property", "rel", "role", "type")
"""Attributes that say what an element is; all others hold addresses, measures or scripts."""

_GENERATED = re.compile(
    r"(?<![^\W_])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}|(?=(?:[a-z]*\d+[a-z]+){2})[0-9a-z]{6,})(?![^\W_])",
    re.I,
)
_NUMBER = re.compile(r"\d+")
_ADDRESS = re.compile(r"^(?:https?:)?//|^www\.", re.I)


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
