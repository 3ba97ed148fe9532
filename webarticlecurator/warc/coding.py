"""Decode the body of an HTTP response: transfer and content codings are removed (RFC 9112 §7,
RFC 9110 §8.4), and faults are reported.

Tolerant, as real archives require: a header that names a coding which the stored body no longer has
is ignored.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any

import brotli

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.model.capture import DAMAGED, TOO_LARGE, TRUNCATED
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.text.translation import make_message

MAX_BODY_BYTES = FetchPolicy.max_bytes
"""No decoded body is larger, nor any step of several codings: the default of
``fetch.max_bytes``."""

_MAX_CODINGS = 8
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f\r\x1b"))


@dataclass(frozen=True)
class DecodedBody:
    """A decoded body.

    ``content`` is what could be decoded; ``fault`` and ``words`` as in ``model.capture.Body``.
    TOO_LARGE: more than MAX_BODY_BYTES.
    """

    content: bytes
    fault: str = ""
    words: str = ""


def decode_body(raw: bytes, transfer: str, content: str) -> DecodedBody:
    """Remove the codings of ``raw``, the body as stored. Never raises.

    ``transfer`` and ``content`` are the values of Transfer-Encoding and Content-Encoding, "" if
    absent. The character encoding is not touched.
    """
    body = DecodedBody(raw)
    if "chunked" in _coding_names(transfer):
        body = dechunk(raw)
    names = _coding_names(content) + [n for n in _coding_names(transfer) if n != "chunked"]
    if len(names) > _MAX_CODINGS:
        return DecodedBody(
            body.content,
            TRUNCATED,
            make_message("{number} content codings (at most 8)", number=len(names)),
        )
    for name in reversed(names):
        body = _with_worse_fault(body, _decode(body.content, name))
    return body


def dechunk(raw: bytes) -> DecodedBody:
    """Return the body without its chunk framing.

    It is unchanged if it is not chunked after all, and incomplete if the last chunk is missing.
    """
    parts: list[bytes] = []
    position = 0
    while position < len(raw):
        chunk = _parse_chunk_size(raw, position)
        if chunk is None:  # never chunked, or damaged
            return (
                _without_last_chunk(b"".join(parts) + raw[position:]) if parts else DecodedBody(raw)
            )
        start, size = chunk
        if size == 0:
            return DecodedBody(b"".join(parts))
        parts.append(raw[start : start + size])
        position = start + size
        if raw[position : position + 2] not in (b"\r\n", b"\r", b""):
            whole = b"".join(parts) + raw[position:]
            return DecodedBody(raw) if len(parts) == 1 else _without_last_chunk(whole)
        position += 2
    return _without_last_chunk(b"".join(parts)) if parts else DecodedBody(raw)


def _without_last_chunk(content: bytes) -> DecodedBody:
    return DecodedBody(content, TRUNCATED, make_message("chunked: the last chunk is missing"))


def _parse_chunk_size(raw: bytes, position: int) -> tuple[int, int] | None:
    """Return (start, size) of the chunk whose size line is at ``position``, or None."""
    end = raw.find(b"\r\n", position, position + 4096)
    if end < 0:
        return None
    digits = raw[position:end].split(b";")[0].strip()
    if not digits or len(digits) > 16 or digits.strip(b"0123456789abcdefABCDEF"):
        return None
    return end + 2, int(digits, 16)


def _coding_names(header: str) -> list[str]:
    names = (name.strip().lower() for name in header.split(","))
    return [name for name in names if name and name != "identity"]


def _with_worse_fault(before: DecodedBody, after: DecodedBody) -> DecodedBody:
    """Return ``after`` with the more serious fault of the two."""
    by_severity = ("", DAMAGED, TRUNCATED, TOO_LARGE)
    if by_severity.index(before.fault) > by_severity.index(after.fault):
        return replace(after, fault=before.fault, words=before.words)
    return after


def _decode(raw: bytes, name: str) -> DecodedBody:
    """Remove one coding. A body that is not coded as its header says is left as it is."""
    decoder = DECODERS.get(name)
    if not raw or (decoder is None and _is_plain(raw)):  # browsers ignore names like utf-8, too
        return DecodedBody(raw)
    if decoder is None:
        return DecodedBody(
            raw,
            DAMAGED,
            make_message("{name!r}: unknown content coding; read as it is", name=name[:30]),
        )
    out = Output(MAX_BODY_BYTES)
    try:
        decoder(raw, out)
    except TooLarge:
        return DecodedBody(
            out.content,
            TOO_LARGE,
            make_message(
                "{name}: more than {number} bytes when decoded",
                name=name,
                number=MAX_BODY_BYTES,
            ),
        )
    except UsageError as error:  # a library is missing
        return DecodedBody(
            raw,
            DAMAGED,
            make_message("{name}: {error}; read as it is", name=name, error=str(error)),
        )
    except TruncatedData as error:
        if _is_plain(raw):
            return DecodedBody(
                raw,
                DAMAGED,
                make_message("{name}: the body is not compressed; read as it is", name=name),
            )
        return DecodedBody(
            out.content,
            TRUNCATED,
            make_message("{name}: {error}", name=name, error=error.args[0]),
        )
    words = (
        make_message("{name}: {remark}; the text is kept", name=name, remark=out.remarks[0])
        if out.remarks
        else ""
    )
    return DecodedBody(out.content, DAMAGED if words else "", words)


def _is_plain(raw: bytes) -> bool:
    """Return True for text in any character encoding: compressed data has control characters."""
    head = raw[:1024]
    return len(head.translate(None, _CONTROLS)) == len(head)


# Decoders of single content codings, with a limit on the size of the output.
#
# Checksums are compared here and not by the libraries: these drop the text if only the checksum is
# wrong, which no browser does.

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
        start = _gzip_header(raw, position)
        end, checksum, size = _inflate(raw, start, out, zlib.crc32, 0)
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
    from webarticlecurator.installation import require_extra

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
    decompressor = load_zstandard().ZstdDecompressor(max_window_size=MAX_ZSTD_WINDOW)
    decoder = decompressor.decompressobj()
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
