"""One gzip member or zstd frame of a file, unpacked as a stream.

No more of it is in memory than was requested.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from webarticlecurator.storage.warc.coding_decoders import MAX_ZSTD_WINDOW, load_zstandard

GZIP = b"\x1f\x8b\x08"
ZSTD = b"\x28\xb5\x2f\xfd"
ZSTD_DICTIONARY = b"\x5d\x2a\x4d\x18"
_READ_BYTES = 1 << 14
_PIECE_BYTES = 1 << 20
# a zstd block of 4 bytes may expand to 128 KiB: small reads bound the output per step
_ZSTD_READ_BYTES = 1 << 10
_MAX_DICTIONARY_BYTES = 1 << 24


class BadCompression(ValueError):
    """The bytes are not a complete gzip member or zstd frame; the text says what is wrong."""


class Member:
    """The unpacked bytes of the gzip member or zstd frame at ``offset``.

    ``end`` is its end in the file, known once all of it was read.
    """

    def __init__(self, stream: BinaryIO, offset: int, dictionary: Any = None) -> None:
        stream.seek(offset)
        head = stream.read(len(GZIP))
        stream.seek(offset)
        self._offset = offset
        self._stream = stream
        self._pieces = self._gunzip() if head == GZIP else self._unzstd(dictionary)
        self._buffer = bytearray()
        self.end = offset

    def read(self, size: int) -> bytes:
        """Return ``size`` bytes, fewer only at the end. Raises BadCompression."""
        while len(self._buffer) < size and self._fill():
            pass
        return self._take(size)

    def readline(self, limit: int) -> bytes:
        """Return the bytes up to the next line feed, at most ``limit``. Raises BadCompression."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched, limit)) < 0:
            searched = len(self._buffer)
            if searched >= limit or not self._fill():
                return self._take(limit)
        return self._take(end + 1)

    def put_back(self, piece: bytes) -> None:
        """Return ``piece`` again at the next read."""
        self._buffer[:0] = piece

    def pieces(self) -> Iterator[bytes]:
        """Yield everything that was not read yet. Raises BadCompression."""
        while self._buffer or self._fill():
            yield self._take(_PIECE_BYTES)

    def _take(self, size: int) -> bytes:
        piece = bytes(self._buffer[:size])
        del self._buffer[:size]
        return piece

    def _fill(self) -> bool:
        piece = next(self._pieces, None)
        if piece is not None:
            self._buffer += piece
        return piece is not None

    def _gunzip(self) -> Iterator[bytes]:
        decoder = zlib.decompressobj(31)
        read = 0
        while not decoder.eof:
            data = decoder.unconsumed_tail
            if not data:
                data = self._stream.read(_READ_BYTES)
                read += len(data)
            try:
                piece = decoder.decompress(data, _PIECE_BYTES)
            except zlib.error as error:
                raise BadCompression(f"no readable gzip member: {error}") from error
            if not data and not piece:
                raise BadCompression("the gzip member breaks off at the end of the file")
            yield piece
        self.end = self._offset + read - len(decoder.unused_data)

    def _unzstd(self, dictionary: Any) -> Iterator[bytes]:
        zstandard = load_zstandard()
        decoder = zstandard.ZstdDecompressor(
            dict_data=dictionary, max_window_size=MAX_ZSTD_WINDOW
        ).decompressobj()
        read = 0
        while not decoder.eof:
            data = self._stream.read(_ZSTD_READ_BYTES)
            if not data:
                raise BadCompression("the zstd frame breaks off at the end of the file")
            read += len(data)
            try:
                yield decoder.decompress(data)
            except (zstandard.ZstdError, MemoryError) as error:
                raise BadCompression(f"no readable zstd frame: {error}") from error
        self.end = self._offset + read - len(decoder.unused_data)


def read_dictionary(stream: BinaryIO) -> tuple[Any, int]:
    """Return the zstd dictionary at the start of a file, if any, and the offset of the records.

    Raises BadCompression.
    """
    stream.seek(0)
    head = stream.read(8)
    if head[:4] != ZSTD_DICTIONARY:
        return None, 0
    size = int.from_bytes(head[4:8], "little")
    if size > _MAX_DICTIONARY_BYTES:
        raise BadCompression(f"a zstd dictionary of {size} bytes (at most {_MAX_DICTIONARY_BYTES})")
    content = stream.read(size)
    if len(content) < size:
        raise BadCompression(f"the zstd dictionary breaks off: {len(content)} of {size} bytes")
    if content.startswith(ZSTD):
        try:
            content = Member(stream, 8).read(_MAX_DICTIONARY_BYTES + 1)
        except BadCompression as error:
            raise BadCompression(f"the zstd dictionary: {error}") from error
        if len(content) > _MAX_DICTIONARY_BYTES:
            raise BadCompression(
                f"a zstd dictionary of more than {_MAX_DICTIONARY_BYTES} bytes when unpacked"
            )
    zstandard = load_zstandard()
    try:
        return zstandard.ZstdCompressionDict(content), 8 + size
    except (zstandard.ZstdError, ValueError) as error:
        raise BadCompression(f"no readable zstd dictionary: {error}") from error
