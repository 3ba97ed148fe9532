"""Decoders of single content codings, with a limit on the size of the output.

Checksums are compared here and not by the libraries: these drop the text if only the checksum is
wrong, which no browser does.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any

import brotli

from webarticlecurator.base.text.translation import make_message

MAX_ZSTD_WINDOW = 1 << 27
"""The largest zstd window in bytes, as in the zstd command. Frames with a larger one are refused,
because the window is memory."""

_MAX_MEMBERS = 1000
_STEP_BYTES = 16 * 1024
# a zstd block of 4 bytes may expand to 128 KiB: small steps bound the output per step
_ZSTD_STEP_BYTES = 256
_ZSTD_CHECKSUM = 4  # the flag in the frame header descriptor (RFC 8878 §3.1.1.1.1)


class TruncatedData(Exception):
    """The coded bytes end or become unreadable before the end of the data; the text says how."""


class TooLarge(Exception):
    """The decoded bytes exceed the limit."""


class Output:
    """The bytes decoded so far. Raises TooLarge as soon as they exceed ``limit``.

    ``remarks`` says what is wrong although all of the data is there.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self.size = 0
        self.remarks: list[str] = []

    def add(self, piece: bytes) -> None:
        """Append ``piece``, cut to the limit. Raises TooLarge."""
        room = self._limit - self.size
        self._parts.append(piece[:room])
        self.size += min(len(piece), room)
        if len(piece) > room:
            raise TooLarge

    def mark(self) -> tuple[int, int]:
        """Return the current position for ``back_to``."""
        return len(self._parts), self.size

    def back_to(self, mark: tuple[int, int]) -> None:
        """Discard everything added since ``mark``."""
        del self._parts[mark[0] :]
        self.size = mark[1]

    @property
    def content(self) -> bytes:
        """The bytes decoded so far."""
        return b"".join(self._parts)


def inflate_gzip(raw: bytes, out: Output) -> None:
    """Decode gzip members (RFC 1952). Bytes behind the last one are ignored."""
    position = 0
    for _ in range(_MAX_MEMBERS):
        end, checksum, size = _inflate(raw, _gzip_header(raw, position), out, zlib.crc32, 0)
        trailer = raw[end : end + 8]
        if len(trailer) < 8:
            out.remarks.append(make_message("the checksum is missing"))
        elif struct.unpack("<II", trailer) != (checksum, size & 0xFFFFFFFF):
            out.remarks.append(make_message("the checksum or the length does not fit"))
        position = end + 8
        if raw[position : position + 3] != b"\x1f\x8b\x08":
            return
    raise TruncatedData(
        make_message("more than {max_members} gzip members", max_members=_MAX_MEMBERS)
    )


def inflate_deflate(raw: bytes, out: Output) -> None:
    """Decode zlib data (RFC 1950), or deflate data without its header, as some servers send it."""
    if len(raw) < 2 or raw[0] & 15 != 8 or int.from_bytes(raw[:2], "big") % 31 or raw[1] & 32:
        _inflate(raw, 0, out, zlib.adler32, 1)
        return
    end, checksum, _ = _inflate(raw, 2, out, zlib.adler32, 1)
    trailer = raw[end : end + 4]
    if len(trailer) < 4:
        out.remarks.append(make_message("the checksum is missing"))
    elif int.from_bytes(trailer, "big") != checksum:
        out.remarks.append(make_message("the checksum does not fit"))


def decode_brotli(raw: bytes, out: Output) -> None:
    """Decode a brotli stream (RFC 7932). Bytes behind it are ignored."""
    decoder = brotli.Decompressor()
    view = memoryview(raw)
    try:
        for start in range(0, len(raw), _STEP_BYTES):
            out.add(
                decoder.process(
                    bytes(view[start : start + _STEP_BYTES]), output_buffer_limit=1 << 20
                )
            )
            while not decoder.can_accept_more_data() and not decoder.is_finished():
                out.add(decoder.process(b"", output_buffer_limit=1 << 20))
            if decoder.is_finished():
                return
    except brotli.error as error:
        raise TruncatedData(make_message("no readable brotli data")) from error
    raise TruncatedData(make_message("the brotli data breaks off"))


