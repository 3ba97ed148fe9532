"""Patterns of paths with ``*`` and a final ``$``, as robots.txt, tdmrep.json and RSL have them."""

from __future__ import annotations


def matches_path(pattern: str, path: str) -> bool:
    """Return True if a pattern with ``*`` and a final ``$`` matches the beginning of ``path``.

    The earliest place of each piece is the best one: no pattern takes long.
    """
    is_whole = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    position = len(first)
    last = pieces.pop() if is_whole and pieces else None
    for piece in pieces:
        # No regular expression: a pattern of many stars would take time by the power of their
        # number.
        found = path.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    if last is not None:
        return path.endswith(last) and len(path) - len(last) >= position
    return not is_whole or position == len(path)
