"""What a signature is made of: ``div.articleLead_photo-0`` → lead, photo."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache

from lxml import etree

from webarticlecurator.model.compound import Compound, compile_compound
from webarticlecurator.model.xml_text import ILLEGAL, REPLACEMENT

_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_SHORTEST = 2
_GENERIC = frozenset(
    """align article block body bottom box center clear clearfix cnt col column container content element first full group
    header holder id inner item js large last layout left main medium middle module name outer page part post right row section
    small story text title top type widget width wrap wrapper""".split()
)
"""Words that say where something stands or that it is something, not what."""


@lru_cache(maxsize=50_000)
def parse_signature(signature: str) -> Compound | None:
    """The parts of a signature; None for what is none."""
    try:
        return compile_compound(signature)
    except ValueError:
        return None


def split_class_words(compound: Compound) -> tuple[str, ...]:
    """The words in id, classes and values of attributes that tell something, in their order,
    without case and repeats."""
    return tuple(dict.fromkeys(word for name in _names(compound) for word in name))


def last_words(compound: Compound) -> frozenset[str]:
    """The last word of each name, which says most: an ``article-lead`` is a lead, a ``lead-image``
    an image."""
    return frozenset(name[-1] for name in _names(compound) if name)


def _names(compound: Compound) -> list[list[str]]:
    values = (
        *compound.ids,
        *compound.classes,
        *(a.value for a in compound.attributes if a.operator == "="),
    )
    parts = (_WORD.findall(_CAMEL.sub(" ", value)) for value in values)
    return [[word.casefold() for word in words if _tells(word.casefold())] for words in parts]


def _tells(word: str) -> bool:
    return len(word) >= _SHORTEST and word not in _GENERIC


def example_element(compound: Compound) -> etree._Element:
    """An element that the signature describes, to ask a dictionary about."""
    try:
        element = etree.Element(compound.tag)
    except ValueError:  # the parser of pages makes o:p and worse; no dictionary knows such a name
        element = etree.Element("x-unknown")
    named = [
        (name, " ".join(values))
        for name, values in (("id", compound.ids), ("class", compound.classes))
        if values
    ]
    for name, value in (*named, *((each.name, each.value) for each in compound.attributes)):
        # pages have attributes like @click; no dictionary knows such a name
        with suppress(ValueError):
            element.set(name, ILLEGAL.sub(REPLACEMENT, value))
    return element
