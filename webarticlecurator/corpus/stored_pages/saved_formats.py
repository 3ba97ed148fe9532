"""Files in which browsers and programs save a page with what it shows: MHTML, Safari's web archive,
SingleFile's ZIP; and a page that is compressed."""

from __future__ import annotations

import gzip
import re
import zlib
from datetime import timezone
from io import BytesIO
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass

if TYPE_CHECKING:
    from email.message import Message

_MIME_HEAD = re.compile(rb"(?i)(?:[a-z-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+")
_PAGES = ("text/html", "application/xhtml+xml")
_ADDRESSES = ("Snapshot-Content-Location", "Content-Location")
"""Headers with the address of the page: of Chromium, and of all others (RFC 2557)."""


@dataclass(frozen=True)
class SavedContent:
    """The page in a file: its bytes, the name of the ``form`` of the file, its media type with the
    encoding, its address, and when it was saved (ISO 8601); each "" where the file does not say."""

    content: bytes
    form: str = ""
    content_type: str = ""
    url: str = ""
    saved: str = ""


def unpack_saved_page(content: bytes, max_bytes: int) -> SavedContent:
    """Return the page in the content of a file; the content itself if it is a page.

    Raises ValueError for a file of such a form that has no page, or more than ``max_bytes``.
    """
    if content.startswith(b"\x1f\x8b"):
        return unpack_saved_page(_decompress(content, max_bytes), max_bytes)
    if content.startswith(b"bplist00"):
        return _read_web_archive(content)
    mail = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    head = _MIME_HEAD.match(mail)
    if head and re.search(rb"(?im)^mime-version:", head[0]):
        return _read_mhtml(mail)
    if content.startswith(b"PK\x03\x04") or b"PK\x05\x06" in content[-65_557:]:
        return _read_zip(content, max_bytes) or SavedContent(content)
    return SavedContent(content)


def _decompress(content: bytes, max_bytes: int) -> bytes:
    try:
        with gzip.open(BytesIO(content)) as stream:
            page = stream.read(max_bytes + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"gzip that cannot be read: {error}") from error
    if len(page) > max_bytes:
        raise ValueError(f"more than {max_bytes} bytes")
    return page


def _read_web_archive(content: bytes) -> SavedContent:
    """Read a web archive of Safari: a binary property list."""
    import plistlib  # as all readers of such files, seldom needed

    try:
        main = plistlib.loads(content)["WebMainResource"]
        page = bytes(main["WebResourceData"])
        kind = str(main.get("WebResourceMIMEType") or "text/html")
        encoding = str(main.get("WebResourceTextEncodingName") or "")
        url = str(main.get("WebResourceURL") or "")
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # or InvalidFileException
        raise ValueError(f"a property list, and no web archive of Safari: {error}") from error
    return SavedContent(page, "Safari", _write_type(kind, encoding), url)


def _read_mhtml(content: bytes) -> SavedContent:
    """Read MHTML (RFC 2557): the part that ``start`` names, else that of the address of the page,
    else the first page in it."""
    from email import message_from_bytes
    from email.errors import CloseBoundaryNotFoundDefect
    from email.policy import default as modern

    whole = message_from_bytes(content, policy=modern)
    start = str(whole.get_param("start") or "")
    parts = [part for part in whole.walk() if not part.is_multipart()]
    pages = [part for part in parts if part.get_content_type() in _PAGES]
    page = next((part for part in parts if start and part.get("Content-ID") == start), None)
    address = str(whole.get(_ADDRESSES[0]) or whole.get(_ADDRESSES[1]) or "")
    page = page or next((part for part in pages if part.get(_ADDRESSES[1]) == address), None)
    page = page or next(iter(pages), None)
    if page is None:
        raise ValueError("MHTML without a page")
    if any(isinstance(each, CloseBoundaryNotFoundDefect) for each in whole.defects):
        raise ValueError("MHTML that breaks off")
    body = page.get_payload(decode=True)
    addresses = (str(each.get(name) or "") for name in _ADDRESSES for each in (whole, page))
    return SavedContent(
        body if isinstance(body, bytes) else b"",
        "MHTML",
        _write_type(page.get_content_type(), page.get_content_charset()),
        next((each for each in addresses if each.startswith(("http://", "https://"))), ""),
        _read_date(whole),
    )


def _write_type(kind: str, encoding: str | None) -> str:
    return f"{kind}; charset={encoding}" if encoding else kind


def _read_date(message: Message) -> str:
    from email.utils import parsedate_to_datetime

    try:
        date = parsedate_to_datetime(str(message.get("Date")))
        # -0000 is UTC, too, where nothing is known of the place (RFC 5322, 3.3)
        return (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).isoformat()
    except ValueError:
        return ""


def _read_zip(content: bytes, max_bytes: int) -> SavedContent | None:
    """Read the page in a ZIP, as which SingleFile may save it; None where there is none."""
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(BytesIO(content)) as archive:
            names = [each for each in archive.infolist() if each.filename == "index.html"]
            if not names and content.startswith(b"PK"):
                raise ValueError("a ZIP without index.html")
            if names and names[0].file_size > max_bytes:
                raise ValueError(f"more than {max_bytes} bytes")
            return SavedContent(archive.read(names[0]), "ZIP") if names else None
    except (BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        return None
