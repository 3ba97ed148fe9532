"""The words under which the attributes of objects are written: in JSON, in tables, in digests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def read_words(words: str) -> dict[str, str]:
    """Return attribute → word of a line such as ``"name cases=versions"``."""
    pairs = (word.partition("=") for word in words.split())
    return {attribute: word or attribute for attribute, _, word in pairs}


def to_words(value: object, words: Mapping[str, str]) -> dict[str, Any]:
    """Return the attributes of a value by their words, in the order of ``words``."""
    return {word: getattr(value, attribute) for attribute, word in words.items()}
