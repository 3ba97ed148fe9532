"""``curator warc adopt --cdx``: copy what the corpus lacks from a web archive."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path

from webarticlecurator.archive.cdx import CdxLine, address_of_captures
from webarticlecurator.article import canonical_address
from webarticlecurator.captures.article_pages import ArticlePage, FirstPageReader, follow_pages
from webarticlecurator.captures.tasks import SupervisedLook, find_start
from webarticlecurator.corpora.adopting import adopt_warcs
from webarticlecurator.corpora.archive_client import (
    AdoptionOptions,
    ArchiveClient,
    RawCapture,
    fetch_capture,
    find_replay_address,
    open_cdx_file,
    read_archive,
    read_cdx_answer,
)
from webarticlecurator.corpora.coverage import compare_addresses
from webarticlecurator.corpora.unlisted_addresses import UnlistedPages
from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.errors import PageUnreadable, PortalRefused, UsageError
from webarticlecurator.model.capture import Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import CorpusView, RecordBuilder, open_corpus, view_corpus
from webarticlecurator.store.derived_file import CdxFile
from webarticlecurator.warc.record import encode_record, parse_date
from webarticlecurator.workers.capture_source import CorpusSource
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import progress_stage

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
        with view_corpus(folder, portal.id) as corpus:
            unlisted = UnlistedPages(portal, corpus, file, runtime)
            lacking = (
                each.line
                for each in compare_addresses(portal, corpus, file, unlisted)
                if each.reason.name in options.reasons and not file.outcome(each.line)
            )
            due = list(islice(lacking, options.limit))
        with (
            ArchiveClient(
                portal, archive.server, runtime.clock, archive.proxy, archive.ca_file
            ) as client,
            progress_stage(runtime.progress, "archive", len(due), "captures"),
        ):
            fetcher = ArchiveFetcher(client, replay, options, runtime)
            adopter = _ArchiveAdopter(portal, folder, file, fetcher, result, runtime)
            adopter.copy_later_pages(file.captures_with_outcome(FIRST_PAGE_COPIED))
            adopter.run(due)
        result.has_more |= bool(state.queries) or len(due) == options.limit
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
        copied = [each for each in fetched if each.line.url not in reasons]
        self._count(copied)
        self._result.later += len(copied)
        self._result.refused += [
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


# Fetch captures of a web archive, and copy them into a corpus.

MAX_FAILURES = 3
"""Captures in a row for which the archive does not answer, before the command ends."""
NOT_ARCHIVED = "the archive has no capture of it"


class ArchiveFetcher:
    """Fetches captures from one archive; ``replay`` is the beginning of their addresses."""

    def __init__(
        self, client: ArchiveClient, replay: str, options: AdoptionOptions, runtime: Runtime
    ) -> None:
        self._client, self._replay, self._options = client, replay, options
        self._runtime = runtime
        self._failures = 0

    def fetch(self, line: CdxLine) -> RawCapture | None:
        """Return the capture of a row of the index; None if the archive does not answer now. Raises
        PortalRefused after MAX_FAILURES in a row."""
        any_digest = self._options.any_digest
        try:
            capture = fetch_capture(self._client, self._replay, line, any_digest=any_digest)
        except PortalRefused as error:
            self._note_failure(line.url, error)
            return None
        self._failures = 0
        return capture

    def fetch_nearest(self, url: str, time: datetime) -> RawCapture | None:
        """Return the capture of an address that is nearest to a time; a refused one if the answer
        of the index for it cannot be read. Otherwise as ``fetch``."""
        server = self._options.archive.server
        try:
            answer = self._client.get(address_of_captures(server, url, self._runtime.clock.now()))
            found = read_cdx_answer(answer)
        except PortalRefused as error:
            self._note_failure(url, error)
            return None
        except UsageError as error:
            return RawCapture(CdxLine(url, "", url), "", refusal=error.message)
        # the nearest one to the time, with `url`, which the index may have in another spelling
        ranked = sorted(
            found.lines,
            key=lambda line: (abs(parse_date(line.time) - time), line.url != url, line.time),
        )
        line = replace(ranked[0], url=url) if ranked else None
        if line is None:
            return RawCapture(CdxLine(url, "", url), "", refusal=NOT_ARCHIVED)
        return self.fetch(line)

    def _note_failure(self, url: str, error: PortalRefused) -> None:
        self._failures += 1
        if self._failures == MAX_FAILURES:
            raise error
        self._runtime.progress.show_message(f"{url}: {error.message}")


class ArchiveCopier:
    """Copies fetched captures into the corpus in ``folder``, as ``resource`` records with the time
    of the capture, which say where they come from."""

    def __init__(self, portal: Portal, folder: Path, runtime: Runtime) -> None:
        self._portal, self._folder, self._runtime = portal, folder, runtime
        store = runtime.store_options()
        self._builder = RecordBuilder(store.new_id, store.now)

    def copy(
        self, captures: Sequence[RawCapture], origins: Mapping[str, Origin] | None = None
    ) -> dict[str, str]:
        """Return address → reason of the captures that were not copied: what ``fetch_capture`` or
        the corpus has refused. ``origins``: see ``adopt_warcs``."""
        reasons = {each.line.url: each.refusal for each in captures if each.refusal}
        good = {each.line.url: each for each in captures if not each.refusal}
        if not good:
            return reasons
        records = {
            url: self._builder.page_resource(
                url, each.content, each.content_type, parse_date(each.line.time), each.source
            )
            for url, each in good.items()
        }
        with tempfile.TemporaryDirectory(prefix="curator-") as name:
            path = Path(name) / "archive.warc.gz"
            path.write_bytes(b"".join(map(encode_record, records.values())))
            adopted = adopt_warcs(
                self._portal,
                self._folder,
                [path],
                self._runtime,
                chosen=records.keys(),
                sources={url: each.source for url, each in good.items()},
                origins=origins or {},
            )
        refused = dict(adopted.refused)
        return reasons | {
            url: refused[record.id] for url, record in records.items() if record.id in refused
        }


# Copy the later pages of articles whose first pages were copied from a web archive.


@dataclass(frozen=True)
class LaterPage:
    """A later page, or a part, of an article that is not stored. ``first`` is the address by which
    its first page was copied, which was captured at ``time``."""

    url: str
    origin: Origin
    first: str
    time: datetime


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
