"""Retry-After (RFC 9110 §10.2.3): how long a portal asks to be left alone."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from webarticlecurator.base.model.capture import Hop
from webarticlecurator.storage.warc.message import read_response


def parse_retry_after(hop: Hop, now: datetime) -> float | None:
    """Return the seconds of a Retry-After header (a number or a date, RFC 9110 §10.2.3), or None.
    ``now`` is timezone-aware."""
    value = read_response(hop.url, hop.response).get("retry-after")
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
        until = until if until.tzinfo else until.replace(tzinfo=timezone.utc)
        return max(0.0, (until - now).total_seconds())
    except (TypeError, ValueError, ArithmeticError, IndexError):  # not a date
        return None
