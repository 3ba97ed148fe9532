"""Copy the later pages of articles whose first pages were copied from a web archive."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from webarticlecurator.article import canonical_address
from webarticlecurator.errors import PageUnreadable
from webarticlecurator.model.capture import Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.article_page_choice import FirstPageReader
from webarticlecurator.run.building.article_pages import ArticlePage, follow_pages
from webarticlecurator.run.building.capture_sources import CorpusSource
from webarticlecurator.run.building.tasks import find_start
from webarticlecurator.run.completeness.archive_copying import ArchiveCopier, ArchiveFetcher
from webarticlecurator.run.completeness.raw_captures import RawCapture
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.supervised_look import SupervisedLook
from webarticlecurator.store import CorpusView, view_corpus


@dataclass(frozen=True)
class LaterPage:
    """A later page, or a part, of an article that is not stored. ``first`` is the address by which
    its first page was copied, which was captured at ``time``."""

    url: str
    origin: Origin
    first: str
    time: datetime


@dataclass
class CopiedPages:
    """The captures of later pages that were copied; (address, reason) of those that were not;
    ``postponed`` are the first pages for whose later ones the archive did not answer."""

    captures: list[RawCapture] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    postponed: set[str] = field(default_factory=set)


class LaterPageCopier:
    """Copies later pages from an archive into the corpus in ``folder``."""

    def __init__(
        self,
        portal: Portal,
        folder: Path,
        fetcher: ArchiveFetcher,
        copier: ArchiveCopier,
        progress: Progress,
    ) -> None:
        self._portal, self._folder = portal, folder
        self._fetcher, self._copier, self._progress = fetcher, copier, progress

    def copy(self, firsts: Collection[str]) -> CopiedPages:
        """Copy what is not stored of the articles whose first pages were copied, each page as it
        was captured nearest in time to the first one. Raises PortalRefused."""
        result, tried = CopiedPages(), set[str]()
        while firsts:
            missing = {page.url: page for page in self._list_missing(firsts)}
            due = [page for page in missing.values() if page.url not in tried]
            tried.update(missing)
            firsts = self._copy_pages(due, result)
        return result

    def _copy_pages(self, pages: Sequence[LaterPage], result: CopiedPages) -> set[str]:
        """Copy pages; return the first pages of the articles that got one, which may lead on."""
        fetched: list[RawCapture] = []
        firsts = {page.url: page.first for page in pages}
        try:
            for page in pages:
                capture = self._fetcher.fetch_nearest(page.url, page.time)
                if capture is None:
                    result.postponed.add(page.first)
                else:
                    self._progress.step(page.url)
                    fetched.append(capture)
        finally:  # what was fetched before the archive refuses is copied
            reasons = self._copier.copy(fetched, {page.url: page.origin for page in pages})
        copied = [each for each in fetched if each.line.url not in reasons]
        result.captures += copied
        result.refused += [
            (url, f"{reason} (a later page of {firsts[url]})") for url, reason in reasons.items()
        ]
        return {firsts[each.line.url] for each in copied}

    def _list_missing(self, firsts: Collection[str]) -> Iterator[LaterPage]:
        with view_corpus(self._folder, self._portal.id) as corpus:
            look = SupervisedLook(self._portal)
            reader = FirstPageReader(self._portal, CorpusSource(corpus), look.inspect)
            for first in firsts:
                try:
                    yield from _list_missing_pages(self._portal, corpus, reader, first)
                except PageUnreadable as error:  # the build says it, too
                    self._progress.show_message(f"{first}: {error.message}")


def _list_missing_pages(
    portal: Portal, corpus: CorpusView, reader: FirstPageReader, first: str
) -> Iterator[LaterPage]:
    """Yield the later pages and parts of an article that are not stored, as far as those that are
    stored lead."""
    canonical = canonical_address(first, portal.address)
    row = corpus.frontier.article(canonical) or corpus.frontier.article(first)
    if row is None or row.state not in ("stored", "tei"):
        return
    start, shared = find_start(portal, corpus, row)
    found = follow_pages(start, reader.pages_of(start, shared))
    capture = found.pages[0].capture
    if capture is None:
        return
    pages: list[tuple[str, ArticlePage]] = [("continuation", page) for page in found.pages[1:]]
    single_page = found.pages[0].single_page
    if single_page is not None and found.whole is None:
        # the others are needed where it is not in the archive
        pages = [("continuation", ArticlePage(single_page)), *pages]
    pages += [("part", page) for _, page in found.parts]
    for level, page in pages:
        if page.capture is None:
            origin = Origin(level, row.column, via=row.requested)
            yield LaterPage(page.url, origin, first, capture.time)
