"""Parts inside an article's root that are not its running text: other articles with their teasers,
and pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.articles.units.page_hints import (
    HEADINGS,
    PageHints,
    is_in_declared_body,
    is_title,
)
from webarticlecurator.articles.units.text_units import (
    Unit,
    find_box,
    sum_text_sizes,
)
from webarticlecurator.articles.without_rules.wordpress_posts import find_other_posts
from webarticlecurator.base.portal.hosts import plain_host
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.pages.page.ancestors import outermost_elements, self_and_ancestors

# Where an element stops being a teaser and is an article, an entry of a live blog or a section.
MIN_ARTICLE_PATH = 12
"""Characters of a URL path; a shorter one is the address of a section."""
MAX_TEASER_TEXT = 400
"""Size of the text that a teaser can have beside its heading: a few sentences. On folds, news had
.9664 instead of .9638 (held back), articles .9646 instead of .9649; with headings that link to
other sites .9603."""
MIN_ARTICLE_TEXT = 600
"""Size of the running text by which an element that is no ``article`` can be one: more than the
entries of a live blog have, which also have headings."""
MAX_OTHER_ARTICLES = 3
"""Such elements from which they are entries or sections of this article."""
_MIN_LINKED_SHARE = 0.8
"""Share of a heading's text from which on, if it is inside a link, the heading is a teaser's."""


def leads_away(heading: etree._Element, url: str) -> bool:
    """Return True if a link in or around ``heading`` leads away from the article at ``url``."""
    for link in (*heading.iter("a"), *heading.iterancestors("a")):
        href = link.get("href") or ""
        if not href.strip() or href.startswith("#"):
            continue
        try:
            addresses = (url, urljoin(url, href))
            here, there = (urlsplit(address).path.rstrip("/") for address in addresses)
        except ValueError:  # http://[bad
            return True
        # Later pages and live entries of an article have its path and more. Short paths are
        # sections, and every article of the site begins with that of its section.
        is_same = here.startswith(there) or there.startswith(here)
        if len(there) < MIN_ARTICLE_PATH or not is_same:
            return True
    return False


def find_teasers(units: Sequence[Unit], url: str) -> set[int]:
    """Return the indices of the units of teasers: of the largest element around one heading that
    is a link to another page of the host, with no other such heading and little text. ``url``: the
    address of the page."""
    headings = [
        n
        for n, unit in enumerate(units)
        if unit.tag in HEADINGS
        and unit.link_share > _MIN_LINKED_SHARE
        and leads_away(unit.element, url)
        and _stays_on_host(unit.element, url)
    ]
    if not headings:
        return set()
    counts = Counter(element for n in headings for element in units[n].around)
    sizes = sum_text_sizes(units)
    teasers = {_find_teaser(units[n], counts, sizes) for n in headings}
    return {n for n, unit in enumerate(units) if not teasers.isdisjoint(unit.around)}


def _find_teaser(
    heading: Unit, counts: Mapping[etree._Element, int], sizes: Mapping[etree._Element, int]
) -> etree._Element:
    """Return the largest element around a linked heading that is its teaser. ``counts``: of linked
    headings; ``sizes``: of the text in each element."""
    limit = heading.size + MAX_TEASER_TEXT
    # With a second linked heading the element is a list of teasers; with more text it is the
    # article.
    return find_box(heading, lambda outer: counts[outer] < 2 and sizes[outer] <= limit)


def _stays_on_host(heading: etree._Element, url: str) -> bool:
    """Return True if a link in or around ``heading`` leads to the host of ``url``: what is said of
    another site is text."""
    links = (*heading.iter("a"), *heading.iterancestors("a"))
    addresses = ((link.get("href") or "").strip() for link in links)
    return any(
        plain_host(href) == plain_host(url) if "//" in href else not href.startswith("#")
        for href in addresses
        if href
    )


def find_other_articles(
    root: etree._Element, inside: list[Unit], title: int | None, hints: PageHints
) -> list[etree._Element]:
    """Return the elements in ``root`` with other articles, which the site shows below the first.

    They are other posts of WordPress, or each has an ``h1`` with other words than the title of the
    page, and has a counterpart around the title: both are ``article``, or have tag and class in
    common and hold much text. Entries of a live blog and sections are like that, too, but shorter
    or more. ``title``: index in ``inside``.
    """
    posts = find_other_posts(root, () if title is None else inside[title].around)
    # Without a heading for this article nothing says which headings are of others.
    if title is None or inside[title].tag not in HEADINGS:
        return list(posts)

    headings = [u for u in inside[title + 1 :] if u.tag == "h1" and not is_title(u, hints)]
    if not headings:
        return list(posts)

    sizes = sum_text_sizes(unit for unit in inside if unit.is_running_text)
    own = list(_inside_ancestors(inside[title].element, root))
    # A container without a class is like any other: headings in the text would seem other articles.
    own_kinds = {
        _container_kind(e)
        for e in own
        if _holds_article(e, sizes) and (e.tag == "article" or e.get("class"))
    }
    outermost = []
    for heading in headings:
        around = [e for e in _inside_ancestors(heading.element, root) if e not in own]
        outermost += [e for e in around if _container_kind(e) in own_kinds][-1:]
    others = list(dict.fromkeys(outermost))
    # Sections with headings of the first level are like other articles, but there are more of them.
    if sum(e.tag != "article" for e in others) > MAX_OTHER_ARTICLES:
        others = [e for e in others if e.tag == "article"]
    declared = [unit for unit in inside if is_in_declared_body(unit, hints)]
    found = [
        e
        for e in others
        if _holds_article(e, sizes) and not any(unit.is_in(e) for unit in declared)
    ]
    return list(outermost_elements([*posts, *found]))


def _inside_ancestors(element: etree._Element, root: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements around ``element`` up to below ``root``, innermost first."""
    around = list(self_and_ancestors(element, root))
    return iter(around[1:-1] if around[-1] is root else ())


def _container_kind(element: etree._Element) -> str:
    if element.tag == "article":
        return "article"
    return DIGITS.sub("", f"{element.tag} {element.get('class') or ''}").strip()


def _holds_article(element: etree._Element, sizes: dict[etree._Element, int]) -> bool:
    """Return True for an ``article``, and for another element with the text of one."""
    return element.tag == "article" or sizes.get(element, 0) >= MIN_ARTICLE_TEXT
