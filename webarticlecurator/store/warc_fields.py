"""Origin and failure of a fetch ↔ the ``application/warc-fields`` block of its metadata record.

The metadata record stands before the responses it is about and names them by
``WARC-Concurrent-To``, so that any readable response has its origin even if the index is lost.
"""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.capture import Failure, Origin
from webarticlecurator.store.record import Record, header_line, parse_date, warc_date

FIELDS = "application/warc-fields"


@dataclass(frozen=True)
class FetchMetadata:
    """What a metadata record says of a fetch. ``hops`` is the number of responses that belong to
    it, ``responses`` their record ids."""

    url: str
    origin: Origin
    hops: int
    responses: tuple[str, ...]
    failure: Failure | None


def fields_block(pairs: tuple[tuple[str, str], ...]) -> bytes:
    """``name: value`` lines, UTF-8, CRLF; empty values left out."""
    return "".join(f"{name}: {header_line(value)}\r\n" for name, value in pairs if value).encode(
        "utf-8"
    )


def fetch_metadata_block(origin: Origin, hops: int, failure: Failure | None) -> bytes:
    """The block of the metadata record of one fetch."""
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
        )
    )


def read_fetch_metadata(record: Record) -> FetchMetadata | None:
    """The account in a metadata record; None for metadata records that are not ours."""
    found = _pairs(record.block)
    if record.kind != "metadata" or "level" not in found or not found.get("hops", "").isdigit():
        return None
    span = found.get("span", "")
    origin = Origin(
        found["level"],
        found.get("column"),
        int(span) if span.isdigit() else None,
        found.get("window"),
        found.get("page"),
        found.get("via"),
    )
    return FetchMetadata(
        record.url, origin, int(found["hops"]), record.all("WARC-Concurrent-To"), _failure(found)
    )


def _failure(found: dict[str, str]) -> Failure | None:
    if "failure" not in found:
        return None
    return Failure(
        found["failure"],
        found.get("failure-message", ""),
        parse_date(found.get("failure-time", "")),
    )


def _pairs(content: bytes) -> dict[str, str]:
    lines = content.decode("utf-8", "replace").split("\r\n")
    return {name: value for name, _, value in (line.partition(": ") for line in lines) if value}
