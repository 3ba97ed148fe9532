"""Days, times and months as the language of the reader writes them.

In English they stay as they are stored (ISO 8601), which is how English tables of several countries
write them; in other languages they have the forms of Unicode CLDR.
"""

from __future__ import annotations

import re

from webarticlecurator.base.text.calendar_words import calendar_names
from webarticlecurator.base.text.translation import current_language

_DATE = re.compile(
    r"(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:[T ](\d\d:\d\d).*)?)?", re.ASCII
)
_DAYS = {
    "hu": "{year}. {short} {day}.",
    "de": "{day:02}.{month:02}.{year}",
    "fr": "{day} {short} {year}",
    "es": "{day} {short} {year}",
}
_MONTHS = {
    "hu": "{year}. {name}",
    "de": "{name} {year}",
    "fr": "{name} {year}",
    "es": "{name} de {year}",
}
"""Forms of days, and of months without a day."""


def write_date(moment: str) -> str:
    """Return a month, a day, or a day with its minutes (ISO 8601) as the language of the reader
    writes it; anything else stays as it is."""
    found = _DATE.fullmatch(moment)
    if found is None:
        return moment
    year, month, day, minutes = found.groups()
    language = current_language()
    if language in _DAYS:
        names, number = calendar_names(language), int(month)
        words = (_DAYS if day else _MONTHS)[language].format(
            year=year,
            month=number,
            name=names.months_alone[number - 1],
            short=names.short[number - 1],
            day=int(day or 0),
        )
    else:
        words = f"{year}-{month}-{day}" if day else f"{year}-{month}"
    return f"{words} {minutes}" if minutes else words
