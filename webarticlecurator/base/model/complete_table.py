"""Check that tables which belong together name the same words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
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


def require_same_words(first: Iterable[str], second: Iterable[str], message: str) -> None:
    """Raise TypeError where a word is not once in each of two tables.

    ``message`` names the tables and what to do, with ``{words}`` in it.
    """
    counts = Counter(iter(first)), Counter(iter(second))
    wrong = [
        word for word in {**counts[0], **counts[1]} if (counts[0][word], counts[1][word]) != (1, 1)
    ]
    if wrong:
        raise TypeError(message.format(words=", ".join(sorted(wrong))))
