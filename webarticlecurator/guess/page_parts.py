"""Parts inside an article's root that are not its running text: other articles with their teasers,
and pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.text_units import (
    HEADINGS,
    MAX_LINK_SHARE,
    PageHints,
    Unit,
    is_in_declared_body,
    is_title,
    list_page_units,
    sum_text_sizes,
    unit_kind,
)
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import (
    is_not_displayed,
    outermost_elements,
    self_and_ancestors,
)

# Other articles inside the article's root: whole articles, and teasers of articles.


# Where an element stops being a teaser and is an article, an entry of a live blog or a section.
MIN_ARTICLE_PATH = 12
"""Characters of a URL path; a shorter one is the address of a section."""
MAX_TEASER_TEXT = 400
"""Size of the text that a teaser can have beside its heading: a few sentences."""
MIN_ARTICLE_TEXT = 600
"""Size of the running text by which an element that is no ``article`` can be one: more than the
entries of a live blog have, which also have headings."""
MAX_OTHER_ARTICLES = 3
"""Such elements from which they are entries or sections of this article."""
_DIGITS = re.compile(r"\d+")
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
            # With a second linked heading the element is the list of teasers, each of which is
            # found itself.
            and heading_counts[parent] == 1
            # The bound keeps the paragraphs of the article around a teaser from going with it.
            and sizes[parent] <= max_size
        ):
            teaser = parent
        yield teaser


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

    sizes = sum_text_sizes((unit for unit in inside if unit.is_running_text), root)
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
    return _DIGITS.sub("", f"{element.tag} {element.get('class') or ''}").strip()


def _holds_article(element: etree._Element, sizes: dict[etree._Element, int]) -> bool:
    """Return True for an ``article``, and for another element with the text of one."""
    return element.tag == "article" or sizes.get(element, 0) >= MIN_ARTICLE_TEXT


# Other posts on a page of WordPress, whose themes name each post by its number.
#
# ``post_class()`` writes ``post-1806 type-post hentry`` on the element of a post, ``body_class()``
# ``postid-1806`` on the body of its own page (WordPress developer reference). So a post with
# another number is another article: one that the theme shows below, in full or in part.

_POST = re.compile(r"(?<!\S)post-(\d+)(?!\S)")
_OWN_POST = re.compile(r"(?<!\S)postid-(\d+)(?!\S)")
_POST_WORDS = frozenset(("hentry", "type-post"))


def find_other_posts(
    root: etree._Element, around_title: Sequence[etree._Element]
) -> tuple[etree._Element, ...]:
    """Return the outermost elements in ``root`` that are posts of another number than that of the
    page. ``around_title``: the element of the article's title and those around it, innermost first:
    they have the post of the page if its body does not say its number."""
    # Without this and the names of table rows scrapinghub (181 pages) had .9642 of 4-grams, with
    # them .9679.
    body = root.getroottree().find("body")
    found_number = _OWN_POST.search(body.get("class") or "") if body is not None else None
    if found_number is not None:
        number = found_number.group(1)
    else:
        number = next((numbers[0] for e in around_title if (numbers := _list_numbers(e))), "")
    if not number:
        return ()
    posts = ((e, _list_numbers(e)) for e in root.iterdescendants(etree.Element))
    # The post around the title is never another one, whatever number the body says.
    return outermost_elements(
        e for e, found in posts if found and number not in found and e not in around_title
    )


def _list_numbers(element: etree._Element) -> list[str]:
    """Return the numbers of the post that an element holds, none for any other element."""
    names = element.get("class") or ""
    if "post-" not in names or _POST_WORDS.isdisjoint(names.split()):
        return []
    return _POST.findall(names)


# The pictures of an article and their captions, by structure: an element that holds pictures and
# nothing but a few words is a figure, and its words are captions, whatever they are called.
#
# HTML has ``figure`` and ``figcaption`` for it (WHATWG HTML 4.4.12); older and generated pages have
# boxes of the same form. A picture that leads to another article belongs to a teaser.


MAX_CAPTION_SIZE = 300
"""Size of the words in a box that is no ``figure`` from which they may be text of the article."""
MIN_KIND_SHARE = 0.1
"""Share of the running text from which its kind of element is that of paragraphs."""
MIN_PICTURE_SIDE = 50
"""Pixels of a picture; smaller ones are icons and counters."""
_PICTURES = ("img", "amp-img")
_SHOWN_MEDIA = (*_PICTURES, "video", "audio", "iframe", "embed", "object", "amp-video")
_IMAGE_ADDRESS = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)", re.IGNORECASE)
_NO_FIGURE = frozenset(
    """p li ul ol dl blockquote form nav aside footer header body article main h1 h2 h3 h4 h5
    h6""".split()
)
"""Elements that are not around a picture and its caption alone, or whose words are their own."""
TABLE_PARTS = frozenset(("td", "th", "tr", "tbody", "thead"))
MAX_TABLE_LINES = 2
"""Lines in a table around a picture; one with more is a table of its own."""


@dataclass(frozen=True)
class Pictures:
    """``figures``: elements that hold pictures and their captions, none inside another, in document
    order; ``captions``: the elements with the words of each."""

    figures: tuple[etree._Element, ...] = ()
    captions: frozenset[etree._Element] = frozenset()


def find_pictures(page: Page, roots: tuple[etree._Element, ...]) -> Pictures:
    """Return the pictures with captions in the ``roots`` of an article; they are looked for once
    for each page and choice of roots."""
    found: dict[tuple[etree._Element, ...], Pictures]
    found = page.derived("heuristics.pictures", lambda _: {})
    if roots in found:
        return found[roots]
    media = [medium for root in roots for medium in root.iter(*_SHOWN_MEDIA)]
    root_set = set(roots) if media else set[etree._Element]()
    units = [unit for unit in list_page_units(page) if not root_set.isdisjoint(unit.around)]
    finder = _FigureFinder(page, root_set, units)
    figures: dict[etree._Element, list[Unit]] = {}
    for medium in media:
        figure = finder.find_figure(medium)
        if figure is not None and figure not in figures:
            figures[figure] = finder.units_in(figure)
    with_words = {figure: words for figure, words in figures.items() if words}
    outer = outermost_elements(with_words)
    captions = (unit.element for figure in outer for unit in with_words[figure])
    pictures = found[roots] = Pictures(outer, frozenset(captions))
    return pictures


def lift_captions(
    pictures: Pictures, drops: Mapping[etree._Element, str], page: Page
) -> dict[etree._Element, str]:
    """Return the drops without those of captions, and of boxes with nothing but such pictures.

    ``drops``: what heuristics leave out, each with the reason.
    """
    if not pictures.figures:
        return dict(drops)
    with_words = {unit.element for unit in list_page_units(page)}
    kept = {}
    for element, reason in drops.items():
        inside = [each for each in element.iter(etree.Element) if each in with_words]
        has_only_captions = bool(inside) and pictures.captions.issuperset(inside)
        # what is not shown may be the large form of a picture
        if not has_only_captions or is_not_displayed(element):
            kept[element] = reason
    return kept


class _FigureFinder:
    """Finds the figure around a medium. ``units``: those in the roots."""

    def __init__(self, page: Page, roots: set[etree._Element], units: list[Unit]) -> None:
        self._url, self._roots = page.url, roots
        self._by_ancestor: dict[etree._Element, list[Unit]] = {}
        for unit in units:
            for outer in unit.around:
                if outer in roots:
                    break
                self._by_ancestor.setdefault(outer, []).append(unit)
        # The tags with classes that much of the running text is in
        sizes: dict[str, int] = {}
        for unit in (unit for unit in units if unit.is_running_text):
            kind = unit_kind(unit)[0]
            sizes[kind] = sizes.get(kind, 0) + unit.size
        least = MIN_KIND_SHARE * sum(sizes.values())
        self._text_kinds = {kind for kind, size in sizes.items() if size >= least}

    def units_in(self, element: etree._Element) -> list[Unit]:
        """Return the units in an element inside a root."""
        return self._by_ancestor.get(element, [])

    def find_figure(self, medium: etree._Element) -> etree._Element | None:
        """Return the ``figure`` around a medium, or the largest box of the same form around a
        picture; None if there is none, or the picture is no part of the article."""
        if self._belongs_elsewhere(medium):
            return None
        box = None
        for outer in medium.iterancestors():
            if outer in self._roots:
                break
            if outer.tag == "figure" and self.units_in(outer):
                # Nothing in a `figure` may be a heading, a teaser or a paragraph.
                captions = self.units_in(outer)
                return outer if all(self._may_be_caption(u, outer) for u in captions) else None
            if outer.tag in _NO_FIGURE or not self._is_box_of_picture(outer):
                break
            if outer.tag not in TABLE_PARTS:
                box = outer
        return box if medium.tag in _PICTURES else None

    def _belongs_elsewhere(self, medium: etree._Element) -> bool:
        if medium.tag in _PICTURES:
            sides = (medium.get(name) or "" for name in ("width", "height"))
            numbers = (int(side) for side in sides if side.isascii() and side.isdigit())
            if any(number < MIN_PICTURE_SIDE for number in numbers):
                return True
        return any(
            not _IMAGE_ADDRESS.search(link.get("href") or "") and leads_away(link, self._url)
            for link in medium.iterancestors("a")
        )

    def _is_box_of_picture(self, box: etree._Element) -> bool:
        """Return True if a box holds a picture and few words that may be its caption."""
        words = self.units_in(box)
        if box.tag == "table" and len(words) > MAX_TABLE_LINES:
            return False
        return sum(unit.size for unit in words) <= MAX_CAPTION_SIZE and all(
            unit.tag != "li" and self._may_be_caption(unit, box) for unit in words
        )

    def _may_be_caption(self, unit: Unit, box: etree._Element) -> bool:
        """Return True for words that lead nowhere, in another kind of element than the paragraphs
        of the article. A link around the whole box is that of its picture."""
        is_linked = unit.link_share > MAX_LINK_SHARE and not _is_in(box, "a")
        is_like_text = unit_kind(unit)[0] in self._text_kinds
        is_text = is_like_text and not _is_in(unit.element, "figcaption")
        return unit.tag not in HEADINGS and not is_linked and not is_text


def _is_in(element: etree._Element, tag: str) -> bool:
    return any(outer.tag == tag for outer in self_and_ancestors(element))
