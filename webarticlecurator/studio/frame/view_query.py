"""Numbers in the query string of a view, which anybody may have written."""

from __future__ import annotations

from collections.abc import Mapping

_MAX_DIGITS = 15


def read_query_number(query: Mapping[str, str], name: str, usual: int) -> int:
    """Return a number of a query string, at least ``usual``; ``usual`` for anything else."""
    text = query.get(name, "")
    is_number = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
    return max(usual, int(text)) if is_number else usual
