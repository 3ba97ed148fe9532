"""The list pages of a web archive that a corpus lacks: they are copied, so that the articles that
they name become known.

A month of 2009 is read as it was captured soonest after its end, by the rules that the portal file
has for it; a list without dates as it was on each day that it was captured. What they name is
listed under the address of the capture in the archive, beside what the portal's own lists say.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.archive_copying import ArchiveCopier, ArchiveFetcher
from webarticlecurator.corpus.archives.raw_captures import RawCapture
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.windows import Window, span_windows
from webarticlecurator.crawling.states.archive_listing import read_page_links, to_stored_answer
from webarticlecurator.crawling.states.capture_classes import matches_article
from webarticlecurator.crawling.states.replay import ListingPlace, locate_listing
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.storage.frontier.cdx_file import CdxFile
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.storage.warc.cdx_answers import CdxLine

BATCH = 50
"""Addresses whose captures are fetched before they are copied into the corpus together."""
COPIED = "copied"
"""Outcome of an address in the index of the archive of which nothing is left to copy."""
REFUSED_BEFORE = "refused: "
"""Beginning of the outcome of what was refused, before the reason."""


@dataclass(frozen=True)
class ArchivedList:
    """A list page in the index of the archive, and its place in the portal file; ``refusal``: why
    an earlier run has refused it, or what it leads to."""

    line: CdxLine
    place: ListingPlace
    refusal: str = ""


@dataclass(frozen=True)
class _Wanted:
    """A capture of a list page, its place as the origin of its record, and the address in the index
    that has led to it."""

    line: CdxLine
    origin: Origin
    root: str


def find_refusal(file: CdxFile, line: CdxLine) -> str | None:
    """Return why an earlier run has refused a capture; "" if none has asked for it, None if it was
    copied."""
    outcome = file.outcome(line)
    is_copied = outcome and not outcome.startswith(REFUSED_BEFORE)
    return None if is_copied else outcome.removeprefix(REFUSED_BEFORE)


def list_lacking_pages(portal: Portal, corpus: CorpusView, file: CdxFile) -> list[ArchivedList]:
    """Return the list pages that the archive has and that were not copied yet, but those of dates
    of which the portal's own list has named something."""
    return [
        ArchivedList(line, place, refusal)
        for line, place in _locate_pages(portal, file)
        if (refusal := find_refusal(file, line)) is not None and not _is_walked(corpus, place)
    ]


def _locate_pages(portal: Portal, file: CdxFile) -> Iterator[tuple[CdxLine, ListingPlace]]:
    """Yield the list pages that the archive has, with their places in the portal file."""
    hosts = portal_hosts(portal)
    for line in file.captures():
        if not hosts.belongs(line.url):
            continue
        try:
            is_article = matches_article(portal, hosts, line.url)
            place = None if is_article else locate_listing(portal, None, line.url)
        except PageUnreadable:
            continue  # an expression that takes too long: the comparison says it
        if place is not None:
            yield line, place


def list_unarchived(
    portal: Portal, corpus: CorpusView, file: CdxFile, today: date
) -> tuple[str, ...]:
    """Return the lists of the portal file, each with the first day of its window, that no crawl has
    read and of which the archive has no page: none at all, or only redirects and errors."""
    archived = {place.key for _, place in _locate_pages(portal, file)}
    keys = (
        ListingPlace(span, window).key
        for span in portal.spans.values()
        for window in span_windows(span, today)
    )
    return tuple(
        f"{key.column} {key.window}".strip()
        for key in keys
        if key not in archived and ((walk := corpus.walks.get(key)) is None or not walk.completed)
    )


def _is_walked(corpus: CorpusView, place: ListingPlace) -> bool:
    walk = corpus.walks.get(place.key) if place.key.window else None
    key = place.key
    has_named = corpus.walks.has_listing(key.column, key.span, key.window)
    return walk is not None and walk.completed > 0 and has_named


