"""Do the digests of a record fit its content? Any algorithm of hashlib's, in base32 or base16, as WARC writers use them."""

from __future__ import annotations

import base64
import hashlib

from webarticlecurator.store.record import Record, payload_start


def digest_errors(record: Record) -> list[str]:
    """What is wrong with the record's digests, in words; empty if they fit or are missing. The payload of a ``revisit`` lies
    elsewhere and that of a segment is not whole: neither is compared."""
    block, payload = record.get("WARC-Block-Digest"), record.get("WARC-Payload-Digest")
    found = []
    if block:
        found += _compare("block", block, record.block)
    if payload and record.kind != "revisit" and not record.get("WARC-Segment-Number"):
        found += _compare("payload", payload, record.block[payload_start(record.kind, record.url, record.block) :])
    return found


def _compare(what: str, digest: str, content: bytes) -> list[str]:
    algorithm, _, value = digest.partition(":")
    try:
        real = hashlib.new(algorithm.replace("-", "").lower(), content).digest()
    except (ValueError, TypeError):  # shake_128 and the like need a length
        return [f"the {what} digest is of an unknown kind: {digest}"]
    written = {base64.b32encode(real).decode().rstrip("="), real.hex().upper()}
    return [] if value.upper().rstrip("=") in written else [f"the {what} digest does not fit: {digest}"]
