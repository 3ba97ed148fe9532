"""``numbered``: first, first + step … up to last; or the values of ``pages``, all of them, whatever
the others give."""

from __future__ import annotations

import re

from webarticlecurator.archive.modes.next_page import Mode, NextPage
from webarticlecurator.archive.state import PageRead
from webarticlecurator.model.page_values import parse_page_values
from webarticlecurator.model.portal import Pagination


def page_count(pagination: Pagination) -> int | None:
    """How many pages there are at most, or None where only the walk can tell."""
    if pagination.pages:
        return parse_page_values(pagination.pages).count
    return None if pagination.last is None else len(_numbers(pagination, pagination.last))


def page_at(pagination: Pagination, index: int) -> str:
    """The page value at ``index`` (from 0)."""
    if pagination.pages:
        return parse_page_values(pagination.pages).at(index)
    return str(pagination.first + index * pagination.step)


def _numbers(pagination: Pagination, last: int) -> range:
    return range(pagination.first, last + (1 if pagination.step > 0 else -1), pagination.step)


def has_page(pagination: Pagination, page: str) -> bool:
    """True if ``page`` is a page value of this pagination."""
    if pagination.pages:
        return parse_page_values(pagination.pages).place(page) is not None
    if not re.fullmatch("-?[0-9]{1,18}", page):
        return False
    steps, rest = divmod(int(page) - pagination.first, pagination.step)
    return (
        steps >= 0
        and rest == 0
        and (pagination.last is None or int(page) in _numbers(pagination, pagination.last))
    )


def first(pagination: Pagination) -> str:
    return page_at(pagination, 0)


def turn(pagination: Pagination, page: str, _read: PageRead) -> NextPage:
    if pagination.pages:
        values = parse_page_values(pagination.pages)
        place = values.place(page)
        if place is None or place + 1 == values.count:
            return NextPage(ended="last-page")
        return NextPage(page=values.at(place + 1))
    if not re.fullmatch("-?[0-9]{1,18}", page):
        return NextPage(ended="last-page")
    number = int(page) + pagination.step
    if pagination.last is not None and number not in _numbers(pagination, pagination.last):
        return NextPage(ended="last-page")
    return NextPage(page=str(number))


MODE = Mode(first, turn, counted=True)
