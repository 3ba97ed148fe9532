"""Lists that a script loads: the addresses of data in a page, and the list of articles in JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from lxml import etree

from webarticlecurator.base.model.hosts import is_same_site
from webarticlecurator.base.model.proposal import DataProposal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve

# What a list of articles in JSON is, and how many of the addresses of data are asked for it.
MAX_ADDRESSES = 6
MIN_ARTICLES = 3
_MIN_SHARE = 0.8
"""Share of the items of a list that must have an address, each its own."""
_MAX_DEPTH = 5
_IN_QUOTES = re.compile(r"""["'`]((?:https?:)?/{1,2}[^"'`\s<>\\{}]{2,300})["'`]""")
_OF_DATA = re.compile(
    r"/api\b|/ajax|/wp-json/|\.json\b|\bjson\b|/load|[?&](?:page|p|offset)=", re.I
)
_FILE = re.compile(r"\.(?:js|css|png|jpe?g|gif|svg|webp|ico|woff2?|mp4|pdf)(?:[?#]|$)", re.I)
_ADDRESS_NAMES = ("url", "link", "href", "permalink", "canonical", "path", "uri")
_OTHER_NAMES = re.compile(r"image|img|thumb|avatar|author|category|tag|feed|comment|logo|src", re.I)
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def has_scripts(page: Page) -> bool:
    """Return True if scripts of the page may load more of it."""
    return next(page.root.iter("script"), None) is not None


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
    found = (
        match[1]
        for text in texts
        for match in _IN_QUOTES.finditer(text.replace("\\/", "/"))
        if _OF_DATA.search(match[1]) and not _FILE.search(match[1])
    )
    return _resolve_same_site(page, found)[:MAX_ADDRESSES]


def _resolve_same_site(page: Page, addresses: Iterator[str]) -> tuple[str, ...]:
    resolved = []
    for address in addresses:
        with suppress(NotAnAddress):
            resolved.append(resolve(page.base, address))
    return tuple(dict.fromkeys(url for url in resolved if is_same_site(page.url, url)))


def propose_data_list(page: Page) -> DataProposal | None:
    """Return the longest list of articles in a page that is JSON, None if it has none."""
    lists = [*_find_lists(page, page.json, "", 0)]
    return max(lists, key=lambda found: len(found.links), default=None)


def _find_lists(page: Page, value: Any, path: str, depth: int) -> Iterator[DataProposal]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            below = f"{path}.{_quote_name(name)}" if path else _quote_name(name)
            yield from _find_lists(page, inner, below, depth + 1)
    elif isinstance(value, list):
        items = [item for item in value if isinstance(item, dict)]
        if len(items) >= MIN_ARTICLES:
            yield from _lists_of(page, items, f"{path}[]")


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
        links = _resolve_same_site(page, (value for value in values if not _FILE.search(value)))
        # Pictures and authors have addresses, too, but an article has its own: each item another
        # one.
        if len(links) >= max(MIN_ARTICLES, _MIN_SHARE * len(items)):
            expression = ".".join(map(_quote_name, name))
            rank = _rank_name(name[-1])
            found.append((rank, len(name), DataProposal(page.url, f"{path}.{expression}", links)))
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


def _quote_name(name: str) -> str:
    """Return a name as JMESPath writes it."""
    if _PLAIN_NAME.fullmatch(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
