"""Find the authors in the line that a page shows below its title, where its markup does not have
them."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml import etree

from webarticlecurator.extract.body.word_account import source_words
from webarticlecurator.extract.heuristics.authors import MAX_NAME_WORDS, by_words, is_full_name
from webarticlecurator.extract.heuristics.class_names import compile_class_words, element_names
from webarticlecurator.extract.heuristics.date_places import locate_article
from webarticlecurator.extract.heuristics.elsewhere import is_elsewhere
from webarticlecurator.extract.heuristics.page_dates import BYLINE, MAX_BYLINE_SIZE
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.metadata.agents import is_name
from webarticlecurator.model.article import Value
from webarticlecurator.page import Page

_NAME_SEPARATOR = re.compile(r"\s*[,;|]\s*|\s+(?:and|und|et|y|og|och|en)\s+")


def find_byline_authors(page: Page) -> tuple[Value, ...]:
    """Return the names in the first element near the title with the class name of a byline, else
    in the first line with *by* and full names; () if there is none."""
    units = list(_units_near_title(page))
    return _authors_by_class_name(units) or _authors_after_by(units)


@lru_cache(maxsize=1)
def _byline_start() -> re.Pattern[str]:
    return re.compile(rf"^{by_words()}\b(?::?\s+|:?$)", re.IGNORECASE)


def _authors_after_by(units: list[Unit]) -> tuple[Value, ...]:
    for unit in units:
        match = _byline_start().match(unit.text) if unit.size <= MAX_BYLINE_SIZE else None
        if match:
            text = re.split(r"\s[|·•–—-]\s|[|·•]|\s{2,}", unit.text[match.end() :])[0]
            names = [name.strip(" .,") for name in _NAME_SEPARATOR.split(text)]
            if all(map(is_full_name, names)):
                return tuple(Value(name, BYLINE, unit.text) for name in dict.fromkeys(names))
    return ()


def _authors_by_class_name(units: list[Unit]) -> tuple[Value, ...]:
    for unit in units:
        element = next(
            (e for e in (unit.element, *unit.element.iterdescendants()) if _is_byline(e)), None
        )
        if element is None:
            continue
        text = " ".join(source_words(element))
        parts = (
            _byline_start().sub("", part, count=1).strip(" |·•–-,")
            for part in _NAME_SEPARATOR.split(text)
        )
        names = [name for name in parts if _looks_like_name(name)]
        if names:
            return tuple(Value(name, BYLINE, text) for name in dict.fromkeys(names))
    return ()


def _looks_like_name(text: str) -> bool:
    word_count = len(text.split())
    # one word of Latin letters is an agency, or initials
    is_long_enough = word_count > 1 or not text.isascii()
    has_digit_or_colon = re.search(r"[\d:]", text)
    return (
        is_long_enough and is_name(text) and word_count <= MAX_NAME_WORDS and not has_digit_or_colon
    )


def _is_byline(element: etree._Element) -> bool:
    return isinstance(element.tag, str) and bool(
        compile_class_words("byline").search(element_names(element))
    )


def _units_near_title(page: Page) -> list[Unit]:
    """Return the units after the title, up to the first long text."""
    position = locate_article(page)
    if position is None:
        return []
    near = position.units[position.title + 1 : position.near + 1]
    return [unit for unit in near if not is_elsewhere(unit.element, page)]
