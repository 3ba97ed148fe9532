"""The numbers in the addresses of pages of a list: which of two pages comes later."""

from __future__ import annotations

from webarticlecurator.proposing.list_pages.next_pages import NUMBER_IN_ADDRESS
from webarticlecurator.proposing.list_pages.paging import find_address_shape


def list_numbers(url: str) -> list[int]:
    """Return the numbers in the path and the query of an address."""
    return [
        int(number)
        for number in NUMBER_IN_ADDRESS.findall(url.partition("://")[2].partition("/")[2])
    ]


def compare_numbers(url: str, target: str) -> int:
    """Return 1 or -1 if two addresses of one form have one number that differs, the larger one
    second or first; else 0."""
    if find_address_shape(url) != find_address_shape(target):
        return 0
    pairs = zip(list_numbers(url), list_numbers(target), strict=True)
    changed = [there - here for here, there in pairs if here != there]
    return (1 if changed[0] > 0 else -1) if len(changed) == 1 else 0
