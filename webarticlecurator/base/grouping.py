"""Values by their keys, in the order in which they come; and some of many values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


def group_values(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """Return the values of each key."""
    groups: dict[Key, list[Item]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def first_values(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, Item]:
    """Return the first value of each key."""
    first: dict[Key, Item] = {}
    for key, value in pairs:
        first.setdefault(key, value)
    return first


def choose_spread(items: Sequence[Item], most: int) -> list[Item]:
    """Return some of the items from all parts, the first and the last among them."""
    if len(items) <= most:
        return [*items]
    return [items[round(n * (len(items) - 1) / max(1, most - 1))] for n in range(most)]
