"""The words in the names of a signature: ``div.articleLead_photo-0`` → lead, photo."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache

from lxml import etree

from webarticlecurator.base.text.characters import ILLEGAL, REPLACEMENT
from webarticlecurator.base.text.words import list_words
from webarticlecurator.pages.page.css_compound import Compound, compile_compound

_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_MIN_LENGTH = 2


@lru_cache(maxsize=50_000)
def parse_signature(signature: str) -> Compound | None:
    """Return the parts of a signature; None if it is not one."""
    try:
        return compile_compound(signature)
    except ValueError:
        return None


def split_class_words(compound: Compound) -> tuple[str, ...]:
    """Return the meaningful words in id, classes and attribute values, in lower case, each once."""
    return tuple(dict.fromkeys(word for name in _split_names(compound) for word in name))


def last_words(compound: Compound) -> frozenset[str]:
    """Return the last word of each name, which means most.

    An ``article-lead`` is a lead, a ``lead-image`` an image.
    """
    return frozenset(name[-1] for name in _split_names(compound) if name)


def _split_names(compound: Compound) -> list[list[str]]:
    """Return the meaningful words of each id, class and attribute value."""
    generic = list_words("class-meanings", "generic")
    attributes = (each.value for each in compound.attributes if each.operator == "=")
    names = []
    for value in (*compound.ids, *compound.classes, *attributes):
        words = (word.casefold() for word in _WORD.findall(_CAMEL.sub(" ", value)))
        names.append([word for word in words if len(word) >= _MIN_LENGTH and word not in generic])
    return names


def example_element(compound: Compound) -> etree._Element:
    """Return an element with this signature, to look it up in a dictionary."""
    try:
        element = etree.Element(compound.tag)
    except ValueError:  # Pages have tags such as o:p; no dictionary knows such a name.
        element = etree.Element("x-unknown")
    names = [
        (attribute, " ".join(values))
        for attribute, values in (("id", compound.ids), ("class", compound.classes))
        if values
    ]
    for name, value in (*names, *((each.name, each.value) for each in compound.attributes)):
        # Pages have attributes such as @click; no dictionary knows such a name.
        with suppress(ValueError):
            element.set(name, ILLEGAL.sub(REPLACEMENT, value))
    return element
