"""``numbered``: first, first + step … up to last; or the values of ``pages``, all of them, whatever the others give."""

from __future__ import annotations

import re
from functools import lru_cache

from webarticlecurator.archive.modes.turn import Mode, Turn
from webarticlecurator.archive.state import PageRead
from webarticlecurator.model.portal import Pagination

_RANGE = re.compile(r"(\d+)\s*[-–]\s*(\d+)")


@lru_cache(maxsize=256)
def page_values(pages: tuple[str, ...]) -> tuple[str, ...]:
    """``pages`` written out: ``"7-9"`` is 7, 8, 9 (``"08-10"`` keeps its zeros; ``"9-7"`` runs down); repeats are dropped."""
    values: dict[str, None] = {}
    for text in pages:
        bounds = _RANGE.fullmatch(text)
        values.update(dict.fromkeys(_range(bounds[1], bounds[2]) if bounds else (text,)))
    return tuple(values)


def _range(low: str, high: str) -> tuple[str, ...]:
    width = len(low) if low.startswith("0") else 0
    start, end = int(low), int(high)
    step = 1 if start <= end else -1
    return tuple(str(n).zfill(width) for n in range(start, end + step, step))


def page_count(pagination: Pagination) -> int | None:
    """How many pages there are at most, or None where only the walk can tell."""
    if pagination.pages:
        return len(page_values(pagination.pages))
    return None if pagination.last is None else len(_numbers(pagination, pagination.last))


def nth(pagination: Pagination, index: int) -> str:
    """The page value at ``index`` (from 0)."""
    if pagination.pages:
        return page_values(pagination.pages)[index]
    return str(pagination.first + index * pagination.step)


def _numbers(pagination: Pagination, last: int) -> range:
    return range(pagination.first, last + (1 if pagination.step > 0 else -1), pagination.step)


def first(pagination: Pagination) -> str:
    return nth(pagination, 0)


def turn(pagination: Pagination, page: str, _read: PageRead) -> Turn:
    if pagination.pages:
        values = page_values(pagination.pages)
        index = values.index(page) + 1 if page in values else len(values)
        return Turn(page=values[index]) if index < len(values) else Turn(ended="last-page")
    if not page.lstrip("-").isdecimal():
        return Turn(ended="last-page")
    number = int(page) + pagination.step
    if pagination.last is not None and number not in _numbers(pagination, pagination.last):
        return Turn(ended="last-page")
    return Turn(page=str(number))


MODE = Mode(first, turn, counted=True)
