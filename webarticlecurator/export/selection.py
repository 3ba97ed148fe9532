"""Which articles an export takes, and what is known of each."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, datetime

from dateutil.parser import isoparse

from webarticlecurator.model.timezone import find_zone
from webarticlecurator.tei import Header, read_lines

_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")


@dataclass(frozen=True)
class Selection:
    """``since`` and ``until`` are the first and the last day of publication in ``timezone`` (an
    IANA name), both included; ``column`` is a column of the portal. None: no limit."""

    since: date | None = None
    until: date | None = None
    column: str | None = None
    timezone: str = "UTC"

    @property
    def has_date_range(self) -> bool:
        return self.since is not None or self.until is not None

    def overlaps(self, first: date, last: date) -> bool:
        """True if a day from ``first`` to ``last`` is one of the selection."""
        return (self.since is None or last >= self.since) and (
            self.until is None or first <= self.until
        )


@dataclass(frozen=True)
class StoredArticle:
    """One TEI file: ``path`` below ``tei/`` with slashes; ``content`` its bytes."""

    path: str
    header: Header
    content: bytes

    def lines(self) -> list[str]:
        """The text, one paragraph a line, as ``curator extract --format text`` gives it."""
        return read_lines(self.content)


def parse_days(published: str | None, timezone: str) -> tuple[date, date] | None:
    """The first and the last day that a date of publication can mean: a moment or a day is one day
    (of ``timezone``), a month or a year all of its days. None without a date of the calendar."""
    text = (published or "").strip()
    try:
        return _period(text) if _DATE.fullmatch(text) else _moment(text, timezone)
    except (ValueError, OverflowError):
        return None


def days_of_month(year: int, month: int) -> tuple[date, date]:
    """The first and the last day of a month. Raises ValueError if there is no such month."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _period(text: str) -> tuple[date, date]:
    year, month, day = text[:4], text[5:7], text[8:]
    if day:
        return date.fromisoformat(text), date.fromisoformat(text)
    if month:
        return days_of_month(int(year), int(month))
    return date(int(year), 1, 1), date(int(year), 12, 31)


def _moment(text: str, timezone: str) -> tuple[date, date]:
    moment: datetime = isoparse(text)
    local = moment.astimezone(find_zone(timezone)) if moment.tzinfo else moment
    return local.date(), local.date()
