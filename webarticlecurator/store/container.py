"""How records lie in a file: one gzip member or zstd frame each, or plain one after the other.
All reading of WARC bytes from disk."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import zstandard

from webarticlecurator.store.record import BadRecord, Located, Record, decode, read_next

GZIP = b"\x1f\x8b\x08"
ZSTD = b"\x28\xb5\x2f\xfd"
ZSTD_DICTIONARY = b"\x5d\x2a\x4d\x18"
_BLOCK = 1 << 16


class Broken(Exception):
    """The bytes at ``offset`` cannot be read as a record; ``reason`` in words."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(f"offset {offset}: {reason}")
        self.offset = offset
        self.reason = reason


class Lumped(Exception):
    """One gzip member or zstd frame holds several records: the file must be unpacked as a whole to be read."""


def kind_of(stream: BinaryIO) -> str:
    """``gzip``, ``zstd`` or ``plain``, by the first bytes. Leaves the stream at its start."""
    stream.seek(0)
    head = stream.read(4)
    stream.seek(0)
    if head.startswith(GZIP):
        return "gzip"
    return "zstd" if head in (ZSTD, ZSTD_DICTIONARY) else "plain"


def records(path: Path, name: str, start: int = 0) -> Iterator[Located]:
    """All records of a file from ``start`` on, with ``name`` as their file. Raises Broken, Lumped, OSError."""
    with path.open("rb") as stream:
        kind = kind_of(stream)
        if kind == "zstd":
            yield from _framed(stream, name)
        else:
            yield from (_members if kind == "gzip" else _plain)(stream, name, start)


def read_at(path: Path, offset: int) -> Record:
    """The record at ``offset``. Raises Broken, OSError."""
    with path.open("rb") as stream:
        kind = kind_of(stream)
        if kind == "zstd":
            return _frame_at(stream, offset)
        return next((_members if kind == "gzip" else _plain)(stream, path.name, offset), _nothing(path, offset)).record


def _nothing(path: Path, offset: int) -> Located:
    return Located(Record("", (), b""), path.name, offset, 0)


def _members(stream: BinaryIO, name: str, start: int) -> Iterator[Located]:
    offset = start
    while True:
        stream.seek(offset)
        content, end = _member(stream, offset)
        if end == offset:
            return
        yield Located(_one(content, offset), name, offset, end - offset)
        offset = end


def _member(stream: BinaryIO, offset: int) -> tuple[bytes, int]:
    """The unpacked gzip member at the stream's position and where it ends; its checksum is verified by zlib."""
    decoder = zlib.decompressobj(31)
    parts: list[bytes] = []
    read = 0
    while not decoder.eof:
        piece = stream.read(_BLOCK)
        if not piece:
            if read == 0:
                return b"", offset
            raise Broken(offset, "the gzip member breaks off at the end of the file")
        read += len(piece)
        try:
            parts.append(decoder.decompress(piece))
        except zlib.error as error:
            raise Broken(offset, f"no readable gzip member: {error}") from error
    return b"".join(parts), offset + read - len(decoder.unused_data)


def _one(content: bytes, offset: int) -> Record:
    try:
        return decode(content)
    except BadRecord as error:
        if _several(content):
            raise Lumped from error
        raise Broken(offset, str(error)) from error


def _several(content: bytes) -> bool:
    stream = BytesIO(content)
    try:
        first = read_next(stream)
        _skip_blank(stream)
        return first is not None and read_next(stream) is not None
    except BadRecord:
        return False


def _plain(stream: BinaryIO, name: str, start: int) -> Iterator[Located]:
    stream.seek(start)
    while True:
        offset = _skip_blank(stream)
        try:
            record = read_next(stream)
        except BadRecord as error:
            raise Broken(offset, str(error)) from error
        if record is None:
            return
        yield Located(record, name, offset, stream.tell() - offset)


def _skip_blank(stream: BinaryIO) -> int:
    """Past the empty lines between records; gives the position."""
    position = stream.tell()
    while stream.readline(len(b"\r\n") + 1) in (b"\r\n", b"\n"):  # no more: a file of zeros is one line
        position = stream.tell()
    stream.seek(position)
    return position


def _framed(stream: BinaryIO, name: str) -> Iterator[Located]:
    """Records of a .warc.zst, one frame each (iipc warc-zstd, with its dictionary in a skippable frame at the start)."""
    dictionary, offset = _dictionary(stream)
    size = stream.seek(0, 2)
    while offset < size:
        content, end = _frame(stream, offset, dictionary)
        yield Located(_one(content, offset), name, offset, end - offset)
        offset = end


def _frame_at(stream: BinaryIO, offset: int) -> Record:
    dictionary, _ = _dictionary(stream)
    return _one(_frame(stream, offset, dictionary)[0], offset)


def _frame(stream: BinaryIO, offset: int, dictionary: zstandard.ZstdCompressionDict | None) -> tuple[bytes, int]:
    decoder = zstandard.ZstdDecompressor(dict_data=dictionary, max_window_size=2**31).decompressobj()
    stream.seek(offset)
    parts: list[bytes] = []
    read = 0
    while not decoder.eof:
        piece = stream.read(_BLOCK)
        if not piece:
            raise Broken(offset, "the zstd frame breaks off at the end of the file")
        read += len(piece)
        try:
            parts.append(decoder.decompress(piece))
        except zstandard.ZstdError as error:
            raise Broken(offset, f"no readable zstd frame: {error}") from error
    return b"".join(parts), offset + read - len(decoder.unused_data)


def _dictionary(stream: BinaryIO) -> tuple[zstandard.ZstdCompressionDict | None, int]:
    """The dictionary frame at the start of the file, if any, and where the records begin."""
    stream.seek(0)
    head = stream.read(8)
    if head[:4] != ZSTD_DICTIONARY:
        return None, 0
    size = int.from_bytes(head[4:8], "little")
    content = stream.read(size)
    if content.startswith(ZSTD):
        content = zstandard.ZstdDecompressor().decompressobj().decompress(content)
    return zstandard.ZstdCompressionDict(content), 8 + size
