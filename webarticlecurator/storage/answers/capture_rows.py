"""The rows of captures in the index: their columns, and the captures made of them."""

from __future__ import annotations

from datetime import datetime

from webarticlecurator.base.model.capture import GONE, Capture, Origin
from webarticlecurator.storage.index.index import Row
from webarticlecurator.storage.warc.record import parse_date, target_address

_COLUMNS = (
    "c.id, c.record_id, c.url, c.status, c.time, c.file, c.offset, c.length, c.content_type,"
    " c.payload_digest, c.body_digest, c.truncated, c.location,"
    " (SELECT s.seconds FROM clock_shifts s WHERE s.fetch = c.fetch),"
    " EXISTS (SELECT 1 FROM signed_in n WHERE n.capture = c.id),"
    " f.level, f.column_name, f.span, f.window, f.page, f.via"
)
CAPTURES = f"SELECT {_COLUMNS} FROM captures c LEFT JOIN fetches f ON f.id = c.fetch"
"""The beginning of a query for rows that ``to_capture`` reads."""
IS_LAST_HOP = "f.failure IS NULL AND c.hop = f.hops - 1"
"""The condition that a capture is the last of a fetch without a failure."""
GONE_STATUSES = ", ".join(map(str, sorted(GONE)))
"""The statuses of what is gone, in SQL."""
NOT_USED = 2
"""In the column ``truncated``: a whole answer that is not used (``doubt`` of the table
``answers``)."""


def to_capture(row: Row) -> Capture:
    """Return the capture of a row of CAPTURES."""
    (
        _,
        record_id,
        url,
        status,
        time,
        file,
        offset,
        length,
        content_type,
        payload,
        body,
        truncated,
        location,
        clock_behind,
        signed_in,
        *origin,
    ) = row
    return Capture(
        record_id,
        url,
        status,
        parse_date(time),
        file,
        offset,
        length,
        content_type,
        payload,
        body,
        bool(truncated),
        location,
        Origin(*origin) if origin[0] else None,
        clock_behind=clock_behind or 0,
        signed_in=bool(signed_in),
    )


def capture_order(capture: Capture) -> tuple[datetime, str]:
    """Return the sort key of captures: time (``order_time``), then record id."""
    return capture.order_time, capture.record_id


def without_fragment(location: str) -> str:
    """Return the address that is requested for a ``location``."""
    return target_address(location.partition("#")[0])
