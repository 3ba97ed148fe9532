"""The page store: where a page to try rules on comes from.

A page is saved to a file, in WARC files of any origin, or in a corpus. Every command that tries
rules on pages finds and reads them here, and so do the service and the studio.
"""

from __future__ import annotations

import os
import re
import select
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timezone
from errno import EINVAL, ETIMEDOUT
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol
from uuid import uuid4

from webarticlecurator.articles.by_rules.identity import find_page_address
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.base.system.input_files import open_handle, read_regular
from webarticlecurator.base.text.times import find_zone, parse_iso_day, parse_iso_time
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.page_address import encode_address, normalize_address
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.crawling.workers.shared_worker import evaluate_in_worker
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.rules.trace import Trace
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.warc.record import encode_record

if TYPE_CHECKING:
    from webarticlecurator.crawling.archive.page_location import LocatedPage
    from webarticlecurator.storage.warc.warc_reader import Finding


PageKind = Literal["archive", "article"]


@dataclass(frozen=True)
class StoredPages:
    """The pages to read: those of the corpus in ``folder``, or instead those of ``warcs`` or
    ``saved`` to files; of these, those at ``urls``, or all. ``selected`` (None: all) are the
    addresses of the pages of a corpus that are read (``find_page_addresses``).

    ``limit`` is the number of articles at most, of those that are left, spread over the corpus and
    always the same.
    ``jobs`` is the number of processes (None: as many as speed it up; with files always one).
    """

    folder: Path | None = None
    warcs: tuple[Path, ...] = ()
    limit: int | None = None
    jobs: int | None = 1
    saved: tuple[SavedPage, ...] = ()
    urls: tuple[str, ...] = ()
    selected: frozenset[str] | None = None

    @property
    def has_files(self) -> bool:
        """True if the pages are in files, not in a corpus."""
        return bool(self.warcs or self.saved)

    @property
    def names_one(self) -> bool:
        """True if one page is named, whatever the files hold."""
        return len(self.urls or self.saved) == 1

    def require_folder(self) -> Path:
        """Return the folder of the corpus. Raises UsageError without one."""
        if self.folder is None:
            raise no_page_given(None)
        return self.folder


@dataclass(frozen=True)
class StoredPage:
    """A page to try rules on.

    ``url`` is its absolute address, ``content`` the body without transfer and content codings,
    ``content_type`` the HTTP header, ``captured`` the day on which it was fetched (None if not
    known), ``status`` the HTTP status. ``located`` is its place in the archive, where it is known
    from more than its address.
    """

    url: str
    content: bytes
    content_type: str | None = None
    captured: date | None = None
    status: int = 200
    located: LocatedPage | None = None

    def page(self, portal: Portal, column: str | None = None) -> Page:
        """Parse the page, which was listed in ``column``."""
        return read_page(
            self.url,
            self.content,
            self.content_type,
            encoding=portal.encoding,
            column=column,
            captured=self.captured,
            classifier=portal.classifier_content,
            kind=portal.article.page_kind,
        )


class PageStore(Protocol):
    """Pages to try rules on: saved ones, or those of WARC files or of a corpus.

    ``damage`` lists the places of WARC files that cannot be read.
    """

    @property
    def damage(self) -> Sequence[Finding]: ...

    def addresses(self) -> Iterator[str]:
        """Yield the addresses of all pages, as they are written."""

    def find(self, url: str) -> StoredPage:
        """Return the page at an address. Raises UsageError if it is not there, WarcUnreadable."""

    def list_pages(self, kind: PageKind) -> Iterator[StoredPage]:
        """Yield all pages of a kind. Raises UsageError, WarcUnreadable."""


def choose_pages(store: PageStore, given: StoredPages, kind: PageKind) -> Iterator[StoredPage]:
    """Yield the pages at the given addresses, or else all of a kind. Raises as ``PageStore``."""
    return map(store.find, given.urls) if given.urls else store.list_pages(kind)


