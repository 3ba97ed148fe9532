"""Addresses of stored pages of one list: which they are, and their template."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from webarticlecurator.archive.discovery.archive_addresses import find_dated_address
from webarticlecurator.archive.discovery.paging import find_page_template

_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class ListAddress:
    """A template for ``archive.url``: with ``{page}``, date fields or none. ``fits`` of the known
    addresses of the list are of its form. With dates, ``first_day`` is the first of them, and
    ``step`` the window; ``first_page`` is the lowest page number among them."""

    template: str
    fits: int
    first_day: date | None = None
    step: str = ""
    first_page: int | None = None


def find_address_shape(url: str) -> str:
    """Return the address with ``#`` for each number after its host: pages of one list mostly differ
    in numbers only."""
    start = _after_host(url)
    return url[:start] + _DIGITS.sub("#", url[start:])


def find_common_beginning(url: str) -> str:
    """Return the address up to its first number, which others of the list have, too."""
    start = _after_host(url)
    number = _DIGITS.search(url, start)
    return url[: number.start()] if number else url


def propose_list_addresses(url: str, addresses: Sequence[str]) -> tuple[ListAddress, ...]:
    """Return templates for the list that the page at ``url`` is of, the best first; the last one is
    the address itself. ``addresses`` are those of other stored pages."""
    shape = find_address_shape(url)
    alike = sorted({url, *(each for each in addresses if find_address_shape(each) == shape)})
    found = [_propose_dated(url, alike), _propose_numbered(url, alike)]
    literal = url.replace("{", "%7B").replace("}", "%7D")
    return (*(each for each in found if each is not None), ListAddress(literal, 1))


def _propose_dated(url: str, alike: Sequence[str]) -> ListAddress | None:
    dated = find_dated_address(url)
    if dated is None:
        return None
    same = [
        other.day
        for each in alike
        if (other := find_dated_address(each)) is not None and other.template == dated.template
    ]
    return ListAddress(dated.template, len(same), min(same), dated.step)


def _propose_numbered(url: str, alike: Sequence[str]) -> ListAddress | None:
    """Return the template with ``{page}`` for the only number in which the addresses differ."""
    start = _after_host(url)
    numbers = [_DIGITS.findall(each, start) for each in alike]
    places = [n for n in range(len(numbers[0])) if len({each[n] for each in numbers}) > 1]
    if not places:
        template = find_page_template(url)
        return ListAddress(template, 1, first_page=None) if template else None
    if len(places) > 1:
        return None
    (place,) = places
    match = list(_DIGITS.finditer(url, start))[place]
    template = f"{url[: match.start()]}{{page}}{url[match.end() :]}"
    return ListAddress(template, len(alike), first_page=min(int(each[place]) for each in numbers))


def _after_host(url: str) -> int:
    return len("://".join(urlsplit(url)[:2]))
