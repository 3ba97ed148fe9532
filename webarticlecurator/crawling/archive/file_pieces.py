"""The content of a file piece by piece, packed with gzip or not."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator

from webarticlecurator.base.text.translation import make_message

MAX_UNPACKED = 200_000_000
"""Bytes of one unpacked file that are read; a sitemap has at most 50 MB."""
PIECE = 65_536
GZIP = b"\x1f\x8b"


def read_pieces(content: bytes, report: Callable[[str], None]) -> Iterator[bytes]:
    """Yield the content of a file in pieces, unpacked if it is gzip.

    ``report`` is called with words if a part of it cannot be unpacked.
    """
    if content.startswith(GZIP):
        yield from _unpack(content, report)
        return
    yield from (content[start : start + PIECE] for start in range(0, len(content), PIECE))


def _unpack(content: bytes, report: Callable[[str], None]) -> Iterator[bytes]:
    """Yield the unpacked pieces of a gzip file of one or several members."""
    member, total, start, packed = zlib.decompressobj(31), 0, 0, b""
    while True:
        if len(packed) < len(GZIP):
            packed += content[start : start + PIECE]
            start += PIECE
        if member.eof:
            if not packed.startswith(GZIP):
                return  # the end, or what pads it
            member = zlib.decompressobj(31)
        try:
            piece = member.decompress(packed, PIECE)
        except zlib.error as error:
            report(make_message("the gzip data are damaged ({fault})", fault=str(error)))
            return
        if not packed and not piece:
            report(make_message("the gzip data end early"))
            return
        packed = member.unused_data if member.eof else member.unconsumed_tail
        total += len(piece)
        if total > MAX_UNPACKED:
            report(
                make_message(
                    "it unpacks to more than {number} bytes; the rest is not read",
                    number=MAX_UNPACKED,
                )
            )
            return
        if piece:
            yield piece
