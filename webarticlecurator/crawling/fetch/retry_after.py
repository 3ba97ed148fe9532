"""Retry-After (RFC 9110 §10.2.3): how long a portal asks to be left alone."""

from __future__ import annotations

from datetime import datetime

from webarticlecurator.base.model.capture import Hop
from webarticlecurator.storage.warc.message import parse_mail_date, read_response


def parse_retry_after(hop: Hop, now: datetime) -> float | None:
    """Return the seconds of a Retry-After header (a number or a date, RFC 9110 §10.2.3), or None.
    ``now`` is timezone-aware."""
    value = read_response(hop.url, hop.response).get("retry-after")
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    until = parse_mail_date(value)
    return max(0.0, (until - now).total_seconds()) if until else None
