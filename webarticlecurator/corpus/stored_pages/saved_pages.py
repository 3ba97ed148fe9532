"""Pages that somebody saved to files: a store of them, and a WARC file of them."""

from __future__ import annotations

import os
import re
import select
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, time, timezone
from errno import EINVAL, ETIMEDOUT
from functools import partial
from pathlib import Path
from typing import BinaryIO

from webarticlecurator.articles.by_rules.identity import PageAddress, find_page_address
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import open_handle, read_regular
from webarticlecurator.base.text.times import find_zone, parse_iso_day, parse_iso_time
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import (
    ListedPages,
    PageKind,
    PageStore,
    StoredPage,
    StoredPages,
)
from webarticlecurator.corpus.stored_pages.saved_formats import (
    SavedContent,
    SavedFile,
    unpack_saved_page,
)
from webarticlecurator.crawling.archive.page_address import encode_address, normalize_address
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.warc.record import SAVED_PREFIX, encode_record


class SavedPages(PageStore):
    """Pages that somebody saved to files. What is looked up is kept, since it may be a pipe."""

    def __init__(self, portal: Portal, given: StoredPages, runtime: Runtime) -> None:
        self._portal, self._given, self._runtime = portal, given, runtime
        self._pages = complete_addresses(given.saved, given.urls)
        self._kept: dict[SavedPage, StoredPage] = {}

    def addresses(self) -> Iterator[str]:
        """Yield the addresses. Raises UsageError as ``require_one_content``, for pages without an
        address and for those that cannot be read."""
        known: dict[tuple[str, str], SavedPage] = {}
        for page in self._pages:
            url = page.url or self._keep(page).url
            other = known.setdefault((normalize_address(url), page.saved), page)
            if other is not page:
                require_one_content(
                    url,
                    (other.path, page.path),
                    self._keep(other).content,
                    self._keep(page).content,
                )
            yield url

    def find(self, url: str) -> StoredPage:
        key = normalize_address(url)
        for page, address in zip(self._pages, self.addresses(), strict=True):
            if normalize_address(address) == key:
                return replace(self._keep(page), url=url)
        raise no_such_page(url)

    def list_pages(self, _kind: PageKind) -> Iterator[StoredPage]:
        for page in self._pages:
            yield self._kept.get(page) or self._read(page)

    @contextmanager
    def classify(self, urls: Sequence[str] = ()) -> Iterator[ListedPages]:
        # a single page is read without the store
        from webarticlecurator.corpus.stored_pages.captured_pages import WarcPages

        with tempfile.TemporaryDirectory(prefix="curator-") as name:
            warc = Path(name) / "saved.warc.gz"
            known = write_saved_pages(self._pages, warc, self._portal.timezone, self._runtime)
            keys = {normalize_address(url) for url in known}
            for url in urls:
                if normalize_address(url) not in keys:
                    raise no_such_page(url)
            with (
                WarcPages(self._portal, (warc,), self._runtime) as pages,
                pages.classify(urls or [*known]) as listed,
            ):
                yield listed

    def _keep(self, page: SavedPage) -> StoredPage:
        if page not in self._kept:
            self._kept[page] = self._read(page)
        return self._kept[page]

    def _read(self, page: SavedPage) -> StoredPage:
        return read_saved_page(page, self._runtime.progress, self._given.address)


MAX_PAGE_BYTES = 100_000_000
"""Bytes that a saved page may have."""
PIPE_TIMEOUT = 30.0
"""Seconds to wait for the next byte of a pipe."""
_CHUNK_BYTES = 65536


def complete_addresses(pages: Sequence[SavedPage], urls: Sequence[str]) -> tuple[SavedPage, ...]:
    """Return the pages; a single one without an address has the only one of ``urls``."""
    if len(pages) == len(urls) == 1 and pages[0].url is None:
        return (replace(pages[0], url=urls[0]),)
    return tuple(pages)


def no_such_page(url: str) -> UsageError:
    """Return what to raise for an address that no saved page has."""
    return UsageError(
        make_message("no saved page has the address {url}", url=url),
        "Give its file as --html FILE=ADDRESS.",
    )


def require_one_content(url: str, paths: tuple[Path, Path], one: bytes, other: bytes) -> None:
    """Raise UsageError if two pages that were saved at the same time have one address, and are not
    the same: only one of them would be read."""
    if one != other:
        raise UsageError(
            make_message(
                "{path} and {other}: both have the address {url}, and are not the same page",
                path=paths[0],
                other=paths[1],
                url=url,
            ),
            "Give the address of each as --html FILE=ADDRESS (a later page of an article often"
            " names the first one), or leave one out.",
        )


