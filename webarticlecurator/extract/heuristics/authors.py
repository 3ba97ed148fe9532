"""Tidy the authors that the default sources find: one name each, without what is before and after
names in bylines."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from webarticlecurator.extract.heuristics.text_units import fold_text
from webarticlecurator.model.article import Value
from webarticlecurator.text.words import list_lines

MAX_NAME_WORDS = 5
"""Words of the longest name; what is longer is a description of a person."""
_PARTICLES = frozenset(
    "van von de der den di da del della do dos das du la le el al bin bint ibn ter ten zu zum und"
    " y e i".split()
)
"""Words in names that need no capital."""
_ROLE = re.compile(
    r"\b(?:\w*editor|\w*correspondents?|\w*korrespondent\w*|correspons\w+|\w*reporter\w*|writer|journal?ist\w*|redakt\w+|redac\w+|staff"
    r"|columnist|contributor|photographer|analyst|producer|professor\w*|profesor\w*|director|desk|team|agenc\w+|news)\b",
    re.IGNORECASE,
)
"""A function or an organisation, not a name."""
_TITLE_AFTER = re.compile(
    r"\s+(?:(?:선임|수석|전문|인턴|객원|경제|정치부|사회부)?기자|특파원|논설위원|앵커|記者|记者)$"
)
"""Functions after a name, in Korean, Japanese and Chinese."""


def by_words() -> str:
    """Return the expression of what is before the name in a byline, without regard to case."""
    return f"(?:{'|'.join(list_lines('bylines', 'by'))})"


@lru_cache(maxsize=1)
def _name_introduction() -> re.Pattern[str]:
    return re.compile(
        rf"^(?:(?:\w+ )?by|oleh|yazan|{by_words()}\s*:)\s+(?=[^\W\d_])", re.IGNORECASE
    )


def tidy_names(authors: tuple[Value, ...], site_names: frozenset[str]) -> tuple[Value, ...]:
    """Return ``authors`` with lists of full names split, without *By* and *기자* (reporter), each
    once; ``site_names`` (folded) are left out if there is another author."""
    names = [
        replace(value, value=name)
        for value in authors
        for name in split_names(value.value, site_names)
    ]
    persons = [value for value in names if fold_text(value.value) not in site_names]
    distinct: dict[str, Value] = {}
    for value in persons or names:
        distinct.setdefault(value.value.casefold(), value)
    return tuple(distinct.values())


def split_names(text: str, site_names: frozenset[str] = frozenset()) -> list[str]:
    """Return the names in ``text``: several only if each part between commas is a full name.
    Descriptions of a person and ``site_names`` (folded) are not counted as parts."""
    text = _TITLE_AFTER.sub("", _name_introduction().sub("", text, count=1)).strip()
    parts = [part.strip() for part in re.split(r"[,、，]", text) if part.strip()]
    names = [
        part
        for part in parts
        if not (_ROLE.search(part) or _is_description(part) or fold_text(part) in site_names)
    ]
    if len(parts) > 1 and names and all(map(is_full_name, names)):
        return names
    return [text] if text else []


def names_role(text: str) -> bool:
    """Return True for a text with the name of a function or an organisation."""
    return _ROLE.search(text) is not None


def _is_description(part: str) -> bool:
    """Return True for a text that describes a person, in any language: it has many words or begins
    with a small letter."""
    return len(part.split()) > MAX_NAME_WORDS or (
        part[0].islower() and part.split()[0].casefold() not in _PARTICLES
    )


def is_full_name(text: str) -> bool:
    """Return True for two to MAX_NAME_WORDS words that each begin with a capital, except for
    particles: *Ludwig van Beethoven*, *J. R. Ewing*."""
    words = text.split()
    capitalised = [word for word in words if word.casefold() not in _PARTICLES]
    return (
        2 <= len(words) <= MAX_NAME_WORDS
        and len(capitalised) >= 2
        and all(word[0].isupper() for word in capitalised)
        and not re.search(r"[\d:!?]", text)
    )
