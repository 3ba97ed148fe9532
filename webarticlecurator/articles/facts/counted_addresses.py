"""Tell a day in the address of a page from a number behind year and month that counts the pages:
``/2025/09/10.html`` beside ``/2025/09/45.html``.
"""

from __future__ import annotations

import re
from calendar import monthrange

from webarticlecurator.base.model.article import Value
from webarticlecurator.base.text.times import MONTH_LENGTH
from webarticlecurator.pages.page.page import Page, once_per_page

_NUMBER_AT_END = re.compile(
    r"(?P<before>.*[/-](?P<year>(?:19|20)\d\d)[/-]?(?P<month>\d\d?)[/-])(?P<day>\d{1,2})"
    r"(?P<after>/?|\.[a-z]{2,5})(?:[?#].*)?"
)


def find_month_of_counter(found: Value | None, page: Page) -> Value | None:
    """Return the month of a day ``found`` in the address if its number counts pages: other
    addresses on the page, which differ in this number alone, have one that is no day of the month.
    None for any other day."""
    is_in_address = found is not None and found.source.startswith("url")
    if found is None or not is_in_address or not has_counted_address(page):
        return None
    return Value(found.value[:MONTH_LENGTH], found.source, found.original)


@once_per_page("heuristics.counted_address")
def has_counted_address(page: Page) -> bool:
    """Return True if links of the page have its address with a number that is no day."""
    own = _NUMBER_AT_END.fullmatch(page.url)
    if own is None or page.root is None or not 1 <= int(own["month"]) <= 12:
        return False
    days = monthrange(int(own["year"]), int(own["month"]))[1]
    path = own["before"].partition("://")[2].partition("/")[2]
    other = re.compile(rf"(?:.*/)?{re.escape(path)}(\d{{1,3}}){re.escape(own['after'])}")
    near = re.compile(rf"(?:\./)?(\d{{1,3}}){re.escape(own['after'])}")
    addresses = {link.get("href", "").strip() for link in page.root.iter("a")}
    matches = (other.fullmatch(each) or near.fullmatch(each) for each in addresses)
    return any(int(match[1]) > days for match in matches if match is not None)
