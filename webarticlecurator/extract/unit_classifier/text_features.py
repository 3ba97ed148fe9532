"""The features of a unit's own text."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
_MARKS = ".!?…。！？؟।"
_SENTENCE_MARK = re.compile(
    # a run of marks is looked at once, from its beginning
    rf"(?<![{_MARKS}])[{_MARKS}]+(?=[\s\"'”’»)\]]|$)|[。！？]"
)
_COMMA = re.compile(r"[,;:،、，；：]")
_SENTENCE_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")
_WORD = re.compile(r"\w+")
_NON_ASCII = re.compile("[^\0-\x7f]+")
_ASCII = bytes(range(128))
_ASCII_BUT_DIGITS = _ASCII.translate(None, b"0123456789")
_ASCII_BUT_CAPITALS = _ASCII.translate(None, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HEAD = 200
"""Characters of a unit in which digits and capitals are counted."""
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
BRIEF_NAMES = "size link_share sentences tag".split()
"""What a unit knows of the units beside it."""


def describe_text(unit: Unit, brief: Sequence[int], hints: PageHints) -> list[int]:
    """Return the values of ``TEXT_NAMES`` for a unit. ``brief``: what ``describe_briefly`` returns
    for it."""
    text = unit.text
    words = len(_WORD.findall(text))
    size, link_share, sentences, tag = brief
    digits, capitals = _count_digits_and_capitals(text[:_HEAD])
    return [
        size,
        link_share,
        words,
        10 * len(text) // (words or 1),
        len(_COMMA.findall(text)),
        sentences,
        int(bool(_SENTENCE_END.search(text))),
        tag,
        int(is_running_text(unit)),
        int(len(text) <= 70 and is_date_line(text)),
        int(unit.size < 300 and repeats_title(unit.folded_text, hints)),
        (2 if is_in_declared_body(unit, hints) else 1) if hints.body else 0,
        _matches_description(unit, hints),
        per_mille(digits, min(len(text), _HEAD)),
        per_mille(capitals, min(len(text), _HEAD)),
    ]


def describe_briefly(unit: Unit) -> tuple[int, int, int, int]:
    """Return the values of ``BRIEF_NAMES`` for a unit."""
    return (
        unit.size,
        per_mille(unit.linked, unit.size),
        len(_SENTENCE_MARK.findall(unit.text)),
        _TAG_CODES.get(unit.tag, 0),
    )


def _count_digits_and_capitals(text: str) -> tuple[int, int]:
    """Return the number of characters that are digits (``str.isdigit``), and of capitals."""
    ascii_text = text.encode("ascii", "ignore")
    digits = len(ascii_text.translate(None, _ASCII_BUT_DIGITS))
    capitals = len(ascii_text.translate(None, _ASCII_BUT_CAPITALS))
    if len(ascii_text) < len(text):
        other = "".join(_NON_ASCII.findall(text))
        digits += sum(map(str.isdigit, other))
        capitals += sum(map(str.isupper, other))
    return digits, capitals


def _matches_description(unit: Unit, hints: PageHints) -> int:
    folded = unit.folded_text
    if len(folded) < 20:
        return 0
    return int(
        any(folded[:40] in d or d[:40] in folded for d in hints.descriptions if len(d) >= 20)
    )
