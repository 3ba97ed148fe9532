"""Parameters of tests that are many of a kind: some always, all with ``--long``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations, product
from typing import Any

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
    chosen = {tuple(turn % len(axis) for axis in axes) for turn in range(longest)}
    rows = product(*(enumerate(axis) for axis in axes))
    return [
        pytest.param(
            *(value for _, value in row),
            marks=[] if tuple(number for number, _ in row) in chosen else [pytest.mark.long],
        )
        for row in rows
    ]


def in_pairs(*axes: Iterable[Any]) -> list[Any]:
    """Return all combinations of values as parameters of as many arguments. Each value of an
    argument always meets each one of every other argument; combinations that add no such pair are
    marked as long."""
    rows = list(product(*(list(enumerate(axis)) for axis in axes)))
    pairs = [{*combinations(enumerate(number for number, _ in row), 2)} for row in rows]
    missing = set().union(*pairs)
    chosen = set()
    while missing:
        best = max(range(len(rows)), key=lambda row: len(pairs[row] & missing))
        chosen.add(best)
        missing -= pairs[best]
    return [
        pytest.param(
            *(value for _, value in row), marks=[] if number in chosen else [pytest.mark.long]
        )
        for number, row in enumerate(rows)
    ]
