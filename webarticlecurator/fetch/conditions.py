"""Conditional requests (RFC 9110 §13): the server sends a page only if it has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Conditions = Callable[[str], Mapping[str, str]]
"""Address of a request → the headers that make it conditional (If-None-Match), often none."""


def no_conditions(_url: str) -> Mapping[str, str]:
    """Return no headers: the page is sent whatever is stored of it."""
    return {}
