"""Origin and failure of a fetch, written as the ``application/warc-fields`` block of a metadata
record.

The metadata record precedes its responses and names them by ``WARC-Concurrent-To``: any readable
response has its origin even if the index is lost.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import Failure, Origin
from webarticlecurator.storage.warc.record import (
    Record,
    clean_warc_address,
    header_line,
    parse_date,
    warc_date,
)

FIELDS = "application/warc-fields"


@dataclass(frozen=True)
class FetchMetadata:
    """The content of the metadata record of a fetch.

    ``hops`` is the number of its responses, ``responses`` their record ids. ``clock_behind``: see
    ``Capture``.
    """

    url: str
    origin: Origin
    hops: int
    responses: tuple[str, ...]
    failure: Failure | None
    clock_behind: int = 0


def fields_block(pairs: tuple[tuple[str, str], ...]) -> bytes:
    """Encode ``name: value`` lines (UTF-8, CRLF); empty values are left out."""
    lines = (f"{name}: {header_line(value)}\r\n" for name, value in pairs if value)
    return "".join(lines).encode("utf-8")


def fetch_metadata_block(
    origin: Origin,
    hops: int,
    failure: Failure | None,
    renderer: str = "",
    clock_behind: int = 0,
) -> bytes:
    """Return the block of the metadata record of one fetch; ``renderer`` is the browser that
    rendered its page, ``clock_behind`` as in ``Capture``."""
    return fields_block(
        (
            ("via", origin.via or ""),
            ("level", origin.level),
            ("column", origin.column or ""),
            ("span", "" if origin.span is None else str(origin.span)),
            ("window", origin.window or ""),
            ("page", origin.page or ""),
            ("hops", str(hops)),
            ("failure", failure.kind if failure else ""),
            ("failure-message", failure.message if failure else ""),
            ("failure-time", warc_date(failure.time) if failure else ""),
            ("renderer", renderer),
            ("clock-behind", str(clock_behind) if clock_behind else ""),
        )
    )


def read_fetch_metadata(record: Record) -> FetchMetadata | None:
    """Parse a metadata record; return None if this program did not write it."""
    if record.kind != "metadata" or record.get("Content-Type") != FIELDS:
        return None  # what a server sent could look like our fields
    if b"level: " not in record.block:
        return None
    lines = record.block.decode("utf-8", "replace").split("\r\n")
    fields = {name: value for name, _, value in (line.partition(": ") for line in lines) if value}
    if "level" not in fields or not fields.get("hops", "").isdigit():
        return None
    span = fields.get("span", "")
    origin = Origin(
        fields["level"],
        fields.get("column"),
        int(span) if span.isdigit() else None,
        fields.get("window"),
        fields.get("page"),
        clean_warc_address(fields["via"]) if "via" in fields else None,
    )
    behind = fields.get("clock-behind", "")
    return FetchMetadata(
        record.url,
        origin,
        int(fields["hops"]),
        record.all("WARC-Concurrent-To"),
        _failure(fields),
        # a longer number is no time of ours
        int(behind) if behind.isdigit() and behind.isascii() and len(behind) < 11 else 0,
    )


def _failure(fields: dict[str, str]) -> Failure | None:
    if "failure" not in fields:
        return None
    return Failure(
        fields["failure"],
        fields.get("failure-message", ""),
        parse_date(fields.get("failure-time", "")),
    )
