"""Values by their keys, in the order in which they come."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
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
