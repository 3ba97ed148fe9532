"""The features of a unit's own text."""

from __future__ import annotations

import re

from webarticlecurator.extract.heuristics.lines import is_date_line
from webarticlecurator.extract.heuristics.page_hints import (
    PageHints,
    is_in_declared_body,
    repeats_title,
)
from webarticlecurator.extract.heuristics.root_candidates import is_running_text
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.page_totals import per_mille

MAX_LINK_SIZE = 80
"""Size below which a unit can be a bare link."""
_LINK_CONTAINERS = frozenset("li dd dt td div span section".split())
_SENTENCE_MARK = re.compile(r"[.!?…。！？؟।]+(?=[\s\"'”’»)\]]|$)|[。！？]")
_COMMA = re.compile(r"[,;:،、，；：]")
_SENTENCE_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")
_WORD = re.compile(r"\w+")
_TAG_CODES = {
    tag: code
    for code, tags in enumerate(
        (
            "p",
            "div section article main span body",
            "li dd dt",
            "td th",
            "blockquote pre",
            "h1",
            "h2",
            "h3",
            "h4 h5 h6",
            "figcaption",
        ),
        1,
    )
    for tag in tags.split()
}


def is_bare_link(unit: Unit) -> bool:
    """Return True for a short link alone, in no paragraph or heading: an entry of a menu."""
    return (
        unit.size < MAX_LINK_SIZE
        and 10 * unit.linked >= 9 * unit.size
        and unit.tag in _LINK_CONTAINERS
    )


TEXT_NAMES = (
    "size link_share words word_length commas sentences ends_sentence tag is_running is_date"
    " is_title declared description digits capitals"
).split()


def describe_text(unit: Unit, hints: PageHints) -> list[int]:
    """Return the values of ``TEXT_NAMES`` for a unit."""
    text = unit.text
    words = len(_WORD.findall(text))
    return [
        unit.size,
        per_mille(unit.linked, unit.size),
        words,
        10 * len(text) // (words or 1),
        len(_COMMA.findall(text)),
        len(_SENTENCE_MARK.findall(text)),
        int(bool(_SENTENCE_END.search(text))),
        _TAG_CODES.get(unit.tag, 0),
        int(is_running_text(unit)),
        int(len(text) <= 70 and is_date_line(text)),
        int(unit.size < 300 and repeats_title(text, hints)),
        (2 if is_in_declared_body(unit, hints) else 1) if hints.body else 0,
        _matches_description(unit, hints),
        per_mille(sum(map(str.isdigit, text[:200])), len(text[:200])),
        per_mille(sum(map(str.isupper, text[:200])), len(text[:200])),
    ]


def _matches_description(unit: Unit, hints: PageHints) -> int:
    folded = unit.folded_text
    if len(folded) < 20:
        return 0
    return int(
        any(folded[:40] in d or d[:40] in folded for d in hints.descriptions if len(d) >= 20)
    )
