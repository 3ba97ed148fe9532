"""Several articles on one page, such as the posts of one day in a diary: each has an address of its
own, that of the page with a fragment."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice, zip_longest
from urllib.parse import urldefrag

from lxml import etree

from webarticlecurator.articles.by_rules.split_parts import html_without
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.crawling.archive.address_match import DATE_WIDTHS
from webarticlecurator.crawling.archive.page_address import PERCENT_CODE, normalize_address
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address

MIN_PAGES = 2
"""Pages that must have several articles; and articles that another page must show whole."""
MIN_SHARE = 0.9
"""Share of pages that must have such an article, of articles that must have a heading of their own,
and of pages that have what belongs to none."""


@dataclass(frozen=True)
class SplitPages:
    """The rule of ``article.split``, the articles as pages of their own, and the rules for their
    title and for the day that the address of their page names."""

    line: FieldLine
    articles: tuple[Page, ...]
    title: FieldLine
    day: FieldLine | None


def find_split(pages: Sequence[Page], read_list: Callable[[], Page | None]) -> SplitPages | None:
    """Return how pages are cut into several articles; None where each is one.

    Headings that lead to themselves, and comments, have addresses with fragments, too. So the pages
    must be days or months by their addresses, and the list must show articles whole, each with a
    link to the same address; articles have headings that differ, and no page has a text outside of
    them that the others lack.
    """
    if not all(map(find_dated_address, (page.url for page in pages))):
        return None
    own = group_values(
        (_name_place(link), (page, each, link)) for page, each, link in _list_own_links(pages)
    )
    found = (_find_split_at(pages, links, read_list) for links in own.values())
    return next(filter(None, found), None)


def _find_split_at(
    pages: Sequence[Page],
    links: Sequence[tuple[Page, str, etree._Element]],
    read_list: Callable[[], Page | None],
) -> SplitPages | None:
    """Return how pages are cut into the articles that ``links`` of one kind lead to."""
    linked: dict[Page, dict[str, list[etree._Element]]] = {page: {} for page in pages}
    for page, fragment, link in links:
        linked[page].setdefault(fragment, []).append(link)
    several = {page: _list_items(each) for page, each in linked.items() if len(each) > 1}
    if len(several) < MIN_PAGES:
        return None
    counts = Counter(
        css
        for own in several.values()
        for css in dict.fromkeys(css for each in own for css in list_selectors(each))
    )
    for css, count in counts.most_common():
        if count < len(several):
            return None
        items = {page: page.root.cssselect(css) for page in pages}
        is_usual = sum(map(bool, items.values())) >= MIN_SHARE * len(pages)
        if is_usual and all(items[page] == own for page, own in several.items()):
            return _write_split(css, items, linked, read_list())
    return None


def _name_place(link: etree._Element) -> tuple[object, ...]:
    """Return the kind of a link: that to an article has another place than that to its comments."""
    return tuple((each.tag, each.get("class")) for each in islice(self_and_ancestors(link), 2))


def _list_own_links(pages: Sequence[Page]) -> Iterator[tuple[Page, str, etree._Element]]:
    """Yield the links to a fragment that have the address of their page."""
    for page in pages:
        own = normalize_address(page.url)
        yield from ((page, each, link) for url, each, link in _list_fragments(page) if url == own)


def _list_fragments(page: Page) -> Iterator[tuple[str, str, etree._Element]]:
    for link in page.root.iter("a"):
        if "#" in (href := link.get("href") or ""):
            try:
                address, fragment = urldefrag(resolve(page.base, href))
            except NotAnAddress:  # a place of the page without its address
                continue
            if fragment:
                yield normalize_address(address), fragment, link


def _list_items(links: Mapping[str, Sequence[etree._Element]]) -> list[etree._Element]:
    """Return the outermost elements that have links to one fragment alone."""
    below: dict[etree._Element, set[str]] = {}
    for fragment, each in links.items():
        for link in each:
            for outer in self_and_ancestors(link):
                below.setdefault(outer, set()).add(fragment)
    return [
        [outer for outer in self_and_ancestors(each[0]) if len(below[outer]) == 1][-1]
        for each in links.values()
    ]


def _write_split(
    css: str,
    items: Mapping[Page, Sequence[etree._Element]],
    linked: Mapping[Page, Mapping[str, Sequence[etree._Element]]],
    shown: Page | None,
) -> SplitPages | None:
    every = [(page, each) for page, elements in items.items() for each in elements]
    texts = {each: _join_units(page, each) for page, each in every}
    outside = Counter(
        unit.text
        for page, elements in items.items()
        for unit in list_page_units(page)
        if unit.is_running_text and not any(map(unit.is_in, elements))
    )
    headings = [next(each.iter(*HEADINGS), None) for _, each in every]
    titles = Counter(text_of(each) for each in headings if each is not None)
    tags = {each.tag for each in headings if each is not None}
    is_titled = len(tags) == 1 and len(titles) >= MIN_SHARE * len(every)
    if not is_titled or any(count < MIN_SHARE * len(items) for count in outside.values()):
        return None
    id_rule = _choose_id(items, linked)
    if id_rule is None or shown is None or not _is_shown(css, items, linked, texts, shown):
        return None
    several = sum(len(each) > 1 for each in items.values())
    rule = {"css": css, "id": id_rule}
    line = FieldLine(rule, f"several articles on {several} of {len(items)} pages")
    articles = tuple(
        Page(f"{page.url}#{number}", html_without(each, ()))
        for page, elements in items.items()
        for number, each in enumerate(elements)
    )
    signs = {text_of(links[0]) for each in linked.values() for links in each.values()}
    title: dict[str, object] = {"css": str(*tags)}
    if len(signs) == 1 and (sign := signs.pop()):
        title["replace"] = [[rf"^{re.escape(sign)}\s*", ""]]
    return SplitPages(
        line, articles, FieldLine(title, "the heading of each article"), _write_day([*items])
    )


def _join_units(page: Page, element: etree._Element) -> str:
    """Return the paragraphs of a page in one of its elements."""
    units = (unit for unit in list_page_units(page) if unit.is_running_text)
    return "\n".join(unit.text for unit in units if unit.is_in(element))


def _is_shown(
    css: str,
    items: Mapping[Page, Sequence[etree._Element]],
    linked: Mapping[Page, Mapping[str, Sequence[etree._Element]]],
    texts: Mapping[etree._Element, str],
    shown: Page,
) -> bool:
    """Return True if a page shows whole articles of others with several, at their addresses."""
    own = normalize_address(shown.url)
    known = {
        (normalize_address(page.url), fragment): item
        for page, elements in items.items()
        if len(elements) > 1
        for fragment, item in zip(linked[page], elements, strict=True)
    }
    elements = {*shown.root.cssselect(css)}
    found = set()
    for address, fragment, link in _list_fragments(shown):
        item = known.get((address, fragment))
        around = next((each for each in self_and_ancestors(link) if each in elements), None)
        if item is not None and around is not None and address != own:
            text = _join_units(shown, around)
            found |= {item} if text and text == texts[item] else set()
    return len(found) >= MIN_PAGES


def _choose_id(
    items: Mapping[Page, Sequence[etree._Element]],
    linked: Mapping[Page, Mapping[str, Sequence[etree._Element]]],
) -> dict[str, object] | str | None:
    """Return the rule for the fragment of each article: its ``id``, else that of a link in it."""
    pairs = [
        (item, fragment, links)
        for page, elements in items.items()
        for item, (fragment, links) in zip(elements, linked[page].items(), strict=False)
    ]
    if all(item.get("id") == fragment for item, fragment, _ in pairs):
        return "@id"
    first = pairs[0][2][0]
    outer = (str(each.tag) for each in first.iterancestors() if each.tag in HEADINGS)
    for own in (*list_selectors(first), *(f"{tag} a" for tag in outer), "a"):
        if all(item.cssselect(own)[:1] == links[:1] for item, _, links in pairs):
            return {"css": own, "attr": "href", "replace": [["^.*#", ""]]}
    return None


def _write_day(pages: Sequence[Page]) -> FieldLine | None:
    """Return the rule for the day that the addresses of all pages name."""
    dated = [find_dated_address(page.url) for page in pages]
    templates = {each.template if each is not None else "" for each in dated}
    before, _, rest = templates.pop().partition("{date:")
    form = rest.partition("}")[0]
    texts, codes = PERCENT_CODE.split(form)[::2], PERCENT_CODE.findall(form)
    if templates or {"d", "-d"}.isdisjoint(codes):
        return None
    sign = re.escape(re.split(r"[/?&]", before)[-1])
    widths = (DATE_WIDTHS[code] for code in codes)
    digits = "".join(chain(*zip_longest(map(re.escape, texts), widths, fillvalue="")))
    # a number without its zero is read as one with it
    rule = {"url": f"{sign}({digits})", "format": form.replace("%-", "%")}
    return FieldLine(rule, "the day of the page")
