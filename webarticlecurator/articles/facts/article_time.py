"""The date of an article in a ``time`` element, where nothing says that it is the date of
publication: not one of a comment, of another article, or of a change. A month or a year alone is
often that of what the text tells, so it has to stand alone in a line beside the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.facts.article_position import (
    UNITS_ABOVE,
    UNITS_BESIDE,
    LinePlace,
    locate_article,
)
from webarticlecurator.articles.facts.date_lines import (
    LineDate,
    find_line_of,
    number_units,
    read_date_value,
)
from webarticlecurator.articles.facts.other_texts import is_elsewhere
from webarticlecurator.articles.facts.page_dates import (
    BYLINE,
    MAX_TIME_SIZE,
    PUBLICATION_MEANINGS,
    is_of_article,
    is_of_other,
)
from webarticlecurator.articles.units.class_names import (
    ASIDE_TAGS,
    element_names,
    has_class_word,
)
from webarticlecurator.articles.units.date_labels import (
    DateMeaning,
    fold_line,
    label_pattern,
    split_at_labels,
)
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.model.fields import DATES_IN_ADDRESS, TIME_ELEMENTS
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.dates import DateContext, read_date_or_month
from webarticlecurator.base.text.times import DAY_LENGTH, MONTH_LENGTH, parse_iso_day
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_values

_CHANGE_NAMES = re.compile(r"modified|updated|lastmod|last-update")
"""What the names on an element with the date of a change contain."""
_BESIDE_TAGS = ASIDE_TAGS | {"figure", "figcaption", "caption", "blockquote"}
"""Elements in which a year is that of a picture, of a copyright or of other texts."""
_BESIDE_NAMES = re.compile(r"caption|legend|copyright")
"""What the names on such elements contain."""
_CELLS = ("dd", "td", "th")
_OTHER_WORD = re.compile(r"[^\s.,:;()\[\]|/•·–—-]+")
"""What is beside a month or a year in its line, other than the signs that separate it."""
_PLACES_OF_MONTHS = (LinePlace.NEAR_TITLE, LinePlace.AROUND_TITLE, LinePlace.ABOVE_TITLE)
_TIME_SOURCES = {f"css:{css}": (css, attribute) for css, attribute in TIME_ELEMENTS}
"""Source of a date → selector and attribute of the elements that it may come from."""
_IN_ADDRESS = tuple(
    Rule("url", expression, replace=pairs) for expression, pairs in DATES_IN_ADDRESS
)
_AFTER_TIME_ELEMENTS = (Rule("jsonld", "dateCreated"), *_IN_ADDRESS)
"""Where the day is looked for if no such element is that of the article."""


def check_time(found: Value, page: Page, context: DateContext) -> Value | None:
    """Return the day of publication ``found`` by the default sources; in place of one of a
    comment, another article or a change, the first other one, or that of the address, or None."""
    # Other sources say what they are; a time element only says that there is a date.
    if found.source not in _TIME_SOURCES:
        return found
    css, attribute = _TIME_SOURCES[found.source]
    for element in page.root.cssselect(css):
        is_beside = _is_beside_title(element, page)
        if (is_beside or not is_elsewhere(element, page)) and not _is_of_change(element, page):
            text = _text_of(element, attribute)
            shown = read_date_value(text, found.source, context, text.strip())
            if shown is not None:
                return _find_day_before(shown, page, context) or shown
    # Better than that of a comment: the day of creation, and that in the address.
    return next(_read_dates(_AFTER_TIME_ELEMENTS, page, context), None)


def check_month(found: Value, page: Page, context: DateContext) -> Value | None:
    """Return the month or year ``found`` by the default sources. In place of any date of which
    nothing says what it is: the month or year of an element that is called the date of publication,
    else of one alone in its line beside the title, else None; of several without a label, none."""
    if found.source not in _TIME_SOURCES:
        return found
    months: dict[etree._Element, Value] = {}
    for source, (css, attribute) in _TIME_SOURCES.items():
        for element in page.root.cssselect(css):
            text = _text_of(element, attribute)
            value = read_date_value(text, source, context, text.strip(), read_date_or_month)
            if value is not None and not _is_of_change(element, page):
                months.setdefault(element, value)
    months = {each: value for each, value in months.items() if len(value.value) < DAY_LENGTH}
    for element, value in months.items():
        if _is_called_published(element) and not is_elsewhere(element, page):
            return value
    alone = [
        (each, value)
        for element, value in months.items()
        if (each := _read_alone(element, value.value, page)) is not None
    ]
    labelled = [each for each in alone if each[0].meaning is DateMeaning.PUBLISHED]
    if not labelled and len({value.value for _, value in alone}) > 1:
        return None  # the years of a chronicle
    return next((value for each, value in labelled or alone if _is_placed(each, page)), None)


def find_month_line(
    page: Page, context: DateContext, root_rules: Sequence[Rule] = ()
) -> Value | None:
    """Return the month that stands alone in a line directly beside the title, or the month or year
    that a line near the title says is that of publication; None if there are several, or none.
    ``root_rules``: as ``locate_article`` has them."""
    position = locate_article(page, root_rules)
    months: dict[str, Value] = {}
    if position is None:
        return None
    for line in position.list_lines_near_title():
        parts = split_at_labels(line.text)
        if len(parts) != 1 or parts[0].meaning not in PUBLICATION_MEANINGS:
            continue
        text = label_pattern().sub(" ", parts[0].text).strip(" :.,")
        value = read_date_value(text, BYLINE, context, line.unit.text, read_date_or_month)
        if (
            value is None
            or len(value.value) >= DAY_LENGTH
            or _is_of_change(line.unit.element, page)
        ):
            continue
        is_labelled = parts[0].meaning is DateMeaning.PUBLISHED
        if is_labelled and line.text.endswith("."):
            continue  # a sentence: *First published in 1949.*
        is_beside = abs(line.number - position.title) <= UNITS_BESIDE
        if not is_labelled and not (is_beside and len(value.value) == MONTH_LENGTH):
            continue  # of a year alone, nothing says what it is
        found = _read_alone(line.unit.element, value.value, page)
        if found is not None and _is_placed(found, page):
            months.setdefault(value.value, value)
    return next(iter(months.values())) if len(months) == 1 else None


def _text_of(element: etree._Element, attribute: str) -> str:
    text = element.get(attribute) if attribute else "".join(map(str, element.itertext()))
    return text or ""


def _is_called_published(element: etree._Element) -> bool:
    is_property = "datePublished" in (element.get("itemprop") or "").split()
    return is_property or element.get("pubdate") is not None


def _read_alone(element: etree._Element, value: str, page: Page) -> LineDate | None:
    """Return the date of an element whose line has nothing else but a label, and is not beside the
    text; None for any other."""
    line, position = find_line_of(element, page), locate_article(page)
    text = fold_line(_text_of(element, ""))
    if line is None or position is None or line.unit.tag in HEADINGS or text not in line.text:
        return None
    around_title = position.units[position.title].around
    for outer in self_and_ancestors(element):
        is_beside = outer.tag in _BESIDE_TAGS or _BESIDE_NAMES.search(element_names(outer))
        if is_beside and outer not in around_title:
            return None
    parts = (part.meaning for part in split_at_labels(line.text) if text in part.text)
    meaning = next(parts, DateMeaning.UNLABELLED)
    is_labelled = meaning is DateMeaning.PUBLISHED
    rest = line.text.replace(text, " ", 1)
    others = _OTHER_WORD.findall(label_pattern().sub(" ", rest) if is_labelled else rest)
    # *Published in March 2019*; with a full stop it is a sentence
    if len(others) > is_labelled or (others and line.text.endswith(".")):
        return None
    # *Founded:* in the cell or block before
    before = position.units[line.number - 1].text if line.number else ""
    if not is_labelled and (line.unit.tag in _CELLS or before.endswith((":", "："))):
        return None
    return None if is_of_other(line, page) else LineDate(value, meaning, line, "", "")


def _is_placed(found: LineDate, page: Page) -> bool:
    """Return True for a date between the title and the text, or directly above the title."""
    position = locate_article(page)
    place = None if position is None else position.find_place(found.line)
    return (
        position is not None
        and place in _PLACES_OF_MONTHS
        and is_of_article(found, place, position)
    )


def _find_day_before(shown: Value, page: Page, context: DateContext) -> Value | None:
    """Return the day in the address of a page if the page shows a date more than a day later, which
    is then the date of a change."""
    address = next(_read_dates(_IN_ADDRESS, page, context), None)
    if address is None:
        return None
    later, own = (parse_iso_day(each.value[:DAY_LENGTH]) for each in (shown, address))
    return address if (later - own).days > 1 else None


def _read_dates(rules: Sequence[Rule], page: Page, context: DateContext) -> Iterator[Value]:
    """Yield the dates that the rules find."""
    found = select_values(rules, page)
    values = (read_date_value(each.value, each.source, context, each.original) for each in found)
    yield from filter(None, values)


def _is_beside_title(element: etree._Element, page: Page) -> bool:
    """Return True for an element in a short line beside the title."""
    position = locate_article(page)
    if position is None:
        return False
    numbers = number_units(page)
    around = list(self_and_ancestors(element))
    number = next((numbers[outer] for outer in around if outer in numbers), -UNITS_ABOVE)
    is_beside = abs(number - position.title) <= UNITS_BESIDE
    is_short = is_beside and position.units[number].size <= MAX_TIME_SIZE
    return is_short and not any(has_class_word(outer, "comments") for outer in around)


def _is_of_change(element: etree._Element, page: Page) -> bool:
    """Return True for an element with the date of a change, by its names or its label."""
    if _CHANGE_NAMES.search(f"{element_names(element)} {element.get('property') or ''}".lower()):
        return True
    text = fold_line("".join(map(str, element.itertext())))
    line = find_line_of(element, page)
    parts = split_at_labels(line.text) if line is not None and text else ()
    return next((part.meaning for part in parts if text in part.text), None) is DateMeaning.CHANGED
