"""Other articles inside the article's root: whole articles, and teasers of articles."""

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
from webarticlecurator.extract.heuristics.text_units import Unit, sum_text_sizes
from webarticlecurator.page.ancestors import self_and_ancestors

MIN_ARTICLE_PATH = 12
"""Characters of a URL path; a shorter one is the address of a section."""
MAX_TEASER_TEXT = 400
"""Size of the text that a teaser can have beside its heading: a few sentences."""
_MIN_LINKED_SHARE = 0.8
"""Share of a heading's text from which on, if it is inside a link, the heading is a teaser's."""


def find_teasers(root: etree._Element, inside: list[Unit], url: str) -> Iterator[etree._Element]:
    """Yield the elements of teasers in ``root``: each the largest around one linked heading that
    has no other linked heading and little text.

    ``url``: the address of the page; headings of live entries link to the page itself, and are not
    those of teasers.
    """
    headings = [
        unit
        for unit in inside
        if unit.tag in HEADINGS
        and unit.link_share > _MIN_LINKED_SHARE
        and leads_away(unit.element, url)
    ]
    if not headings:
        return

    heading_counts = Counter(
        element for heading in headings for element in self_and_ancestors(heading.element, root)
    )
    sizes = sum_text_sizes(inside, root)
    for heading in headings:
        teaser = heading.element
        max_size = heading.size + MAX_TEASER_TEXT
        while (
            (parent := teaser.getparent()) is not None
            and parent is not root
            and heading_counts[parent] == 1
            and sizes[parent] <= max_size
        ):
            teaser = parent
        yield teaser


def leads_away(heading: etree._Element, url: str) -> bool:
    """Return True if a link in or around ``heading`` leads away from the article at ``url``."""
    links = [*heading.iter("a"), *heading.iterancestors("a")]
    return any(_is_other_article(link.get("href") or "", url) for link in links)


def _is_other_article(href: str, url: str) -> bool:
    """Return False for a part or another page of the article at ``url``: the path of one begins
    with the path of the other."""
    if not href.strip() or href.startswith("#"):
        return False
    try:
        here, there = (urlsplit(address).path.rstrip("/") for address in (url, urljoin(url, href)))
    except ValueError:  # http://[bad
        return True
    is_same = here.startswith(there) or there.startswith(here)
    return len(there) < MIN_ARTICLE_PATH or not is_same


def find_other_articles(
    root: etree._Element, inside: list[Unit], hints: PageHints
) -> list[etree._Element]:
    """Return the ``article`` elements with an ``h1`` of their own, if another ``article`` has the
    title of the page: articles that the site loads below the first one."""
    title = find_title_position(inside, hints)
    own = _articles_around(inside[title].element, root) if title is not None else []
    if not own:
        return []

    outermost = []
    for unit in inside:
        if unit.tag == "h1" and not is_title(unit, hints):
            others = [e for e in _articles_around(unit.element, root) if e not in own]
            outermost += others[-1:]
    return outermost


def _articles_around(element: etree._Element, root: etree._Element) -> list[etree._Element]:
    """Return the ``article`` elements from ``element`` up to below ``root``, innermost first."""
    return [e for e in self_and_ancestors(element, root) if e.tag == "article" and e is not root]
