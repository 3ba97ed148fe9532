"""What the title says of where the article is: its text follows, and what stands far from that text
is something else. For guessing without rules.

Comments, further articles and legal notes may be longer than the article itself. What tells them
apart on any page is the tree: the parts of an article stand near each other in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from webarticlecurator.extract.heuristics.person_names import ClassNames
from webarticlecurator.extract.heuristics.root_candidates import running_text
from webarticlecurator.extract.heuristics.text_units import (
    Unit,
    list_units_in,
    text_sizes,
    unit_kind,
)
from webarticlecurator.page.ancestors import self_and_ancestors

BEGINNING = 600
"""So much running text after the title is the beginning of the article."""
COLUMN = 200
"""And so much, where the next text stands in another cell of the table that the page is laid out
with."""
FAR = 1
"""Text that joins it so many levels (a wrapper around one element is none) above the last that did
is no part of it."""
FAR_ALIKE = 4
"""The same, for paragraphs that are called like those of the beginning."""
_COLUMN = 2
"""The next cell of a row is farther than the next block: pages of old are tables, with teasers in a
column of their own."""


def title_container(found: list[Unit], title: int | None) -> etree._Element | None:
    """The innermost element that holds the title and, after it, as much running text as makes a
    beginning."""
    if title is None:
        return None
    text = text_sizes(unit for unit in found[title + 1 :] if running_text(unit))
    return next(
        (e for e in found[title].element.iterancestors() if text.get(e, 0) >= BEGINNING), None
    )


def narrow_to_title(
    root: etree._Element, found: list[Unit], title: int | None, names: ClassNames, known: bool
) -> etree._Element:
    """``root``, or where it holds what is far from the text after the title: the element that holds
    that text and what is near. ``title``: where in ``found`` the title stands; ``known``: see
    ``is_known``."""
    if title is None or known:
        return root
    text = [
        unit
        for unit in found[title + 1 :]
        if running_text(unit) and not names.outermost(unit.element)
    ]
    # what it says in short stands above it in a list
    beginning = _beginning(unit for unit in text if unit.tag != "li")
    if beginning is None or beginning is root or beginning in root.iterancestors():
        return root
    near = _with_what_is_near(beginning, text)
    return root if near in root.iterancestors() else near


def _beginning(text: Iterable[Unit]) -> etree._Element | None:
    """The innermost element that holds the first units, two at least, as many as make a beginning;
    or those of one column."""
    size, around = 0, list[etree._Element]()
    for count, unit in enumerate(text):
        way = list(self_and_ancestors(unit.element))
        shared = [e for e in around if e in way] if around else way
        if (
            size >= COLUMN
            and shared[0].tag in ("tr", "tbody", "table")
            and around[0] is not shared[0]
        ):
            return around[0]
        size, around = size + unit.size, shared
        if size >= BEGINNING and count:
            return around[0]
    return None


def _with_what_is_near(beginning: etree._Element, text: list[Unit]) -> etree._Element:
    inside = list_units_in(text, beginning)
    kinds = {unit_kind(unit) for unit in inside}
    every, alike = text_sizes(text), text_sizes(unit for unit in text if unit_kind(unit) in kinds)
    at, steps = beginning, 0
    for outer in beginning.iterancestors():
        steps += _COLUMN if outer.tag == "tr" else len(outer) > 1
        same, more = alike.get(outer, 0) > alike.get(at, 0), every.get(outer, 0) > every[at]
        if more and steps > (FAR_ALIKE if same else FAR):
            return at
        at, steps = (outer, 0) if more else (at, steps)
    return at
