"""Format dates for ``@when`` (W3C XML Schema date, dateTime), and name the folder of a month."""

from __future__ import annotations

import re
from functools import lru_cache

from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.base.text.times import parse_iso_time

_MONTH = re.compile(r"(\d{4})(?:-(\d\d))?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?")


@lru_cache(maxsize=64)  # a date of an article is written several times
def format_when(value: str | None) -> str | None:
    """Return a date or time in ISO 8601 as the value of ``@when``.

    A time without seconds gets them. None if ``value`` is not a date of the calendar.
    """
    if value is None:
        return None
    text = value.strip()
    month = _MONTH.fullmatch(text)
    if month:
        is_valid = int(month.group(1)) > 0 and 1 <= int(month.group(2) or 1) <= 12
        return text if is_valid else None
    if _DAY.fullmatch(text):
        return text if _exists(f"{text}T00:00") else None

    time = _TIME.fullmatch(text)
    if not time:
        return None
    day, minute, second, offset = time.groups()
    offset = re.sub(r"([+-]\d\d):?(\d\d)", r"\1:\2", offset or "")
    result = f"{day}T{minute}{second or ':00'}{offset}"
    return result if _exists(result) else None


def _exists(text: str) -> bool:
    try:
        parsed = parse_iso_time(text)
    except ValueError:
        return False
    offset = parsed.utcoffset()
    return offset is None or abs(offset.total_seconds()) <= 14 * 3600  # XML Schema: at most 14:00


def month_folder(published: str | None, timezone: str) -> str:
    """Return ``2019/03`` for a date of publication, ``2019`` for a year alone, ``undated`` without
    a valid one.

    ``timezone``: IANA name of the portal's zone, in which the month counts.
    """
    text = find_local_day(published, timezone) or format_when(published)
    return "/".join(text.split("-")[:2]) if text else "undated"


def find_local_day(published: str | None, timezone: str) -> str | None:
    """Return the day of a date of publication as YYYY-MM-DD; None if it has none.

    ``timezone``: IANA name of the portal's zone, in which the day counts.
    """
    days = parse_days(format_when(published), timezone)
    return days[0].isoformat() if days and days[0] == days[1] else None
