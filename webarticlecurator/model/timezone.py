"""Time zones from the tzdata package, never from the system: dates are the same everywhere."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

import tzdata  # type: ignore[import-untyped]

from webarticlecurator.model.iso_time import DAY_LENGTH, parse_iso_day, parse_iso_time

_FOLDER = Path(tzdata.__file__).parent
ZONE_NAMES = _FOLDER / "zones"
"""The file with the name of each zone."""


@lru_cache(maxsize=64)
def find_zone(name: str) -> ZoneInfo:
    """Return the IANA zone ``name`` (``Europe/Budapest``). Raises KeyError for an unknown one."""
    parts = name.split("/")
    if not all(p and p.replace("_", "").replace("-", "").replace("+", "").isalnum() for p in parts):
        raise KeyError(name)
    source = _FOLDER.joinpath("zoneinfo", *parts)
    if not source.is_file():
        raise KeyError(name)
    with source.open("rb") as data:
        return ZoneInfo.from_file(data, key=name)


def to_zone(value: str, name: str) -> datetime:
    """Return an ISO 8601 time in the zone ``name``, which a time without an offset is in; a day is
    its first moment."""
    zone = find_zone(name)
    time = parse_iso_time(value if len(value) > DAY_LENGTH else f"{value}T00:00")
    return time.astimezone(zone) if time.tzinfo else time.replace(tzinfo=zone)


def day_in_zone(value: str, name: str) -> date:
    """Return the day of an ISO 8601 date, or of a time in the zone ``name``."""
    if len(value) == DAY_LENGTH:
        return parse_iso_day(value)
    return to_zone(value, name).date()
