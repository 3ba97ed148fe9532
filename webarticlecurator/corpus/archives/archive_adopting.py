"""``curator warc adopt --cdx``: copy what the corpus lacks from a web archive."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.archive_client import open_cdx_file, read_archive
from webarticlecurator.corpus.archives.archive_copying import ArchiveCopier, ArchiveFetcher
from webarticlecurator.corpus.archives.archive_options import AdoptionOptions
from webarticlecurator.corpus.archives.archive_requests import ArchiveClient
from webarticlecurator.corpus.archives.archived_lists import (
    COPIED,
    REFUSED_BEFORE,
    ListAdopter,
    find_refusal,
    list_lacking_pages,
    list_unarchived,
)
from webarticlecurator.corpus.archives.coverage import compare_addresses
from webarticlecurator.corpus.archives.coverage_reasons import ARCHIVE_LISTED
from webarticlecurator.corpus.archives.later_pages import LaterPage, list_missing_pages
from webarticlecurator.corpus.archives.raw_captures import RawCapture, find_replay_address
from webarticlecurator.corpus.archives.unlisted_pages import UnlistedPages
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.captures.page_choice import FirstPageReader
from webarticlecurator.crawling.captures.supervised_inspection import SupervisedLook
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.cdx_file import CdxFile
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.warc.cdx_answers import CdxLine

BATCH = 50
"""Captures that are fetched before they are copied into the corpus together."""
FIRST_PAGE_COPIED = "first page copied"
"""Outcome of captures before their later pages were asked for."""


@dataclass
class ArchiveAdoption:
    """The result: the number copied, of which ``lists`` of list pages, ``later`` of later pages,
    and ``unchecked`` without a check of the digest (see ``RawCapture``); (address, reason) of what
    was refused, in earlier runs, too; whether the archive or the limit left more to do; and the odd
    rows of the archive's index, see ``ReadingState``; and what ``list_unarchived`` has found."""

    copied: int = 0
    lists: int = 0
    later: int = 0
    unchecked: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list)
    has_more: bool = False
    odd_rows: Mapping[str, int] = field(default_factory=dict)
    unarchived: Sequence[str] = ()


def adopt_from_archive(
    portal: Portal, folder: Path, options: AdoptionOptions, runtime: Runtime
) -> ArchiveAdoption:
    """Copy captures of articles that the corpus lacks from a web archive into it, after the list
    pages that name them.

    They become ``resource`` records with the time of the capture that say where they come from; the
    next build makes TEI of them. What was copied or refused is not fetched again. Raises
    PortalRefused if the archive does not answer, and what ``adopt_warcs`` raises.
    """
    archive = options.archive
    replay = options.replay or find_replay_address(archive.server)
    with open_corpus(folder, portal.id, runtime.store_options()):
        pass  # a new corpus is made, and one that another process works on is refused at once
    result = ArchiveAdoption()
    with open_cdx_file(folder, archive) as file:
        state = read_archive(portal, file, archive, runtime)
        result.odd_rows = state.odd_rows
        with (
            ArchiveClient(
                portal, archive.server, runtime.clock, archive.proxy, archive.ca_file
            ) as client,
        ):
            fetcher = ArchiveFetcher(client, replay, options, runtime)
            adopter = _ArchiveAdopter(portal, folder, file, fetcher, result, runtime)
            limit = options.limit
            if ARCHIVE_LISTED in options.reasons:
                adopter.copy_lists(limit)
                limit = None if limit is None else max(limit - result.lists, 0)
            with view_corpus(folder, portal.id) as corpus:
                # an index that was read in part says nothing about the rest
                if ARCHIVE_LISTED in options.reasons and not (state.queries or archive.patterns):
                    today = today_in(portal.timezone, runtime.clock.now())
                    result.unarchived = list_unarchived(portal, corpus, file, today)
                unlisted = UnlistedPages(portal, corpus, file, runtime)
                lacking = (
                    each.line
                    for each in compare_addresses(portal, corpus, file, unlisted)
                    if each.reason.name in options.reasons
                )
                due = list(islice(adopter.leave_out_tried(lacking), limit))
            with progress_stage(runtime.progress, "archive", len(due), "captures"):
                adopter.copy_later_pages(file.captures_with_outcome(FIRST_PAGE_COPIED))
                adopter.run(due)
        result.has_more |= bool(state.queries) or len(due) == limit
    return result


