"""The modes of pagination: how the pages of one window follow each other, a row for each.

A new mode is a row and a place in ``MODES``. The check of the portal file, its schema, the
reference, the plan and the walk follow from the row.
"""

from __future__ import annotations

import re

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.pagination import (
    BROWSER_LIST,
    NEXT_LINK,
    NONE,
    Mode,
    PageCounts,
    parse_page_values,
)
from webarticlecurator.base.portal.portal import Pagination

_NUMBER = re.compile("-?[0-9]{1,18}")


def count_pages(pagination: Pagination) -> int | None:
    """Return the maximum number of pages, or None where only the walk can tell."""
    if pagination.pages:
        return parse_page_values(pagination.pages).count
    if pagination.last is None:
        return None
    return (pagination.last - pagination.first) // pagination.step + 1


def page_at(pagination: Pagination, place: int) -> str:
    """Return the page value at a place, counted from 0."""
    if pagination.pages:
        return parse_page_values(pagination.pages).at(place)
    return str(pagination.first + place * pagination.step)


def find_page_place(pagination: Pagination, page: str) -> int | None:
    """Return the place of a page value, also of a number after ``last``; None for another text."""
    if pagination.pages:
        return parse_page_values(pagination.pages).place(page)
    if not _NUMBER.fullmatch(page):
        return None
    steps, rest = divmod(int(page) - pagination.first, pagination.step)
    return steps if steps >= 0 and rest == 0 else None


NUMBERED = Mode(
    "numbered",
    "page by number, up to `last`; or each of `pages`",
    page_at,
    count_pages,
    find_page_place,
    reads=("first", "step", "last", "first_url", "pages"),
    passes_empty_first=True,
)


# ``infinite-scroll``: numbers up to the first page without links.
INFINITE_SCROLL: Mode = replace(
    NUMBERED,
    name="infinite-scroll",
    meaning="page by number, up to the first page without links",
    reads=("first", "step", "first_url"),
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

MODES: dict[str, Mode] = {
    row.name: row
    for row in (
        NONE,
        NEXT_LINK,
        NUMBERED,
        INFINITE_SCROLL,
        EXPANDING,
        BROWSER_LIST,
    )
}
"""Value of ``pagination.mode`` → its row."""


def mode_of(pagination: Pagination) -> Mode:
    """Return the row of the mode of a pagination."""
    return MODES[pagination.mode]
