"""The times at which a portal is crawled, by the schedule of its file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import Any

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.base.text.times import find_zone

MAX_OFFSET = timedelta(minutes=5)
"""A crawl starts up to so much later than its schedule says, so that portals with the same schedule
do not all start at once."""


def next_start(portal: Portal, after: datetime) -> datetime:
    """Return the first start of a crawl of a portal with a schedule after a moment, in UTC. Raises
    UsageError where the library that reads schedules is not installed."""
    return next(_starts(portal, after))


def next_starts(portal: Portal, after: datetime, count: int) -> tuple[datetime, ...]:
    """Return the first ``count`` starts after a moment, as ``next_start``."""
    return tuple(islice(_starts(portal, after), count))


def start_offset(portal_id: str) -> timedelta:
    """Return how much later than its schedule says a portal is crawled: whole seconds below
    MAX_OFFSET that depend on its id alone, so that its starts stay as far apart as the schedule
    says."""
    number = int.from_bytes(hashlib.sha256(portal_id.encode()).digest()[:8], "big")
    return timedelta(seconds=number % int(MAX_OFFSET.total_seconds()))


def require_croniter() -> Any:
    """Return the class that computes the times of a schedule. Raises UsageError where it is not
    installed."""
    require_extra("watch", ("croniter",), "the `schedule` of a portal file")
    # imported here because it takes 55 ms
    from croniter import croniter

    return croniter


def _starts(portal: Portal, after: datetime) -> Iterator[datetime]:
    """Yield all starts after a moment.

    The schedule is read on the clock of the portal's zone. When this clock is put forward, a time
    that it leaves out counts as an hour later; when it is put back, the hour that it shows twice
    counts once.
    """
    zone, offset = find_zone(portal.timezone), start_offset(portal.id)
    shown = (after - offset).astimezone(zone).replace(tzinfo=None)
    for local in require_croniter()(portal.schedule, shown).all_next(datetime):
        start = local.replace(tzinfo=zone).astimezone(timezone.utc) + offset
        if start > after:
            yield start
