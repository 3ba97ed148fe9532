"""Read the cache of HTTrack (``hts-cache/new.zip``) as records of WARC: it has the pages as the
server sent them, before HTTrack rewrote their links, with most fields of the answers.

Each name in the ZIP is an address; the fields are in the extra field of the local header.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote_from_bytes

from webarticlecurator.storage.warc.message import parse_mail_date
from webarticlecurator.storage.warc.record import Record, make_answer, warc_date
from webarticlecurator.storage.warc.wacz_reader import list_zip_names, open_zip

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

_HEAD_BYTES = 30
"""Bytes of the local header of a file in a ZIP before its name."""
_UTF8_NAME = 0x800
_LEFT_OUT = ("content-encoding", "content-length", "transfer-encoding", "last-modified")
"""Fields that say nothing of the bodies in the cache; HTTrack writes Last-Modified from Date."""
_LOG = re.compile(rb"File generated automatically on ([^\n]*?)(?:, do NOT edit)?\r?\n")
MAX_BODY = 128 << 20


def is_httrack_cache(path: Path) -> bool:
    """Return True for a ZIP whose names are addresses."""
    return "".join(list_zip_names(path)[:1]).startswith(("http://", "https://"))


def read_httrack_cache(path: Path) -> Iterator[Record]:
    """Yield a response for each page or redirect in the cache, at the time when the mirror was
    made. Raises ValueError."""
    made = _read_time(path.parent / "doit.log")
    with open_zip(path) as archive:
        for entry in archive.infolist():
            url = _read_address(entry)
            if url.startswith(("http://", "https://")) and entry.file_size <= MAX_BODY:
                yield from _read_entry(archive, entry, url, made)


def _read_entry(
    archive: ZipFile, entry: ZipInfo, url: str, made: datetime | None
) -> Iterator[Record]:
    start, *lines = _read_fields(archive, entry).splitlines()
    fields = [(name, value.strip()) for name, _, value in (each.partition(":") for each in lines)]
    given = {name.lower(): value for name, value in fields}
    body = archive.read(entry)
    if not body and "location" not in given:
        return  # only its fields are in the cache
    kept = [
        f"{name}: {value}; charset={given['x-charset']}"
        if name.lower() == "content-type" and given.get("x-charset")
        else f"{name}: {value}"
        for name, value in fields
        if name and name.lower() not in _LEFT_OUT and not name.startswith("X-")
    ]
    head = "\r\n".join((start, *kept, f"Content-Length: {len(body)}", "", ""))
    block = head.encode() + body
    date = warc_date(made or datetime(*entry.date_time, tzinfo=timezone.utc))
    yield make_answer(url, date, block, body)


def _read_fields(archive: ZipFile, entry: ZipInfo) -> str:
    """Return the start line and fields of an answer; without them, those of a page."""
    stream = archive.fp
    assert stream is not None  # it is open
    stream.seek(entry.header_offset)
    head = stream.read(_HEAD_BYTES)
    name, extra = (int.from_bytes(head[place : place + 2], "little") for place in (26, 28))
    stream.seek(name, 1)
    text = stream.read(extra).decode("utf-8", "replace")
    return text if text.startswith("HTTP/") else "HTTP/1.1 200 OK\r\nContent-Type: text/html"


def _read_address(entry: ZipInfo) -> str:
    if entry.flag_bits & _UTF8_NAME:
        return entry.filename
    # a ZIP without the flag is read in code page 437
    name = entry.filename.encode("cp437", "replace")
    return quote_from_bytes(name, safe=string.punctuation)


def _read_time(log: Path) -> datetime | None:
    """Return when the mirror was made, as its log says."""
    found = _LOG.search(log.read_bytes()) if log.is_file() else None
    return parse_mail_date(found[1].decode("ascii", "replace")) if found else None
