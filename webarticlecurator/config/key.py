"""The class of a row of the key table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Key:
    """A key of the portal file.

    ``type`` is the name of a scalar type, of a reader, or of a section; ``default`` is written as
    in the reference (empty: none); ``example`` is a value as in a file; ``also`` is another name by
    which people may know the key.
    """

    name: str
    type: str
    default: str
    meaning: str
    example: str = ""
    required: bool = False
    also: str = ""
