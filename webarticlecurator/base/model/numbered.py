"""``numbered``: first, first + step … up to last; or each value of ``pages``, whatever the other
pages list.
"""

from __future__ import annotations

import re

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.pagination import (
    Mode,
    NextPage,
    PageCounts,
    name_no_last_page,
    parse_page_values,
)
from webarticlecurator.base.model.portal import Pagination

_NUMBER = re.compile("-?[0-9]{1,18}")


def count_pages(pagination: Pagination) -> int | None:
    """Return the maximum number of pages, or None where only the walk can tell."""
    if pagination.pages:
        return parse_page_values(pagination.pages).count
    return None if pagination.last is None else len(_page_numbers(pagination, pagination.last))


def page_at(pagination: Pagination, index: int) -> str:
    """Return the page value at ``index`` (from 0)."""
    if pagination.pages:
        return parse_page_values(pagination.pages).at(index)
    return str(pagination.first + index * pagination.step)


def _page_numbers(pagination: Pagination, last: int) -> range:
    return range(pagination.first, last + (1 if pagination.step > 0 else -1), pagination.step)


def count_pages_from(pagination: Pagination, page: str) -> int:
    """Return the number of pages from ``page`` on, where the portal file names the last one.

    A page that is none of them counts as the first.
    """
    if pagination.pages:
        values = parse_page_values(pagination.pages)
        return values.count - (values.place(page) or 0)
    numbers = _page_numbers(pagination, pagination.last or pagination.first)
    is_known = bool(_NUMBER.fullmatch(page)) and int(page) in numbers
    return len(numbers) - (numbers.index(int(page)) if is_known else 0)


def has_page(pagination: Pagination, page: str) -> bool:
    """Return True if ``page`` is a page value of this pagination."""
    if pagination.pages:
        return parse_page_values(pagination.pages).place(page) is not None
    if not _NUMBER.fullmatch(page):
        return False
    if pagination.last is not None and int(page) not in _page_numbers(pagination, pagination.last):
        return False

    steps, rest = divmod(int(page) - pagination.first, pagination.step)
    return steps >= 0 and rest == 0


def is_beyond_last(pagination: Pagination, page: str) -> bool:
    """Return True if ``page`` would be a page value without ``last``, and comes after it."""
    if pagination.last is None or pagination.pages:
        return False
    return has_page(replace(pagination, last=None), page) and not has_page(pagination, page)


def first_page(pagination: Pagination) -> str:
    """Return the first page value."""
    return page_at(pagination, 0)


def next_page(pagination: Pagination, page: str, _linked: str | None) -> NextPage:
    """Return the page value after ``page``, or the stop reason ``last-page``."""
    if pagination.pages:
        values = parse_page_values(pagination.pages)
        place = values.place(page)
        if place is None or place + 1 == values.count:
            return NextPage(stop_reason="last-page")
        return NextPage(page=values.at(place + 1))

    if not _NUMBER.fullmatch(page):
        return NextPage(stop_reason="last-page")
    number = int(page) + pagination.step
    if pagination.last is not None and number not in _page_numbers(pagination, pagination.last):
        return NextPage(stop_reason="last-page")
    return NextPage(page=str(number))


NUMBERED = Mode(
    "numbered",
    "page by number, up to `last`; or each of `pages`",
    first_page,
    next_page,
    count_pages,
    reads=("first", "step", "last", "first_url", "pages"),
    needs_page_field=True,
    names_last_page=lambda pagination: bool(pagination.pages) or pagination.last is not None,
    is_numbered=True,
    passes_empty_first=True,
)


# ``infinite-scroll``: numbers up to the first page without links.
INFINITE_SCROLL: Mode = replace(
    NUMBERED,
    name="infinite-scroll",
    meaning="page by number, up to the first page without links",
    reads=("first", "step", "first_url"),
    names_last_page=name_no_last_page,
    passes_empty_first=False,
)


# ``expanding``: numbers up to the first page without links, in an archive that grows at its top
# during the walk.
#
# An article of page 7 may have moved to page 9 when page 8 is requested. So pages without new links
# do not mean the end: ending after two of them, as in the other modes, would lose everything
# behind.
#
# They cannot go on forever either. Where the archive lists each article once, the links of a walk
# fill as many pages as they were read from, and while the walk passes them again the archive may
# grow once more. So the walk ends when the consecutive pages without new links are more than twice
# the pages with new links.
#
# A portal that answers every number past the end with the same page is recognized by its repeated
# links. Both limits are at least twenty pages, because archives also grow in bursts.
PATIENCE = 20
"""Consecutive pages without new links that the walk tolerates in any case."""


def is_exhausted(counts: PageCounts) -> bool:
    """Return True if the walk repeats the same page, or pages that it has listed before."""
    if counts.identical_in_a_row >= PATIENCE:
        return True
    return counts.pages_without_new > max(PATIENCE, 2 * counts.pages_with_new)


EXPANDING: Mode = replace(
    INFINITE_SCROLL,
    name="expanding",
    meaning="the same in an archive that grows while it is walked",
    is_exhausted=is_exhausted,
)
