"""How many columns of a terminal a text takes: wide letters two, marks above a letter none."""

from __future__ import annotations

import unicodedata

_MORE = "…"
_WITHOUT_WIDTH = ("Mn", "Me", "Cf")


def count_columns(text: str) -> int:
    """Return the columns that a text takes (Unicode Standard Annex 11)."""
    return len(text) if text.isascii() else sum(map(_count, text))


def cut_columns(text: str, columns: int, *, keeps_end: bool = False) -> str:
    """Return as much of the beginning, or of the end, of a text as the columns take."""
    if count_columns(text) <= columns:
        return text
    kept, free = 0, columns - 1
    for character in reversed(text) if keeps_end else text:
        free -= _count(character)
        if free < 0:
            break
        kept += 1
    if keeps_end:
        return f"{_MORE}{text[len(text) - kept :]}"
    return f"{text[:kept]}{_MORE}" if columns > 0 else ""


def _count(character: str) -> int:
    if unicodedata.category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
