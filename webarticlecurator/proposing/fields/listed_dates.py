"""The dates that a list shows beside its links, for portals whose articles show none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.base.text.character_patterns import YEAR_OF_TODAY
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.crawling.archive.site_facts import find_language
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.link_context import find_boxes, read_link_context
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.fields.places_around_text import make_day_rule
from webarticlecurator.proposing.fields.written_days import find_date_shape, read_shaped_day

MIN_SHARE = 0.9
"""Share of the links that must have a date beside them."""
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = Rule(kind="css", expression="time[datetime]", attr="datetime")
MAX_DATE_SIZE = 60
"""Characters of the longest text with a date."""


def propose_listed_date(page: Page, css: str) -> FieldLine | None:
    """Return where the dates of the articles are that the link rule ``css`` lists, as a time or as
    text; None if most links have none beside them, or all the same."""
    links = (Rule(kind="css", expression=css),)
    contexts = read_link_context(links, (("date", _TIME),), page)
    dates = [found["date"] for found in contexts.values() if _ISO_DAY.match(found.get("date", ""))]
    if _are_their_days(dates, len(contexts)):
        return FieldLine(
            {"css": "time[datetime]", "attr": "datetime"},
            f"beside {len(dates)} of {len(contexts)} links",
        )
    return _find_written_date(find_boxes(select_elements(links, page)), find_language(page))


def _are_their_days(days: Sequence[str], links: int) -> bool:
    """False also for the same day beside all links: it is today's, not theirs."""
    return len(days) >= max(2, MIN_SHARE * links) and len(set(days)) > 1


def _find_written_date(boxes: Sequence[etree._Element], language: str) -> FieldLine | None:
    """Return the selector of a short text with a date in nearly each of the ``boxes`` around
    links."""
    context = DateContext(None, language)
    texts: dict[str, dict[int, str]] = {}
    for number, box in enumerate(boxes):
        for element in box.iter(etree.Element):
            text = text_of(element)
            if len(text) <= MAX_DATE_SIZE and YEAR_OF_TODAY.search(text):
                for css in list_selectors(element):
                    texts.setdefault(css, {}).setdefault(number, text)
    for css in sorted(texts, key=lambda css: (-len(texts[css]), len(css), css)):
        shown = texts[css].values()
        if len(shown) < MIN_SHARE * len(boxes):
            break
        for shape in sorted({find_date_shape(text, context) for text in shown} - {""}):
            days = [day for text in shown if (day := read_shaped_day(shape, text, context))]
            if _are_their_days(days, len(boxes)):
                return make_day_rule(css, shape, shown, f"beside {len(days)} of {len(boxes)} links")
    return None
