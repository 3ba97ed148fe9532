"""Compare digests, however they are written."""

from __future__ import annotations

import base64
import string
from contextlib import suppress

_BASE32 = dict.fromkeys(map(ord, "0189"), "!") | {
    ord(letter): digit
    for letter, digit in zip(
        string.ascii_uppercase + "234567", string.digits + string.ascii_uppercase, strict=False
    )
}
"""The letters of base32 as digits of a number: that is read ten times as fast as the bytes are
encoded, and a file has two digests a record."""


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
