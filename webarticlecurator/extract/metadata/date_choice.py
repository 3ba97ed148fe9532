"""Choose one of several dates of a source: ``pick: earliest`` and ``pick: latest``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from webarticlecurator.model.article import Value
from webarticlecurator.text.times import DAY_LENGTH, parse_iso_day, to_zone

EXTREMES = ("earliest", "latest")
"""Values of ``pick`` for which all dates of a source have to be read."""


def choose_date(dates: Sequence[Value], pick: str | None, zone_name: str) -> Value:
    """Return the earliest or latest of ``dates`` (ISO 8601, at least one); the first for any other
    ``pick``.

    Days are those of the zone ``zone_name``. Of two dates on one day, one with a time is preferred
    to one without; of equal ones, the first.
    """
    if pick == "latest":
        return max(dates, key=lambda value: _sort_key(value.value, zone_name, rank_with_time=1))
    if pick == "earliest":
        return min(dates, key=lambda value: _sort_key(value.value, zone_name, rank_with_time=0))
    return dates[0]


def _sort_key(value: str, zone_name: str, *, rank_with_time: int) -> tuple[date, int, float]:
    """Return the key of a date. ``rank_with_time``: the rank (0 or 1) of a date with a time among
    those of its day."""
    if len(value) == DAY_LENGTH:
        return parse_iso_day(value), 1 - rank_with_time, 0.0
    local = to_zone(value, zone_name)
    return local.date(), rank_with_time, local.timestamp()
