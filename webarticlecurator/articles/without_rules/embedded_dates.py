"""Find the date of publication in the source of a page, where no standard name has it: in ``meta``
elements, whose names contain words for it; and in the state of an application, which may stand in
a script or in an attribute.
"""

from __future__ import annotations

import re

from webarticlecurator.base.model.article import Value
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page

SCRIPT = "page:script"
"""Source of a date from a script."""
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
    for element in page.elements.with_tag("meta"):
        name, content = element.get("name") or element.get("property"), element.get("content")
        if not name or not content or not _META_NAME.search(name) or _OTHER_META_NAME.search(name):
            continue
        value = read_date(content, (), context).value
        if value is not None:
            return Value(value, f"meta:{name}", content)
    return None


def find_state_date(page: Page, context: DateContext) -> Value | None:
    """Return the day of publication that scripts and attributes of ``page`` name, if all name the
    same one: those of a list of articles are several."""
    dates: dict[str, Value] = {}
    for match in _STATE_DATE.finditer(page.text):
        value = read_date(match["date"], (), context).value
        if value is not None:
            dates.setdefault(value[:DAY_LENGTH], Value(value, SCRIPT, match["date"]))
    return next(iter(dates.values())) if len(dates) == 1 else None
