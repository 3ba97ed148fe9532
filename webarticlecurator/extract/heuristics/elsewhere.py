"""What is near an article and belongs to comments or to other articles, with their authors and
dates."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.extract.heuristics.article_text import find_article_text
from webarticlecurator.extract.heuristics.class_names import is_named_elsewhere
from webarticlecurator.extract.heuristics.page_hints import (
    HEADINGS,
    collect_hints,
    find_title_position,
)
from webarticlecurator.extract.heuristics.teasers import leads_away
from webarticlecurator.extract.heuristics.text_units import list_page_units
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors


def is_elsewhere(element: etree._Element, page: Page, *, footer_counts: bool = False) -> bool:
    """Return True for an element in what is named as comments or other articles, or in an item with
    the linked heading of another article, unless the title of the page is in it, too.

    With ``footer_counts``, the footer of the page is not elsewhere: what it says of the page is of
    the article.
    """
    around = page.derived("heuristics.around_title", _find_around_title)
    inside = []
    for outer in self_and_ancestors(element):
        if outer in around or outer.tag == "body":
            return False
        inside.append(outer)
        if footer_counts and outer.get("role") == "contentinfo":
            continue
        if is_named_elsewhere(outer) or _is_item_of_other(outer, page.url):
            # only now is it needed to know where the text is
            return page.derived("heuristics.around_text", _find_around_text).isdisjoint(inside)
    return False


def _find_around_title(page: Page) -> frozenset[etree._Element]:
    """Return the elements around the title and around ``main``."""
    units = list_page_units(page)
    title = find_title_position(units, collect_hints(page))
    inner = [units[title].element] if title is not None else []
    inner += page.elements.with_tag("main")
    return frozenset(outer for element in inner for outer in self_and_ancestors(element))


def _find_around_text(page: Page) -> frozenset[etree._Element]:
    """Return the elements around the text of the article."""
    text = find_article_text(page)
    roots = text.roots if text is not None else ()
    return frozenset(outer for root in roots for outer in self_and_ancestors(root))


def _is_item_of_other(element: etree._Element, url: str) -> bool:
    return element.tag in ("li", "article") and any(
        leads_away(heading, url) for heading in element.iter(*HEADINGS)
    )
