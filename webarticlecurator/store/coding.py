"""HTTP body bytes as stored → the bytes the portal meant: transfer and content codings taken off
(RFC 9112 §7, RFC 9110 §8.4).

Tolerant where real archives are: a header that names a coding the stored body no longer has is ignored, a coding that breaks
off gives what came before the break.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from io import BytesIO

import brotli
import zstandard

LIMIT = 512 * 1024 * 1024
"""No decoded body is longer (bytes): what a decompression bomb holds beyond it is cut."""

_STEP = 16 * 1024


def decode_body(raw: bytes, transfer: str, content: str) -> bytes:
    """``raw`` is the body as stored; ``transfer`` and ``content`` are the values of Transfer-Encoding and Content-Encoding
    ("" if absent). Gives the decoded payload, character set untouched. Never raises."""
    if "chunked" in _names(transfer):
        raw = dechunk(raw)
    for name in reversed(_names(content) + [n for n in _names(transfer) if n != "chunked"]):
        raw = _decode(raw, name)
    return raw


def dechunk(raw: bytes) -> bytes:
    """The body without its chunk frames; unchanged if it is not chunked after all; what is there if it breaks off."""
    parts: list[bytes] = []
    position = 0
    while position < len(raw):
        chunk = _chunk(raw, position)
        if chunk is None:  # no chunk size here: never chunked, or broken in the middle
            return b"".join(parts) + raw[position:] if parts else raw
        start, size = chunk
        if size == 0:
            break
        parts.append(raw[start : start + size])
        position = start + size
        if raw[position : position + 2] not in (b"\r\n", b"\r", b""):
            return raw if len(parts) == 1 else b"".join(parts) + raw[position:]
        position += 2
    return b"".join(parts)


def _chunk(raw: bytes, position: int) -> tuple[int, int] | None:
    """(start, size) of the chunk whose size line stands at ``position``, or None."""
    end = raw.find(b"\r\n", position, position + 4096)
    if end < 0:
        return None
    digits = raw[position:end].split(b";")[0].strip()
    if not digits or len(digits) > 16 or digits.strip(b"0123456789abcdefABCDEF"):
        return None
    return end + 2, int(digits, 16)


def _names(header: str) -> list[str]:
    return [name.strip().lower() for name in header.split(",") if name.strip() and name.strip().lower() != "identity"]


def _decode(raw: bytes, name: str) -> bytes:
    decoders = _DECODERS.get(name)
    if not raw or decoders is None:
        return raw
    for decoder in decoders:
        found = _collect(decoder(raw))
        if found is not None:
            return found
    return raw  # the stored body is already decoded


def _collect(pieces: Iterator[bytes]) -> bytes | None:
    """The decoded pieces up to the first error or LIMIT; None if the very first is an error."""
    out: list[bytes] = []
    size = 0
    try:
        for piece in pieces:
            out.append(piece)
            size += len(piece)
            if size >= LIMIT:
                break
    except (zlib.error, brotli.error, zstandard.ZstdError):
        if not size:
            return None
    return b"".join(out)[:LIMIT]


def _zlib(window: int) -> Callable[[bytes], Iterator[bytes]]:
    def pieces(raw: bytes) -> Iterator[bytes]:
        while raw:
            decoder = zlib.decompressobj(window)
            tail = raw
            while tail and not decoder.eof:
                yield decoder.decompress(tail, 1 << 20)
                tail = decoder.unconsumed_tail
            raw = decoder.unused_data if decoder.unused_data.startswith(b"\x1f\x8b") else b""

    return pieces


def _brotli(raw: bytes) -> Iterator[bytes]:
    decoder = brotli.Decompressor()
    for start in range(0, len(raw), _STEP):
        yield decoder.process(raw[start : start + _STEP])


def _zstd(raw: bytes) -> Iterator[bytes]:
    reader = zstandard.ZstdDecompressor().stream_reader(BytesIO(raw), read_across_frames=True)
    while piece := reader.read(1 << 20):
        yield piece


_DECODERS: dict[str, tuple[Callable[[bytes], Iterator[bytes]], ...]] = {
    "gzip": (_zlib(31),),
    "x-gzip": (_zlib(31),),
    "deflate": (_zlib(15), _zlib(-15)),
    "br": (_brotli,),
    "zstd": (_zstd,),
}
