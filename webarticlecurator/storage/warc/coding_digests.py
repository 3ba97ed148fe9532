"""Compare digests, however they are written."""

from __future__ import annotations

import base64


def is_digest_of(written: str, digest: bytes) -> bool:
    """Return True if a text is a digest in base32, hexadecimal or base64."""
    plain = written.strip().rstrip("=")
    either_case = {base64.b32encode(digest).decode().rstrip("="), digest.hex().upper()}
    encoded = base64.b64encode(digest).decode().rstrip("=")
    url_safe = encoded.translate(str.maketrans("+/", "-_"))
    return plain.upper() in either_case or plain in (encoded, url_safe)
