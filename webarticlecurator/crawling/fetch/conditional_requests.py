"""Conditional requests (RFC 9110 §13), for which the server sends a page only if it has changed;
and redirects to pages that need no request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Conditions = Callable[[str], Mapping[str, str] | None]
"""Address → the headers that make its request conditional (If-None-Match), often none. None for the
target of a redirect that is not to be requested: the fetch ends with the redirect."""


def no_conditions(_url: str) -> Mapping[str, str]:
    """Return no headers: the page is sent whatever is stored of it."""
    return {}
