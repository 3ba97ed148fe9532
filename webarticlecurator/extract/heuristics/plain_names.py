"""Find authors whose names no markup and no word such as *by* marks: in a line with the date below
the title (*Anna Author | 12 March 2024*), and alone at the end of the text, as newspapers sign.

Two words with capitals may also be a section (*Middle East*) or a button. Both are links somewhere
on the page, and names in plain text are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from lxml import etree

from webarticlecurator.extract.body.word_account import source_words
from webarticlecurator.extract.heuristics.authors import is_full_name, names_role
from webarticlecurator.extract.heuristics.date_places import ArticlePosition, locate_article
from webarticlecurator.extract.heuristics.elsewhere import is_elsewhere
from webarticlecurator.extract.heuristics.lines import is_date_line
from webarticlecurator.extract.heuristics.page_dates import BYLINE, MAX_BYLINE_SIZE
from webarticlecurator.extract.heuristics.text_units import Unit, fold_text
from webarticlecurator.model.article import Value
from webarticlecurator.page import Page

_SEPARATOR = re.compile(r"\s*[|·•]\s*")
_EMPHASIS = ("b", "strong", "i", "em")
_RIGHT = re.compile(r"text-align:\s*right|\bright\b", re.IGNORECASE)


def find_plain_names(page: Page, site_names: frozenset[str]) -> tuple[Value, ...]:
    """Return the author named in a line with the date below the title, else at the end of the text;
    () if there is none. ``site_names`` (folded) are not authors."""
    position = locate_article(page)
    if position is None:
        return ()
    linked = page.derived("heuristics.link_texts", _link_texts)
    for name, unit in chain(_names_beside_date(position), _signatures(position)):
        folded = fold_text(name)
        is_label = folded in linked or folded in site_names or names_role(name)
        if is_full_name(name) and name.replace(" ", "").isalpha() and not is_label:
            return (Value(name, BYLINE, unit.text),)
    return ()


def _names_beside_date(position: ArticlePosition) -> Iterator[tuple[str, Unit]]:
    """Yield the first part of each line near the title whose next part is a date."""
    for unit in position.units[position.title + 1 : position.near + 1]:
        first, *others = _SEPARATOR.split(unit.text)
        is_short = unit.size <= MAX_BYLINE_SIZE and not unit.linked
        is_dated = is_short and bool(others) and is_date_line(others[0])
        if is_dated and not is_elsewhere(unit.element, position.page):
            yield first, unit


def _signatures(position: ArticlePosition) -> Iterator[tuple[str, Unit]]:
    """Yield the last unit of the text and the next one, which may be left out as no text, if they
    are emphasised or on the right, and no headings."""
    first = position.near + 1
    after_title = enumerate(position.units[first:], first)
    # to find the end of the text takes long, and few pages have such a line anywhere
    lines = [number for number, unit in after_title if _looks_signed(unit)]
    for number in lines:
        if position.text_end <= number <= position.text_end + 1:
            unit = position.units[number]
            if not is_elsewhere(unit.element, position.page):
                yield _signed_name(unit), unit


def _looks_signed(unit: Unit) -> bool:
    is_line = unit.tag in ("p", "div") and unit.size <= MAX_BYLINE_SIZE and not unit.linked
    return is_line and is_full_name(_signed_name(unit)) and _is_set_apart(unit.element)


def _signed_name(unit: Unit) -> str:
    return unit.text.strip(" ().")


def _is_set_apart(element: etree._Element) -> bool:
    look = f"{element.get('style') or ''} {element.get('align') or ''} {element.get('class') or ''}"
    if _RIGHT.search(look):
        return True
    whole = source_words(element)
    return any(source_words(inner) == whole for inner in element.iter(*_EMPHASIS))


def _link_texts(page: Page) -> frozenset[str]:
    """Return the folded texts of all links and buttons."""
    texts = (" ".join(source_words(element)) for element in page.root.iter("a", "button"))
    return frozenset(map(fold_text, texts))
