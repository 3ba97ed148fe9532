"""Say which record a damaged gzip member held, as far as its beginning can still be read."""

from __future__ import annotations

import re
import zlib
from contextlib import suppress
from pathlib import Path

_MAX_READ = 64 * 1024
_PIECE = 64
"""Bytes that are unpacked at once: what comes before the damage is read, but for the last piece."""
_FIELD = re.compile(rb"(?m)^(WARC-Type|WARC-Record-ID|WARC-Target-URI): (.*?)\r?$")

_ADDRESS = re.compile(r"[a-z]+:[!-~]+\Z")


def describe_broken_record(path: Path, offset: int) -> str:
    """Return type, record id and address of the record that begins at ``offset``.

    They are read from what can be unpacked, so that the damage may be in them; "" if nothing can.
    """
    try:
        with path.open("rb") as stream:
            stream.seek(offset)
            packed = stream.read(_MAX_READ)
    except OSError:
        return ""
    unpacker = zlib.decompressobj(wbits=31)
    content = b""
    with suppress(zlib.error):
        for start in range(0, len(packed), _PIECE):
            content += unpacker.decompress(packed[start : start + _PIECE])
            if len(content) > _MAX_READ:
                break
    head = content.partition(b"\r\n\r\n")[0]
    fields = {name: value.decode("utf-8", "replace") for name, value in _FIELD.findall(head)}
    known = (fields.get(name) for name in (b"WARC-Type", b"WARC-Record-ID"))
    words = " ".join(filter(None, known))
    address = fields.get(b"WARC-Target-URI")
    if not words:
        return ""
    has_address = address is not None and _ADDRESS.match(address)
    return f"what is left of it: {words}" + (f" of {address}" if has_address else "")
