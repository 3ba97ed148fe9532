"""Roots for pages without telling names: the element around the paragraphs, by what is in it, what
is before it, or its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.text_units import Unit
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.propose.page_summary import own_selectors

MIN_SHARE = 0.9
"""Share of the pages on which a selector must find the element around the paragraphs, alone."""
_CHILDREN = ("h1", "p", "br", "div")


def find_structural_roots(pages: Sequence[Page], texts: Sequence[Sequence[Unit]]) -> list[str]:
    """Return the selectors that find nothing but the element around the paragraphs on nearly all
    pages, the best first. ``texts``: the units of the text on each page."""
    around = [find_container(units) for units in texts]
    counts = Counter[str]()
    order: dict[str, int] = {}
    for element in around:
        if element is not None:
            for rank, css in enumerate(dict.fromkeys(_list_selectors(element))):
                counts[css] += 1
                order[css] = min(rank, order.get(css, rank))
    least = MIN_SHARE * len(pages)
    return [
        css
        for css in sorted(counts, key=lambda css: (order[css], css))
        if counts[css] >= least and _finds_all(css, pages, around)
    ]


def find_container(units: Sequence[Unit]) -> etree._Element | None:
    """Return the innermost element with all paragraphs, None without any."""
    paragraphs = [unit for unit in units if unit.is_running_text]
    if not paragraphs:
        return None
    others = [{*unit.around} for unit in paragraphs[1:]]
    for element in paragraphs[0].around:
        if element.tag in ("p", "body", "html"):
            continue
        if all(element in each for each in others):
            return element
    return None


def _finds_all(css: str, pages: Sequence[Page], around: Sequence[etree._Element | None]) -> bool:
    """Return True if a selector finds these elements and no others."""
    right = 0
    for page, element in zip(pages, around, strict=True):
        found = page.root.cssselect(css)
        right += found == [element]
        if found and element is not None and found != [element]:
            return False
    return right >= MIN_SHARE * len(pages)


def _list_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors of an element, those that will hold longest first."""
    tag, before, parent = str(element.tag), element.getprevious(), element.getparent()
    yield from own_selectors(element)
    above = [*own_selectors(parent)] if parent is not None else []
    inside = [name for name in _CHILDREN if element.find(name) is not None]
    for name in inside:
        if name != "div":
            yield f"{tag}:has(> {name})"
            yield from (f"{css} > {tag}:has(> {name})" for css in above)
    yield f"{tag}:has(> p + p)"
    yield f"{tag}:has(> p + p + p)"
    yield from (f"{css} > {tag}" for css in above)
    if before is not None and isinstance(before.tag, str):
        names = [*own_selectors(before)] or [str(before.tag)]
        yield from (f"{css} + {tag}" for css in names)
    if parent is not None:
        same = [each for each in parent if each.tag == tag]
        for css in above or [str(parent.tag)]:
            yield f"{css} > {tag}:nth-of-type({same.index(element) + 1})"
