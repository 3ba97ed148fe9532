"""Compare records with their digests, however these are written."""

from __future__ import annotations

import base64
import hashlib
import string
from contextlib import suppress

from webarticlecurator.storage.warc.coding import decode_body
from webarticlecurator.storage.warc.record import Record

_BASE32 = dict.fromkeys(map(ord, "0189"), "!") | {
    ord(letter): digit
    for letter, digit in zip(
        string.ascii_uppercase + "234567", string.digits + string.ascii_uppercase, strict=False
    )
}
"""The letters of base32 as digits of a number: that is read ten times as fast as the bytes are
encoded, and a file has two digests a record."""


def is_segment(record: Record) -> bool:
    """Return True for a part of a record that was written in segments (ISO 28500, 7)."""
    return bool(record.get("WARC-Segment-Number"))


def list_faults(record: Record) -> list[str]:
    """Return why a record is not used: ``digest_errors``, and that it is only a segment."""
    segment = ["a record in segments, which are not joined"] if is_segment(record) else []
    return [*segment, *digest_errors(record)]


def digest_errors(record: Record) -> list[str]:
    """Return a message for each digest of the record that does not match its content.

    Missing digests are not errors. The payload of a ``revisit`` is in another record and that of a
    segment is incomplete: neither is compared. The payload of an answer in chunks is its body
    without them (ISO 28500, 6.3.2); many programs take the bytes as they came, so either fits. The
    block digest of a revisit may be that of nothing, as wget writes it.
    """
    block_digest = record.get("WARC-Block-Digest")
    payload_digest = record.get("WARC-Payload-Digest")
    errors = []
    if block_digest:
        content = (record.block, b"") if record.kind == "revisit" else (record.block,)
        errors += _compare("block", block_digest, *content)
    if payload_digest and record.kind != "revisit" and not is_segment(record):
        head = record.http_head
        contents = [record.block[head.end :]]
        codings = [value for name, value in head.headers if name.lower() == "transfer-encoding"]
        if codings:
            contents.append(decode_body(contents[0], ", ".join(codings), "").content)
        errors += _compare("payload", payload_digest, *contents)
    return errors


def _compare(part: str, digest: str, *contents: bytes) -> list[str]:
    """Return what is wrong with a digest that is that of none of the contents."""
    algorithm, _, expected = digest.partition(":")
    for content in contents:
        try:
            actual = hashlib.new(algorithm.replace("-", "").lower(), content).digest()
        except (ValueError, TypeError):  # shake_128 and the like need a length
            return [f"the {part} digest has an unknown algorithm: {digest}"]
        if is_digest_of(expected, actual):
            return []
    return [f"the {part} digest does not match: {digest}"]


def is_digest_of(written: str, digest: bytes) -> bool:
    """Return True if a text is a digest in base32, hexadecimal or base64."""
    plain = written.strip().rstrip("=")
    bits = 8 * len(digest)
    if len(plain) == -(-bits // 5) and plain.isascii() and plain.isalnum():
        with suppress(ValueError):
            number = int(plain.upper().translate(_BASE32), 32)
            if number == int.from_bytes(digest, "big") << -bits % 5:
                return True
    encoded = base64.b64encode(digest).decode().rstrip("=")
    url_safe = encoded.translate(str.maketrans("+/", "-_"))
    return plain.upper() == digest.hex().upper() or plain in (encoded, url_safe)
