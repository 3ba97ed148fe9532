"""The addresses of archive pages: what in one is the day or the number of the page, which pages of
a list there are, and how one page leads to the next: by a link with a telling class or text, or by
page numbers among its links.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.proposal.proposal import DatedAddress
from webarticlecurator.proposing.list_pages.archive_addresses import (
    after_host,
    find_dated_address,
    find_paged_window,
)
from webarticlecurator.proposing.list_pages.next_pages import (
    NUMBER_IN_ADDRESS,
    find_page_template,
)

_NAME = "[a-z][a-z_-]*"
"""Names of columns in addresses; one with more words would be a headline."""
_COLUMN = re.compile(rf"(?<=/){_NAME}(?=/)")


@dataclass(frozen=True)
class ListAddress:
    """A template for ``archive.url``: with ``{page}``, date fields or none. ``fits`` of the known
    addresses of the list are of its form. With dates, ``first_day`` is the first of them, and
    ``step`` the window; ``first_page`` is the lowest page number among them. With ``{column}``,
    ``columns`` are the names that known addresses have in its place."""

    template: str
    fits: int
    first_day: date | None = None
    step: str = ""
    first_page: int | None = None
    columns: tuple[str, ...] = ()


def find_address_shape(url: str) -> str:
    """Return the address with ``#`` for each number after its host: pages of one list mostly differ
    in numbers only."""
    start = after_host(url)
    return url[:start] + NUMBER_IN_ADDRESS.sub("#", url[start:])


def find_common_beginning(url: str) -> str:
    """Return the address up to its first number, which others of the list have, too."""
    number = NUMBER_IN_ADDRESS.search(url, after_host(url))
    return url[: number.start()] if number else url


def propose_list_addresses(url: str, addresses: Sequence[str]) -> tuple[ListAddress, ...]:
    """Return templates for the list that the page at ``url`` is of, those of most addresses first;
    the last one is the address itself. ``addresses`` are those of other stored pages."""
    shape = find_address_shape(url)
    alike = sorted({url, *(each for each in addresses if find_address_shape(each) == shape)})
    found = [
        _propose_dated(url, alike),
        _propose_columns(url, addresses),
        _propose_numbered(url, alike),
    ]
    known = sorted((each for each in found if each is not None), key=lambda each: -each.fits)
    return (*known, ListAddress(url.replace("{", "%7B").replace("}", "%7D"), 1))


def _propose_dated(url: str, alike: Sequence[str]) -> ListAddress | None:
    """Return the template with date fields, and with ``{page}`` for a page number behind them."""
    dated, _ = _find_window(url)
    if dated is None:
        return None
    same = [
        (other.day, page)
        for other, page in map(_find_window, alike)
        if other is not None and other.template == dated.template
    ]
    pages = [page for _, page in same if page is not None]
    first_day = min(day for day, _ in same)
    return ListAddress(
        dated.template, len(same), first_day, dated.step, first_page=min(pages, default=None)
    )


def _find_window(url: str) -> tuple[DatedAddress | None, int | None]:
    """Return the address with date fields and ``{page}``, and its page number, as far as it has
    them."""
    return find_paged_window(url) or (find_dated_address(url), None)


def _propose_columns(url: str, addresses: Sequence[str]) -> ListAddress | None:
    """Return the template with ``{column}`` for a word of the path in place of which other
    addresses of the same form have others, with date fields or ``{page}`` for what is behind it."""
    start = after_host(url)
    for word in _COLUMN.finditer(url[start:].partition("?")[0]):
        before, end = url[: start + word.start()], start + word.end()
        behind = NUMBER_IN_ADDRESS.sub(r"\\d+", re.escape(url[end:]))
        form = re.compile(f"{re.escape(before)}({_NAME})({behind})")
        found = [match for match in map(form.fullmatch, {url, *addresses}) if match]
        names = tuple(sorted({match[1] for match in found}))
        after = _find_field(url, end)
        if len(names) > 1 and after:
            dated, _ = _find_window(url)
            days = (_find_window(match[0])[0] for match in found) if dated else ()
            return ListAddress(
                f"{before}{{column}}{after}",
                len(found),
                min((day.day for day in days if day is not None), default=None),
                dated.step if dated else "",
                columns=names,
            )
    return None


def _find_field(url: str, end: int) -> str:
    """Return what is behind a place of an address, with date fields, or with ``{page}`` for its
    only number; "" if it has several numbers."""
    dated, _ = _find_window(url)
    if dated is not None:
        return dated.template[end:] if dated.template.startswith(url[:end]) else ""
    rest, numbers = NUMBER_IN_ADDRESS.subn("{page}", url[end:])
    return rest if numbers < 2 else ""


def _propose_numbered(url: str, alike: Sequence[str]) -> ListAddress | None:
    """Return the template with ``{page}`` for the only number in which the addresses differ."""
    start = after_host(url)
    numbers = [NUMBER_IN_ADDRESS.findall(each, start) for each in alike]
    places = [n for n in range(len(numbers[0])) if len({each[n] for each in numbers}) > 1]
    if not places:
        template = find_page_template(url)
        return ListAddress(template, 1, first_page=None) if template else None
    if len(places) > 1:
        return None
    (place,) = places
    match = list(NUMBER_IN_ADDRESS.finditer(url, start))[place]
    template = f"{url[: match.start()]}{{page}}{url[match.end() :]}"
    return ListAddress(template, len(alike), first_page=min(int(each[place]) for each in numbers))
