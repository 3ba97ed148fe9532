"""Groups of sibling links on a page, and a rule for each: the letters, days, months, topics or
issues of an archive, among the menus and the articles.

Siblings stand in the same place in the structure of the page, and their addresses have one form.
The options of a form that asks by GET, or whose values are addresses, are such a group, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.portal.rule import Filter, Rule
from webarticlecurator.crawling.archive.link_anchors import (
    Anchor,
    find_anchors,
    find_article_addresses,
)
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.class_tokens import is_in_navigation
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.data_addresses import find_data_address
from webarticlecurator.pages.rules.results import select_links
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address
from webarticlecurator.proposing.list_pages.link_rules import group_links, list_link_selectors

MIN_MEMBERS = 3
MIN_DATED = 2
"""Links of a group; and of one of years or months."""
MAX_RULES = 40
"""Selectors of a group that are tried."""
_DIGITS, _YEAR = re.compile(r"\d+"), re.compile(r"(?:19|20)\d\d")
_NUMBERED = re.compile(r"/\d+(?:[.,_–-]\d+)*/?$")
"""The end of an address that is a number, or those of a range: ``21-40``."""
_LINK_TAG = re.compile(r"a\b")


@dataclass(frozen=True)
class LinkGroup:
    """Sibling links: the ``rule`` that selects them, their ``addresses`` in order.
    ``are_articles``: they look like articles; ``is_aside``: they do, or stand in a menu."""

    rule: Rule
    addresses: tuple[str, ...]
    is_aside: bool = False
    are_articles: bool = False


def list_link_groups(
    pages: Sequence[Page], without: Collection[str] = frozenset()
) -> list[LinkGroup]:
    """Return the groups of links on pages of one kind, the likeliest first, without the addresses
    ``without``: the largest ones, those of menus and articles last. The only link of a place is a
    group if it is that of a year, as on the page of a portal that began in this one."""
    places: dict[tuple[str, str], list[Anchor]] = {}
    articles: set[str] = set()
    for page in pages:
        anchors = find_anchors(page)
        articles |= find_article_addresses(anchors)
        for anchor in anchors:
            if anchor.address not in without:
                place = "/".join(str(each.tag) for each in anchor.element.iterancestors())
                form = write_address_pattern(anchor.address)
                places.setdefault((place, form), []).append(anchor)
    found = []
    for (_, form), anchors_here in places.items():
        urls = tuple(dict.fromkeys(anchor.address for anchor in anchors_here))
        are_numbered = all(map(_NUMBERED.search, urls))
        if len(urls) < _least(urls) and not _is_window(anchors_here):
            continue
        is_titled = 2 * len(articles.intersection(urls)) > len(urls)
        are_articles = is_titled and not are_numbered
        in_menu = all(is_in_navigation(each.element) for each in anchors_here)
        rule = _find_rule(anchors_here, {*urls}, form, pages, without)
        found.append(LinkGroup(rule, urls, in_menu or are_articles, are_articles))
    options = list_option_groups(pages[0]) if len(pages) == 1 else ()
    found += (each for each in options if len(each.addresses) >= _least(each.addresses))
    return sorted(found, key=lambda each: (each.is_aside, -len(each.addresses)))


def _least(urls: Sequence[str]) -> int:
    """Return how many links make a group."""
    are_windows = all(_NUMBERED.search(url) or find_dated_address(url) for url in urls)
    return MIN_DATED if are_windows else MIN_MEMBERS


def write_address_pattern(url: str) -> str:
    """Return a regex for addresses with the same folders, with any numbers and any last part."""
    head, _, path = url.partition("://")[2].partition("/")
    path, mark, _ = path.partition("?")
    folders = path.split("/")
    last = max((place for place, each in enumerate(folders) if each), default=0)
    words = [
        "[0-9]+"
        if each.isdigit()
        else "[^/?]+"
        if place == last and not mark
        else _DIGITS.sub("[0-9]+", re.escape(each))
        for place, each in enumerate(folders)
    ]
    names = "&".join(f"{re.escape(name)}=[^&]*" for name, _ in parse_qsl(urlsplit(url).query, True))
    form = f"^https?://{re.escape(head)}/{'/'.join(words)}" + (rf"\?{names}" if mark else "")
    return f"{form}$".replace(r"\-", "-")


def _is_window(anchors: Sequence[Anchor]) -> bool:
    """Return True for a single link to a year, or to a month or day by the date in its address."""
    address, text = anchors[0].address, anchors[0].text.strip()
    is_year = _YEAR.fullmatch(text) is not None and _DIGITS.findall(address)[-1:] == [text]
    return len(anchors) == 1 and (is_year or find_dated_address(address) is not None)


def select_addresses(rule: Rule, page: Page) -> list[str]:
    """Return the distinct addresses that a rule selects on a page, in order."""
    return list(dict.fromkeys(normalize_address(url) for url in select_links((rule,), page)))


def _find_rule(
    anchors: Sequence[Anchor],
    urls: set[str],
    form: str,
    pages: Sequence[Page],
    without: Collection[str],
) -> Rule:
    """Return a rule for the links of a group: a selector that selects them and no others on all
    pages, else the form of their addresses."""
    groups = group_links(anchors)
    votes = Counter(css for each in anchors for css in {*list_link_selectors(each, groups)})
    # a name says what it selects; tags from the top of the page down say it better than one tag;
    # an element around a single link may have several elsewhere, of which the first would be taken
    is_single = len(urls) <= len(pages)
    ranked = {
        css: 2 * css.startswith("main ")
        + css.startswith("body >")
        + 4 * (is_single and _LINK_TAG.match(css.split(" ")[-1]) is None)
        for css in votes
    }
    shared = sorted(votes, key=lambda css: (-votes[css], ranked[css], len(css), css))
    for css in shared[:MAX_RULES]:
        rule = Rule(kind="css", expression=css)
        selected = {url for page in pages for url in select_addresses(rule, page)}
        if selected == urls or (len(pages) > 1 and urls <= selected <= {*urls, *without}):
            return rule
    return Rule(kind="css", expression="a", include=Filter((form,)))


def list_option_groups(page: Page) -> Iterator[LinkGroup]:
    """Yield what the options of selects lead to: by a form that asks by GET, or by values that are
    addresses."""
    for select in page.root.iter("select"):
        values = [each.get("value") or "" for each in select.iter("option")]
        values = [each for each in values if each]
        css = _select_options(select, page)
        if not values or not css:
            continue
        if all("/" in each for each in values):
            rule = Rule(kind="css", expression=css, attr="value")
        else:
            template = _write_query(select, page)
            if not template or any(quote(each) != each for each in values):
                continue
            rule = Rule(kind="css", expression=css, attr="value", template=template)
        yield LinkGroup(rule, tuple(select_addresses(rule, page)))


def has_sending_form(page: Page) -> bool:
    """Return True if a form sends by POST which of several options is chosen."""
    forms = (
        each for each in page.root.iter("form") if (each.get("method") or "").lower() == "post"
    )
    selects = (select for form in forms for select in form.iter("select"))
    return any(len([*each.iter("option")]) >= MIN_MEMBERS for each in selects)


def hides_links(page: Page) -> bool:
    """Return True if several links lead to one address, and each has one of its own that a script
    puts in place when a person moves the pointer: the portal gives programs no links on purpose."""
    hidden = group_values(
        (link.get("href"), found[1])
        for link in page.root.iter("a")
        if (link.get("href") or "#")[:1] not in "#j" and (found := find_data_address(link, page))
    )
    return any(len({*addresses}) >= MIN_MEMBERS for addresses in hidden.values())


def _select_options(select: etree._Element, page: Page) -> str:
    """Return a selector of the options of a select that have a value; "" without one."""
    name = select.get("name") or ""
    own = f"select[name={name}]" if re.fullmatch(r"[A-Za-z_][\w-]*", name) else "select"
    is_only = len(page.root.cssselect(own)) == 1
    return f"{own} option[value]:not([value=''])" if is_only else ""


def _write_query(select: etree._Element, page: Page) -> str:
    """Return the address that a form requests by GET, with ``{}`` for the value of a select; "" for
    any other form."""
    form = next(select.iterancestors("form"), None)
    name = select.get("name") or ""
    if form is None or not name or (form.get("method") or "get").lower() != "get":
        return ""
    hidden = [
        (each.get("name") or "", each.get("value") or "")
        for each in form.iter("input")
        if each.get("type") == "hidden" and each.get("name")
    ]
    start = urljoin(page.base, form.get("action") or page.url).partition("?")[0]
    query = "&".join(filter(None, (urlencode(hidden), f"{quote(name)}={{}}")))
    return f"{start}?{query}"
