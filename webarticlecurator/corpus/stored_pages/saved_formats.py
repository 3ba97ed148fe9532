"""Files in which browsers and programs save a page with what it shows: MHTML, Safari's web archive,
SingleFile's ZIP, HAR; and a page that is compressed."""

from __future__ import annotations

import gzip
import re
import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Any

from webarticlecurator.articles.by_rules.identity import find_noted_address
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.warc.har_reader import is_har, read_har
from webarticlecurator.storage.warc.message import is_no_page, parse_mail_date, read_answer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from email.message import Message

    from webarticlecurator.storage.warc.har_reader import ReadPart
    from webarticlecurator.storage.warc.message import Response
    from webarticlecurator.storage.warc.record import Record

_MIME_HEAD = re.compile(rb"(?i)(?:[a-z-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+")
_XML_LIST = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)*<(?:!doctype )?plist",
    re.IGNORECASE,
)
_FRAME = re.compile(rb"(?im)^sec-fetch-dest: (?!document)")
"""A request for what a page shows in a frame, or loads by a script."""
_PAGES = ("text/html", "application/xhtml+xml")
_WEB = ("http://", "https://")
_ADDRESSES = ("Snapshot-Content-Location", "Content-Location")
"""Headers with the address of the page: of Chromium, and of all others (RFC 2557)."""
_WARC_FILE = "a WARC file, and no saved page (`warc adopt` takes it without --html)"
_NO_PAGES = {
    b"WARC/": _WARC_FILE,
    b"filedesc:": _WARC_FILE,
    b"(\xb5/\xfd": "a file that Zstandard has compressed",
    b"ZIM\x04": "a ZIM file",
    b"%PDF-": "a PDF file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
}
"""How files begin that are no pages → what they are."""
_SAVED_DATE = re.compile(
    rb"SingleFile\s+url:[^\n]*\s+saved date: \w+ (\w+) (\d+) (\d+) ([\d:]+) GMT([+-]\d{4})"
)
"""When SingleFile has saved a page, as scripts write it, in the first 4 KB."""


@dataclass(frozen=True)
class SavedFile:
    """A picture, style sheet or font that was saved with a page."""

    url: str
    content_type: str
    content: bytes


@dataclass(frozen=True)
class SavedContent:
    """The page in a file: its bytes, the name of the ``form`` of the file, its media type with the
    encoding, its address, and when it was saved (ISO 8601); each "" where the file does not say.
    ``files`` are those of its files that have an address."""

    content: bytes
    form: str = ""
    content_type: str = ""
    url: str = ""
    saved: str = ""
    files: tuple[SavedFile, ...] = ()


def unpack_saved_page(content: bytes, max_bytes: int) -> SavedContent:
    """Return the page in the content of a file; the content itself if it is a page.

    Raises ValueError for a file without a page, and for more than ``max_bytes``.
    """
    for beginning, form in _NO_PAGES.items():
        if content.startswith(beginning):
            raise ValueError(form)
    if content.startswith(b"\x1f\x8b"):
        return unpack_saved_page(decompress(content, max_bytes), max_bytes)
    if content.startswith(b"bplist00") or _XML_LIST.match(content):
        return _read_web_archive(content)
    mail = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    head = _MIME_HEAD.match(mail)
    if head and re.search(rb"(?im)^mime-version:", head[0]):
        return _read_mhtml(mail)
    if is_har(content[:1024]):
        return _read_har(content)
    if content.startswith(b"PK\x03\x04") or b"PK\x05\x06" in content:
        return _read_zip(content, max_bytes) or SavedContent(content, saved=_find_date(content))
    return SavedContent(content, saved=_find_date(content))


def _find_date(content: bytes) -> str:
    """Return when SingleFile has saved a page, "" if it has not."""
    noted = _SAVED_DATE.search(content[:4096])
    if noted is None:
        return ""
    month, day, *rest = (each.decode() for each in noted.groups())
    date = parse_mail_date(" ".join((day, month, *rest)))
    return date.isoformat() if date else ""


def decompress(content: bytes, max_bytes: int) -> bytes:
    """Return what gzip has packed. Raises ValueError if it is damaged, or too large."""
    try:
        with gzip.open(BytesIO(content)) as stream:
            page = stream.read(max_bytes + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"gzip that cannot be read: {error}") from error
    if len(page) > max_bytes:
        raise ValueError(f"more than {max_bytes} bytes")
    return page


