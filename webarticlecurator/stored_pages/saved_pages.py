"""Pages that somebody saved to files, read like captures.

Read pages that somebody saved to files, and find their addresses.
"""

from __future__ import annotations

import os
import re
import select
import stat
from collections.abc import Collection, Sequence
from datetime import datetime, time, timezone
from errno import EINVAL, ETIMEDOUT
from pathlib import Path

from webarticlecurator.archive import normalize_address
from webarticlecurator.article import find_page_address
from webarticlecurator.config.files import open_handle, read_regular
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.model.capture import SavedPage
from webarticlecurator.page import read_page
from webarticlecurator.text.times import find_zone, parse_iso_day, parse_iso_time
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import Progress

MAX_PAGE_BYTES = 100_000_000
"""Bytes that a saved page may have."""
PIPE_TIMEOUT = 30.0
"""Seconds to wait for the next byte of a pipe."""
_CHUNK_BYTES = 65536


@dataclass(frozen=True)
class SavedContent:
    """The content of a saved page at its address."""

    url: str
    content: bytes


def complete_addresses(pages: Sequence[SavedPage], urls: Sequence[str]) -> tuple[SavedPage, ...]:
    """Return the pages; a single one without an address has the only one of ``urls``."""
    if len(pages) == len(urls) == 1 and pages[0].url is None:
        return (replace(pages[0], url=urls[0]),)
    return tuple(pages)


def require_addresses(urls: Sequence[str], found: Collection[str]) -> None:
    """Raise UsageError if one of ``urls`` is the address of no saved page."""
    known = {normalize_address(url) for url in found}
    for url in urls:
        if normalize_address(url) not in known:
            raise UsageError(
                f"{url} is the address of no saved page",
                "Give its file as --html FILE=ADDRESS.",
            )


def read_saved_page(saved: SavedPage, progress: Progress) -> SavedContent:
    """Return the content of a saved page, and its address: the given one, or the one that the page
    declares, which a message names.

    Raises UsageError if it cannot be read, or neither the user nor the page says its address.
    """
    try:
        content = read_page_file(saved.path)
    except OSError as error:
        raise UsageError(
            f"{saved.path}: {error.strerror}",
            "Give the file of a saved page with --html, or a WARC with --warc.",
        ) from None
    if saved.url is not None:
        return SavedContent(saved.url, content)
    declared = find_page_address(read_page("", content))
    if declared is None:
        raise UsageError(
            f"{saved.path}: no address (expected {saved.path.name}=https://…; the page has no"
            " rel=canonical and no og:url)",
            f"Give it as --html {saved.path.name}=ADDRESS, or with --url if it is the only page.",
        )
    progress.show_message(f"{saved.path}: its address is {declared.url} ({declared.source})")
    return SavedContent(declared.url, content)


def read_page_file(path: Path) -> bytes:
    """Return the bytes of a saved page, from a file or a pipe.

    Raises OSError if it cannot be read, or has more than MAX_PAGE_BYTES.
    """
    # on Windows, which cannot wait for a pipe, it is refused as any other special file
    if stat.S_ISFIFO(path.stat().st_mode) and hasattr(os, "O_NONBLOCK"):
        handle = open_handle(path, os.O_RDONLY | os.O_NONBLOCK)
        content = bytearray()
        try:
            while chunk := _read_chunk(handle, path):
                content += chunk
                if len(content) > MAX_PAGE_BYTES:
                    message = f"more than {MAX_PAGE_BYTES:,} bytes came through the pipe"
                    raise OSError(EINVAL, message, str(path))
        finally:
            os.close(handle)
        if not content:
            raise OSError(EINVAL, "it is a pipe into which nothing was written", str(path))
        return bytes(content)
    return read_regular(path, MAX_PAGE_BYTES)


def _read_chunk(handle: int, path: Path) -> bytes:
    """Return the next bytes of a pipe; none at its end, or if no process writes to it.

    Raises OSError after PIPE_TIMEOUT without a byte.
    """
    while True:
        try:
            return os.read(handle, _CHUNK_BYTES)
        except BlockingIOError:
            if not select.select([handle], [], [], PIPE_TIMEOUT)[0]:
                message = (
                    f"it is a pipe into which nothing was written for {PIPE_TIMEOUT:.0f} seconds"
                )
                raise OSError(ETIMEDOUT, message, str(path)) from None


# Write saved pages to a WARC file, so that they can be read like captures.

_JSON = re.compile(rb"\s*[\[{]")
_XML = re.compile(rb"\s*<\?xml(?![^>]*>\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+)?html)", re.I | re.S)


def write_saved_pages(
    pages: Sequence[SavedPage], path: Path, zone: str, runtime: Runtime
) -> tuple[str, ...]:
    """Write a record for each page to a new WARC file; return their addresses, without fragments.

    A page without a day gets the present time, which is right only for a file that is not kept.
    Days and times without a zone are in ``zone`` (IANA). Raises UsageError for a page that cannot
    be read, or has no address.
    """
    # other readers of saved pages need nothing of the store
    from webarticlecurator.store import RecordBuilder
    from webarticlecurator.warc.record import SAVED_PREFIX, encode_record

    builder = RecordBuilder(runtime.store_options().new_id, runtime.clock.now)
    urls = []
    with path.open("xb") as out:
        for page in pages:
            content = read_saved_page(page, runtime.progress)
            # The address of a saved page as a server gets it; a message names what is left out,
            # since the pages of some portals differ in nothing else
            address, mark, fragment = content.url.partition("#")
            if mark:
                runtime.progress.show_message(
                    f"{page.path}: its address is {address}, without #{fragment}: no server gets"
                    " that part"
                )
            saved = saved_time(page.saved, zone) if page.saved else runtime.clock.now()
            record = builder.page_resource(
                address,
                content.content,
                _content_type(content.content),
                saved,
                f"{SAVED_PREFIX}{page.path.name}",
            )
            out.write(encode_record(record))
            urls.append(address)
    return tuple(urls)


def saved_time(written: str, zone: str) -> datetime:
    """Return the moment of a day or time in ISO 8601: the first one of a day, in ``zone``."""
    if ":" in written:
        moment = parse_iso_time(written)
    else:
        moment = datetime.combine(parse_iso_day(written), time.min, find_zone(zone))
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=find_zone(zone))
    return moment.astimezone(timezone.utc)


def _content_type(content: bytes) -> str:
    """Return the type of a saved page: nobody kept the header that the server sent."""
    start = content[:2000]
    if _JSON.match(start):
        return "application/json"
    return "application/xml" if _XML.match(start) else "text/html"
