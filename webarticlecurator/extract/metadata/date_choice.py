"""``pick: earliest`` and ``pick: latest``: one of several dates that a source gives."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from webarticlecurator.model.article import Value
from webarticlecurator.model.timezone import to_zone

ENDS = ("earliest", "latest")


def choose_date(dates: Sequence[Value], pick: str | None, zone_name: str) -> Value:
    """The earliest or latest of ``dates`` (ISO 8601, at least one), for any other ``pick`` the
    first. Of two on one day in the zone ``zone_name`` one with a time counts before one without; of
    equals the first."""
    if pick == "latest":
        return max(dates, key=lambda value: _order(value.value, zone_name, timed=1))
    return (
        min(dates, key=lambda value: _order(value.value, zone_name, timed=0))
        if pick == "earliest"
        else dates[0]
    )


def _order(value: str, zone_name: str, *, timed: int) -> tuple[date, int, float]:
    """``timed``: where a value with a time stands among those of its day."""
    if len(value) == len("2019-03-15"):
        return date.fromisoformat(value), 1 - timed, 0.0
    moment = to_zone(value, zone_name)
    return moment.date(), timed, moment.timestamp()
