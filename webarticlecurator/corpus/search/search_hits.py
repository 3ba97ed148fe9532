"""Where an article has what a search looks for."""

from __future__ import annotations

import re
from typing import TypeAlias

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.corpus.search.search_query import (
    Phrase,
    Query,
    drop_exclusions,
    list_query_phrases,
    query_holds,
)

Place: TypeAlias = tuple[str, str, int, int]
"""``title`` or ``text``, all of it, and where a hit begins and ends in it."""


CONTEXT = 100
"""Characters on either side of what was found."""
TITLE, TEXT = "title", "text"


@dataclass(frozen=True)
class Hit:
    """Where an article has what was searched for: in its ``title`` or ``text`` (``part``), with its
    context on the left and on the right."""

    part: str
    left: str
    match: str
    right: str


def find_exact(query: Query, texts: tuple[str, str]) -> list[Place]:
    """Return the places of the hits in a title and a text, in their order; letter case and
    diacritics count. Empty if the query does not hold for them."""

    def has(phrase: Phrase) -> bool:
        return any(phrase.exact_pattern().search(text) for text in texts)

    if not query_holds(query, has):
        return []
    patterns = [phrase.exact_pattern() for phrase in list_query_phrases(drop_exclusions(query))]
    places: list[Place] = []
    for part, text in zip((TITLE, TEXT), texts, strict=True):
        end = 0
        for start, last in sorted(each.span() for p in patterns for each in p.finditer(text)):
            if start >= end:
                places.append((part, text, start, last))
                end = last
    return places


def make_hit(part: str, text: str, start: int, end: int) -> Hit:
    """Return a hit with its context, in one line."""
    left, right = text[max(start - CONTEXT, 0) : start], text[end : end + CONTEXT]
    return Hit(part, *(re.sub(r"\s", " ", each) for each in (left, text[start:end], right)))
