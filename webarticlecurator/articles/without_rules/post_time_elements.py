"""Times: elements whose text or attributes have a date, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from lxml import etree

from webarticlecurator.articles.units.date_labels import fold_line
from webarticlecurator.articles.units.link_lines import is_date_line
from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.base.text.character_patterns import YEAR_OF_TODAY
from webarticlecurator.base.text.date_words import find_date_parts
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page

_MAX_LINE = 120
"""Size of the longest line about a post with its time."""
_MAX_VALUE = 60
_NAME = re.compile(r"time|date|title|tip|content|stamp")
"""Names of attributes that may have a time: ``datetime``, ``title``, ``data-timestamp``."""
_EPOCH = re.compile(r"1[0-9]{9}(?:[0-9]{3})?")
_DATE = re.compile(
    r"\d{4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,2}|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}"
    r"|[^\W\d_]{3,}\.? \d{1,2}(?:st|nd|rd|th)?,? ?(?:19|20)\d\d"
    r"|\d{1,2}(?:st|nd|rd|th)?\.? (?:\w{1,3} )?[^\W\d_]{3,}\.?,? (?:\w{1,3} )?(?:19|20)\d\d"
)


class TimeReader:
    """The elements of a page that have a time. ``elements``: in no order."""

    def __init__(self, page: Page, body: etree._Element, units: list[Unit]) -> None:
        self._context = DateContext(None, page.root.get("lang") or "und")
        self._lines: dict[etree._Element, str] = {}
        self._values: dict[etree._Element, str] = {}
        self.elements = dict.fromkeys(_list_marked(body))
        for unit in units:
            if unit.size <= _MAX_LINE and _has_date(unit.text):
                self._lines[unit.element] = unit.text
                if not any(inner in self.elements for inner in unit.element.iter(etree.Element)):
                    self.elements[unit.element] = None

    def has_time(self, text: str) -> bool:
        """Return True for a text with a date or a time."""
        return _DATE.search(text) is not None or is_date_line(text)

    def read(self, element: etree._Element) -> str:
        """Return the time of an element in ISO 8601, "" if it is not known: that of its attributes,
        the longest first, else of its line."""
        if element not in self._values:
            values = [
                read_date(str(value), (), self._context).value or ""
                for name, value in element.attrib.items()
                if _is_name(str(name)) and _is_value(str(value))
            ]
            self._values[element] = max(values, key=len, default="") or self._read_line(element)
        return self._values[element]

    def list_moments(self, times: Iterable[etree._Element]) -> Sequence[str]:
        """Return when ``times`` are, to be compared; [] if one of them has no time of day."""
        moments = [self.read(time) for time in times]
        return moments if min(map(len, moments), default=0) > DAY_LENGTH else []

    def _read_line(self, element: etree._Element) -> str:
        line = self._lines.get(element) or "".join(map(str, element.itertext()))[: 2 * _MAX_LINE]
        return _read_in_line(line, self._context)


def read_time_line(line: str, page: Page) -> str:
    """Return the time that a line or an attribute has, in ISO 8601, "" if there is none."""
    context = DateContext(None, page.root.get("lang") or "und")
    return read_date(line, (), context).value or _read_in_line(line, context)


def _read_in_line(line: str, context: DateContext) -> str:
    values = (
        read_date(part, (), context).value for part in find_date_parts(fold_line(line), context.tag)
    )
    return next(filter(None, values), "")


def _list_marked(body: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements below ``body`` whose tag or attributes say a time."""
    # All elements of a page are asked, so names come before values, and few of them are those of
    # times: the names of most elements are all among the others.
    others = set[object]()
    for element in body.iter(etree.Element):
        names = element.keys()
        if element.tag == "time":
            yield element
        elif not others.issuperset(names):
            of_times = [name for name in names if _is_name(str(name))]
            if any(_is_value(str(element.get(name))) for name in of_times):
                yield element
            others.update(set(names).difference(of_times))


@lru_cache(maxsize=4096)
def _is_name(name: str) -> bool:
    return _NAME.search(name) is not None


def _is_value(value: str) -> bool:
    if len(value) > _MAX_VALUE:
        return False
    return _has_date(value) or bool(value[:1] == "1" and _EPOCH.fullmatch(value))


def _has_date(text: str) -> bool:
    """Return True for a text with a day and its year."""
    # Few texts have the beginning of a year, and a string is found in a tenth of the time.
    may_have_year = "20" in text or "19" in text
    return may_have_year and bool(YEAR_OF_TODAY.search(text) and _DATE.search(text))
