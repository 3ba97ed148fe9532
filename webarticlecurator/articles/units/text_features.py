"""The features of a text unit that follow from its own text and tag."""

from __future__ import annotations

from webarticlecurator.articles.units.feature_values import per_mille
from webarticlecurator.articles.units.page_hints import (
    is_in_declared_body,
    names_author,
    repeats_description,
    repeats_title,
)
from webarticlecurator.articles.units.structure_features import PageFacts, is_in_code
from webarticlecurator.articles.units.text_units import Unit, has_sentence_end
from webarticlecurator.base.text.character_patterns import WORD_CHARACTERS

MAX_LINK_SIZE = 80
"""Size below which a unit can be a bare link."""
LINK_CONTAINERS = frozenset("li dd dt td div span section".split())
_COMMAS = ",;:،、，；："
_ASCII_WORDS = bytes(n if chr(n).isalnum() or chr(n) == "_" else 32 for n in range(256))
_ASCII = bytes(range(128))
_ASCII_BUT_CAPITALS = _ASCII.translate(None, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HEAD = 200
"""Characters of a unit in which capitals are counted."""
TAG_CODES = {
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


TEXT_NAMES = (
    "size link_share tag words commas ends_sentence is_date is_title declared description capitals"
    " links_on in_code relative_size names_author"
).split()
BRIEF_NAMES = "size link_share tag".split()
"""What a unit knows of the units beside it."""


def describe_text(
    unit: Unit, brief: tuple[int, int, int], facts: PageFacts, longest: int
) -> tuple[int, ...]:
    """Return the values of ``TEXT_NAMES`` for a unit. ``brief``: what ``describe_briefly`` returns
    for it; ``longest``: the size of the longest running text."""
    hints, text, folded_text = facts.hints, unit.text, unit.folded_text
    head = text[:_HEAD]
    # Of text that is not ASCII, counting takes four times as long.
    if text.isascii():
        encoded = text.encode("ascii")
        words = len(encoded.translate(_ASCII_WORDS).split())
        commas = text.count(",") + text.count(";") + text.count(":")
        capitals = len(encoded[:_HEAD].translate(None, _ASCII_BUT_CAPITALS))
    else:
        words, commas = len(WORD_CHARACTERS.findall(text)), sum(map(text.count, _COMMAS))
        capitals = sum(map(str.isupper, head))
    return (
        *brief,
        words,
        commas,
        int(has_sentence_end(text)),
        int(unit.is_date_line),
        # no longer text is a title
        int(unit.size < 300 and repeats_title(folded_text, hints)),
        (2 if is_in_declared_body(unit, hints) else 1) if hints.body else 0,
        int(repeats_description(folded_text, hints)),
        per_mille(capitals, len(head)),
        int(unit.is_link_line),
        int(facts.has_code and is_in_code(unit)),
        per_mille(unit.size, longest),
        int(names_author(unit, hints)),
    )


def describe_briefly(unit: Unit) -> tuple[int, int, int]:
    """Return the values of ``BRIEF_NAMES`` for a unit."""
    return unit.size, per_mille(unit.linked, unit.size), TAG_CODES.get(unit.tag, 0)
