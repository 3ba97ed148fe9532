"""Parameters of tests that are many of a kind: some always, all with ``--long``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations, product
from typing import Any, TypeAlias

import pytest


def one_in(step: int, values: Iterable[Any]) -> list[Any]:
    """Return the values as parameters of one argument; all but each ``step``-th are marked as
    long."""
    return [
        pytest.param(value, marks=[pytest.mark.long] if number % step else [])
        for number, value in enumerate(values)
    ]


def always(chosen: Collection[Any], values: Iterable[Any]) -> list[Any]:
    """Return the values as parameters of one argument; those that are not ``chosen`` are marked as
    long."""
    return [
        pytest.param(value, marks=[] if value in chosen else [pytest.mark.long]) for value in values
    ]


def in_turn(*axes: Collection[Any]) -> list[Any]:
    """Return all combinations of values as parameters of as many arguments. Each value is always
    tried, with the others in turn; combinations beside these are marked as long."""
    longest = max(len(axis) for axis in axes)
    return _combine(axes, {tuple(turn % len(axis) for axis in axes) for turn in range(longest)})


def in_pairs(*axes: Collection[Any]) -> list[Any]:
    """Return all combinations of values as parameters of as many arguments. Each value of an
    argument always meets each one of every other argument; combinations that add no such pair are
    marked as long."""
    rows = _list_places(axes)
    pairs = {row: {*combinations(enumerate(row), 2)} for row in rows}
    missing = set().union(*pairs.values())
    chosen = set[Places]()
    while missing:
        best = max(rows, key=lambda row: len(pairs[row] & missing))
        chosen.add(best)
        missing -= pairs[best]
    return _combine(axes, chosen)


Places: TypeAlias = tuple[int, ...]
"""Of each argument, the place of a value among its values."""


def _list_places(axes: Collection[Collection[Any]]) -> list[Places]:
    return [*product(*(range(len(axis)) for axis in axes))]


def _combine(axes: Collection[Collection[Any]], chosen: Collection[Places]) -> list[Any]:
    """Return all combinations of values as parameters; those that are not ``chosen`` are marked as
    long."""
    values = [[*axis] for axis in axes]
    return [
        pytest.param(
            *(axis[place] for axis, place in zip(values, row, strict=True)),
            marks=[] if row in chosen else [pytest.mark.long],
        )
        for row in _list_places(axes)
    ]
