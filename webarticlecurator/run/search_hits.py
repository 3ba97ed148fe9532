"""Where an article has what a search looks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from webarticlecurator.model.search_query import (
    Phrase,
    Query,
    drop_exclusions,
    list_query_phrases,
    query_holds,
)
from webarticlecurator.store.search_file import END, START

CONTEXT = 100
"""Characters on either side of what was found."""
TITLE, TEXT = "title", "text"
_MARKED = re.compile(f"{START}([^{START}{END}]*){END}")


@dataclass(frozen=True)
class Hit:
    """Where an article has what was searched for: in its ``title`` or ``text`` (``part``), with its
    context on the left and on the right."""

    part: str
    left: str
    match: str
    right: str


def find_marked(marked: tuple[str, str]) -> list[Hit]:
    """Return the hits in a title and a text with marks around them, in their order."""
    hits = []
    for part, text in zip((TITLE, TEXT), marked, strict=True):
        plain = text.replace(START, "").replace(END, "")
        for place, match in enumerate(_MARKED.finditer(text)):
            # two marks for each match before
            start = match.start() - 2 * place
            hits.append(_make_hit(part, plain, start, start + len(match[1])))
    return hits


def find_exact(query: Query, texts: tuple[str, str]) -> list[Hit]:
    """Return the hits in a title and a text, in their order; letter case and diacritics
    count. Empty if the query does not hold for them."""

    def has(phrase: Phrase) -> bool:
        return any(phrase.exact_pattern().search(text) for text in texts)

    if not query_holds(query, has):
        return []
    patterns = [phrase.exact_pattern() for phrase in list_query_phrases(drop_exclusions(query))]
    hits = []
    for part, text in zip((TITLE, TEXT), texts, strict=True):
        end = 0
        for start, last in sorted(each.span() for p in patterns for each in p.finditer(text)):
            if start >= end:
                hits.append(_make_hit(part, text, start, last))
                end = last
    return hits


def _make_hit(part: str, text: str, start: int, end: int) -> Hit:
    """Return a hit with its context, in one line."""
    left, right = text[max(start - CONTEXT, 0) : start], text[end : end + CONTEXT]
    return Hit(part, *(re.sub(r"\s", " ", each) for each in (left, text[start:end], right)))
