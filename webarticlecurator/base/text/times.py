"""Times as they are stored: ISO 8601, time zones, the clock that is passed in.

Dates and times in ISO 8601, in the forms that are written with hyphens and colons: the same in
every version of Python, whose ``fromisoformat`` accepts more in each.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timezone
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

import tzdata  # type: ignore[import-untyped]

YEAR_LENGTH, MONTH_LENGTH, DAY_LENGTH = len("2019"), len("2019-03"), len("2019-03-15")
"""Characters of a year, a month and a day in ISO 8601; a longer value has a time."""
SECOND_LENGTH = len("2019-03-15T08:30:00")

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME = re.compile(
    rf"{_DAY.pattern}[T ](?:[01]\d|2[0-3]):\d\d(?::\d\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?",
    re.ASCII,
)


_USUAL_TIME = re.compile(
    rf"{_DAY.pattern}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[+-](?:[01]\d|2[0-3]):[0-5]\d)?", re.ASCII
)
"""What ``fromisoformat`` of every version of Python reads, and we write."""


def parse_iso_day(text: str) -> date:
    """Return the day ``YYYY-MM-DD``. Raises ValueError for any other text."""
    if not _DAY.fullmatch(text):
        raise ValueError(f"not a date: {text!r} (expected YYYY-MM-DD)")
    return date.fromisoformat(text)


def parse_iso_time(text: str) -> datetime:
    """Return the time ``2019-03-15T08:30``, also with seconds, a fraction of them, and an offset
    (``Z``, ``+01:00``, ``+0100``); it is aware if there is one. A space may be in place of the T.

    Raises ValueError for any other text.
    """
    if _USUAL_TIME.fullmatch(text):  # in a tenth of the time
        return datetime.fromisoformat(text)
    # imported here because it takes 15 ms, and most commands read no time
    from dateutil.parser import isoparse

    if not _TIME.fullmatch(text):
        raise ValueError(f"not a time: {text!r} (expected 2019-03-15T08:30:00+01:00)")
    time: datetime = isoparse(text)
    return time


def write_utc_second(moment: datetime) -> str:
    """Return an aware time as ``2019-03-15T07:30:00Z``, a part of a second cut off."""
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


# Time zones from the tzdata package, never from the system: dates are the same everywhere.
_FOLDER = Path(tzdata.__file__).parent


@lru_cache(maxsize=1)
def list_zone_names() -> tuple[str, ...]:
    """Return the names of all zones."""
    return tuple((_FOLDER / "zones").read_text("ascii").split())


@lru_cache(maxsize=64)
def find_zone(name: str) -> ZoneInfo:
    """Return the IANA zone ``name`` (``Europe/Budapest``). Raises KeyError for an unknown one."""
    # by the list, since Windows and macOS open ``Europe/budapest``, too
    if name not in list_zone_names():
        raise KeyError(name)
    with _FOLDER.joinpath("zoneinfo", *name.split("/")).open("rb") as data:
        return ZoneInfo.from_file(data, key=name)


def to_zone(value: str, name: str) -> datetime:
    """Return an ISO 8601 time in the zone ``name``, which a time without an offset is in; a day is
    its first moment."""
    zone = find_zone(name)
    time = parse_iso_time(value if len(value) > DAY_LENGTH else f"{value}T00:00")
    return time.astimezone(zone) if time.tzinfo else time.replace(tzinfo=zone)
