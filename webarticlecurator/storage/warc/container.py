"""Read the records of a WARC file from disk.

A record is a gzip member, a zstd frame or uncompressed; one file may mix the three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.storage.warc.member_unpacking import (
    GZIP,
    ZSTD,
    BadCompression,
    Member,
    read_dictionary,
)
from webarticlecurator.storage.warc.record import Record, RecordLocation
from webarticlecurator.storage.warc.record_stream import (
    BadRecord,
    RecordTooLong,
    read_arc_header,
    read_next,
)
from webarticlecurator.storage.warc.whole_members import WholeRecords

_BUFFER_BYTES = 1 << 18
_MAX_REST = 64
"""Bytes that the length in the header of an ARC record may lack, with the end of the line."""
_SCAN_BYTES = 1 << 20
_MAX_EMPTY_LINES = 1 << 16
_MAX_TRIES = 100_000
_RECORD_START = re.compile(
    rb"\x1f\x8b\x08|\x28\xb5\x2f\xfd|W(?<=\nW)ARC/\d|h(?<=\nh)ttps?:/|d(?<=\nd)ns:"
)
"""The bytes with which a record may begin. Each branch begins with a byte, which is searched for
five times as fast as a position is tried."""

_MAX_SEARCH_BYTES = 256 * 1024 * 1024
"""How far the next record is searched for: twice the largest block. A long file may hold none."""


class BrokenMember(Exception):
    """The bytes at ``offset`` cannot be read as a record.

    ``reason`` says why; ``next_offset`` is where the next record begins, None if not known.
    """

    def __init__(self, offset: int, reason: str, next_offset: int | None = None) -> None:
        super().__init__(f"offset {offset}: {reason}")
        self.offset = offset
        self.reason = reason
        self.next_offset = next_offset


class MultiRecordMember(Exception):
    """The gzip member or zstd frame at ``offset`` holds several records.

    It must be unpacked as a whole to be read.
    """

    def __init__(self, offset: int) -> None:
        super().__init__(f"offset {offset}: several records compressed as one piece")
        self.offset = offset


def read_records(path: Path, name: str, start: int = 0) -> Iterator[RecordLocation]:
    """Yield all records of a file from ``start`` on; ``name`` is the file of their location.

    Raises BrokenMember, MultiRecordMember, OSError.
    """
    with path.open("rb", buffering=_BUFFER_BYTES) as stream:
        reader = RecordReader(stream, 4 * _BUFFER_BYTES)
        offset = max(start, reader.first)
        while offset < reader.size:
            offset, record, end = reader.read_quickly(offset)
            if record is not None:
                yield RecordLocation(record, name, offset, end - offset)
            offset = end


def read_record_at(path: Path, offset: int) -> Record:
    """Return the record at ``offset``. Raises BrokenMember, MultiRecordMember, OSError."""
    with path.open("rb") as stream:
        return RecordReader(stream).record_at(offset)


def find_next_readable(path: Path, start: int) -> int | None:
    """Return the offset of the next whole record at or behind ``start``.

    None if there is none up to the end of the file or within ``_MAX_SEARCH_BYTES``.
    """
    with path.open("rb", buffering=_BUFFER_BYTES) as stream:
        try:
            reader = RecordReader(stream)
        except BrokenMember:
            return None
        for tries, offset in enumerate(_possible_starts(stream, start)):
            if tries > _MAX_TRIES:
                return None
            try:
                if reader.read(offset)[1] is not None:
                    return offset
            except MultiRecordMember:
                return offset
            except BrokenMember:
                continue
    return None


def unpack(path: Path, offset: int, out: BinaryIO, max_bytes: int) -> BrokenMember | None:
    """Write the content of the members and frames from ``offset`` on to ``out``.

    Returns None at the end of the file, else what stopped it: damage, an uncompressed record, or
    more than ``max_bytes`` bytes.
    """
    with path.open("rb", buffering=_BUFFER_BYTES) as stream:
        reader = RecordReader(stream)
        written = 0
        while offset < reader.size:
            if not reader.is_compressed(offset):
                return BrokenMember(offset, "neither a gzip member nor a zstd frame", offset)
            member = reader.member(offset)
            try:
                for piece in member.pieces():
                    written += len(piece)
                    if written > max_bytes:
                        return BrokenMember(
                            offset,
                            f"unpacks to more than {max_bytes} bytes; the rest is not read",
                            reader.size,
                        )
                    out.write(piece)
            except BadCompression as error:
                return BrokenMember(offset, str(error))
            offset = member.end
    return None


class RecordReader:
    """Reads single records of an open file, usual ones ``window`` bytes at a time.

    ``first`` is the offset of the first record, behind a zstd dictionary if there is one. Raises
    BrokenMember.
    """

    def __init__(self, stream: BinaryIO, window: int = _BUFFER_BYTES // 4) -> None:
        self._stream, self._whole = stream, WholeRecords(stream, window)
        self.size = stream.seek(0, SEEK_END)
        try:
            self._dictionary, self.first = read_dictionary(stream)
        except BadCompression as error:
            raise BrokenMember(0, str(error)) from error

    def is_compressed(self, offset: int) -> bool:
        self._stream.seek(offset)
        head = self._stream.read(4)
        return head.startswith((GZIP, ZSTD)) or (
            head[1:] == b"\x2a\x4d\x18" and head[0] & 0xF0 == 0x50
        )

    def member(self, offset: int) -> Member:
        return Member(self._stream, offset, self._dictionary)

    def record_at(self, offset: int) -> Record:
        """Return the record at ``offset``. Raises BrokenMember, MultiRecordMember, OSError."""
        return self.read_quickly(offset)[1] or Record("", (), b"")

    def read_quickly(self, offset: int) -> tuple[int, Record | None, int]:
        """As ``read``, in a tenth of the time for usual records."""
        return self._whole.read(offset) or self.read(offset)

    def read(self, offset: int) -> tuple[int, Record | None, int]:
        """Read the record at or behind ``offset``; empty lines are skipped.

        Returns its offset, the record and its end. The record is None for an empty member and at
        the end of the file.
        """
        if self.is_compressed(offset):
            member = self.member(offset)
            try:
                _skip_empty_lines_of(member)
                first = member.readline(_MAX_REST)
                member.put_back(first)
                record = read_next(member)
                if record is not None:
                    rest = _read_rest(member, _MAX_REST * (not first.startswith(b"WARC/")))
                    if rest is None:
                        raise MultiRecordMember(offset)
                    record = replace(record, block=record.block + rest) if rest else record
            except (BadRecord, BadCompression) as error:
                raise BrokenMember(offset, str(error)) from error
            return offset, record, member.end
        self._stream.seek(offset)
        # skip the empty lines between records
        stream = self._stream
        offset = stream.tell()
        while stream.readline(2) in (b"\r\n", b"\n"):
            offset = stream.tell()
        stream.seek(offset)
        try:
            record = read_next(self._stream, self.size - offset)
        except RecordTooLong as error:
            end = self._stream.tell() + error.length
            next_offset = end if end <= self.size else None
            raise BrokenMember(offset, str(error), next_offset) from error
        except BadRecord as error:
            raise BrokenMember(offset, str(error)) from error
        return offset, record and self._complete_arc(offset, record), self._stream.tell()

    def _complete_arc(self, offset: int, record: Record) -> Record:
        """Return a record of an uncompressed ARC with the last bytes of its block, where the header
        says some too few: then they end the line, and another header follows."""
        if record.get("WARC-Record-ID"):
            return record
        end = self._stream.tell()
        rest, following = self._stream.readline(_MAX_REST), self._stream.readline(_SCAN_BYTES)
        is_next = not following or read_arc_header(following) is not None
        self._stream.seek(offset)
        is_arc = self._stream.read(5) != b"WARC/"
        if is_arc and rest.strip() and rest.endswith(b"\n") and is_next:
            self._stream.seek(end + len(rest))
            return replace(record, block=record.block + rest.rstrip(b"\r\n"))
        self._stream.seek(end)
        return record


def _read_rest(member: Member, max_bytes: int) -> bytes | None:
    """Read on to the end of the member; return what is left of it behind a record, at most
    ``max_bytes``, None if another record follows.

    Raises BadRecord, BadCompression.
    """
    _skip_empty_lines_of(member)
    rest = member.read(_MAX_EMPTY_LINES)
    first = rest.partition(b"\n")[0]
    if rest.startswith(b"WARC/") or (first[:4].lower() == b"http" and read_arc_header(first)):
        return None
    rest = rest.rstrip(b"\r\n")
    if len(rest) > max_bytes:
        raise BadRecord("more bytes than the record's Content-Length says")
    return rest


def _skip_empty_lines_of(member: Member) -> None:
    """Skip the empty lines of a member; their number is limited, as reading them takes time."""
    for _ in range(_MAX_EMPTY_LINES):
        line = member.readline(2)
        if line not in (b"\r\n", b"\n"):
            member.put_back(line)
            return
    raise BadRecord(f"more than {_MAX_EMPTY_LINES} empty lines")


def _possible_starts(stream: BinaryIO, start: int) -> Iterator[int]:
    """Yield the offsets at which a record may begin."""
    position = max(start - 1, 0)  # the line feed before it
    end = position + _MAX_SEARCH_BYTES
    while position < end:
        stream.seek(position)
        piece = stream.read(_SCAN_BYTES)
        for found in _RECORD_START.finditer(piece):
            if position + found.start() >= start:
                yield position + found.start()
        if len(piece) < _SCAN_BYTES:
            return
        start = position + _SCAN_BYTES - 7
        position = start - 1
