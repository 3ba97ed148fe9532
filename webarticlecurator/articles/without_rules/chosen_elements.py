"""Chosen text units → the elements that hold them, and those in between that are left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from lxml import etree

from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import Unit, sum_text_sizes, text_size
from webarticlecurator.pages.page.ancestors import outermost_elements
from webarticlecurator.pages.page.word_account import BLOCK_TAGS

# How the chosen units become elements, and what stays with a picture.
MAIN_PERCENT = 85
"""Percent of the chosen text that one element must hold to be a root without the rest, which then
has roots of its own: what lies between them is not the article's."""
MAX_PICTURE_LINES = 250
"""Size of the lines beside a picture with which it stays; with more text it is a teaser's."""

Elements = tuple[etree._Element, ...]
Drops = dict[etree._Element, str]
"""Element → why it is left out, as it is shown to the user."""
BESIDE, LINKS = "guess: beside the text", "guess: links"
LINK_REASONS = (LINKS, "guess: points elsewhere")
NOTHING_KNOWN: Mapping[int, str] = {}


def find_chosen_elements(
    units: Sequence[Unit], chosen: Collection[int], known: Mapping[int, str] = NOTHING_KNOWN
) -> tuple[Elements, Drops]:
    """Return the roots of the chosen units in document order, and element → why it is left out,
    for the other units inside them. ``chosen``: indices in ``units``, at least one; ``known``:
    index of a unit that is no text → what it is."""
    main = find_main_root(units, chosen)
    before, after = list[etree._Element](), list[etree._Element]()
    first = min(n for n in chosen if units[n].is_in(main))
    for n in sorted(chosen):
        if not units[n].is_in(main):
            (before if n < first else after).append(units[n].element)
    roots = outermost_elements([*before, main, *after])
    return roots, find_drops_of(units, chosen, roots, known)


def find_main_root(units: Sequence[Unit], chosen: Collection[int]) -> etree._Element:
    """Return the innermost element with nearly all of the text of the ``chosen`` units (indices in
    ``units``, at least one)."""
    sizes = sum_text_sizes(units[n] for n in chosen)
    total = sum(units[n].size for n in chosen)
    # From the longest unit outwards, since it is surely inside; of equals the first one.
    around = units[max(chosen, key=lambda n: (units[n].size, -n))].around
    return next((e for e in around if 100 * sizes[e] >= MAIN_PERCENT * total), around[-1])


def find_drops_of(
    units: Sequence[Unit],
    kept: Collection[int],
    roots: Collection[etree._Element],
    known: Mapping[int, str] = NOTHING_KNOWN,
) -> Drops:
    """Return element → why it is left out, for all units in ``roots`` that are not ``kept``
    (indices in ``units``): each the largest element around it that holds none of these, no more
    than it must of what belongs to a picture."""
    sizes, drops, root_set = sum_text_sizes(units[n] for n in kept), Drops(), set(roots)
    for n, unit in enumerate(units):
        if n not in kept and unit.element not in root_set:
            root = next((e for e in unit.around[1:] if e in root_set), None)
            if root is not None:
                _drop_unit(unit, root, sizes, drops, _name_reason(unit, known.get(n)))
    return drops


def _drop_unit(
    unit: Unit, root: etree._Element, sizes: dict[etree._Element, int], drops: Drops, reason: str
) -> None:
    chain = unit.around[: unit.around.index(root)]
    if any(e in drops for e in chain):
        return
    if unit.element in sizes:
        for element in [
            e
            for e in unit.element
            if isinstance(e.tag, str) and not any(d.tag in BLOCK_TAGS for d in e.iter())
        ]:
            drops.setdefault(element, reason)
        return
    # A caption is no unit of the text, and goes with its picture; a figure of links is a teaser.
    if any(e.tag == "figure" for e in chain) and unit.link_share < 0.5:
        return
    outermost = unit.element
    for element in chain[1:]:
        # the text of an inline element is part of the unit around it
        if element.tag not in BLOCK_TAGS or element in sizes:
            break
        has_picture = element.find(".//img") is not None and element.find(".//a") is None
        if has_picture and text_size("".join(map(str, element.itertext()))) <= MAX_PICTURE_LINES:
            break
        outermost = element
    drops[outermost] = reason


def _name_reason(unit: Unit, known: str | None) -> str:
    if known:
        return f"guess: {known}"
    if unit.link_share > 0.5:
        return LINKS
    return "guess: label" if unit.tag in HEADINGS else BESIDE
