"""The operation column of a tag dictionary: ``drop``, ``quote``, ``figure>caption``."""

from __future__ import annotations

OPERATIONS = ("drop", "unwrap", "flatten", "auto")
"""Operations that are not names of blocks."""


def block_names(operation: str) -> tuple[str, ...]:
    """Return the names of the blocks that an operation makes, the outer one first; () for one that
    makes none. The names are not checked."""
    return () if operation in OPERATIONS else tuple(name.strip() for name in operation.split(">"))
