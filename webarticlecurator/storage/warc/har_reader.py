"""Read HAR (HTTP Archive 1.2), as browsers, playwright and proxies save what they were sent, as
records of WARC.

http://www.softwareishard.com/blog/har-12-spec/. A HAR has the bodies of answers decoded: their
codings are left out of the fields, and a text is in UTF-8. An answer without its body is cut.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.storage.warc.record import (
    UNREADABLE_DATE,
    Record,
    derive_record_id,
    header_line,
    make_answer,
    make_record,
    parse_date,
    target_address,
    warc_date,
)
from webarticlecurator.storage.warc.wacz_reader import list_zip_names, open_zip

if TYPE_CHECKING:
    from zipfile import ZipFile

MAX_HAR_BYTES = 512 << 20
_HAR = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{')
_CODINGS = ("content-encoding", "transfer-encoding", "content-length")
_CHARSET = re.compile(r"(?i);\s*charset=[^;]*")
ReadPart = Callable[[str], bytes]
"""Returns a file of a ZIP in which the bodies of a HAR are."""


def is_har(content: bytes) -> bool:
    """Return True for the beginning of a HAR."""
    return _HAR.match(content) is not None


def is_har_file(path: Path) -> bool:
    """Return True for a file that is a HAR, or a ZIP with one, as playwright writes it."""
    with path.open("rb") as stream:
        head = stream.read(1024)
    return is_har(head) or any(map(_is_har_name, list_zip_names(path)))


def read_har_file(path: Path) -> Iterator[Record]:
    """Yield the records of a HAR, or of a ZIP with one. Raises ValueError."""
    if path.stat().st_size > MAX_HAR_BYTES:
        raise ValueError(f"a HAR of more than {MAX_HAR_BYTES} bytes")
    content = path.read_bytes()
    if is_har(content):
        yield from read_har(content)
        return
    with open_zip(path, MAX_HAR_BYTES) as archive:
        for name in filter(_is_har_name, archive.namelist()):
            parts = partial(_read_part, archive, name[: name.rfind("/") + 1])
            yield from read_har(archive.read(name), parts)


def read_har(content: bytes, read_part: ReadPart | None = None) -> Iterator[Record]:
    """Yield a request and a response for each answer in the content of a HAR; what has no answer,
    such as an address that was blocked, is left out. Raises ValueError, also if nothing is left."""
    try:
        entries = json.loads(content.decode("utf-8-sig"))["log"]["entries"]
        answered = [
            (number, entry)
            for number, entry in enumerate(entries)
            if int(entry["response"]["status"]) >= 100
        ]
        for number, entry in answered:
            url = str(entry["request"]["url"])
            if url.lower().startswith(("http://", "https://")):
                yield from _read_entry(entry, url, number, read_part)
    except (KeyError, TypeError, AttributeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError(f"a HAR that cannot be read: {error!r}") from error
    if not answered:
        raise ValueError(f"a HAR without an answer of a server ({len(entries)} requests)")


def _read_entry(entry: Any, url: str, number: int, read_part: ReadPart | None) -> Iterator[Record]:
    request, response = entry["request"], entry["response"]
    content = response.get("content") or {}
    body, is_text = _read_body(content, read_part)
    fields = [
        (
            name,
            f"{_CHARSET.sub('', value)}; charset=utf-8"
            if is_text and name.lower() == "content-type"
            else value,
        )
        for name, value in _list_fields(response)
        if name.lower() not in _CODINGS
    ]
    fields.append(("Content-Length", str(len(body))))
    status = f"{response['status']} {response.get('statusText') or ''}"
    answer = _write_message(f"HTTP/1.1 {status}", fields) + body
    parts = urlsplit(url)
    target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    asked = _write_message(f"{request['method']} {target} HTTP/1.1", _list_fields(request))
    date = str(entry["startedDateTime"])
    if (time := parse_date(date)) != UNREADABLE_DATE:
        date = warc_date(time)
    record = make_answer(url, date, answer, body, str(number))
    if not body and int(content.get("size") or 0) > 0:  # a browser has thrown the body away
        record = replace(record, headers=(*record.headers, ("WARC-Truncated", "unspecified")))
    yield record
    yield make_record(
        "request",
        (
            ("WARC-Record-ID", derive_record_id("request", record.id)),
            ("WARC-Date", date),
            ("WARC-Target-URI", target_address(url)),
            ("WARC-Concurrent-To", record.id),
            ("Content-Type", "application/http;msgtype=request"),
        ),
        asked,
    )


def _read_body(content: Any, read_part: ReadPart | None) -> tuple[bytes, bool]:
    """Return the body of an answer, and True if it was a text whose encoding is lost."""
    if content.get("_file") and read_part is not None:
        return read_part(str(content["_file"])), False
    text = str(content.get("text") or "")
    if content.get("encoding") == "base64":
        return base64.b64decode(text), False
    return text.encode("utf-8", "replace"), bool(text)


def _list_fields(message: Any) -> list[tuple[str, str]]:
    """Return the fields of a request or answer, without those of HTTP/2 that are none in 1.1."""
    fields = ((str(each["name"]), str(each["value"])) for each in message.get("headers") or ())
    return [(name, value) for name, value in fields if name and not name.startswith(":")]


def _read_part(archive: ZipFile, folder: str, name: str) -> bytes:
    return archive.read(f"{folder}{name}")


def _is_har_name(name: str) -> bool:
    return name.lower().endswith(".har")


def _write_message(start: str, fields: list[tuple[str, str]]) -> bytes:
    lines = (start, *(f"{name}: {header_line(value)}" for name, value in fields), "", "")
    return "\r\n".join(lines).encode()
