"""The dates that a list shows beside its links, for portals whose articles show none."""

from __future__ import annotations

import re

from webarticlecurator.model.proposal import ListedDate
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import read_link_context

MIN_SHARE = 0.9
"""Share of the links that must have a date beside them."""
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = ListedDate("time[datetime]", "datetime", 0, 0)


def propose_listed_date(page: Page, css: str) -> ListedDate | None:
    """Return where the dates of the articles are that the link rule ``css`` lists; None if most
    links have none beside them, or all the same."""
    links = (Rule(kind="css", expression=css),)
    rule = Rule(kind="css", expression=_TIME.css, attr=_TIME.attribute)
    contexts = read_link_context(links, (("date", rule),), page)
    dates = [found["date"] for found in contexts.values() if _ISO_DAY.match(found.get("date", ""))]
    is_enough = len(dates) >= max(2, MIN_SHARE * len(contexts))
    if not is_enough or len(set(dates)) == 1:
        return None
    return ListedDate(_TIME.css, _TIME.attribute, len(dates), len(contexts))