def read_saved_page(saved: SavedPage, progress: Progress, address: str = "") -> StoredPage:
    """Return a saved page at its address: the given one, or the one that the page declares, which a
    message names, or else ``address``.

    Raises UsageError if it cannot be read, or has no address.
    """
    found = open_saved_file(saved.path)
    content, content_type = found.content, found.content_type or None
    if found.form:
        progress.show_message(
            make_message(
                "{path}: the page in it is read ({form})", path=saved.path, form=found.form
            )
        )
    page = StoredPage(saved.url or address, content, content_type, files=found.files)
    if saved.url is not None:
        return page
    noted = PageAddress(found.url, "saved from") if found.url else None
    declared = find_page_address(content) or noted
    if declared is None and address:
        return page
    if declared is None:
        raise UsageError(
            make_message(
                "{path}: no address (expected {name}=https://…; the page has no"
                " rel=canonical and no og:url)",
                path=saved.path,
                name=saved.path.name,
            ),
            make_message(
                "Give it as --html {name}=ADDRESS, or with --url if it is the only page.",
                name=saved.path.name,
            ),
        )
    progress.show_message(
        make_message(
            "{path}: its address is {url} ({source})",
            path=saved.path,
            url=declared.url,
            source=declared.source,
        )
    )
    return replace(page, url=declared.url)


def open_saved_file(path: Path) -> SavedContent:
    """Return the page in a file. Raises UsageError if it cannot be read."""
    try:
        return read_saved_file(path)
    except OSError as error:
        raise UsageError(
            make_message("{path}: {strerror}", path=path, strerror=error.strerror),
            "Give the file of a saved page, or a WARC with --warc.",
        ) from None


def read_saved_file(path: Path) -> SavedContent:
    """Return the page in a file: of HTML, or of a form that browsers save.

    Raises OSError as ``read_page_file``, and for a file without a page.
    """
    try:
        return unpack_saved_page(read_page_file(path), MAX_PAGE_BYTES)
    except ValueError as error:
        raise OSError(EINVAL, str(error), str(path)) from error


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
                    message = make_message(
                        "more than {max_page_bytes:,} bytes came through the pipe",
                        max_page_bytes=MAX_PAGE_BYTES,
                    )
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
                message = make_message(
                    "it is a pipe, and no data came through it for {pipe_timeout:.0f} seconds",
                    pipe_timeout=PIPE_TIMEOUT,
                )
                raise OSError(ETIMEDOUT, message, str(path)) from None


_JSON = re.compile(rb"\s*[\[{]")
_XML = re.compile(
    rb"\s*<\?xml(?![^>]*>\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)*<(?:!doctype\s+)?html)", re.I
)


def write_saved_pages(
    pages: Sequence[SavedPage],
    path: Path,
    zone: str,
    runtime: Runtime,
    choose: Callable[[StoredPage], Iterable[SavedFile]] = lambda _page: (),
) -> dict[str, dict[str, str]]:
    """Write a record for each page to a new WARC file, and for each of its files that ``choose``
    returns. Return their addresses, as URIs (RFC 3986) without fragments, each with record id and
    address of its files.

    A page without a day gets the present time, which is right only for a file that is not kept.
    Days and times without a zone are in ``zone`` (IANA). Raises UsageError for a page that cannot
    be read, or has no address, and as ``require_one_content``.
    """
    builder = RecordBuilder(runtime.store_options().new_id, runtime.clock.now)
    written: dict[str, dict[str, str]] = {}
    known: dict[tuple[str, str], tuple[Path, bytes]] = {}
    with path.open("xb") as out:
        for page in pages:
            content = read_saved_page(page, runtime.progress)
            # The address of a saved page as a server gets it; a message names what is left out,
            # since the pages of some portals differ in nothing else
            address, mark, fragment = content.url.partition("#")
            address = encode_address(address)
            if mark:
                runtime.progress.show_message(
                    make_message(
                        "{path}: its address is {address}, without #{fragment}, which servers"
                        " never receive",
                        path=page.path,
                        address=address,
                        fragment=fragment,
                    )
                )
            other, former = known.setdefault((address, page.saved), (page.path, content.content))
            require_one_content(address, (other, page.path), former, content.content)
            kind = content.content_type or _content_type(content.content)
            moment = saved_time(page.saved, zone) if page.saved else runtime.clock.now()
            add = partial(_add_resource, out, builder, moment, f"{SAVED_PREFIX}{page.path.name}")
            add(SavedFile(address, kind, content.content))
            files = {add(each): each.url for each in choose(content)}
            written.setdefault(address, {}).update(files)
    return written


def _add_resource(
    out: BinaryIO, builder: RecordBuilder, moment: datetime, source: str, file: SavedFile
) -> str:
    """Write the record of a file; return its id."""
    record = builder.page_resource(file.url, file.content, file.content_type, moment, source)
    out.write(encode_record(record))
    return record.id


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
