"""Authors where the portal file does not say how they are found: one name each, without what stands
around names."""

from __future__ import annotations

import re
from dataclasses import replace

from webarticlecurator.extract.heuristics.text_units import fold_text
from webarticlecurator.model.article import Value

WORDS = 5
"""A name has no more words."""
BY = (
    r"(?:(?:written|words|story|report(?:ed|ing)?)"
    r" by|by|von|par|por|de|di|door|af|av|texte?|oleh|yazan|szerző"
    r"|autor(?:in|es?|a|zy)?|автор)"
)
_BY = re.compile(rf"^(?:(?:\w+ )?by|oleh|yazan|{BY}\s*:)\s+(?=[^\W\d_])", re.IGNORECASE)
_PARTICLES = frozenset(
    "van von de der den di da del della do dos das du la le el al bin bint ibn ter ten zu zum und"
    " y e i".split()
)
_ROLE = re.compile(
    r"\b(?:\w*editor|\w*correspondents?|\w*korrespondent\w*|correspons\w+|\w*reporter\w*|writer|journal?ist\w*|redakt\w+|redac\w+|staff"
    r"|columnist|contributor|photographer|analyst|producer|professor\w*|profesor\w*|director|desk|team|agenc\w+|news)\b",
    re.IGNORECASE,
)
_TITLE_AFTER = re.compile(
    r"\s+(?:(?:선임|수석|전문|인턴|객원|경제|정치부|사회부)?기자|특파원|논설위원|앵커|記者|记者)$"
)


def tidy_name(usual: tuple[Value, ...], site: frozenset[str]) -> tuple[Value, ...]:
    """``usual`` with lists of full names taken apart, without *By* and *기자* (reporter), and
    without the names of ``site`` (folded) where somebody else is named."""
    found = [
        replace(value, value=name) for value in usual for name in split_names(value.value, site)
    ]
    persons = [value for value in found if fold_text(value.value) not in site]
    kept: dict[str, Value] = {}
    for value in persons or found:
        kept.setdefault(value.value.casefold(), value)
    return tuple(kept.values())


def split_names(text: str, site: frozenset[str] = frozenset()) -> list[str]:
    """The names in ``text``: several only where each part between commas is a full name; a part
    that says what somebody is, or whose (``site``), goes."""
    text = _TITLE_AFTER.sub("", _BY.sub("", text, count=1)).strip()
    parts = [part.strip() for part in re.split(r"[,、，]", text) if part.strip()]
    without = [
        part
        for part in parts
        if not (_ROLE.search(part) or _is_description(part) or fold_text(part) in site)
    ]
    if len(parts) > 1 and without and all(map(is_full_name, without)):
        return without
    return [text] if text else []


def _is_description(part: str) -> bool:
    """True for what says what somebody is, in whatever language: many words, or a small letter
    first."""
    return len(part.split()) > WORDS or (
        part[0].islower() and part.split()[0].casefold() not in _PARTICLES
    )


def is_full_name(text: str) -> bool:
    """True for two to WORDS words, each with a capital (particles aside): *Ludwig van Beethoven*,
    *J. R. Ewing*."""
    words = text.split()
    cased = [word for word in words if word.casefold() not in _PARTICLES]
    return (
        2 <= len(words) <= WORDS
        and len(cased) >= 2
        and all(word[0].isupper() for word in cased)
        and not re.search(r"[\d:!?]", text)
    )
