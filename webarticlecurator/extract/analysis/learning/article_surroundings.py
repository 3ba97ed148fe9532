"""The elements around the text of an article: its title, authors, date, sections and keywords.

They are in the innermost element with the title and the text, and not in what belongs to other
articles or to comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from webarticlecurator.extract.heuristics.article_text import find_article_text
from webarticlecurator.extract.heuristics.class_names import is_named_elsewhere
from webarticlecurator.extract.heuristics.page_hints import collect_hints, find_title_position
from webarticlecurator.extract.heuristics.text_units import list_page_units
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors


@dataclass(frozen=True)
class ArticleSurroundings:
    """``elements``: those around the text of the article on ``page``, in document order;
    ``before``: how many of them begin before the text."""

    page: Page
    elements: tuple[etree._Element, ...]
    before: int

    @cached_property
    def inside(self) -> frozenset[etree._Element]:
        """The elements as a set."""
        return frozenset(self.elements)


def find_surroundings(page: Page, root_selectors: tuple[str, ...]) -> ArticleSurroundings | None:
    """Return the elements around the article, whose text is in the first element that one of the
    selectors finds, or else in the guessed one; None if there is none."""
    root = _find_root(page, root_selectors)
    if root is None:
        return None
    container = _find_container(page, root)
    elements = tuple(_list_elements(container, root))
    positions = {element: n for n, element in enumerate(page.root.iter(etree.Element))}
    before = sum(positions[element] <= positions[root] for element in elements)
    return ArticleSurroundings(page, elements, before)


def _find_root(page: Page, selectors: tuple[str, ...]) -> etree._Element | None:
    for css in selectors:
        found: list[etree._Element] = page.root.cssselect(css)
        if found:
            return found[-1]
    guess = find_article_text(page)
    return guess.roots[-1] if guess is not None else None


def _find_container(page: Page, root: etree._Element) -> etree._Element:
    """Return the innermost element that contains the title and the text."""
    units = list_page_units(page)
    title = find_title_position(units, collect_hints(page))
    if title is None:
        parent = root.getparent()
        return root if parent is None else parent
    around = set(units[title].around)
    return next((element for element in self_and_ancestors(root) if element in around), root)


def _list_elements(container: etree._Element, root: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements in ``container``, without those of other articles and, if the container is
    around it, without the text."""
    above = {*self_and_ancestors(container), *root.iterancestors()}
    pending = [container]
    while pending:
        element = pending.pop()
        if element not in above and (element is root or is_named_elsewhere(element)):
            continue
        yield element
        pending.extend(child for child in reversed(element) if isinstance(child.tag, str))
