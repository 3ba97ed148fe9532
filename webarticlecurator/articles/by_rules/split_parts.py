"""Split a page that holds several articles into its parts (``article.split``)."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.article_rules import Split
from webarticlecurator.pages.page.ancestors import outermost_elements
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements, select_inside


@dataclass(frozen=True)
class PagePart:
    """One of the articles on a page.

    ``id``: its id on the page, empty if there is none. ``inside``: the elements of articles nested
    in it: their text belongs to this article, their metadata do not.
    """

    id: str
    element: etree._Element
    inside: tuple[etree._Element, ...] = ()


def html_without(element: etree._Element, excluded: Iterable[etree._Element]) -> str:
    """Return the HTML of ``element`` without the ``excluded`` elements inside it.

    The text that follows an excluded element (its tail) is kept.
    """
    excluded = set(excluded)
    if not excluded:
        return _serialize(element)

    positions = {n for n, descendant in enumerate(element.iter()) if descendant in excluded}
    copied = deepcopy(element)
    for n, descendant in enumerate(tuple(copied.iter())):
        parent = descendant.getparent()
        if n in positions and parent is not None:
            empty = etree.Element("span")
            empty.tail = descendant.tail
            parent.replace(descendant, empty)
    return _serialize(copied)


def _serialize(element: etree._Element) -> str:
    return str(etree.tostring(element, encoding="unicode", method="html", with_tail=False))


def split_page(page: Page, rule: Split) -> tuple[PagePart, ...]:
    """Return the articles of a page in document order; a nested one belongs to the outer one."""
    selected = select_elements((rule.items,), page)
    outer = outermost_elements(selected)
    nested = [element for element in selected if element not in set(outer)]
    parts = []
    for element in outer:
        inside = tuple(n for n in nested if element in n.iterancestors())
        name = select_inside(rule.id, page, element, inside)
        # of a link to the part itself, the fragment is the id
        parts.append(PagePart(name.partition("#")[2] or name, element, inside))
    return tuple(parts)
