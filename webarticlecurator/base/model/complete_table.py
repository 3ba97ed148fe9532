"""Check that a table has an entry for every word of a closed list."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

Word = TypeVar("Word", bound=Enum)
Entry = TypeVar("Entry")


def require_every_word(
    words: type[Word], table: Mapping[Word, Entry], name: str
) -> Mapping[Word, Entry]:
    """Return ``table``, which has an entry for each of ``words``.

    ``name``: the table and its module, for the message. Raises TypeError where a word is missing,
    so that a new word without an entry fails when the module is imported.
    """
    missing = [f"{words.__name__}.{word.name}" for word in words if word not in table]
    if missing:
        raise TypeError(f"no entry for {', '.join(missing)} in {name}; add it")
    return table
