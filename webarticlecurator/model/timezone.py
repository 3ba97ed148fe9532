"""Time zones from the tzdata package, never from the system, so that the same corpus has the same
dates everywhere."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo


@lru_cache(maxsize=64)
def find_zone(name: str) -> ZoneInfo:
    """The IANA zone ``name`` (``Europe/Budapest``). Raises KeyError if tzdata does not know it."""
    parts = name.split("/")
    if not all(p and p.replace("_", "").replace("-", "").replace("+", "").isalnum() for p in parts):
        raise KeyError(name)
    source = files("tzdata").joinpath("zoneinfo", *parts)
    if not source.is_file():
        raise KeyError(name)
    with source.open("rb") as data:
        return ZoneInfo.from_file(data, key=name)


def to_zone(value: str, name: str) -> datetime:
    """A time in ISO 8601 as one of the zone ``name``, whose it is, too, where it says no offset."""
    moment = datetime.fromisoformat(value)
    return (
        moment.astimezone(find_zone(name))
        if moment.tzinfo
        else moment.replace(tzinfo=find_zone(name))
    )


def day_in_zone(value: str, name: str) -> date:
    """The day of a date in ISO 8601; of a time, that which the zone ``name`` had then."""
    return (
        date.fromisoformat(value)
        if len(value) == len("2019-03-15")
        else to_zone(value, name).date()
    )
