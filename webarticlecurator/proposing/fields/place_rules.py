"""Rules for the day and the section of articles where no element is named so: by their place.

The day is in a ``time`` element around the text, or in a line with a date, wherever that is; it is
proved by the days that are known, or by the order of the list, which is that of its days. The
section is in the trail of links above the article (*Home › Travel*), or a folder in its address
that the site's menu names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from urllib.parse import urljoin

from lxml import etree

from webarticlecurator.articles.units.class_names import (
    element_names,
    find_class_word,
    fold_names,
    is_named_elsewhere,
)
from webarticlecurator.articles.units.page_hints import collect_hints, find_title_position
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.articles.without_rules.outward_lists import address_form
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements

MAX_CARD_LEVELS = 4
"""The link and the elements around it that may be the card of another article."""


@dataclass(frozen=True)
class ArticleSurroundings:
    """``elements``: those around the text of the article on ``page``, in document order;
    ``before``: how many of them begin before the text; ``text`` holds it."""

    page: Page
    text: etree._Element
    elements: tuple[etree._Element, ...]
    before: int

    @cached_property
    def inside(self) -> frozenset[etree._Element]:
        """The elements as a set."""
        return frozenset(self.elements)

    @cached_property
    def above(self) -> frozenset[etree._Element]:
        """The elements that hold the text of the article and more."""
        return frozenset(self.text.iterancestors())


def find_surroundings(
    page: Page,
    root_selectors: Sequence[str],
    drop_rules: Sequence[Rule] = (),
    heading: str = "",
    line: etree._Element | None = None,
) -> ArticleSurroundings | None:
    """Return the elements around the article, whose text is in the first element that one of the
    selectors finds, or else in the guessed one; None if there is none. What ``drop_rules`` find
    in the text is around it. ``heading`` selects the title, if it is known where it is; ``line``
    shows the day."""
    roots = next(filter(None, map(page.root.cssselect, root_selectors)), None)
    drops = {*select_elements(drop_rules, page, any_of=True)}
    if roots is None:
        guess = find_article_text(page)
        if guess is None:
            return None
        roots = [*guess.roots]
        drops.update(guess.drops)
    root = roots[-1]
    drops.update(root.iterdescendants("nav", "aside"))  # each portal file drops these
    # The innermost element that contains the title and the text, or the <article> around it.
    titles = page.root.cssselect(heading) if heading else _find_title(page)
    parent = root.getparent()
    container = root if parent is None else parent
    if titles:
        around = {*self_and_ancestors(titles[0])}
        container = next((each for each in self_and_ancestors(root) if each in around), root)
    container = next((e for e in self_and_ancestors(container) if e.tag == "article"), container)
    positions = {element: n for n, element in enumerate(page.root.iter(etree.Element))}
    found = [*_list_elements(page, container, root, drops)]
    if line is not None:
        found.extend(_list_beside(page, container, line))
    elements = tuple(sorted(dict.fromkeys(found), key=positions.__getitem__))
    return ArticleSurroundings(
        page, root, elements, sum(positions[element] <= positions[root] for element in elements)
    )


def _find_title(page: Page) -> list[etree._Element]:
    units = list_page_units(page)
    title = find_title_position(units, collect_hints(page))
    return [] if title is None else [units[title].element]


def _list_elements(
    page: Page, container: etree._Element, root: etree._Element, drops: Collection[etree._Element]
) -> Iterator[etree._Element]:
    """Yield the elements in ``container``, without those of other articles and without the text:
    of the element of the text only what is in ``drops``."""
    above = {*self_and_ancestors(container), *self_and_ancestors(root)}
    cards = {*_list_cards(page, container, above)}
    pending = [(container, False)]
    while pending:
        element, is_text = pending.pop()
        is_text = (is_text or element is root) and element not in drops
        is_elsewhere = element in cards or (
            is_named_elsewhere(element) and not _names_terms(element)
        )
        if is_elsewhere and element not in above:
            continue
        if not is_text:
            yield element
        children = [child for child in reversed(element) if isinstance(child.tag, str)]
        pending.extend((child, is_text) for child in children)


def _names_terms(element: etree._Element) -> bool:
    """True for a ``nav`` or ``aside``, or what has the role of one, that by its names has the
    keywords or sections of the article and nothing of others."""
    is_beside = element.tag in ("nav", "aside") or element.get("role") == "navigation"
    names = element_names(element) if is_beside else ""
    # without its role, which says no more than that there are links
    own = fold_names(f"{element.get('class') or ''} {element.get('id') or ''}")
    return any(find_class_word(section, names) for section in ("keywords", "sections")) and not (
        find_class_word("elsewhere", own)
    )


def _list_cards(
    page: Page, container: etree._Element, above: Collection[etree._Element]
) -> Iterator[etree._Element]:
    """Yield the elements around linked headings that lead to one other article, by the form of its
    address: cards with its own section and authors. None of them is ``above`` the text."""
    own = address_form(page.url)
    for heading in container.iter("h2", "h3", "h4", "h5", "h6"):
        links = (*heading.iter("a"), *heading.iterancestors("a"))
        around = (self_and_ancestors(link) for link in links[:1])
        card = None
        for element in islice(chain.from_iterable(around), MAX_CARD_LEVELS):
            inside = (link.get("href") or "" for link in element.iter("a"))
            targets = {urljoin(page.url, address).partition("#")[0] for address in inside}
            others = {url for url in targets if url != page.url and address_form(url) == own}
            if len(others) != 1 or element in above or element.tag in ("nav", "article"):
                break
            card = element
        if card is not None:
            yield card


def _list_beside(
    page: Page, container: etree._Element, line: etree._Element
) -> Iterator[etree._Element]:
    """Yield the elements of the largest box around a line outside the ``container`` that links no
    other article, by the form of its address."""
    above = {*self_and_ancestors(container)}
    own = address_form(page.url)
    box = None
    for each in self_and_ancestors(line):
        targets = (urljoin(page.base, link.get("href") or "") for link in each.iter("a"))
        others = (url.partition("#")[0] for url in targets)
        if each in above or any(url != page.url and address_form(url) == own for url in others):
            break
        box = each
    if box is not None and line not in above:
        yield from box.iter(etree.Element)
