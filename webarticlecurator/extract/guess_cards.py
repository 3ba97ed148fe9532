"""Teasers of other articles: a linked heading with what belongs to it. For guessing without rules."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.extract.guess_signals import HEADINGS
from webarticlecurator.extract.guess_units import Unit

CARD = 400
"""A teaser has no more text than this beside its heading."""


def cards(root: etree._Element, inside: list[Unit]) -> Iterator[etree._Element]:
    """The elements of teasers inside ``root``: each the largest around one linked heading that holds no other and little text."""
    heads = [unit for unit in inside if unit.tag in HEADINGS and unit.link_share > 0.8 and _leads_away(unit.element)]
    if not heads:
        return
    linked, text = _counted(root, heads), _sizes(root, inside)
    for head in heads:
        at = head.element
        limit = head.size + CARD
        while (parent := at.getparent()) is not None and parent is not root and linked[parent] == 1 and text[parent] <= limit:
            at = parent
        yield at


def _leads_away(heading: etree._Element) -> bool:
    links = [*heading.iter("a"), *(e for e in heading.iterancestors("a"))]
    return any(not (link.get("href") or "#").startswith("#") for link in links)


def _counted(root: etree._Element, heads: list[Unit]) -> dict[etree._Element, int]:
    counts: dict[etree._Element, int] = {}
    for head in heads:
        for element in _up(head.element, root):
            counts[element] = counts.get(element, 0) + 1
    return counts


def _sizes(root: etree._Element, inside: list[Unit]) -> dict[etree._Element, int]:
    held: dict[etree._Element, int] = {}
    for unit in inside:
        for element in _up(unit.element, root):
            held[element] = held.get(element, 0) + unit.size
    return held


def _up(element: etree._Element, root: etree._Element) -> Iterator[etree._Element]:
    at: etree._Element | None = element
    while at is not None:
        yield at
        if at is root:
            return
        at = at.getparent()
