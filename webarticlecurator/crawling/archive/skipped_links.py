"""Links that a rule leaves out of the elements which it selects. An element that is no link stands
for its first link, so a rule for a whole list takes one article of each page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lxml import etree

from webarticlecurator.base.text.translation import Message, make_message
from webarticlecurator.crawling.archive.link_anchors import find_anchors, find_article_addresses
from webarticlecurator.crawling.archive.page_address import find_address_structure
from webarticlecurator.pages.page.page import Page


def find_skipped_links(
    page: Page, selected: Iterable[tuple[str, etree._Element | None]]
) -> tuple[str, ...]:
    """Return the addresses of articles that a rule skips: those in an element that it selects which
    stand as deep as the first link there, in the same kinds of elements, and under an address of
    the same form. What the rule takes elsewhere is not skipped.

    ``selected`` are the links that the rules select, each with its element
    (``select_link_elements``).
    """
    elements = {element for _, element in selected if element is not None and element.tag != "a"}
    if not elements:
        return ()
    anchors = find_anchors(page)
    inside: dict[etree._Element, list[tuple[str, etree._Element]]] = {}
    for anchor in anchors:
        for outer in anchor.element.iterancestors():
            if outer in elements:
                inside.setdefault(outer, []).append((anchor.address, anchor.element))
                break
    taken = {found[0][0] for found in inside.values()}
    articles: frozenset[str] | None = None
    skipped: dict[str, None] = {}
    for outer, found in inside.items():
        (first, element), *others = found
        form, path = find_address_structure(first), _list_tags(element, outer)
        for address, other in others:
            if address in taken or find_address_structure(address) != form:
                continue
            articles = find_article_addresses(anchors) if articles is None else articles
            if address in articles and _list_tags(other, outer) == path:
                skipped[address] = None
    return tuple(skipped)


def describe_skipped(skipped: Sequence[str]) -> Message:
    """Return in words what ``find_skipped_links`` found, and the cure."""
    return make_message(
        "the link rules select an element with several articles, and take the first; they leave out"
        " {number}, such as {url}. Write the selector of the links themselves",
        number=len(skipped),
        url=skipped[0],
    )


def _list_tags(element: etree._Element, outer: etree._Element) -> list[str]:
    tags = []
    for each in element.iterancestors():
        if each is outer:
            break
        tags.append(str(each.tag))
    return tags
