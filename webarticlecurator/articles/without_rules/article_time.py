"""The date of an article in a ``time`` element, where nothing says that it is the date of
publication: not one of a comment, of another article, or of a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.article_position import (
    UNITS_ABOVE,
    UNITS_BESIDE,
    locate_article,
)
from webarticlecurator.articles.without_rules.class_names import element_names, has_class_word
from webarticlecurator.articles.without_rules.date_labels import (
    DateMeaning,
    fold_line,
    split_at_labels,
)
from webarticlecurator.articles.without_rules.date_lines import (
    find_line_of,
    number_units,
    read_date_value,
)
from webarticlecurator.articles.without_rules.other_texts import is_elsewhere
from webarticlecurator.articles.without_rules.page_dates import MAX_TIME_SIZE
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.model.fields import DATES_IN_ADDRESS, TIME_ELEMENTS
from webarticlecurator.base.model.rule import Rule
from webarticlecurator.base.text.dates import DateContext, read_date, read_date_or_month
from webarticlecurator.base.text.times import DAY_LENGTH, parse_iso_day
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_values

_CHANGE_NAMES = re.compile(r"modified|updated|lastmod|last-update")
"""What the names on an element with the date of a change contain."""
_TIME_SOURCES = {f"css:{css}": (css, attribute) for css, attribute in TIME_ELEMENTS}
"""Source of a date → selector and attribute of the elements that it may come from."""
_IN_ADDRESS = tuple(
    Rule("url", expression, replace=pairs) for expression, pairs in DATES_IN_ADDRESS
)
_AFTER_TIME_ELEMENTS = (Rule("jsonld", "dateCreated"), *_IN_ADDRESS)
"""Where the day is looked for if no such element is that of the article."""


def check_time(found: Value, page: Page, context: DateContext) -> Value | None:
    """Return the date of publication ``found`` by the default sources; in place of one of a
    comment, another article or a change, the first other one, or that of the address, or None."""
    # Other sources say what they are; a time element only says that there is a date.
    if found.source not in _TIME_SOURCES:
        return found
    css, attribute = _TIME_SOURCES[found.source]
    # A month or a year in a sentence is that of what the sentence tells.
    is_day = len(found.value) >= DAY_LENGTH
    read = read_date if is_day else read_date_or_month
    for element in page.root.cssselect(css):
        if not is_day and not _is_in_short_line(element, page):
            continue
        is_beside = _is_beside_title(element, page)
        if (is_beside or not is_elsewhere(element, page)) and not _is_of_change(element, page):
            text = element.get(attribute) if attribute else "".join(map(str, element.itertext()))
            shown = read_date_value(text or "", found.source, context, (text or "").strip(), read)
            if shown is not None:
                return _find_day_before(shown, page, context) or shown
    # Better than that of a comment: the day of creation, and that in the address.
    return next(_read_dates(_AFTER_TIME_ELEMENTS, page, context), None)


def _find_day_before(shown: Value, page: Page, context: DateContext) -> Value | None:
    """Return the day in the address of a page if the page shows a date more than a day later, which
    is then the date of a change."""
    address = next(_read_dates(_IN_ADDRESS, page, context), None)
    if address is None or min(len(address.value), len(shown.value)) < DAY_LENGTH:
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


def _is_in_short_line(element: etree._Element, page: Page) -> bool:
    line = find_line_of(element, page)
    return line is not None and line.unit.size <= MAX_TIME_SIZE


def _is_of_change(element: etree._Element, page: Page) -> bool:
    """Return True for an element with the date of a change, by its names or its label."""
    if _CHANGE_NAMES.search(f"{element_names(element)} {element.get('property') or ''}".lower()):
        return True
    text = fold_line("".join(map(str, element.itertext())))
    line = find_line_of(element, page)
    parts = split_at_labels(line.text) if line is not None and text else ()
    return next((part.meaning for part in parts if text in part.text), None) is DateMeaning.CHANGED
