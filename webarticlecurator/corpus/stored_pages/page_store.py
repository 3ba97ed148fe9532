"""The page store: where a page to try rules on comes from.

A page is saved to a file, in WARC files of any origin, or in a corpus. Every command that tries
rules on pages finds and reads them here, and so do the service and the studio.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.portal_pages import read_portal_page
from webarticlecurator.crawling.workers.shared_worker import evaluate_in_worker
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.trace import Trace
from webarticlecurator.storage.index.index import Closable
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.warc.record import encode_record

if TYPE_CHECKING:
    from webarticlecurator.base.model.capture import Capture
    from webarticlecurator.corpus.stored_pages.saved_formats import SavedFile
    from webarticlecurator.crawling.archive.page_location import LocatedPage
    from webarticlecurator.crawling.states.replay import ListingPlace
    from webarticlecurator.storage.store.joined_corpus import CaptureFolders
    from webarticlecurator.storage.store.view import CorpusView
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
    ``address`` is that of a saved page that says none ("": UsageError).
    """

    folder: Path | None = None
    warcs: tuple[Path, ...] = ()
    limit: int | None = None
    jobs: int | None = 1
    saved: tuple[SavedPage, ...] = ()
    urls: tuple[str, ...] = ()
    selected: frozenset[str] | None = None
    address: str = ""

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
            raise no_page_given()
        return self.folder


@dataclass(frozen=True)
class StoredPage:
    """A page to try rules on.

    ``url`` is its absolute address, ``content`` the body without transfer and content codings,
    ``content_type`` the HTTP header, ``captured`` the day on which it was fetched (None if not
    known), ``status`` the HTTP status. ``located`` is its place in the archive, where it is known
    from more than its address. ``headers`` are those of the answer, ``files`` what was saved with
    the page.
    """

    url: str
    content: bytes
    content_type: str | None = None
    captured: date | None = None
    status: int = 200
    located: LocatedPage | None = None
    headers: tuple[tuple[str, str], ...] = ()
    files: tuple[SavedFile, ...] = ()

    def page(self, portal: Portal, column: str | None = None) -> Page:
        """Parse the page, which was listed in ``column``."""
        days = None
        if self.located is not None:
            from webarticlecurator.crawling.archive.page_location import find_window_days

            days = find_window_days(portal, self.located)
        return read_portal_page(
            portal,
            self.url,
            self.content,
            self.content_type,
            column=column,
            captured=self.captured,
            headers=self.headers,
            days=days,
        )


@dataclass(frozen=True)
class ListedPages:
    """Stored pages by what they are: ``corpus`` lists the articles, whose ``captures`` the workers
    read; ``archive_pages`` are the captures of archive pages with their places."""

    corpus: CorpusView
    captures: CaptureFolders
    archive_pages: Iterable[tuple[Capture, ListingPlace]]


class PageStore(Closable, ABC):
    """Pages to try rules on: saved ones, or those of WARC files or of a corpus.

    Made by ``open_page_store``; close it after use. ``damage`` lists the places of WARC files that
    cannot be read.
    """

    damage: Sequence[Finding] = ()

    @abstractmethod
    def addresses(self) -> Iterator[str]:
        """Yield the addresses of all pages, as they are written."""

    @abstractmethod
    def find(self, url: str) -> StoredPage:
        """Return the page at an address. Raises UsageError if it is not there, WarcUnreadable."""

    @abstractmethod
    def list_pages(self, kind: PageKind) -> Iterator[StoredPage]:
        """Yield all pages of a kind. Raises UsageError, WarcUnreadable."""

    @abstractmethod
    def classify(self, urls: Sequence[str] = ()) -> AbstractContextManager[ListedPages]:
        """Classify the pages by the portal file, as for a build; those of a corpus are already.

        Of files, only the pages at ``urls`` count, if there are any, and those that they redirect
        to; fragments make no difference. Pages that are named, and saved pages, are articles unless
        they are archive pages. Raises UsageError for a missing address, WarcUnreadable.
        """

    def close(self) -> None:
        """Close what was opened."""


def choose_pages(store: PageStore, given: StoredPages, kind: PageKind) -> Iterator[StoredPage]:
    """Yield the pages at the given addresses, or else all of a kind. Raises as ``PageStore``."""
    return map(store.find, given.urls) if given.urls else store.list_pages(kind)


def no_page_given() -> UsageError:
    """Return what to raise where no page is named."""
    return UsageError(
        "no page given",
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
