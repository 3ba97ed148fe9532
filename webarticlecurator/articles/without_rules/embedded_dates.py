"""Find the date of publication beside the article's HTML in a script, where the page shows neither:
the state of an application has both as values of one object.
"""

from __future__ import annotations

import re

from webarticlecurator.articles.without_rules.embedded_page import find_embedded_page, long_literals
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.pages.page.page import Page

SCRIPT = "page:script"
"""Source of a date from a script."""
# Nearest in the same script: the state of an application holds other articles and their dates, too.
MAX_DISTANCE = 5000
"""Characters between the article and its date; other articles in the script are farther away."""
_PARAGRAPHS = re.compile(r"(?:<|\\u003[cC])p[\s>\\]")
_DATE_PAIR = re.compile(
    r'"(?:article|news|post|content|first|original)?[_-]?'
    r"(?:publi(?:sh(?:ed)?|cation|c)|release|deploy|posted|issued?|display|reg(?:ist\w*)?)[_-]?"
    r'(?:at|on|date|dt|dttm|time|date_?time|timestamp)"\s*:\s*"(?P<date>[^"\\]{8,40})"',
    re.IGNORECASE,
)
"""A key that names the day of publication (``publishedAt``, ``deployDt``), and its value."""


def find_embedded_date(page: Page, context: DateContext) -> Value | None:
    """Return the readable date that is nearest to the article's HTML in a script; None if the page
    has no such article or no date near it."""
    if page.json is not None or find_embedded_page(page) is None:
        return None
    for script in page.elements.with_tag("script"):
        code = script.text or ""
        # The string literals with paragraphs
        longest = max(
            (literal for literal in long_literals(code) if len(_PARAGRAPHS.findall(literal)) > 2),
            key=len,
            default="",
        )
        if not longest:
            continue
        # The dates around the literal, with their distances
        begin = code.find(longest)
        end = begin + len(longest)
        matches = _DATE_PAIR.finditer(code, max(0, begin - MAX_DISTANCE), end + MAX_DISTANCE)
        near = (
            (max(begin - match.end(), match.start() - end), match["date"])
            for match in matches
            if match.end() <= begin or match.start() >= end
        )
        for _, text in sorted(near):
            result = read_date(text, (), context)
            if result.value is not None:
                return Value(result.value, SCRIPT, text)
    return None
