"""Parts of a page that React streams (react.dev, *Suspense*): each stands in a hidden element at
the end of the source, and a script puts it where a ``template`` keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

_PLACE = re.compile(r"(.*)([BP]):([0-9a-f]+)")
"""The id of the place of a part: what all ids of the page begin with, the kind (B with something
that is shown meanwhile), the number."""
_BEGINS = frozenset(("$", "$?", "$!", "$~", "&"))
_ENDS = frozenset(("/$", "/&"))
"""Comments around what is shown meanwhile, and around such parts in it."""


def find_streamed_places(templates: Sequence[etree._Element]) -> list[etree._Element]:
    """Return those of ``templates`` that keep the place of a part."""
    return [each for each in templates if _PLACE.fullmatch(each.get("id") or "")]


def show_streamed_parts(root: etree._Element, places: Sequence[etree._Element]) -> None:
    """Put the content of each part of the page into its place.

    A place without a part stays as it is: its script asks for the part later. So does what is shown
    meanwhile where the source has lost its comments.
    """
    elements = {each.get("id"): each for each in root.iter("*") if each.get("id")}
    for template in places:
        found = _PLACE.fullmatch(template.get("id") or "")
        part = elements.get(f"{found[1]}S:{found[3]}") if found else None
        if part is None or part in template.iterancestors():
            continue
        if found and found[2] == "B":
            _remove_meanwhile(template)
        _move_content(part, template)


def _remove_meanwhile(template: etree._Element) -> None:
    """Remove what is shown until the part has come: all from its place to the comment that ends
    it."""
    parent = template.getparent()
    depth, removed = 0, list[etree._Element]()
    for each in template.itersiblings():
        mark = each.text if isinstance(each, etree._Comment) else None
        if mark in _ENDS and not depth:
            break
        depth += (mark in _BEGINS) - (mark in _ENDS)
        removed.append(each)
    else:
        return  # without comments nothing tells where it ends
    template.tail = None
    for each in removed:
        if parent is not None:
            parent.remove(each)  # with the text behind it


def _move_content(part: etree._Element, template: etree._Element) -> None:
    """Put the text and the children of ``part`` in the place of ``template``."""
    parent = template.getparent()
    if parent is None:
        return
    at, children, rest = parent.index(template), list(part), template.tail
    _insert_text(parent, at, part.text)
    template.tail = part.text = None
    parent[at : at + 1] = children
    _insert_text(parent, at + len(children), rest)


def _insert_text(parent: etree._Element, at: int, text: str | None) -> None:
    """Put ``text`` before the child number ``at``."""
    if at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + (text or "")
    else:
        parent.text = (parent.text or "") + (text or "")