def load_zstandard() -> Any:
    """Return the library for zstd, which no portal is asked for. Raises UsageError where it is not
    installed."""
    # imported here: few files are in zstd, and both take longer than most
    from webarticlecurator.base.system.installation import require_extra

    require_extra("zstd", ["zstandard"], "data compressed by zstd")
    import zstandard

    return zstandard


def decode_zstd(raw: bytes, out: Output) -> None:
    """Decode zstd frames (RFC 8878)."""
    position = 0
    while position < len(raw):
        mark = out.mark()
        try:
            position = _zstd_frame(raw, position, out)
        except load_zstandard().ZstdError as error:
            if "checksum" not in str(error):
                raise TruncatedData(
                    make_message("no readable zstd data: {error}", error=str(error))
                ) from error
            out.back_to(mark)
            flags = raw[position + 4] & ~_ZSTD_CHECKSUM
            raw = raw[: position + 4] + bytes([flags]) + raw[position + 5 :]
            position = _zstd_frame(raw, position, out) + 4
            out.remarks.append(make_message("the checksum does not fit"))


def _zstd_frame(raw: bytes, start: int, out: Output) -> int:
    """Decode the frame at ``start``; return where it ends."""
    decoder = load_zstandard().ZstdDecompressor(max_window_size=MAX_ZSTD_WINDOW).decompressobj()
    for position in range(start, len(raw), _ZSTD_STEP_BYTES):
        piece = raw[position : position + _ZSTD_STEP_BYTES]
        out.add(decoder.decompress(piece))
        if decoder.eof:
            return position + len(piece) - len(decoder.unused_data)
    raise TruncatedData(make_message("the zstd data breaks off"))


def _gzip_header(raw: bytes, start: int) -> int:
    """Return the offset of the deflate data of the member at ``start``. Raises TruncatedData."""
    if raw[start : start + 3] != b"\x1f\x8b\x08":
        raise TruncatedData(make_message("no gzip data"))
    flags = raw[start + 3] if start + 3 < len(raw) else 0
    position = start + 10
    if flags & 4:
        position += 2 + int.from_bytes(raw[position : position + 2], "little")
    for flag in (8, 16):  # name and comment end with a zero byte
        if flags & flag:
            end = raw.find(b"\0", position)
            position = end + 1 if end >= 0 else len(raw)
    return position + 2 if flags & 2 else position


def _inflate(
    raw: bytes, start: int, out: Output, check: Callable[[bytes, int], int], first: int
) -> tuple[int, int, int]:
    """Decode the deflate data at ``start``; return where it ends, its checksum and its size."""
    decoder = zlib.decompressobj(-15)
    view = memoryview(raw)
    position, checksum, size = start, first, 0
    while not decoder.eof:
        piece = decoder.unconsumed_tail or bytes(view[position : position + _STEP_BYTES])
        position += 0 if decoder.unconsumed_tail else len(piece)
        try:
            decoded = decoder.decompress(piece, 1 << 20)
        except zlib.error as error:
            raise TruncatedData(
                make_message("no readable deflate data: {error}", error=str(error))
            ) from error
        if not piece and not decoded:
            raise TruncatedData(make_message("the compressed data breaks off"))
        checksum, size = check(decoded, checksum), size + len(decoded)
        out.add(decoded)
    return position - len(decoder.unused_data), checksum, size


DECODERS: dict[str, Callable[[bytes, Output], None]] = {
    "gzip": inflate_gzip,
    "x-gzip": inflate_gzip,
    "deflate": inflate_deflate,
    "br": decode_brotli,
    "zstd": decode_zstd,
}
"""Name of a content coding → its decoder.

Decoders raise TruncatedData and TooLarge; ``Output`` keeps what was decoded before."""
