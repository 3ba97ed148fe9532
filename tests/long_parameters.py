"""Parameters of tests that are many of a kind: some always, all with ``--long``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
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
