"""Where links of an article lead. Lists among its paragraphs whose links all lead elsewhere are
its text: sources, what it recommends to read, samples of what it writes about; and so are posts of
other sites that it quotes. A run of links to other articles of the site behind the text is none.

Trees know a list of links by its links, and take it for a box of the site. But the boxes of a site
lead to the site itself. Lists with a date beside each link they may take for text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice, takewhile
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import (
    MAX_LINK_SHARE,
    MIN_PARAGRAPH_SIZE,
    Unit,
    has_sentence_end,
)
from webarticlecurator.articles.without_rules.chosen_units import MAX_LABEL_SIZE
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.portal.hosts import PortalHosts, host_of
from webarticlecurator.base.text.character_patterns import DIGITS

MIN_BESIDE = 2
"""Paragraphs of the text beside such a list, in the same element."""
MIN_MEAN_ITEM = 30
"""Mean size of an item: links to share or to follow are shorter (*Follow us on …*)."""

MIN_RELATED = 2
"""Links behind the text from which they are a list of other articles."""


def find_outward_lists(units: Sequence[Unit], chosen: Collection[int], url: str) -> set[int]:
    """Return the indices of the units of such lists, and of the heading directly above each.

    ``chosen``: the units of the text so far; ``url``: the address of the page.
    """
    beside = Counter(units[n].element.getparent() for n in chosen if units[n].is_running_text)
    outers = (e for e, count in beside.items() if e is not None and count >= MIN_BESIDE)
    lists_beside = {each for outer in outers for each in outer.iterchildren("ul", "ol")}
    # of most pages no unit is in one, and the tags around each are asked for nothing else
    innermost = (
        (next(each for each in unit.around if each.tag in ("ul", "ol")), n)
        for n, unit in enumerate(units)
        if not lists_beside.isdisjoint(unit.around)
    )
    lists = group_values((element, n) for element, n in innermost if element in lists_beside)
    found, hosts = set[int](), PortalHosts.of([url])
    for element, members in lists.items():
        if not _leads_outward(element, hosts, sum(units[n].size for n in members)):
            continue
        found.update(members)
        above = members[0] - 1
        if above >= 0 and units[above].tag in HEADINGS and _is_beside(units[above], element):
            found.add(above)
    return found


def find_outward_quotes(units: Sequence[Unit], chosen: Collection[int], url: str) -> set[int]:
    """Return the indices of the units of posts of other sites that are quoted among the paragraphs
    as one link around several lines, one of them a sentence."""
    # Most links of a page are no sentences, and are asked for nothing else.
    sentences = (
        unit
        for unit in units
        if unit.size >= MIN_PARAGRAPH_SIZE and unit.link_share == 1 and has_sentence_end(unit.text)
    )
    hosts = PortalHosts.of([url])
    quotes = {link for link in map(_find_link, sentences) if _leads_to_other_site(link, hosts)}
    if not quotes:
        return set()
    beside = Counter(units[n].element.getparent() for n in chosen if units[n].is_running_text)
    links = group_values(
        (_find_link(unit), n) for n, unit in enumerate(units) if unit.link_share == 1
    )
    found = set[int]()
    for link, members in links.items():
        if link is not None and link in quotes:
            around = islice(units[members[0]].around, units[members[0]].around.index(link) + 3)
            if any(beside[outer] >= MIN_BESIDE for outer in around):
                found.update(n for n in members if not units[n].is_link_line)
    return found


def find_related_links(units: Sequence[Unit], chosen: Collection[int], url: str) -> set[int]:
    """Return the indices of the last chosen units if they are, with those behind them, links to
    other articles of the site by the form of their addresses; and of their heading or the label in
    their box. What a text counts, cites or announces with a colon is text."""
    own, last = address_form(url), max(chosen)
    # all pages of many a site have addresses of one part
    if own.count("/") == 1 or any(each.tag == "ol" for each in units[last].around):
        return set()

    def is_of_list(n: int) -> bool:
        return units[n].tag == units[last].tag and _leads_to_other_article(units[n], url, own)

    run = {*takewhile(is_of_list, sorted(chosen, reverse=True))}
    behind = {*takewhile(is_of_list, range(last + 1, len(units)))}
    items, text = run | behind, {*chosen} - run
    is_list = run and len(items) >= MIN_RELATED
    counted = sum(_is_counted(units[n]) for n in items)
    if not is_list or 2 * counted >= len(items) or not any(units[n].is_running_text for n in text):
        return set()
    label = max(text)
    above = units[label]
    if above.text.endswith((":", "：")):
        return set()
    box = next(each for each in units[last].around if each in above.around)
    is_own = above.tag in HEADINGS or not any(box in units[n].around for n in text - {label})
    is_label = is_own and above.size < MAX_LABEL_SIZE and not has_sentence_end(above.text)
    return run | ({label} if is_label and above.tag != "li" else set())


def _is_counted(unit: Unit) -> bool:
    """Return True for a link with a number or the end of a sentence, as works and days that a text
    lists have, and few headlines; a date beside it is none of its words."""
    texts = (text for link in unit.element.iter("a") for text in link.itertext())
    linked = "".join(map(str, texts)).strip()
    return has_sentence_end(linked) or DIGITS.search(linked) is not None


def _leads_to_other_article(unit: Unit, url: str, own: str) -> bool:
    """Return True for a unit of little more than one link to another page than ``url`` whose
    address has the form ``own``."""
    links = {urljoin(url, link.get("href") or "") for link in unit.element.iter("a")}
    address = links.pop() if unit.link_share >= MAX_LINK_SHARE and len(links) == 1 else url
    return address.partition("#")[0] != url and address_form(address) == own


def address_form(address: str) -> str:
    """Return host and folders of an address without its last part, numbers as *0*."""
    parts = urlsplit(address)
    folders = parts.path.rstrip("/").rpartition("/")[0]
    return f"{parts.netloc}{DIGITS.sub('0', folders)}/"


def _find_link(unit: Unit) -> etree._Element | None:
    """Return the innermost link around the element of a unit, or None."""
    return next((each for each in unit.around[1:] if each.tag == "a"), None)


def _leads_to_other_site(link: etree._Element | None, hosts: PortalHosts) -> bool:
    address = "" if link is None else link.get("href", "").strip()
    return bool(host_of(address)) and not hosts.belongs(address)


def _is_beside(heading: Unit, element: etree._Element) -> bool:
    return heading.element.getparent() is element.getparent()


def _leads_outward(element: etree._Element, hosts: PortalHosts, size: int) -> bool:
    """Return True if each item of a list of ``size`` has a link, and all links lead to other sites;
    one that names the page's own site shares the page."""
    items = element.findall("li")
    if len(items) < 2 or size < MIN_MEAN_ITEM * len(items):
        return False
    addresses = [[link.get("href", "").strip() for link in item.iter("a")] for item in items]
    return all(addresses) and all(
        host_of(address)
        and not hosts.belongs(address)
        and not any(name in address for name in hosts.names)
        for inside in addresses
        for address in inside
    )
