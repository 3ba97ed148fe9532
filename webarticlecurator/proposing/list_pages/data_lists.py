"""Lists that a script loads: the addresses of data in a page, and the list of articles in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from lxml import etree

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.hosts import is_same_site
from webarticlecurator.base.portal.rule import Filter, Rule
from webarticlecurator.base.proposal.proposal import DataProposal
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.rules.data_addresses import FILE
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.proposing.list_pages.json_places import (
    list_objects,
    quote_name,
    walk_objects,
)
from webarticlecurator.proposing.list_pages.link_groups import (
    select_addresses,
    write_address_pattern,
)
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules

# What a list of articles in JSON is, and how many of the addresses of data are asked for it.
MAX_ADDRESSES = 6
MIN_ARTICLES = 3
MAX_DIGITS = 7
"""Digits of an offset."""
_MIN_SHARE = 0.8
"""Share of the items of a list that must have an address, each its own."""
_MAX_DEPTH = 4
"""Objects in each other in which a list may be, but for the outer one; two more in the state of a
script."""
_IN_QUOTES = re.compile(r"""["'`]((?:https?:)?/{1,2}[^"'`\s<>\\{}]{2,300})["'`]""")
_OF_DATA = re.compile(
    r"/api\b|/ajax|/wp-json/|\.json\b|\bjson\b|/load|[?&](?:page|p|offset)=", re.I
)
_ADDRESS_NAMES = ("url", "link", "href", "permalink", "canonical", "path", "uri")
_OTHER_NAMES = re.compile(r"image|img|thumb|avatar|author|category|tag|feed|comment|logo|src", re.I)
_NEXT_NAME = re.compile(r"next|older|more|after", re.IGNORECASE)


def has_scripts(page: Page) -> bool:
    """Return True if scripts of the page may load more of it."""
    return bool(page.elements.with_tag("script"))


def find_script_addresses(page: Page) -> tuple[str, ...]:
    """Return the addresses of the script files of the same site, in the order of the page."""
    return _resolve_same_site(
        page, filter(None, (script.get("src") or "" for script in page.root.iter("script")))
    )


def find_data_addresses(page: Page, script: str = "") -> tuple[str, ...]:
    """Return addresses of the same site that look like those of data, in the scripts and
    attributes of a page, or in a ``script`` that it loads. One that ends in ``=`` lacks a number.
    """
    texts = [script] if script else []
    for element in page.root.iter(etree.Element) if not script else ():
        if element.tag == "script":
            texts.append(element.text or "")
        else:
            data = (value for name, value in element.items() if str(name).startswith("data-"))
            texts += (f'"{value}"' for value in data)
    return find_quoted_addresses(page, texts, _OF_DATA)[:MAX_ADDRESSES]


def find_quoted_addresses(
    page: Page, texts: Iterable[str], form: re.Pattern[str] | None = None
) -> tuple[str, ...]:
    """Return the addresses of the same site in quotes in texts of scripts, but those of files; of a
    form, if it is given."""
    found = (
        match[1]
        for text in texts
        for match in _IN_QUOTES.finditer(text.replace("\\/", "/"))
        if (form is None or form.search(match[1])) and not FILE.search(match[1])
    )
    return _resolve_same_site(page, found)


def list_counted_addresses(page: Page) -> Iterator[tuple[str, str, int]]:
    """Yield the addresses of data that an element has in parts, an address and the name and value
    of a number: each with the template with ``{page}``, and the number."""
    for element in page.root.iter(etree.Element):
        data = {
            str(name)[5:]: str(value)
            for name, value in element.items()
            if str(name).startswith("data-")
        }
        addresses = [each for each in data.values() if each.startswith(("/", "http", "?"))]
        for url in _resolve_same_site(page, iter(addresses[:1])):
            for name, value in data.items():
                if value.isdecimal() and len(value) < MAX_DIGITS:
                    template = write_page_template(url, name)
                    yield template.replace("{page}", value), template, int(value)


def write_page_template(url: str, name: str) -> str:
    """Return an address with one more parameter, whose value is ``{page}``."""
    return f"{url}{'&' if '?' in url else '?'}{name}={{page}}"


def _resolve_same_site(page: Page, addresses: Iterator[str]) -> tuple[str, ...]:
    resolved = []
    for address in addresses:
        with suppress(NotAnAddress):
            resolved.append(resolve(page.base, address))
    return tuple(dict.fromkeys(url for url in resolved if is_same_site(page.url, url)))


def propose_data_list(page: Page) -> DataProposal | None:
    """Return the longest list of articles in a page that is JSON, None if it has none; with the
    rule for the address of the next answer, where that is in it."""
    lists = [*_find_lists(page, page.json, _MAX_DEPTH)]
    best = max(lists, key=lambda found: len(found.links), default=None)
    following = _find_next_answer(page)
    return replace(best, next=following) if best is not None and following else best


def propose_state_list(page: Page) -> DataProposal | None:
    """Return the longest list of articles in the data that a script of a page holds, by a regex for
    the name of their addresses; None without one, or if the regex finds other addresses, too."""
    best: tuple[str, DataProposal] | None = None
    for script in page.root.iter("script"):
        if not (script.get("type") or "").endswith("json") or "ld+" in (script.get("type") or ""):
            continue
        with suppress(ValueError):
            for found in _find_lists(page, json.loads(script.text or ""), _MAX_DEPTH + 2):
                name = found.rule.expression.rpartition(".")[2]
                if found.rule.html is None and (
                    best is None or len(found.links) > len(best[1].links)
                ):
                    best = name, found
    if best is None:
        return None
    rule = Rule(kind="regex", expression=f'"{re.escape(best[0])}": ?"([^"]+)"')
    forms = {write_address_pattern(url) for url in best[1].links}
    for each in (rule, replace(rule, include=Filter(("|".join(sorted(forms)),)))):
        if {*select_addresses(each, page)} == {*map(normalize_address, best[1].links)}:
            return replace(best[1], url=page.url, rule=each)
    return None


def _find_next_answer(page: Page) -> Rule | None:
    """Return the rule for an address in data that is their own but for its query: that of the next
    answer. A name that says so decides between several."""
    found = (
        {
            name: value
            for name, value in page.json.items()
            if isinstance(value, str) and value.partition("?")[0] and _is_own_query(page, value)
        }
        if isinstance(page.json, dict)
        else {}
    )
    names = sorted(found, key=lambda name: (not _NEXT_NAME.search(name), name))
    return Rule(kind="json", expression=quote_name(names[0])) if names else None


def _is_own_query(page: Page, value: str) -> bool:
    with suppress(NotAnAddress):
        url = resolve(page.base, value)
        is_own = url.partition("?")[0] == page.url.partition("?")[0]
        return is_own and normalize_address(url) != normalize_address(page.url)
    return False


def _find_lists(page: Page, value: Any, deepest: int) -> Iterator[DataProposal]:
    for path, inner in walk_objects(value, deepest):
        if isinstance(inner, str) and path and "<a " in inner:
            yield from _list_links_in(page, inner, path)
        elif items := list_objects(inner, MIN_ARTICLES):
            yield from _lists_of(page, items, f"{path}[]")


def _list_links_in(page: Page, value: str, path: str) -> Iterator[DataProposal]:
    """Yield the best list of links in a value that is markup."""
    markup = f"<html><body>{value}</body></html>"
    part = read_page(page.url, markup.encode(), "text/html; charset=utf-8")
    for each in propose_link_rules([part])[:1]:
        css = each.css if not each.css.startswith("body") else "a"
        rule = Rule(kind="json", expression=path, html=Rule(kind="css", expression=css))
        if {*select_addresses(rule, page)} >= {*each.links}:
            yield DataProposal(page.url, rule, each.links)


def _lists_of(page: Page, items: list[dict[str, Any]], path: str) -> Iterator[DataProposal]:
    """Yield the best list of addresses among the values of items."""
    by_name: dict[tuple[str, ...], list[str]] = {}
    for item in items:
        for name, value in _list_values(item):
            addresses = by_name.setdefault(name, [])
            if isinstance(value, str) and value.startswith(("http://", "https://", "/")):
                addresses.append(value)
    found = []
    for name, values in by_name.items():
        links = _resolve_same_site(page, (value for value in values if not FILE.search(value)))
        # Pictures and authors have addresses, too, but an article has its own: each item another
        # one.
        if len(links) >= max(MIN_ARTICLES, _MIN_SHARE * len(items)):
            expression = ".".join(map(quote_name, name))
            rank = _rank_name(name[-1])
            rule = Rule(kind="json", expression=f"{path}.{expression}")
            found.append((rank, len(name), DataProposal(page.url, rule, links)))
    if found:
        yield min(found, key=lambda each: each[:2])[2]


def _list_values(item: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in item.items():
        if isinstance(value, dict):
            yield from (((name, inner), below) for inner, below in value.items())
        else:
            yield (name,), value


def _rank_name(name: str) -> int:
    """Return the rank of a name: the usual names of addresses first, those of other things last."""
    if name.lower() in _ADDRESS_NAMES:
        return _ADDRESS_NAMES.index(name.lower())
    return len(_ADDRESS_NAMES) + bool(_OTHER_NAMES.search(name))
