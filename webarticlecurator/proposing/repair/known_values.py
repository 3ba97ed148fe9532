"""Whether a page still has a value anywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from lxml import etree

from webarticlecurator.articles.by_rules.metadata import date_context
from webarticlecurator.articles.facts.date_lines import (
    list_lines_with_dates,
    read_line_dates,
)
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.character_patterns import WORD_CHARACTERS
from webarticlecurator.base.text.dates import read_date
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page, once_per_page

Values = tuple[str, ...]


def day_of(values: Values) -> str:
    return values[0][:DAY_LENGTH] if values else ""


def is_same_value(name: str, old: Values, new: Values) -> bool:
    """Return True for the same values; of dates the same moment, or the same day where one of them
    has no time."""
    if name != "published" or not (old and new):
        return old == new
    if DAY_LENGTH in (len(old[0]), len(new[0])):
        return day_of(old) == day_of(new)
    return _moment(old[0]) == _moment(new[0])


def _moment(text: str) -> object:
    """Return a moment to the minute; of a time without a zone, as it is written."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    moment = moment.replace(second=0, microsecond=0)
    return moment.timestamp() if moment.tzinfo else moment.isoformat()


MAX_VALUE = 300
"""Characters of an attribute that may be a date."""
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def has_values(page: Page, portal: Portal, name: str, values: Values) -> bool:
    """Return True if a page has each of the values of a field, in its text, in an attribute or in
    structured data: names in any case and punctuation, a date in any notation."""
    if name == "published":
        return any(is_same_value(name, values, (day,)) for day in _list_days(page, portal))
    words = _join_all_words(page)
    return all(_join_words(value) in words for value in values)


def _join_words(text: str) -> str:
    return f" {' '.join(WORD_CHARACTERS.findall(text.casefold()))} "


@once_per_page("repair.all_words")
def _join_all_words(page: Page) -> str:
    # A style sheet may part what is written `<b>Name</b><i>day</i>`.
    texts = [unit.text for unit in list_page_units(page)]
    texts += page.root.xpath("//body//text()[not(parent::script or parent::style)]")
    texts += ["".join(each.itertext()) for each in page.root.iter("title")]
    return "\n".join(map(_join_words, (*texts, *_list_attributes(page), *_list_data(page))))


def _list_days(page: Page, portal: Portal) -> Iterator[str]:
    """Yield the dates that are anywhere on a page, as the rules read them."""
    context = date_context(page, portal)
    for line in list_lines_with_dates(page):
        yield from (found.value for found in read_line_dates(line, context))
    for text in (*_list_attributes(page), *_list_data(page)):
        if len(text) <= MAX_VALUE and any(map(str.isdigit, text)):
            value = read_date(text, (), context).value
            if value is not None:
                yield value


def _list_attributes(page: Page) -> Iterator[str]:
    return (
        each
        for element in page.root.iter(etree.Element)
        if element.tag not in CODE_TAGS
        for each in map(str, element.values())
    )


def _list_data(page: Page) -> Iterator[str]:
    """Yield the texts in the structured data of a page."""
    for element in page.root.iter("script"):
        if "ld+json" in (element.get("type") or ""):
            for match in _STRING.finditer(element.text or ""):
                with suppress(ValueError):
                    yield json.loads(match[0], strict=False)
