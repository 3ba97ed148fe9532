"""Read the answers of CDX servers: the indexes of web archives, one line for each capture.

Two forms of JSON are read: that of the Wayback Machine (one list of rows, of which the first
names the fields, and at its end a key to go on with) and that of pywb (an object a line).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.portal.hosts import MAX_ADDRESS, host_of
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.warc.cdx import PAGE_COUNT

SHOWN = 60
"""Characters of an answer that a message shows."""
NO_ADDRESS = make_message("no http(s) address")
_NAMES = {
    "url": ("original", "url"),
    "mime": ("mimetype", "mime"),
    "status": ("statuscode", "status"),
}
"""Fields that have different names: in the Wayback Machine, and in pywb."""


@dataclass(frozen=True)
class CdxLine:
    """A capture in the index of a web archive.

    ``time`` has the 14 digits of its UTC time. ``digest`` is the SHA-1 of its payload in base32,
    empty if the index has none.
    """

    urlkey: str
    time: str
    url: str
    mime: str = ""
    status: str = ""
    digest: str = ""


@dataclass(frozen=True)
class CdxAnswer:
    """The captures of one answer, and the key with which the next request goes on, or ``""``.

    ``odd_rows``: the numbers of the rows that are left out, by what is odd about them; ``count`` is
    the number of all rows that the server has sent, with those of other statuses.
    """

    lines: tuple[CdxLine, ...]
    resume_key: str = ""
    odd_rows: Mapping[str, int] = field(default_factory=dict)
    count: int = 0

    @property
    def is_unreadable(self) -> bool:
        """True if rows are odd and none is good. Addresses of other kinds are allowed."""
        return not self.lines and bool(self.odd_rows.keys() - {NO_ADDRESS})


class _OddRow(ValueError):
    """A row without a capture; the message says in a few words, the same for many rows, why."""


def parse_cdx(content: bytes) -> CdxAnswer:
    """Parse an answer of a CDX server; leave out rows that are odd. Raises ValueError if it is
    something else, or cut."""
    text = content.decode("utf-8", "surrogateescape").strip()
    try:
        if text.startswith("["):
            return _parse_rows(_load_rows(text))
        # an object a line; if the last line is none, the answer was cut
        objects = [_load(line) for line in text.split("\n") if line.strip()]
        if objects and not isinstance(objects[-1], dict):
            raise ValueError("the last line is no object")
        return _read_captures(objects)
    except (ValueError, TypeError, RecursionError):
        shown = text[:SHOWN].encode("utf-8", "replace").decode("utf-8")
        raise ValueError(
            make_message("not the JSON of a CDX server: {shown}", shown=repr(shown))
        ) from None


def describe_odd_rows(odd_rows: Mapping[str, int]) -> str:
    """Return in words how many rows were left out, and why."""
    return ", ".join(f"{number} with {reason}" for reason, number in sorted(odd_rows.items()))


def _load_rows(text: str) -> list[Any]:
    """Return the rows of one list; where one of them is no JSON, ``None`` in its place. Raises
    ValueError unless the list is whole, with a row a line."""
    try:
        rows: list[Any] = json.loads(text)
    except (ValueError, RecursionError):
        if not re.search(r"\]\s*\]\Z", text):
            raise
        lines = text[1:-1].split("\n")
        rows = [_load(line.strip().rstrip(",")) for line in lines if line.strip(" ,")]
        if len(rows) < 2:
            raise
    return rows


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _parse_rows(rows: list[Any]) -> CdxAnswer:
    if not rows:
        return CdxAnswer(())
    names = rows[0]
    if not isinstance(names, list) or "timestamp" not in names:
        raise ValueError("the first row names no fields")
    resume_key = ""
    if len(rows) > 2 and rows[-2] == []:
        *rows, _, last = rows
        # without the key to go on with, the rest of the captures would be lost
        if not isinstance(last, list) or not last or not isinstance(last[0], str):
            raise ValueError("no key to go on with")
        last[0].encode("utf-8")
        resume_key = last[0]
    return replace(
        _read_captures([_name_fields(names, row) for row in rows[1:]]), resume_key=resume_key
    )


def _name_fields(names: list[Any], row: Any) -> Any:
    """Return the values of a row by name, or the row itself where they cannot be named."""
    is_whole = isinstance(row, list) and len(row) == len(names)
    return dict(zip(names, row, strict=True)) if is_whole else row


def _read_captures(rows: Iterable[Any]) -> CdxAnswer:
    lines, odd_rows, count = [], Counter[str](), 0
    for row in rows:
        count += 1
        try:
            line = _to_line(row)
            is_revisit = line.mime == "warc/revisit" and line.status != "200"
            if line.status in PAGE_COUNT and not is_revisit:
                lines.append(line)
        except _OddRow as reason:
            odd_rows[str(reason)] += 1
    return CdxAnswer(tuple(lines), odd_rows=dict(sorted(odd_rows.items())), count=count)


def _to_line(row: Any) -> CdxLine:
    """Return the capture of one row. Raises _OddRow."""
    if isinstance(row, list):
        raise _OddRow(make_message("another number of fields"))
    if not isinstance(row, dict):
        raise _OddRow(make_message("no JSON of a row"))
    # no server gets a fragment: the capture is that of the address without it
    url, status = _find_value(row, "url").partition("#")[0], _find_value(row, "status")
    if not url.lower().startswith(("http://", "https://")):
        raise _OddRow(NO_ADDRESS)
    if len(url) > MAX_ADDRESS or not host_of(url):
        raise _OddRow(make_message("no address that can be requested"))
    if not re.fullmatch(r"[1-9]\d\d|-|", status, re.ASCII):
        raise _OddRow(make_message("no status of three digits"))
    digest = _find_value(row, "digest").removeprefix("sha1:")
    return CdxLine(
        _find_value(row, "urlkey") or url,
        _read_time(_find_value(row, "timestamp")),
        url,
        _find_value(row, "mime"),
        status,
        "" if digest == "-" else digest,
    )


def _find_value(fields: dict[str, Any], name: str) -> str:
    """Return a value as text, "" if it is missing. Raises _OddRow."""
    found = (fields.get(each) for each in _NAMES.get(name, (name,)))
    value = next((value for value in found if value not in (None, "")), "")
    if not isinstance(value, (str, int)):
        raise _OddRow(make_message("a field that is no text"))
    try:
        # bytes that are no UTF-8 became surrogates, which JSON may also have as escapes
        str(value).encode("utf-8")
    except UnicodeEncodeError:
        raise _OddRow(make_message("a field that is no UTF-8")) from None
    return str(value)


def _read_time(text: str) -> str:
    try:
        if len(text) != 14 or not (text.isascii() and text.isdigit()):
            raise ValueError
        datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=timezone.utc)
    except ValueError:
        raise _OddRow(make_message("no time of 14 digits")) from None
    return text
