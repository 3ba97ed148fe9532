"""Libraries that few tests use, imported when the first of those runs: every process of a run
collects all tests, and to import these libraries would take it as long as the tests themselves."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest


def skip_without(name: str, reason: str = "") -> None:
    """Skip the tests of a module where a library is missing; do not import it."""
    if find_spec(name) is None:
        pytest.skip(reason or f"{name} is not installed", allow_module_level=True)


class Library:
    """A library that is imported when something of it is used."""

    def __init__(self, name: str, reason: str = "") -> None:
        skip_without(name, reason)
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("_"):  # pytest asks every object of a module for such attributes
            raise AttributeError(attribute)
        # what compiling a library warns of is its own affair, and would else be an error where no
        # compiled module is kept yet
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            library = import_module(self._name)
        return getattr(library, attribute)
