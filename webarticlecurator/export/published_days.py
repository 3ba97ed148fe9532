"""The days that a date of publication can mean."""

from __future__ import annotations

import calendar
import re
from datetime import date

from webarticlecurator.model.iso_time import parse_iso_day, parse_iso_time
from webarticlecurator.model.timezone import find_zone

_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", re.ASCII)


def parse_days(published: str | None, timezone: str) -> tuple[date, date] | None:
    """Return the first and the last day that a date of publication can mean.

    A moment or a day means one day (in ``timezone``), a month or a year all of its days. None if
    it is not a date.
    """
    text = (published or "").strip()
    try:
        return _days_of_date(text) if _DATE.fullmatch(text) else _day_of_moment(text, timezone)
    except (ValueError, OverflowError):
        return None


def days_of_month(year: int, month: int) -> tuple[date, date]:
    """Return the first and the last day of a month. Raises ValueError for an invalid month."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _days_of_date(text: str) -> tuple[date, date]:
    year, month, day = text[:4], text[5:7], text[8:]
    if day:
        return parse_iso_day(text), parse_iso_day(text)
    if month:
        return days_of_month(int(year), int(month))
    return date(int(year), 1, 1), date(int(year), 12, 31)


def _day_of_moment(text: str, timezone: str) -> tuple[date, date]:
    moment = parse_iso_time(text)
    local = moment.astimezone(find_zone(timezone)) if moment.tzinfo else moment
    return local.date(), local.date()