def _read_web_archive(content: bytes) -> SavedContent:
    """Read a web archive of Safari: a property list."""
    import plistlib  # as all readers of such files, seldom needed

    try:
        whole = plistlib.loads(content)
        main, others = whole["WebMainResource"], whole.get("WebSubresources", ())
        page = bytes(main["WebResourceData"])
        kind = str(main.get("WebResourceMIMEType") or "text/html")
        encoding = str(main.get("WebResourceTextEncodingName") or "")
        url = str(main.get("WebResourceURL") or "")
        names = ("WebResourceURL", "WebResourceMIMEType", "WebResourceData")
        files = _keep_files(tuple(map(each.get, names)) for each in others)
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # or InvalidFileException
        raise ValueError(f"a property list, and no web archive of Safari: {error}") from error
    return SavedContent(page, "Safari", _write_type(kind, encoding), url, files=files)


def _keep_files(found: Iterable[tuple[Any, ...]]) -> tuple[SavedFile, ...]:
    """Return what is neither a page nor without an address of the web: address, type, bytes."""
    files = (SavedFile(str(url), str(kind), bytes(each or b"")) for url, kind, each in found)
    return tuple(
        file for file in files if file.url.startswith(_WEB) and is_no_page(file.content_type)
    )


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
    address = _read_place(whole, _ADDRESSES[0]) or _read_place(whole, _ADDRESSES[1])
    located = (part for part in pages if _read_place(part, _ADDRESSES[1]) == address)
    page = page or next(located, None)
    page = page or next(iter(pages), None)
    if page is None:
        raise ValueError("MHTML without a page")
    if any(isinstance(each, CloseBoundaryNotFoundDefect) for each in whole.defects):
        raise ValueError("MHTML that breaks off")
    body, date = page.get_payload(decode=True), parse_mail_date(str(whole.get("Date")))
    addresses = (_read_place(each, name) for name in _ADDRESSES for each in (whole, page))
    return SavedContent(
        body if isinstance(body, bytes) else b"",
        "MHTML",
        _write_type(page.get_content_type(), page.get_content_charset()),
        next((each for each in addresses if each.startswith(_WEB)), ""),
        date.isoformat() if date else "",
        _keep_files(
            (
                _read_place(part, _ADDRESSES[1]),
                part.get_content_type(),
                part.get_payload(decode=True),
            )
            for part in parts
        ),
    )


def _read_place(part: Message, name: str) -> str:
    """Return the address in a header, which may be folded at any place (RFC 2557, 4.4.2)."""
    return "".join(str(part.get(name) or "").split())


def _write_type(kind: str, encoding: str | None) -> str:
    return f"{kind}; charset={encoding}" if encoding else kind


def _read_har(content: bytes, read_part: ReadPart | None = None) -> SavedContent:
    """Read the only page of a HAR. Raises ValueError if several addresses were opened: as a file of
    records, it has them all."""
    records = [*read_har(content, read_part)]
    pages: dict[str, tuple[Record, Response]] = {}
    for record, request in zip(records[::2], records[1::2], strict=True):
        response = read_answer(record).response
        kind = (response.get("content-type") or "").partition(";")[0].strip().lower()
        is_opened = not _FRAME.search(request.block) and response.status == 200
        if is_opened and kind in _PAGES:
            pages.setdefault(record.url, (record, response))
    if len(pages) != 1:
        raise ValueError(f"a HAR of {len(pages)} pages; give it as a WARC file, without --html")
    ((record, response),) = pages.values()
    kind = response.get("content-type") or ""
    return SavedContent(response.body(), "HAR", kind, record.url, record.time.isoformat())


def _read_zip(content: bytes, max_bytes: int) -> SavedContent | None:
    """Read the page in a ZIP, as which SingleFile may save it, or that of a HAR; None where there
    is no ZIP."""
    from zipfile import BadZipFile, ZipFile

    # any page may follow the ZIP, of which 64 KB are looked through for its end
    end = content.rfind(b"PK\x05\x06") + len(b"PK\x05\x06") + 18
    try:
        with ZipFile(BytesIO(content[:end])) as archive:
            entries = {each.filename: each for each in archive.infolist()}
            har = next((each for each in entries if each.lower().endswith(".har")), None)
            page = har or "index.html"
            if page not in entries:
                if content.startswith(b"PK"):
                    raise ValueError("a ZIP without index.html")
                return None
            if sum(each.file_size for each in entries.values()) > max_bytes:
                raise ValueError(f"more than {max_bytes} bytes")
            found = archive.read(page)
            if har:
                return _read_har(found, archive.read)
            noted = find_noted_address(content)
            url = noted.url if noted else ""
            return SavedContent(found, "ZIP", url=url, saved=_find_date(content))
    except RuntimeError as error:  # or NotImplementedError: encrypted, or compressed otherwise
        raise ValueError(f"a ZIP that cannot be read: {error}") from error
    except (BadZipFile, zlib.error, EOFError) as error:
        if content.startswith(b"PK"):
            raise ValueError(f"a ZIP that cannot be read: {error}") from error
        return None