class _ArchiveAdopter:
    """Fetches captures, copies them in batches, and notes in ``file`` what became of each."""

    def __init__(
        self,
        portal: Portal,
        folder: Path,
        file: CdxFile,
        fetcher: ArchiveFetcher,
        result: ArchiveAdoption,
        runtime: Runtime,
    ) -> None:
        self._portal, self._folder, self._file = portal, folder, file
        self._fetcher = fetcher
        self._result = result
        self._progress = runtime.progress
        self._copier = ArchiveCopier(portal, folder, runtime)

    def leave_out_tried(self, lines: Iterable[CdxLine]) -> Iterator[CdxLine]:
        """Yield the captures that no run has asked for; those that one has refused are counted."""
        for line in lines:
            refusal = find_refusal(self._file, line)
            if refusal:
                self._result.refused.append((line.url, refusal))
            elif refusal is not None:
                yield line

    def copy_lists(self, limit: int | None) -> None:
        """Copy the list pages that the archive has and the corpus lacks, before the articles that
        they name. Raises PortalRefused."""
        with view_corpus(self._folder, self._portal.id) as corpus:
            found = list_lacking_pages(self._portal, corpus, self._file)
        self._result.refused += [(each.line.url, each.refusal) for each in found if each.refusal]
        pages = [each for each in found if not each.refusal]
        with progress_stage(self._progress, "archive", len(pages), "list pages"):
            lists = ListAdopter(
                self._portal,
                self._folder,
                self._file,
                self._fetcher,
                self._copier,
                self._progress,
                limit,
            )
            try:
                lists.run(pages)
            finally:
                self._count(lists.copied)
                self._result.lists += len(lists.copied)
                self._result.refused += lists.refused
                self._result.has_more |= lists.has_more

    def run(self, due: Sequence[CdxLine]) -> None:
        """Copy the captures of articles, each batch with the later pages of its articles. What was
        fetched before the archive refuses is copied."""
        for start in range(0, len(due), BATCH):
            batch: list[RawCapture] = []
            try:
                for line in due[start : start + BATCH]:
                    capture = self._fetcher.fetch(line)
                    if capture is not None:
                        batch.append(capture)
                        self._progress.step(line.url)
            finally:
                copied = self._copy(batch)
            self.copy_later_pages(copied)

    def copy_later_pages(self, lines: Sequence[CdxLine]) -> None:
        """Copy what is not stored of the articles whose first pages were copied, each page as it
        was captured nearest in time to the first one. Raises PortalRefused."""
        firsts: Collection[str] = [line.url for line in lines]
        tried, postponed = set[str](), set[str]()
        while firsts:
            missing = {page.url: page for page in self._list_missing(firsts)}
            due = [page for page in missing.values() if page.url not in tried]
            tried.update(missing)
            firsts = self._copy_pages(due, postponed)
        self._result.has_more |= bool(postponed)
        for line in lines:
            if line.url not in postponed:
                self._file.set_outcome(line, COPIED)
        self._file.commit()

    def _copy_pages(self, pages: Sequence[LaterPage], postponed: set[str]) -> set[str]:
        """Copy pages; return the first pages of the articles that got one, which may lead on. Those
        for whose later pages the archive does not answer are added to ``postponed``."""
        fetched: list[RawCapture] = []
        firsts = {page.url: page.first for page in pages}
        try:
            for page in pages:
                capture = self._fetcher.fetch_nearest(page.url, page.time)
                if capture is None:
                    postponed.add(page.first)
                else:
                    self._progress.step(page.url)
                    fetched.append(capture)
        finally:  # what was fetched before the archive refuses is copied
            reasons = self._copier.copy(fetched, {page.url: page.origin for page in pages})
        copied = [each for each in fetched if each.line not in reasons]
        self._count(copied)
        self._result.later += len(copied)
        self._result.refused += [
            (line.url, f"{reason} (a later page of {firsts[line.url]})")
            for line, reason in reasons.items()
        ]
        return {firsts[each.line.url] for each in copied}

    def _list_missing(self, firsts: Collection[str]) -> Iterator[LaterPage]:
        with view_corpus(self._folder, self._portal.id) as corpus:
            reader = FirstPageReader(
                self._portal, CorpusSource(corpus), SupervisedLook(self._portal).inspect
            )
            for first in firsts:
                try:
                    yield from list_missing_pages(self._portal, corpus, reader, first)
                except PageUnreadable as error:  # the build says it, too
                    self._progress.show_message(f"{first}: {error.message}")

    def _copy(self, batch: Sequence[RawCapture]) -> list[CdxLine]:
        """Copy fetched captures into the corpus, note what became of each, and return what was
        copied."""
        reasons = self._copier.copy(batch)
        for each in batch:
            reason = reasons.get(each.line)
            outcome = FIRST_PAGE_COPIED if reason is None else f"{REFUSED_BEFORE}{reason}"
            self._file.set_outcome(each.line, outcome)
        self._file.commit()
        self._result.refused += [(line.url, reason) for line, reason in reasons.items()]
        copied = [each for each in batch if each.line not in reasons]
        self._count(copied)
        return [each.line for each in copied]

    def _count(self, copied: Sequence[RawCapture]) -> None:
        self._result.copied += len(copied)
        self._result.unchecked += sum(each.is_unchecked for each in copied)
