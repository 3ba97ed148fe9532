"""Every address that a page links, whether a rule selects it or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve

_ATTRIBUTES = ("href", "data-href", "data-url", "data-link")
_ADDRESS_STARTS = ("http://", "https://", "/")


def find_linked_addresses(page: Page) -> tuple[str, ...]:
    """Return the absolute addresses that a page links, each once and without fragment.

    On a page that is JSON, these are the texts that begin as an address does, and the links of the
    HTML in its texts.
    """
    found: dict[str, None] = {}
    raw = _list_values(page.json, page) if page.json is not None else _list_attributes(page)
    for address in raw:
        try:
            found[normalize_address(resolve(page.base, address))] = None
        except NotAnAddress:
            continue
    return tuple(found)


def _list_attributes(page: Page) -> Iterator[str]:
    for element in page.root.iter():
        for name in _ATTRIBUTES:
            value = element.get(name)
            if value is not None:
                yield value


def _list_values(value: Any, page: Page) -> Iterator[str]:
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and value.startswith(_ADDRESS_STARTS):
            yield value
        elif isinstance(value, str) and "href" in value:
            yield from _list_attributes(page.inner(value))
