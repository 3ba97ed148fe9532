"""Selectors of an element by its place: where names of elements say nothing, or are not alike."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.proposing.fields.own_selectors import own_selectors


def list_place_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors of an element: by names, by what is before it, by its place."""
    tag, parent, before = str(element.tag), element.getparent(), element.getprevious()
    yield from own_selectors(element)
    if before is not None and isinstance(before.tag, str):
        first = before.getprevious()
        for css in (*own_selectors(before), str(before.tag)):
            yield f"{css} + {tag}"
            if first is not None and isinstance(first.tag, str):
                yield f"{first.tag} + {css} + {tag}"
    if parent is not None:
        same = [each for each in parent if each.tag == tag]
        place = f"{tag}:nth-of-type({same.index(element) + 1})"
        above, outer = parent.getprevious(), [*own_selectors(parent)]
        if above is not None and isinstance(above.tag, str):
            outer += [f"{css} + {parent.tag}" for css in (*own_selectors(above), above.tag)]
        yield from (f"{css} > {place}" for css in outer)
        if element is same[-1]:
            yield from (f"{css} > {tag}:last-of-type" for css in outer)
    yield from _list_cells(element, tag)
    if element.find("time") is not None:
        yield f"{tag}:has(> time)"


def _list_cells(element: etree._Element, tag: str) -> Iterator[str]:
    """Yield the selectors of a cell by its row and column in a table, and what is before that."""
    row, table = element.getparent(), next(element.iterancestors("table"), None)
    if tag not in ("td", "th") or row is None or table is None:
        return
    names = [*own_selectors(table)]
    for outer, sign in ((table.getprevious(), "+"), (table.getparent(), ">")):
        if outer is not None and isinstance(outer.tag, str):
            names += [f"{css} {sign} table" for css in (*own_selectors(outer), outer.tag)]
    place = f"tr:nth-of-type({[*table.iter('tr')].index(row) + 1})"
    column = [each for each in row if each.tag == tag].index(element) + 1
    yield from (f"{css} {place} > {tag}:nth-of-type({column})" for css in names)
