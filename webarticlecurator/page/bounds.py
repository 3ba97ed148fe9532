"""What a page may cost: it is looked at before it is parsed, since no parser can be stopped.

Several times the largest pages that were met, chosen by time and memory: what is within the bounds
is to take at most 5 s of a quiet core and 500 MB.
"""

from __future__ import annotations

import re

from lxml import etree

MAX_CHARACTERS = 11_000_000
MAX_ELEMENTS = 120_000
"""So many ``<`` that begin no end tag may stand in a page."""
MAX_ATTRIBUTES = 500
"""Further attributes of an element are left out: the parser compares each with all before it."""
MAX_DEPTH_SUM = 3_000_000

_DEEP = etree.XPath(f"boolean({'/*' * 150})")
_MANY = 20_000
"""A page with fewer tags is too deep only where elements are nested so deeply."""
_LONG_TAG = 8_000
"""Fewer bytes hold no such number of attributes that it matters."""
_TAG = re.compile(rb"<[a-zA-Z][^\s/>]*")
_START_TAG = re.compile(_TAG.pattern + rb"""(?:[^>=]+|=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*)?)*""")
"""Up to its end: a ``<`` or, in quotes, a ``>`` among the attributes ends no tag."""
_ATTRIBUTE = re.compile(
    rb"""[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*|(?=>)))?"""
)


def find_excess(text: str) -> str:
    """Return what of a page is too large, in words; empty if nothing is."""
    if len(text) > MAX_CHARACTERS:
        return f"{len(text)} characters (at most {MAX_CHARACTERS})"
    elements = text.count("<")
    if elements > MAX_ELEMENTS:
        elements -= text.count("</")
    return f"{elements} elements (at most {MAX_ELEMENTS})" if elements > MAX_ELEMENTS else ""


def is_too_deep(root: etree._Element, source: bytes) -> bool:
    """Return True if the elements have so many ancestors, taken together, that to look at them all
    takes too long."""
    if source.count(b"<") < _MANY and not _DEEP(root):
        return False
    depth = steps = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        steps += depth
    return steps > MAX_DEPTH_SUM


def trim_attributes(source: bytes) -> bytes:
    """Return the markup without the attributes of an element after the ``MAX_ATTRIBUTES``th."""
    pieces, begin = list[bytes](), 0
    for tag in _START_TAG.finditer(source):
        if tag.end() - tag.start() >= _LONG_TAG:
            pieces += source[begin : tag.start()], _trimmed(tag[0])
            begin = tag.end()
    return b"".join((*pieces, source[begin:])) if pieces else source


def _trimmed(piece: bytes) -> bytes:
    tag = _TAG.match(piece)
    assert tag is not None
    end = cut = tag.end()
    count = 0
    while (found := _ATTRIBUTE.match(piece, end)) is not None and found.end() > end:
        end, count = found.end(), count + 1
        if count <= MAX_ATTRIBUTES:
            cut = end
    return piece if count <= MAX_ATTRIBUTES else piece[:cut] + piece[end:]
