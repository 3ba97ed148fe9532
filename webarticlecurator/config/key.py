"""One row of the key table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Key:
    """A key of the portal file. ``type`` is a name that ``values.py`` can read; ``default`` in
    words of the reference (empty: none); ``example`` is the value as it would be written; ``also``
    is a name that others use for it."""

    name: str
    type: str
    default: str
    meaning: str
    example: str = ""
    required: bool = False
    also: str = ""
