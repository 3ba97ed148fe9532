"""The pages of a corpus or of WARC files, to try rules on; and which addresses of an index have a
page that commands read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from difflib import get_close_matches
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError, WarcUnreadable
from webarticlecurator.base.model.capture import GONE, TOO_LARGE, TRUNCATED, Body, Capture
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.corpus.stored_pages.page_store import (
    ListedPages,
    PageKind,
    PageStore,
    StoredPage,
    StoredPages,
    no_page_given,
)
from webarticlecurator.corpus.stored_pages.stored_rows import select_articles
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.page_location import LocatedPage
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.states.capture_classes import is_whole_page
from webarticlecurator.crawling.states.foreign_listing import list_foreign
from webarticlecurator.crawling.states.replay import (
    ListingPlace,
    list_archive_pages,
    locate_listing,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.index.index import NAME as INDEX_NAME
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.storage.store.joined_corpus import JoinedCorpus
from webarticlecurator.storage.store.view import CorpusView, view_corpus

MAX_COMPARED = 10_000
"""Addresses among which the nearest one to a missing address is searched."""


class CapturedPages(PageStore):
    """The pages of ``source``, a corpus or WARC files of any origin, which ``where`` names in
    messages.

    Of the captures of an address, that counts which ``captures:`` of the portal file chooses.
    """

    def __init__(self, portal: Portal, source: CorpusView | ForeignWarcs, where: str) -> None:
        self._portal, self.source, self._where = portal, source, where
        self.captures = source.captures

    def of(self, portal: Portal, where: str = "") -> CapturedPages:
        """Return the same pages as ``portal`` chooses them, named ``where`` in messages. They are
        closed with these."""
        pages = copy(self)
        pages._portal, pages._where = portal, where or self._where
        return pages

    def addresses(self) -> Iterator[str]:
        return (capture.url for capture in self.captures.all() if is_whole_page(capture))

    def find(self, url: str) -> StoredPage:
        """Return the page at ``url``, whose fragment it keeps; where that redirects, the page at
        the other end, with its address.

        Raises UsageError if the page is not there, WarcUnreadable if only its beginning is.
        """
        address = url.partition("#")[0]
        capture = self._find_capture(address) or self._find_normalized(address)
        if capture is None:
            raise self._not_stored(url)
        page = self.read(capture)
        is_redirected = normalize_address(capture.url) != normalize_address(address)
        return page if is_redirected else replace(page, url=url)

    def look_up(self, url: str) -> StoredPage | None:
        """Return the page at ``url``, however large the store is; None if it is not there as it is
        written or normalized. Raises WarcUnreadable."""
        capture = self._find_capture(url, normalize_address(url))
        return None if capture is None else self.read(capture)

    def read(self, capture: Capture, located: LocatedPage | None = None) -> StoredPage:
        """Return the page of a capture. Raises WarcUnreadable if only its beginning is stored."""
        body = self.source.read(capture)
        if body.fault in (TRUNCATED, TOO_LARGE):
            raise WarcUnreadable(
                make_message(
                    "{file}: only the beginning of {url}: {words}",
                    file=capture.file,
                    url=capture.url,
                    words=as_message(body.words),
                ),
                "Fetch the page again.",
            )
        return to_stored_page(body, self._portal.timezone, located)

    def captures_of(self, url: str) -> Sequence[Capture]:
        """Return the complete captures of an address, in the order of time; of one that redirects,
        those at the other end."""
        found = self.captures.complete_pages(url)
        best = self.captures.best([url]) if not found else None
        return found or (self.captures.complete_pages(best.url) if best is not None else ())

    def choose_capture(self, url: str) -> Capture | None:
        """Return the complete capture of an address that ``captures:`` of the portal file chooses;
        None if there is none with status 200."""
        return self.captures.best([url], self._portal.captures)

    def close(self) -> None:
        self.source.close()

    def _find_capture(self, *urls: str) -> Capture | None:
        """Return the capture of the first address that has any; without a complete answer with
        status 200, its last answer."""
        found = (
            self.choose_capture(url) or next(iter(reversed(self.captures.by_url(url))), None)
            for url in urls
        )
        return next(filter(None, found), None)

    def _find_normalized(self, url: str) -> Capture | None:
        """Return the capture of an address that is written in another way in the store."""
        key, every = normalize_address(url), self.captures.all()
        written = (each.url for each in every if normalize_address(each.url) == key)
        return next(map(self._find_capture, written), None)

    def _not_stored(self, url: str) -> UsageError:
        others = list(dict.fromkeys(capture.url for capture in self.captures.all()))[:MAX_COMPARED]
        near = get_close_matches(url, others, 1) or others[:1]
        nearest = make_message("It holds no pages.")
        if near:
            nearest = make_message("The nearest address in it is {url}", url=near[0])
        return UsageError(
            make_message("{url} is not in {where}", url=url, where=self._where), nearest
        )

    def _read_listed(self, capture: Capture, place: ListingPlace) -> StoredPage:
        """Return an archive page with its place, and its page value if it is known."""
        span = place.span
        origin = match_address(span, capture.url, self._portal.language) or capture.origin
        page = origin.page if origin else None
        return self.read(capture, LocatedPage(span.column, span.number, place.key.window, page))


class WarcPages(CapturedPages):
    """The pages of WARC files of any origin. Raises as ``ForeignWarcs`` when it opens them; a
    message names each place that cannot be read."""

    def __init__(self, portal: Portal, files: Sequence[Path], runtime: Runtime) -> None:
        self._foreign, self._runtime = ForeignWarcs(files), runtime
        super().__init__(portal, self._foreign, ", ".join(map(str, files)))
        self.damage = tuple(self._foreign.damage)
        for finding in self.damage:
            runtime.progress.show_message(str(finding))

    @contextmanager
    def classify(self, urls: Sequence[str] = ()) -> Iterator[ListedPages]:
        """Classify the pages in a temporary corpus."""
        urls = [url.partition("#")[0] for url in urls]
        for url in urls:
            if self._find_capture(url) is None:
                raise self._not_stored(url)
        portal, foreign, runtime = self._portal, self._foreign, self._runtime
        chosen = {other for url in urls for other in (url, *self.captures.redirect_targets(url))}
        archive_pages: list[tuple[Capture, ListingPlace]] = []
        with (
            tempfile.TemporaryDirectory(prefix="curator-") as name,
            open_corpus(Path(name) / portal.id, portal.id, runtime.store_options()) as corpus,
        ):
            list_foreign(
                portal,
                corpus,
                foreign,
                runtime.progress,
                chosen if urls else None,
                lambda capture, place: archive_pages.append((capture, place)),
            )
            yield ListedPages(corpus, JoinedCorpus(corpus, foreign).share(), archive_pages)

    def list_pages(self, kind: PageKind) -> Iterator[StoredPage]:
        """Yield the archive pages, or the first pages of the articles."""
        with self.classify() as listed:
            if kind == "archive":
                yield from (self._read_listed(*each) for each in listed.archive_pages)
            else:
                rows = select_articles(self._portal, listed.corpus, include_split=True)
                yield from (self.find(row.requested) for row in rows)


class CorpusPages(CapturedPages):
    """The pages of a corpus. Raises as ``view_corpus`` when it opens it."""

    def __init__(self, portal: Portal, folder: Path) -> None:
        self.corpus = view_corpus(folder, portal.id)
        super().__init__(portal, self.corpus, str(folder))

    @contextmanager
    def classify(self, _urls: Sequence[str] = ()) -> Iterator[ListedPages]:
        archive_pages = list_archive_pages(self._portal, self.captures)
        yield ListedPages(self.corpus, self.corpus.folder, archive_pages)

    def list_pages(self, kind: PageKind) -> Iterator[StoredPage]:
        """Yield the archive pages, each in its latest capture. Raises UsageError for articles,
        which are to be named."""
        if kind == "article":
            raise no_page_given()
        seen = set[str]()
        # the latest usable capture of each page, in the order of the first requests
        for capture in self.captures.all("archive"):
            if capture.url in seen or capture.status != 200 or capture.truncated:
                continue
            seen.add(capture.url)
            latest = self.captures.best([capture.url])
            if latest is None or latest.url != capture.url:
                latest = capture
            place = locate_listing(self._portal, latest.origin, latest.url)
            if place is not None:
                yield self._read_listed(latest, place)


def open_captured_pages(portal: Portal, given: StoredPages, runtime: Runtime) -> CapturedPages:
    """Open the WARC files or the corpus that ``given`` names.

    Raises UsageError if there is none of them, WarcUnreadable, CorpusMismatch, StoreDamaged.
    """
    if given.warcs:
        return WarcPages(portal, given.warcs, runtime)
    return CorpusPages(portal, given.require_folder())


def to_stored_page(body: Body, zone: str, located: LocatedPage | None = None) -> StoredPage:
    """Return the page of a body that was read, in a time zone (IANA)."""
    capture = body.capture
    status = capture.status if capture.status in GONE else 200
    return StoredPage(
        capture.url,
        body.content,
        body.content_type,
        today_in(zone, capture.time),
        status,
        located,
        body.headers,
    )


def has_corpus(folder: Path) -> bool:
    """Return True if there is the index of a corpus in a folder."""
    return (folder / INDEX_NAME).is_file()
