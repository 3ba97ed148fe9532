"""The date of an article in a ``time`` element, where nothing says that it is the date of
publication: not one of a comment or of another article."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.extract.heuristics.elsewhere import is_elsewhere
from webarticlecurator.model.article import Value
from webarticlecurator.model.fields import DATES_IN_ADDRESS, TIME_ELEMENTS
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_values

_TIME_SOURCES = {f"css:{css}": (css, attribute) for css, attribute in TIME_ELEMENTS}
"""Source of a date → selector and attribute of the elements that it may come from."""


def check_time(found: Value, page: Page, context: DateContext) -> Value | None:
    """Return the date of publication ``found`` by the default sources; in place of one of a comment
    or another article, the first one that is not, or that of the address, or None."""
    if found.source not in _TIME_SOURCES:
        return found
    css, attribute = _TIME_SOURCES[found.source]
    for element in page.root.cssselect(css):
        if not is_elsewhere(element, page):
            text = element.get(attribute) if attribute else "".join(map(str, element.itertext()))
            result = read_date(text or "", (), context)
            if result.value is not None:
                return Value(result.value, found.source, (text or "").strip())
    return next(_dates_in_address(page, context), None)


def _dates_in_address(page: Page, context: DateContext) -> Iterator[Value]:
    for expression, pairs in DATES_IN_ADDRESS:
        rule = Rule("url", expression, replace=pairs)
        for found in select_values((rule,), page):
            result = read_date(found.value, (), context)
            if result.value is not None:
                yield Value(result.value, found.source, found.original)