class SavedPages:
    """Pages that somebody saved to files. What is looked up is kept, since it may be a pipe."""

    damage: Sequence[Finding] = ()

    def __init__(self, pages: Sequence[SavedPage], progress: Progress) -> None:
        self._pages, self._progress = pages, progress
        self._kept: dict[SavedPage, SavedContent] = {}

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
                return StoredPage(url, self._keep(page).content)
        require_addresses((url,), ())
        raise AssertionError(url)

    def list_pages(self, _kind: PageKind) -> Iterator[StoredPage]:
        for page in self._pages:
            read = self._kept.get(page) or read_saved_page(page, self._progress)
            yield StoredPage(read.url, read.content)

    def _keep(self, page: SavedPage) -> SavedContent:
        if page not in self._kept:
            self._kept[page] = read_saved_page(page, self._progress)
        return self._kept[page]


def no_page_given(folder: Path | None) -> UsageError:
    """Return what to raise where no page is named; ``folder`` is that of the corpus, if known."""
    is_missing = folder is not None and not folder.exists()
    return UsageError(
        make_message("no page is given, and there is no corpus in {folder}", folder=folder)
        if is_missing
        else make_message("no page given"),
        "Give it with --html FILE=ADDRESS or --warc FILE; or --url and --corpus DIR.",
    )


def run_supervised(
    portal: Portal, where: str, function: Callable[..., Any], *arguments: Any
) -> Any:
    """Call ``function`` with the portal and the arguments in a worker, and return its result.

    ``function`` is defined in a module; the values of an iterator are returned as a list.
    ``where`` is the address of the page, for messages. Raises PageUnreadable if it takes too long,
    and what the function raises.
    """
    return evaluate_in_worker(portal, _call, (function, arguments), where)


def run_traced(
    portal: Portal, where: str, traced: bool, function: Callable[..., Any], *arguments: Any
) -> tuple[Any, list[str]]:
    """Call a function whose last argument is a Trace, as ``run_supervised`` does.

    Returns its result and the lines of the trace, which are empty unless ``traced``.
    """
    return evaluate_in_worker(portal, _call_traced, (function, arguments, traced), where)


def _call(portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    function, arguments = task
    result = function(portal, *arguments)
    return list(result) if isinstance(result, Iterator) else result


def _call_traced(
    portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...], bool]
) -> tuple[Any, list[str]]:
    function, arguments, traced = task
    trace = Trace() if traced else None
    return function(portal, *arguments, trace), trace.lines() if trace else []


KeptPage = tuple[str, bytes, str | None]
"""The address that answered, the decoded content, and its type."""
_PLAIN = "text/html"


def keep_pages(file: Path, pages: Iterable[KeptPage], now: datetime) -> None:
    """Append pages to a WARC file, which is made if it is not there: as ``resource`` records, since
    the answer itself was not kept. Raises OSError."""
    builder = RecordBuilder(uuid4, lambda: now)
    records = [
        encode_record(builder.page_resource(url, content, kind or _PLAIN, now, url))
        for url, content, kind in pages
    ]
    with file.open("ab") as warc:
        warc.write(b"".join(records))


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


def read_saved_page(saved: SavedPage, progress: Progress) -> SavedContent:
    """Return the content of a saved page, and its address: the given one, or the one that the page
    declares, which a message names.

    Raises UsageError if it cannot be read, or neither the user nor the page says its address.
    """
    try:
        content = read_page_file(saved.path)
    except OSError as error:
        raise UsageError(
            make_message("{path}: {strerror}", path=saved.path, strerror=error.strerror),
            "Give the file of a saved page with --html, or a WARC with --warc.",
        ) from None
    if saved.url is not None:
        return SavedContent(saved.url, content)
    declared = find_page_address(content)
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
    pages: Sequence[SavedPage], path: Path, zone: str, runtime: Runtime
) -> tuple[str, ...]:
    """Write a record for each page to a new WARC file; return their addresses, as URIs (RFC 3986)
    without fragments.

    A page without a day gets the present time, which is right only for a file that is not kept.
    Days and times without a zone are in ``zone`` (IANA). Raises UsageError for a page that cannot
    be read, or has no address, and as ``require_one_content``.
    """
    # other readers of saved pages need nothing of the store
    from webarticlecurator.storage.store.record_builder import RecordBuilder
    from webarticlecurator.storage.warc.record import SAVED_PREFIX, encode_record

    builder = RecordBuilder(runtime.store_options().new_id, runtime.clock.now)
    urls = []
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
            record = builder.page_resource(
                address,
                content.content,
                _content_type(content.content),
                saved_time(page.saved, zone) if page.saved else runtime.clock.now(),
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
