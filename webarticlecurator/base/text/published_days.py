"""The days that a date of publication can mean."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timezone

from webarticlecurator.base.text.times import find_zone, parse_iso_day, parse_iso_time

_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", re.ASCII)


def parse_days(published: str | None, timezone: str) -> tuple[date, date] | None:
    """Return the first and the last day that a date of publication can mean.

    A moment or a day means one day (in ``timezone``), a month or a year all of its days. None if
    it is not a date.
    """
    text = (published or "").strip()
    try:
        if not _DATE.fullmatch(text):
            moment = parse_iso_time(text)
            local = moment.astimezone(find_zone(timezone)) if moment.tzinfo else moment
            return local.date(), local.date()
        year, month, day = text[:4], text[5:7], text[8:]
        if day:
            return parse_iso_day(text), parse_iso_day(text)
        if month:
            return days_of_month(int(year), int(month))
        return date(int(year), 1, 1), date(int(year), 12, 31)
    except (ValueError, OverflowError):
        return None


def days_of_month(year: int, month: int) -> tuple[date, date]:
    """Return the first and the last day of a month. Raises ValueError for an invalid month."""
    # imported here because most commands ask for no month
    from calendar import monthrange

    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def find_moment(published: str | None, timezone_name: str) -> tuple[datetime, str] | None:
    """Return the moment at which a date begins, in UTC, and how precise it is: ``time``, ``day``,
    ``month`` or ``year``. A day begins at midnight in the zone. None if it is not a date."""
    text = (published or "").strip()
    days = parse_days(text, timezone_name)
    if days is None:
        return None
    try:
        if _DATE.fullmatch(text):
            start = datetime.combine(days[0], time(), find_zone(timezone_name))
            return start.astimezone(timezone.utc), _PRECISIONS[len(text)]
        moment = parse_iso_time(text)
        return moment.replace(tzinfo=moment.tzinfo or find_zone(timezone_name)).astimezone(
            timezone.utc
        ), "time"
    except (ValueError, OverflowError):
        return None


_PRECISIONS = {4: "year", 7: "month", 10: "day"}
"""Length of a date → what it says."""
