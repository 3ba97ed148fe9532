"""Other articles inside the article's element: whole ones, and teasers of them. For guessing
without rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.extract.heuristics.page_hints import (
    HEADINGS,
    PageHints,
    find_title_position,
    is_title,
)
from webarticlecurator.extract.heuristics.text_units import Unit, text_sizes
from webarticlecurator.page.ancestors import self_and_ancestors

PATH = 12
"""A shorter path is that of a section."""
CARD = 400
"""A teaser has no more text than this beside its heading."""


def find_teasers(root: etree._Element, inside: list[Unit], url: str) -> Iterator[etree._Element]:
    """The elements of teasers inside ``root``: each the largest around one linked heading that
    holds no other and little text. ``url``: the address of the page; headings of live entries lead
    to the page itself."""
    heads = [
        unit
        for unit in inside
        if unit.tag in HEADINGS and unit.link_share > 0.8 and leads_away(unit.element, url)
    ]
    if not heads:
        return
    linked = Counter(
        element for head in heads for element in self_and_ancestors(head.element, root)
    )
    text = text_sizes(inside, root)
    for head in heads:
        at = head.element
        limit = head.size + CARD
        while (
            (parent := at.getparent()) is not None
            and parent is not root
            and linked[parent] == 1
            and text[parent] <= limit
        ):
            at = parent
        yield at


def leads_away(heading: etree._Element, url: str) -> bool:
    """True if a link in or around ``heading`` leads to something else than the article at
    ``url``."""
    links = [*heading.iter("a"), *(e for e in heading.iterancestors("a"))]
    return any(_is_elsewhere(link.get("href") or "", url) for link in links)


def _is_elsewhere(href: str, url: str) -> bool:
    """False for a part or another page of the article at ``url``: one path begins with the
    other."""
    if not href.strip() or href.startswith("#"):
        return False
    try:
        here, there = (urlsplit(address).path.rstrip("/") for address in (url, urljoin(url, href)))
    except ValueError:  # http://[bad
        return True
    return len(there) < PATH or not (here.startswith(there) or there.startswith(here))


def find_other_articles(
    root: etree._Element, inside: list[Unit], told: PageHints
) -> list[etree._Element]:
    """Elements ``article`` with a headline of their own, where another one has the title of the
    page: what is loaded below it."""
    title = find_title_position(inside, told)
    own = _articles(inside[title].element, root) if title is not None else set()
    heads = (
        [unit for unit in inside if unit.tag == "h1" and not is_title(unit, told)] if own else []
    )
    around = [
        [
            e
            for e in self_and_ancestors(unit.element, root)
            if e in _articles(unit.element, root) - own
        ]
        for unit in heads
    ]
    return [elements[-1] for elements in around if elements]


def _articles(element: etree._Element, root: etree._Element) -> set[etree._Element]:
    return {e for e in self_and_ancestors(element, root) if e.tag == "article" and e is not root}
