"""Author and date of publication as a page shows them below its title, where nothing in its markup says them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.extract.account import source_words
from webarticlecurator.extract.dates import DateContext, read_date
from webarticlecurator.extract.guess_lines import is_moment
from webarticlecurator.extract.guess_names import naming
from webarticlecurator.extract.guess_signals import signals, title_position
from webarticlecurator.extract.guess_units import Unit, units
from webarticlecurator.extract.names import is_name
from webarticlecurator.model.article import Value
from webarticlecurator.page import Page

NEAR = 25
"""A byline stands so many units from the title at most."""
LONG = 400
"""The size of text that is no lead any more."""
WORDS = 5
"""A name has no more words."""
_BY = re.compile(r"(?:written by|by|von|par|por|de|di|door|af|av|text|autor(?:in|es?)?|oleh|yazan|автор)\b(?::?\s+|:?$)", re.I)
_NAMED = re.compile(r"(?<![a-z])(?:authors?|author-?names?|bylines?|autor(?:es|en|in)?|writers?|reporters?)(?![a-z])")
_BETWEEN = re.compile(r"\s*[,;|]\s*|\s+(?:and|und|et|y|og|och|en)\s+")
_CLOCK = re.compile(
    r"(?P<day>\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일])"
    r"(?:\D{1,16}(?P<time>\d{1,2}:\d{2}))?"
)


def shown_authors(page: Page) -> tuple[Value, ...]:
    """Names in the first element near the title that is named as a byline; () if there is none."""
    for unit in _near(page):
        element = next((e for e in (unit.element, *unit.element.iterdescendants()) if _is_byline(e)), None)
        if element is None:
            continue
        text = " ".join(source_words(element))
        names = (_BY.sub("", part, count=1).strip(" |·•–-,") for part in _BETWEEN.split(text))
        kept = [name for name in names if _may_be_a_name(name)]
        if kept:
            return tuple(Value(name, "page:byline", text) for name in dict.fromkeys(kept))
    return ()


def shown_date(page: Page, context: DateContext) -> Value | None:
    """The first date near the title that can be read for certain: numbers in an order that has one meaning only."""
    for unit in _near(page):
        match = _CLOCK.search(unit.text) if is_moment(unit.text) else None
        if match:
            text = " ".join(filter(None, (_four_digits(match["day"]), match["time"])))
            reading = read_date(text, (), context)
            if reading.value is not None:
                return Value(reading.value, "page:byline", unit.text)
    return None


def _may_be_a_name(text: str) -> bool:
    long = len(text.split()) > 1 or not text.isascii()  # one word alone is an agency, or initials
    return long and is_name(text) and len(text.split()) <= WORDS and not re.search(r"[\d:]", text)


def _four_digits(day: str) -> str:
    return re.sub(r"^(\d{1,2}\.\s?\d{1,2}\.\s?)(\d{2})$", r"\g<1>20\2", day)


def _is_byline(element: etree._Element) -> bool:
    return isinstance(element.tag, str) and bool(_NAMED.search(naming(element)))


def _near(page: Page) -> Iterator[Unit]:
    """The units after the title, up to the first long text. What stands before it may be the day of the visit."""
    body = page.root.find("body")
    found = units(body) if body is not None else []
    start = title_position(found, signals(page))
    if start is None:
        return
    for unit in found[start + 1 : start + NEAR]:
        if unit.size > LONG:
            return
        yield unit
