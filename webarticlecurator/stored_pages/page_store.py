"""A page to try rules on: from files, WARC files or a corpus.

The pages that the options of a command choose: saved files, pages of WARC files, or those of a
corpus. Every command that tries rules on pages reads them here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from webarticlecurator.archive import LocatedPage, match_address, normalize_address, today_in
from webarticlecurator.errors import UsageError, WarcUnreadable
from webarticlecurator.model.capture import GONE, TOO_LARGE, TRUNCATED, Body, Capture, SavedPage
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page
from webarticlecurator.rules import Trace
from webarticlecurator.states.foreign_listing import list_foreign
from webarticlecurator.states.replay import ListingPlace
from webarticlecurator.store import ForeignWarcs, WritableCorpus, open_corpus, open_warcs
from webarticlecurator.stored_pages.saved_pages import (
    complete_addresses,
    read_saved_page,
    require_addresses,
)
from webarticlecurator.workers.progress import Progress
from webarticlecurator.workers.setup import Runtime
from webarticlecurator.workers.shared_worker import evaluate_in_worker

if TYPE_CHECKING:
    from webarticlecurator.store import Captures, CorpusView
    from webarticlecurator.warc.warc_reader import Finding


PageKind = Literal["archive", "article"]


@dataclass(frozen=True)
class GivenPages:
    """What the options choose: ``saved`` pages, or pages of ``warcs``, or of the corpus in
    ``folder``; of these, the pages at ``urls``, or all of a kind."""

    saved: tuple[SavedPage, ...] = ()
    warcs: tuple[Path, ...] = ()
    folder: Path | None = None
    urls: tuple[str, ...] = ()

    @property
    def names_one(self) -> bool:
        """True if the options name one page, whatever the files hold."""
        return len(self.urls or self.saved) == 1


class GivenPagesReader:
    """Reader of the pages that the options choose.

    Messages about addresses and damaged files go to the progress; ``damage`` lists the places of
    WARC files that could not be read.
    """

    def __init__(self, portal: Portal, given: GivenPages, progress: Progress) -> None:
        self._portal, self._given, self._progress = portal, given, progress
        self.damage: list[Finding] = []

    def read(self, kind: PageKind) -> Iterator[StoredPage]:
        """Yield the pages; ``kind`` says which, where no addresses are given.

        Raises UsageError for a page that is not there, WarcUnreadable, CorpusMismatch,
        StoreDamaged.
        """
        given = self._given
        if given.saved:
            yield from self._read_saved()
        elif given.urls:
            with self.open_store() as (store, where):
                for url in given.urls:
                    yield self._find_page(store, url, where)
        elif given.warcs:
            yield from self._read_classified(kind)
        elif given.folder is not None and kind == "archive" and given.folder.exists():
            yield from self._read_corpus(given.folder)
        else:
            raise _no_page_given(given.folder)

    @contextmanager
    def open_store(self) -> Iterator[tuple[StoredSource, str]]:
        """Open the WARC files or the corpus; yield it with its name for messages."""
        # a page that is given as a file needs no store
        from webarticlecurator.store import open_warcs, view_corpus

        given = self._given
        if given.warcs:
            with open_warcs(given.warcs) as foreign:
                self._report_damage(foreign.damage)
                yield foreign, ", ".join(map(str, given.warcs))
        elif given.folder is not None and given.folder.exists():
            with view_corpus(given.folder, self._portal.id) as view:
                yield view, str(given.folder)
        else:
            raise _no_page_given(given.folder)

    def _read_saved(self) -> Iterator[StoredPage]:
        """Yield the saved pages, or those at the given addresses."""
        urls = self._given.urls
        given_urls = {normalize_address(url): url for url in urls}
        read_urls = []
        for page in complete_addresses(self._given.saved, urls):
            read = read_saved_page(page, self._progress)
            read_urls.append(read.url)
            address = normalize_address(read.url)
            if not urls or address in given_urls:
                yield StoredPage(given_urls.get(address, read.url), read.content)
        require_addresses(urls, read_urls)

    def _find_page(self, store: StoredSource, url: str, where: str) -> StoredPage:
        portal = self._portal
        return find_stored_page(store, url, where, zone=portal.timezone, policy=portal.captures)

    def _read_classified(self, kind: PageKind) -> Iterator[StoredPage]:
        """Yield the archive pages or the first pages of the articles of the WARC files."""
        from webarticlecurator.stored_pages.survey import select_articles
        from webarticlecurator.workers.setup import Runtime

        portal, runtime = self._portal, Runtime(progress=self._progress)
        with classify_warcs(portal, self._given.warcs, runtime) as pages:
            self._report_damage(pages.foreign.damage)
            if kind == "archive":
                for capture, place in pages.archive_pages:
                    located = _locate(portal, place, capture)
                    yield read_capture(pages.foreign, capture, portal.timezone, located)
                return
            for row in select_articles(portal, pages.corpus, include_split=True):
                yield self._find_page(pages.foreign, row.requested, "the files")

    def _read_corpus(self, folder: Path) -> Iterator[StoredPage]:
        """Yield the archive pages of the corpus, each in its latest capture."""
        from webarticlecurator.states.replay import locate_listing
        from webarticlecurator.store import view_corpus

        portal = self._portal
        with view_corpus(folder, portal.id) as view:
            for capture in _latest_archive_pages(view):
                place = locate_listing(portal, capture.origin, capture.url)
                if place is not None:
                    located = _locate(portal, place, capture)
                    yield read_capture(view, capture, portal.timezone, located)

    def _report_damage(self, damage: list[Finding]) -> None:
        self.damage += damage
        for finding in damage:
            self._show(str(finding))

    def _show(self, text: str) -> None:
        self._progress.show_message(text)


def _latest_archive_pages(view: CorpusView) -> Iterator[Capture]:
    """Yield the latest usable capture of each archive page, in the order of the first requests."""
    seen = set[str]()
    for capture in view.captures.all("archive"):
        if capture.url in seen or capture.status != 200 or capture.truncated:
            continue
        seen.add(capture.url)
        latest = view.captures.best([capture.url])
        yield latest if latest is not None and latest.url == capture.url else capture


def _locate(portal: Portal, place: ListingPlace, capture: Capture) -> LocatedPage:
    """Return the place of an archive page, with its page value if it is known."""
    span = place.span
    match = match_address(span, capture.url, portal.language)
    origin = match or capture.origin
    return LocatedPage(span.column, span.number, place.key.window, origin.page if origin else None)


def _no_page_given(folder: Path | None) -> UsageError:
    is_missing = folder is not None and not folder.exists()
    corpus = f"; there is no corpus in {folder}" if is_missing else ""
    return UsageError(
        f"no page given{corpus}",
        "Give it with --html FILE=ADDRESS or --warc FILE; or --url and --corpus DIR.",
    )


# A page to try rules on: saved to a file, or stored in WARC files or a corpus.

MAX_COMPARED = 10_000
"""Addresses among which the nearest one to a missing address is searched."""


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
        )


class StoredSource(Protocol):
    """A store of pages: a corpus, or WARC files of any origin."""

    @property
    def captures(self) -> Captures: ...

    def read(self, capture: Capture) -> Body: ...


def find_capture(store: StoredSource, url: str, policy: str = "latest") -> Capture | None:
    """Return the capture of an address that ``captures:`` of the portal file (``policy``) chooses.

    Without a complete answer with status 200, it is the last answer; None without any.
    """
    best = store.captures.best([url], policy)
    return best or next(iter(reversed(store.captures.by_url(url))), None)


def find_stored_page(
    store: StoredSource, url: str, where: str, *, zone: str = "UTC", policy: str = "latest"
) -> StoredPage:
    """Return the stored page at ``url``, whose fragment it keeps; where that redirects, the page
    at the other end, with its address.

    ``where`` names the store in messages; ``zone`` is the time zone (IANA) of the day of its
    capture. Raises UsageError if the page is not there, WarcUnreadable if only its beginning is.
    """
    address = url.partition("#")[0]
    capture = find_capture(store, address, policy) or _find_normalized(store, address, policy)
    if capture is None:
        raise UsageError(f"{url} is not in {where}", _nearest_address(store, address))
    page = read_capture(store, capture, zone)
    is_redirected = normalize_address(capture.url) != normalize_address(address)
    return page if is_redirected else replace(page, url=url)


def require_stored(store: StoredSource, urls: Sequence[str], where: str) -> None:
    """Raise UsageError for the first of ``urls`` that is not in the store."""
    for url in urls:
        if find_capture(store, url.partition("#")[0]) is None:
            raise UsageError(f"{url} is not in {where}", _nearest_address(store, url))


def read_capture(
    store: StoredSource, capture: Capture, zone: str, located: LocatedPage | None = None
) -> StoredPage:
    """Return the page of a capture. Raises WarcUnreadable if only its beginning is stored."""
    body = store.read(capture)
    if body.fault in (TRUNCATED, TOO_LARGE):
        raise WarcUnreadable(
            f"{capture.file}: only the beginning of {capture.url}: {body.words}",
            "Fetch the page again.",
        )
    return to_stored_page(body, zone, located)


def to_stored_page(body: Body, zone: str, located: LocatedPage | None = None) -> StoredPage:
    """Return the page of a body that was read, in a time zone."""
    capture = body.capture
    status = capture.status if capture.status in GONE else 200
    day = today_in(zone, capture.time)
    return StoredPage(capture.url, body.content, body.content_type, day, status, located)


def _find_normalized(store: StoredSource, url: str, policy: str) -> Capture | None:
    """Return the capture of an address that is written in another way in the store."""
    normalized = normalize_address(url)
    written = next(
        (other for other in _urls(store) if normalize_address(other) == normalized), None
    )
    return None if written is None else find_capture(store, written, policy)


def _nearest_address(store: StoredSource, url: str) -> str:
    others = list(dict.fromkeys(_urls(store)))[:MAX_COMPARED]
    near = get_close_matches(url, others, 1) or others[:1]
    return f"The nearest address in it is {near[0]}" if near else "It holds no pages."


def _urls(store: StoredSource) -> Iterator[str]:
    return (capture.url for capture in store.captures.all())


# WARC files of any origin, classified by a portal file as for a build: archive pages, articles.


@dataclass(frozen=True)
class ClassifiedWarcs:
    """The pages of WARC files: ``corpus`` lists the articles, ``foreign`` has the captures.

    ``archive_pages`` are the archive pages with their places, in the order of the files.
    """

    corpus: WritableCorpus
    foreign: ForeignWarcs
    archive_pages: tuple[tuple[Capture, ListingPlace], ...]


@contextmanager
def classify_warcs(
    portal: Portal, warcs: Sequence[Path], runtime: Runtime, urls: Sequence[str] = ()
) -> Iterator[ClassifiedWarcs]:
    """Open the files and classify their pages in a temporary corpus.

    With ``urls``, only the pages at these addresses count, and those that they redirect to;
    fragments make no difference. Raises UsageError for a missing file or address, WarcUnreadable.
    """
    urls = [url.partition("#")[0] for url in urls]
    archive_pages: list[tuple[Capture, ListingPlace]] = []
    with (
        tempfile.TemporaryDirectory(prefix="curator-") as name,
        open_warcs(warcs) as foreign,
        open_corpus(Path(name) / portal.id, portal.id, runtime.store_options()) as corpus,
    ):
        require_stored(foreign, urls, ", ".join(map(str, warcs)))
        chosen = {other for url in urls for other in (url, *foreign.captures.redirect_targets(url))}
        list_foreign(
            portal,
            corpus,
            foreign,
            runtime.progress,
            chosen if urls else None,
            lambda capture, place: archive_pages.append((capture, place)),
        )
        yield ClassifiedWarcs(corpus, foreign, tuple(archive_pages))


# Calls that run the rules of one page in the shared worker process, since a rule may run for
# ever.


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
    result: tuple[Any, list[str]] = evaluate_in_worker(
        portal, _call_traced, (function, arguments, traced), where
    )
    return result


def _call(portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    function, arguments = task
    result = function(portal, *arguments)
    return list(result) if isinstance(result, Iterator) else result


def _call_traced(
    portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...], bool]
) -> Any:
    function, arguments, traced = task
    trace = Trace() if traced else None
    result = function(portal, *arguments, trace)
    return result, trace.lines() if trace else []