class ListAdopter:
    """Copies list pages, and the pages that they lead to. ``copied`` are their captures,
    ``refused`` has (address, reason); ``has_more``: some are left, because of ``limit`` captures
    that were fetched, or since the archive did not answer."""

    def __init__(
        self,
        portal: Portal,
        folder: Path,
        file: CdxFile,
        fetcher: ArchiveFetcher,
        copier: ArchiveCopier,
        progress: Progress,
        limit: int | None,
    ) -> None:
        self._portal, self._folder, self._file = portal, folder, file
        self._fetcher, self._copier, self._progress = fetcher, copier, progress
        self._left = sys.maxsize if limit is None else limit
        self.copied: list[RawCapture] = []
        self.refused: list[tuple[str, str]] = []
        self.has_more = False
        self._tried, self._followed = set[str](), set[str]()
        self._postponed = set[str]()
        self._reasons = defaultdict[str, list[str]](list)
        """Address in the index → why it, or what it leads to, is refused."""

    def run(self, pages: Sequence[ArchivedList]) -> None:
        """Copy pages in batches, each with those that they lead to. Raises PortalRefused; what was
        fetched before that is copied."""
        for start in range(0, len(pages), BATCH):
            batch = pages[start : start + BATCH]
            wanted = [each for page in batch for each in self._choose(page)]
            while wanted:
                self._copy(wanted)
                wanted = [each for page in wanted for each in self._list_following(page)]
            for page in batch:
                url = page.line.url
                if url not in self._postponed:
                    reasons = "; ".join(self._reasons[url])
                    self._file.set_outcome(
                        page.line, f"{REFUSED_BEFORE}{reasons}" if reasons else COPIED
                    )
            self._file.commit()
        self.has_more = bool(self._postponed)

    def _choose(self, page: ArchivedList) -> list[_Wanted]:
        """Return which captures of a list page are copied."""
        line, key = page.line, page.place.key
        window = page.place.window
        origin = Origin("archive", key.column, key.span, key.window or None)
        if self._left <= 0:
            self._postponed.add(line.url)
            return []
        end = f"{window.after:%Y%m%d}" if isinstance(window, Window) else ""
        lines = [line] if end and line.time >= end else self._fetcher.list_captures(line.url)
        if lines is None:
            self._postponed.add(line.url)
            return []
        if end:
            lines = [next((each for each in lines if each.time >= end), (lines or [line])[-1])]
        of_digests = {each.digest or each.time: each for each in reversed(lines)}
        of_days = {each.time[:8]: each for each in reversed(of_digests.values())}
        return [_Wanted(of_days[day], origin, line.url) for day in sorted(of_days)]

    def _copy(self, wanted: Sequence[_Wanted]) -> None:
        """Fetch and copy what is not stored yet."""
        with view_corpus(self._folder, self._portal.id) as corpus:
            urls = {each.line.url for each in wanted}
            stored = {c.archive_source for url in urls for c in corpus.captures.by_url(url)}
        fetched, origins = list[RawCapture](), {each.line.url: each.origin for each in wanted}
        try:
            for each in wanted:
                line = each.line
                source = self._fetcher.source_of(line)
                if source in stored or source in self._tried:
                    continue
                self._left -= 1
                capture = self._fetcher.fetch(line) if self._left >= 0 else None
                if capture is None:
                    self._postponed.add(each.root)
                    continue
                self._tried.add(source)
                fetched.append(capture)
                self._progress.step(line.url)
        finally:
            refused = self._copier.copy(fetched, origins)
            roots = {each.line: each.root for each in wanted}
            for line, reason in refused.items():
                self._refuse(line.url, reason, roots[line])
            self.copied += [each for each in fetched if each.line not in refused]

    def _refuse(self, url: str, reason: str, root: str) -> None:
        self.refused.append((url, reason))
        self._reasons[root].append(reason if url == root else f"{url}, to which it leads: {reason}")

    def _list_following(self, page: _Wanted) -> Iterator[_Wanted]:
        """Yield what a copied page leads to and no address of the portal file names: the next page,
        and those that an index names, as they were captured nearest in time."""
        portal, origin, url = self._portal, page.origin, page.line.url
        source, place = self._fetcher.source_of(page.line), locate_listing(portal, origin, url)
        if source in self._followed:
            return
        self._followed.add(source)
        with view_corpus(self._folder, portal.id) as corpus:
            stored = corpus.captures.by_url(url)
            capture = next((each for each in stored if each.archive_source == source), None)
            if place is None or capture is None:
                return
            answer = to_stored_answer(portal, corpus.read(capture), origin.column)
        try:
            links = read_page_links(portal, place.span, answer, PagePlace(window=place.key.window))
        except PageUnreadable:
            return  # the report says it
        following = [(links.next_page, origin)] if links.next_page else []
        following += [(each.url, replace(origin, window=each.key)) for each in links.named]
        for address, its_origin in following:
            if locate_listing(portal, None, address) is None:
                near = self._fetcher.find_nearest(address, capture.time)
                if near is None:
                    self._postponed.add(page.root)
                elif isinstance(near, RawCapture):
                    self._refuse(address, near.refusal, page.root)
                else:
                    yield _Wanted(near, its_origin, page.root)
