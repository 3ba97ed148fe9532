"""The pages that the options of a command choose: saved files, pages of WARC files, or those of a
corpus. Every command that tries rules on pages reads them here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from webarticlecurator.archive import LocatedPage, match_address, normalize_address
from webarticlecurator.errors import UsageError
from webarticlecurator.model.capture import Capture, SavedPage
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import (
    StoredPage,
    StoredSource,
    find_stored_page,
    read_capture,
)
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.saved_pages import (
    complete_addresses,
    read_saved_page,
    require_addresses,
)

if TYPE_CHECKING:
    from webarticlecurator.run.replay import ListingPlace
    from webarticlecurator.store import CorpusView
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
        from webarticlecurator.run.analysis.survey import select_articles
        from webarticlecurator.run.classified_warcs import classify_warcs
        from webarticlecurator.run.setup import Runtime

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
        from webarticlecurator.run.replay import locate_listing
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
