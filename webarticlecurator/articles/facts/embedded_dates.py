"""Find the date of publication in the source of a page, where no standard name has it: in ``meta``
elements, whose names contain words for it; beside the article's HTML in a script; and in
the state of an application, which may stand in a script or in an attribute.
"""

from __future__ import annotations

import re

from webarticlecurator.articles.facts.date_lines import read_date_value
from webarticlecurator.articles.facts.embedded_page import find_embedded_page, long_literals
from webarticlecurator.base.grouping import first_values
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.times import DAY_LENGTH
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
_STATE_DATE = re.compile(
    r'(?:"|&quot;|&#34;)(?:(?:original|first|article)[_-]?)?(?:date_?published'
    r'|publi(?:shed|cation|sh)_?(?:at|on|date|time))\\*(?:"|&quot;|&#34;)\s*:\s*(?:\[0,\s*)?\\*'
    r'(?:"|&quot;|&#34;)(?P<date>\d{4}-\d\d-\d\d[^"\\&]{0,30})',
    re.IGNORECASE,
)
"""A key that names the day of publication, and its value; a string in a string has escapes."""
_META_NAME = re.compile(
    r"(?:publi(?:sh(?:ed)?|cation)|\bpub|posted|issued?|released?)[-_.: ]?(?:on|at|date|time)"
    r"|first[-_.: ]?publi|(?:date|time)[-_.: ]?(?:publi|posted|issued)",
    re.IGNORECASE,
)
_OTHER_META_NAME = re.compile("last|modif|updat|expir|event", re.IGNORECASE)


def find_meta_date(page: Page, context: DateContext) -> Value | None:
    """Return the date of the first ``meta`` element whose name has a word for publication and one
    for a day (``w-published-date``)."""
    named = (
        (element.get("name") or element.get("property") or "", element.get("content") or "")
        for element in page.elements.with_tag("meta")
    )
    values = (
        read_date_value(content, f"meta:{name}", context)
        for name, content in named
        if content and _META_NAME.search(name) and not _OTHER_META_NAME.search(name)
    )
    return next(filter(None, values), None)


def find_state_date(page: Page, context: DateContext) -> Value | None:
    """Return the day of publication that scripts and attributes of ``page`` name, if all name the
    same one: those of a list of articles are several."""
    matches = _STATE_DATE.finditer(page.text)
    values = filter(None, (read_date_value(match["date"], SCRIPT, context) for match in matches))
    dates = first_values((value.value[:DAY_LENGTH], value) for value in values)
    return next(iter(dates.values())) if len(dates) == 1 else None


def find_embedded_date(page: Page, context: DateContext) -> Value | None:
    """Return the readable date that is nearest to the article's HTML in a script; None if the page
    has no such article or no date near it."""
    if page.json is not None:
        return None
    scripts = (script.text or "" for script in page.elements.with_tag("script"))
    codes = [code for code in scripts if _has_paragraphs(code)]
    # last: it may ask for the text of the page, which takes most of the time of a page
    if not codes or find_embedded_page(page) is None:
        return None
    for code in codes:
        longest = max(filter(_has_paragraphs, long_literals(code)), key=len, default="")
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
        values = (read_date_value(text, SCRIPT, context) for _, text in sorted(near))
        nearest = next(filter(None, values), None)
        if nearest is not None:
            return nearest
    return None


def _has_paragraphs(code: str) -> bool:
    return len(_PARAGRAPHS.findall(code)) > 2
