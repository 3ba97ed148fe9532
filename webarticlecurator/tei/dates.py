"""Dates as TEI's ``@when`` takes them (W3C XML Schema date, dateTime), and the folder a date
belongs to."""

from __future__ import annotations

import re
from datetime import datetime

from webarticlecurator.model.timezone import find_zone

_MONTH = re.compile(r"(\d{4})(?:-(\d\d))?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?")


def format_when(value: str | None) -> str | None:
    """``value`` (ISO 8601, a day or a time) as ``@when`` takes it: seconds are added to a time that
    has none. None if it is no date of the calendar."""
    if value is None:
        return None
    text = value.strip()
    month = _MONTH.fullmatch(text)
    if month:
        return text if 1 <= int(month.group(2) or 1) <= 12 and int(month.group(1)) > 0 else None
    if _DAY.fullmatch(text):
        return text if _exists(text) else None
    found = _TIME.fullmatch(text)
    if not found:
        return None
    day, minute, second, offset = found.groups()
    offset = re.sub(r"([+-]\d\d):?(\d\d)", r"\1:\2", offset or "")
    result = f"{day}T{minute}{second or ':00'}{offset}"
    return result if _exists(result) else None


def _parse(text: str) -> datetime:
    """``when``'s form as a datetime (Python 3.10 knows neither Z nor every length of fraction)."""
    fraction = re.sub(r"\.(\d{1,6})", lambda m: "." + m.group(1).ljust(6, "0"), text)
    return datetime.fromisoformat(re.sub("Z$", "+00:00", fraction))


def _exists(text: str) -> bool:
    try:
        parsed = _parse(text)
    except ValueError:
        return False
    offset = parsed.utcoffset()
    return offset is None or abs(offset.total_seconds()) <= 14 * 3600  # XML Schema: at most 14:00


def month_folder(published: str | None, timezone: str) -> str:
    """``2019/03`` by the portal's own calendar; ``undated`` without a usable date. ``timezone`` is
    an IANA name."""
    text = format_when(published)
    if text is None or len(text) < 7:
        return "undated"
    if "T" not in text:
        return f"{text[:4]}/{text[5:7]}"
    moment = _parse(text)
    try:
        local = moment.astimezone(find_zone(timezone)) if moment.tzinfo else moment
    except OverflowError:  # the first or the last day of the calendar
        local = moment
    return f"{local.year:04}/{local.month:02}"
