"""Read records that are as nearly all are: a gzip member each, or uncompressed, with a plain head.

zlib-ng unpacks a member in large pieces, and the fields of the head are looked for when they are
asked for. What is unusual in any way is not read here but by ``container.RecordReader``, which says
what is wrong: there is one opinion about damage.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Any, BinaryIO

from webarticlecurator.storage.warc.http_head import decode_field
from webarticlecurator.storage.warc.member_unpacking import GZIP
from webarticlecurator.storage.warc.record import Record, clean_warc_address
from webarticlecurator.storage.warc.record_compression import codec

_PIECE_BYTES = 1 << 12
"""What is unpacked first of a member: most hold little."""
_NEXT_BYTES = 1 << 14
"""It unpacks to a thousand times as many bytes at most."""
_MAX_UNPACKED = 1 << 24
_MAX_HEAD = 1 << 16
_HEAD_END = b"\r\n\r\n"
_PLAIN_HEAD = re.compile(rb"WARC/[^\r\n]*(?:\r\n[^\r\n\t :/]+:[^\r\n]*)+\r\n\r\n")
"""A head without lines that continue others, space behind a name, or the first line of another
record: one search takes half as long as one for each of these."""
_ENDS = (_HEAD_END, b"", b"\r\n")
"""What may follow the block of a compressed record."""


class PlainRecord(Record):
    """A record whose head, with the end of its last line, is ``lines``; ``folded`` is that in lower
    case. Its block is the ``size`` bytes of ``content`` behind the head."""

    _lines: bytes
    _folded: bytes
    _content: bytes

    def __init__(self, kind: str, lines: bytes, folded: bytes, content: bytes, size: int) -> None:
        own = self.__dict__
        own["kind"], own["_lines"], own["_folded"], own["head"] = kind, lines, folded, None
        own["_content"], own["size"] = content, size
        own["url"] = clean_warc_address(self.get("WARC-Target-URI"))  # always asked for

    @property  # type: ignore[misc]
    def __class__(self) -> type[Record]:  # type: ignore[override]
        """It is compared, and made again with other values, as any record."""
        return Record

    def all(self, name: str) -> tuple[str, ...]:
        return super().all(name) if _mark(name) in self._folded else ()

    @cached_property
    def block(self) -> bytes:
        """The block as stored."""
        start = len(self._lines) + 2
        return self._content[start : start + self.size]

    def get(self, name: str, default: str = "") -> str:
        mark = _mark(name)
        place = self._folded.find(mark)
        if place < 0:
            return default
        place += len(mark)
        return decode_field(self._lines[place : self._lines.find(b"\r", place)]).strip()

    @cached_property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """The headers in the order of the file, without Content-Length."""
        parts = (decode_field(line).partition(":") for line in self._lines.split(b"\r\n")[1:-1])
        named = ((name.rstrip(" \t"), value.strip()) for name, colon, value in parts if colon)
        return tuple(each for each in named if each[0].lower() != "content-length")


class WholeRecords:
    """Reads records of an open file, which it seeks in, ``window`` bytes at a time."""

    def __init__(self, stream: BinaryIO, window: int) -> None:
        self._stream, self._size = stream, window
        self._start, self._window = 0, b""

    def read(self, offset: int) -> tuple[int, Record, int] | None:
        """Return the offset of the record at or behind ``offset``, the record and its end; None for
        one that is to be read in another way."""
        piece = self._look(offset, _PIECE_BYTES)
        if not piece.startswith(GZIP):
            return self._read_uncompressed(offset, piece)
        decoder = codec.decompressobj(31)
        try:
            content, end = decoder.decompress(piece), offset + len(piece)
            if not decoder.eof:
                content, end = self._unpack_rest(decoder, content, end)
        except codec.error:
            return None
        record, size = _parse(content) if decoder.eof else (None, 0)
        if record is None or content[size:] not in _ENDS:
            return None
        return offset, record, end - len(decoder.unused_data)

    def _read_uncompressed(self, offset: int, piece: bytes) -> tuple[int, Record, int] | None:
        start = offset + (len(_HEAD_END) if piece.startswith(_HEAD_END) else 0)
        if not piece.startswith(b"WARC/", start - offset):
            return None
        record, size = _parse(self._look(start, _MAX_HEAD))
        return (start, record, start + size) if record is not None else None

    def _unpack_rest(self, decoder: Any, content: bytes, end: int) -> tuple[bytes, int]:
        pieces, unpacked = [content], len(content)
        while (
            not decoder.eof and unpacked < _MAX_UNPACKED and (piece := self._look(end, _NEXT_BYTES))
        ):
            pieces.append(decoder.decompress(piece))
            unpacked += len(pieces[-1])
            end += len(piece)
        return b"".join(pieces), end

    def _look(self, offset: int, size: int) -> bytes:
        """Return ``size`` bytes at ``offset``, fewer at the end of the file."""
        place = offset - self._start
        if place < 0 or place + size > len(self._window):
            self._stream.seek(offset)
            self._start, place = offset, 0
            self._window = self._stream.read(self._size)
        return self._window[place : place + size]


def _parse(content: bytes) -> tuple[PlainRecord | None, int]:
    """Return the WARC record at the beginning of ``content``, and where its block ends; None if its
    head is not a plain one, or the block is not whole."""
    head = _PLAIN_HEAD.match(content, 0, _MAX_HEAD)
    if head is None:
        return None, 0
    start = head.end()
    lines = content[: start - 2]
    folded = lines.lower()
    kind, length = _find_field(lines, folded, _KIND), _find_field(lines, folded, _LENGTH)
    if not kind or not length or folded.count(_LENGTH) > 1:
        return None, 0
    kind, length = kind.strip(), length.strip()
    if not kind.isalpha() or not length.isdigit() or len(length) > 19:
        return None, 0
    end = start + int(length)
    if end > len(content):
        return None, 0
    if len(content) > end + len(_HEAD_END):
        content = content[:end]  # a record may be kept for long
    return PlainRecord(kind.decode(), lines, folded, content, end - start), end


def _find_field(lines: bytes, folded: bytes, mark: bytes) -> bytes | None:
    """Return what is behind ``mark`` in its line."""
    place = folded.find(mark)
    if place < 0:
        return None
    place += len(mark)
    return lines[place : lines.find(b"\r", place)]


@lru_cache(maxsize=256)
def _mark(name: str) -> bytes:
    """Return how a line with the field begins, in lower case."""
    return f"\r\n{name.lower()}:".encode()


_KIND, _LENGTH = _mark("WARC-Type"), _mark("Content-Length")
