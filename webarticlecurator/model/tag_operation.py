"""The operation column of a tag dictionary, as text: ``drop``, ``quote``, ``figure>caption``."""

from __future__ import annotations

OPERATIONS = ("drop", "unwrap", "flatten", "auto")
"""Operations that make no block of a name."""


def block_names(operation: str) -> tuple[str, ...]:
    """The blocks that an operation makes, the outer one first; () for one that makes none. They may
    be unknown."""
    return () if operation in OPERATIONS else tuple(name.strip() for name in operation.split(">"))
