"""``curator warc adopt --cdx``: copy what the corpus lacks from a web archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from webarticlecurator.archive.cdx import CdxLine
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.completeness.archive_client import ArchiveClient
from webarticlecurator.run.completeness.archive_copying import ArchiveCopier, ArchiveFetcher
from webarticlecurator.run.completeness.archive_options import AdoptionOptions
from webarticlecurator.run.completeness.cdx_reading import open_cdx_file, read_archive
from webarticlecurator.run.completeness.coverage import compare_addresses
from webarticlecurator.run.completeness.later_pages import LaterPageCopier
from webarticlecurator.run.completeness.raw_captures import RawCapture, find_replay_address
from webarticlecurator.run.completeness.unlisted_pages import UnlistedPages
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import open_corpus, view_corpus
from webarticlecurator.store.cdx_file import CdxFile

BATCH = 50
"""Captures that are fetched before they are copied into the corpus together."""
COPIED, FIRST_PAGE_COPIED, REFUSED_BEFORE = "copied", "first page copied", "refused: "
"""Outcomes of captures: with their later pages, before these were asked for, and not at all."""


@dataclass
class ArchiveAdoption:
    """The result: the number copied, of which ``later`` of later pages, and ``unchecked`` without a
    check of the digest (see ``RawCapture``); (address, reason) of what was refused; whether the
    archive or the limit left more to do; and the odd rows of the archive's index, see
    ``ReadingState``."""

    copied: int = 0
    later: int = 0
    unchecked: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list)
    has_more: bool = False
    odd_rows: Mapping[str, int] = field(default_factory=dict)


def adopt_from_archive(
    portal: Portal, folder: Path, options: AdoptionOptions, runtime: Runtime
) -> ArchiveAdoption:
    """Copy captures of articles that the corpus lacks from a web archive into it.

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
        due = _list_due(portal, folder, file, options, runtime)
        with ArchiveClient(
            portal, archive.server, runtime.clock, archive.proxy, archive.ca_file
        ) as client:
            fetcher = ArchiveFetcher(client, replay, options, runtime)
            copier = ArchiveCopier(portal, folder, runtime)
            later = LaterPageCopier(portal, folder, fetcher, copier, runtime.progress)
            adopter = _ArchiveAdopter(file, fetcher, copier, later, result)
            runtime.progress.begin("archive", len(due), "captures")
            adopter.copy_later_pages(file.captures_with_outcome(FIRST_PAGE_COPIED))
            adopter.run(due, runtime)
            runtime.progress.end()
        result.has_more |= bool(state.queries) or len(due) == options.limit
    return result


def _list_due(
    portal: Portal, folder: Path, file: CdxFile, options: AdoptionOptions, runtime: Runtime
) -> list[CdxLine]:
    """Return the captures to fetch, at most ``limit``."""
    with view_corpus(folder, portal.id) as corpus:
        due: Iterator[CdxLine] = (
            each.line
            for each in compare_addresses(
                portal, corpus, file, UnlistedPages(portal, corpus, file, runtime)
            )
            if each.reason.name in options.reasons and not file.outcome(each.line)
        )
        return list(islice(due, options.limit))


class _ArchiveAdopter:
    """Fetches captures, copies them in batches, and notes in ``file`` what became of each."""

    def __init__(
        self,
        file: CdxFile,
        fetcher: ArchiveFetcher,
        copier: ArchiveCopier,
        later: LaterPageCopier,
        result: ArchiveAdoption,
    ) -> None:
        self._file, self._fetcher, self._copier = file, fetcher, copier
        self._later, self._result = later, result

    def run(self, due: Sequence[CdxLine], runtime: Runtime) -> None:
        """Copy the captures of articles, each batch with the later pages of its articles. What was
        fetched before the archive refuses is copied."""
        for start in range(0, len(due), BATCH):
            batch: list[RawCapture] = []
            try:
                for line in due[start : start + BATCH]:
                    capture = self._fetcher.fetch(line)
                    if capture is not None:
                        batch.append(capture)
                        runtime.progress.step(line.url)
            finally:
                copied = self._copy(batch)
            self.copy_later_pages(copied)

    def copy_later_pages(self, firsts: Sequence[CdxLine]) -> None:
        """Copy the later pages of articles whose first pages are copied."""
        pages = self._later.copy([line.url for line in firsts])
        self._count(pages.captures)
        self._result.later += len(pages.captures)
        self._result.refused += pages.refused
        self._result.has_more |= bool(pages.postponed)
        for line in firsts:
            if line.url not in pages.postponed:
                self._file.set_outcome(line, COPIED)
        self._file.commit()

    def _copy(self, batch: Sequence[RawCapture]) -> list[CdxLine]:
        """Copy fetched captures into the corpus, note what became of each, and return what was
        copied."""
        reasons = self._copier.copy(batch)
        for each in batch:
            reason = reasons.get(each.line.url)
            outcome = FIRST_PAGE_COPIED if reason is None else f"{REFUSED_BEFORE}{reason}"
            self._file.set_outcome(each.line, outcome)
        self._file.commit()
        self._result.refused += reasons.items()
        copied = [each for each in batch if each.line.url not in reasons]
        self._count(copied)
        return [each.line for each in copied]

    def _count(self, copied: Sequence[RawCapture]) -> None:
        self._result.copied += len(copied)
        self._result.unchecked += sum(each.is_unchecked for each in copied)
