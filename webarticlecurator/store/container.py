"""How records lie in a file: one gzip member or zstd frame each, or plain one after the other, even
one after another differently. All reading of WARC bytes from disk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO

from webarticlecurator.store.record import (
    BadRecord,
    Record,
    RecordLocation,
    RecordTooLong,
    read_next,
)
from webarticlecurator.store.unpacking import GZIP, ZSTD, BadCompression, Member, read_dictionary

_BUFFER = 1 << 18
_SCAN = 1 << 20
_BLANKS = 1 << 16
_TRIES = 100_000
_BEGINNING = re.compile(rb"\x1f\x8b\x08|\x28\xb5\x2f\xfd|(?<=\n)WARC/\d")
"""Where a record might begin."""


_MAX_SEARCH = 256 * 1024 * 1024
"""So many bytes are searched for the next record: twice the largest one. A file may be long and
hold nothing."""


class BrokenMember(Exception):
    """The bytes at ``offset`` cannot be read as a record; ``reason`` in words. ``behind``: where
    the next one begins, None if that is not known."""

    def __init__(self, offset: int, reason: str, behind: int | None = None) -> None:
        super().__init__(f"offset {offset}: {reason}")
        self.offset = offset
        self.reason = reason
        self.next_offset = behind


class MultiRecordMember(Exception):
    """The gzip member or zstd frame at ``offset`` holds several records: it must be unpacked as a
    whole to be read."""

    def __init__(self, offset: int) -> None:
        super().__init__(f"offset {offset}: several records compressed as one piece")
        self.offset = offset


def read_records(path: Path, name: str, start: int = 0) -> Iterator[RecordLocation]:
    """All records of a file from ``start`` on, with ``name`` as their file. Raises Broken, Lumped,
    OSError."""
    with path.open("rb", buffering=_BUFFER) as stream:
        reader = _Reader(stream)
        offset = max(start, reader.first)
        while offset < reader.size:
            offset, record, end = reader.read(offset)
            if record is not None:
                yield RecordLocation(record, name, offset, end - offset)
            offset = end


def read_record_at(path: Path, offset: int) -> Record:
    """The record at ``offset``. Raises Broken, Lumped, OSError."""
    with path.open("rb") as stream:
        return _Reader(stream).read(offset)[1] or Record("", (), b"")


def find_next_readable(path: Path, start: int) -> int | None:
    """The offset of the next whole record at or behind ``start``; None if there is none up to the
    end of the file, or within ``_MAX_SEARCH`` bytes."""
    with path.open("rb", buffering=_BUFFER) as stream:
        try:
            reader = _Reader(stream)
        except BrokenMember:
            return None
        for tries, offset in enumerate(_candidates(stream, start)):
            if tries > _TRIES:
                return None
            try:
                if reader.read(offset)[1] is not None:
                    return offset
            except MultiRecordMember:
                return offset
            except BrokenMember:
                continue
    return None


def unpack(path: Path, offset: int, out: BinaryIO, most: int) -> BrokenMember | None:
    """Write what the members and frames from ``offset`` on hold to ``out``, one after the other;
    what stops it before the end of the file, if anything does: damage, or more than ``most`` bytes.
    """
    with path.open("rb", buffering=_BUFFER) as stream:
        reader = _Reader(stream)
        written = 0
        while offset < reader.size:
            if not reader.is_packed(offset):
                return BrokenMember(offset, "neither a gzip member nor a zstd frame", offset)
            member = reader.member(offset)
            try:
                for piece in member.pieces():
                    written += len(piece)
                    if written > most:
                        return BrokenMember(
                            offset,
                            f"unpacks to more than {most} bytes; the rest is not read",
                            reader.size,
                        )
                    out.write(piece)
            except BadCompression as error:
                return BrokenMember(offset, str(error))
            offset = member.end
    return None


class _Reader:
    """Reads records of one open file; ``first`` is where they begin, behind a zstd dictionary.
    Raises Broken."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.size = stream.seek(0, SEEK_END)
        try:
            self._dictionary, self.first = read_dictionary(stream)
        except BadCompression as error:
            raise BrokenMember(0, str(error)) from error

    def is_packed(self, offset: int) -> bool:
        self._stream.seek(offset)
        head = self._stream.read(4)
        return head.startswith((GZIP, ZSTD)) or (
            head[1:] == b"\x2a\x4d\x18" and head[0] & 0xF0 == 0x50
        )

    def member(self, offset: int) -> Member:
        return Member(self._stream, offset, self._dictionary)

    def read(self, offset: int) -> tuple[int, Record | None, int]:
        """Where the record at or behind ``offset`` begins (empty lines are passed over), the
        record, where it ends; no record for an empty member, and at the end of the file."""
        if self.is_packed(offset):
            return (offset, *self._packed(offset))
        self._stream.seek(offset)
        offset = _skip_blank(self._stream)
        try:
            record = read_next(self._stream, self.size - offset)
        except RecordTooLong as error:
            behind = self._stream.tell() + error.length
            raise BrokenMember(
                offset, str(error), behind if behind <= self.size else None
            ) from error
        except BadRecord as error:
            raise BrokenMember(offset, str(error)) from error
        return offset, record, self._stream.tell()

    def _packed(self, offset: int) -> tuple[Record | None, int]:
        member = self.member(offset)
        try:
            _skip_blank_of(member)
            record = read_next(member)
            if record is not None and _more(member):
                raise MultiRecordMember(offset)
        except (BadRecord, BadCompression) as error:
            raise BrokenMember(offset, str(error)) from error
        return record, member.end


def _more(member: Member) -> bool:
    """Read on to the end of the member; True if there is another record. Raises BadRecord,
    BadPacking."""
    _skip_blank_of(member)
    rest = member.read(_BLANKS)
    if not rest:
        return False
    if rest.startswith(b"WARC/") or re.match(rb"https?://\S+ [\d.]+ \d+ \S+ \d+\r?\n", rest):
        return True
    raise BadRecord("more bytes than the record's Content-Length says")


def _skip_blank_of(member: Member) -> None:
    """Past the empty lines behind a record; at most so many that nobody waits for them."""
    for _ in range(_BLANKS):
        line = member.readline(2)
        if line not in (b"\r\n", b"\n"):
            member.put_back(line)
            return
    raise BadRecord(f"more than {_BLANKS} empty lines")


def _skip_blank(stream: BinaryIO) -> int:
    """Past the empty lines between records; gives the position."""
    position = stream.tell()
    while stream.readline(2) in (b"\r\n", b"\n"):
        position = stream.tell()
    stream.seek(position)
    return position


def _candidates(stream: BinaryIO, start: int) -> Iterator[int]:
    """Where a record might begin."""
    position = max(start - 1, 0)  # the line feed before it
    end = position + _MAX_SEARCH
    while position < end:
        stream.seek(position)
        piece = stream.read(_SCAN)
        for found in _BEGINNING.finditer(piece):
            if position + found.start() >= start:
                yield position + found.start()
        if len(piece) < _SCAN:
            return
        start = position + _SCAN - 7
        position = start - 1
