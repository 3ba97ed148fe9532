"""Author and date of publication as a page shows them below its title, where nothing in its markup
says them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.extract.body.word_account import source_words
from webarticlecurator.extract.dates.normalize import fold_case
from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.extract.dates.scan import date_parts
from webarticlecurator.extract.heuristics.authors import BY, WORDS, is_full_name
from webarticlecurator.extract.heuristics.lines import is_date_line
from webarticlecurator.extract.heuristics.name_words import BYLINE
from webarticlecurator.extract.heuristics.page_hints import collect_hints, find_title_position
from webarticlecurator.extract.heuristics.person_names import class_hints
from webarticlecurator.extract.heuristics.text_units import Unit, list_page_units
from webarticlecurator.extract.metadata.agents import is_name
from webarticlecurator.model.article import Value
from webarticlecurator.page import Page

NEAR = 25
"""A byline stands so many units from the title at most."""
LONG = 400
"""The size of text that is no lead any more."""
LINE = 100
"""Characters; a longer line is no byline."""
_BY = re.compile(rf"{BY}\b(?::?\s+|:?$)", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*[,;|]\s*|\s+(?:and|und|et|y|og|och|en)\s+")
_SENTENCE = re.compile(r"(?:\b[^\W\d]{2,}\b[^\w.|]+){7}")
_CHANGED = re.compile(
    fold_case(
        "updat|modif|edited|aktualis|aktualiz|geander|mise? à jour|güncel|обновл|изменен|оновлен"
        "|frissít|módosít|aggiorn|atualiz|actualiz|uppdater|oppdater|opdater|bijgewerkt|muokat|päivit"
        "|ενημερώθηκε|diperbar|cập nhật|更新|修改|수정|업데이트|تحديث|עדכן|แก้ไข|अपडेट"
    )
)
_CLOCK = re.compile(
    r"(?P<day>\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일])"
    r"(?:\D{1,16}(?P<time>\d{1,2}:\d{2}))?"
)


def find_byline_authors(page: Page) -> tuple[Value, ...]:
    """Names in the first element near the title that is named as a byline, else in the first line
    that says *by* and full names; () if there is none."""
    near = list(_near(page))
    return _in_named(near) or _in_words(near)


def _in_words(near: list[Unit]) -> tuple[Value, ...]:
    for unit in near:
        match = _BY.match(unit.text) if unit.size <= LINE else None
        if match:
            text = re.split(r"\s[|·•–—-]\s|[|·•]|\s{2,}", unit.text[match.end() :])[0]
            names = [name.strip(" .,") for name in _BETWEEN.split(text)]
            if all(map(is_full_name, names)):
                return tuple(Value(name, "page:byline", unit.text) for name in dict.fromkeys(names))
    return ()


def _in_named(near: list[Unit]) -> tuple[Value, ...]:
    for unit in near:
        element = next(
            (e for e in (unit.element, *unit.element.iterdescendants()) if _is_byline(e)), None
        )
        if element is None:
            continue
        text = " ".join(source_words(element))
        names = (_BY.sub("", part, count=1).strip(" |·•–-,") for part in _BETWEEN.split(text))
        kept = [name for name in names if _may_be_a_name(name)]
        if kept:
            return tuple(Value(name, "page:byline", text) for name in dict.fromkeys(kept))
    return ()


def find_byline_date(page: Page, context: DateContext) -> Value | None:
    """The first date near the title that can be read for certain: in words of the language, or in
    numbers in an order that has one meaning only. What stands behind a word for changes is none."""
    for unit in _near(page):
        for part in (
            date_parts(_before_changes(unit.text), context.tag) if unit.size <= LINE else ()
        ):
            reading = read_date(part, (), context)
            if reading.value is not None:
                return Value(reading.value, "page:byline", unit.text)
        match = _CLOCK.search(unit.text) if is_date_line(unit.text) else None
        if match:
            text = " ".join(filter(None, (_four_digits(match["day"]), match["time"])))
            reading = read_date(text, (), context)
            if reading.value is not None:
                return Value(reading.value, "page:byline", unit.text)
    return None


def _before_changes(line: str) -> str:
    """A line, folded, up to the word that says that what follows is the date of a change; empty for
    a sentence."""
    text = " ".join(fold_case(line).split())
    return "" if _SENTENCE.search(text) else _CHANGED.split(text, maxsplit=1)[0]


def _may_be_a_name(text: str) -> bool:
    long = len(text.split()) > 1 or not text.isascii()  # one word alone is an agency, or initials
    return long and is_name(text) and len(text.split()) <= WORDS and not re.search(r"[\d:]", text)


def _four_digits(day: str) -> str:
    return re.sub(r"^(\d{1,2}\.\s?\d{1,2}\.\s?)(\d{2})$", r"\g<1>20\2", day)


def _is_byline(element: etree._Element) -> bool:
    return isinstance(element.tag, str) and bool(BYLINE.search(class_hints(element)))


def _near(page: Page) -> Iterator[Unit]:
    """The units after the title, up to the first long text. What stands before it may be the day of
    the visit."""
    found = list_page_units(page)
    start = find_title_position(found, collect_hints(page))
    if start is None:
        return
    for unit in found[start + 1 : start + NEAR]:
        if unit.size > LONG:
            return
        yield unit
