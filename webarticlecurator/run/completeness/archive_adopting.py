"""``curator warc adopt --cdx``: copy what the corpus lacks from a web archive."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from webarticlecurator.archive.cdx_answer import CdxLine
from webarticlecurator.errors import PortalRefused
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.adopting import adopt_warcs
from webarticlecurator.run.completeness.archive_client import ArchiveClient
from webarticlecurator.run.completeness.archive_options import AdoptionOptions
from webarticlecurator.run.completeness.cdx_reading import open_cdx_file, read_archive
from webarticlecurator.run.completeness.coverage import compare_addresses
from webarticlecurator.run.completeness.raw_captures import (
    RawCapture,
    fetch_capture,
    find_replay_address,
)
from webarticlecurator.run.completeness.unlisted_pages import UnlistedPages
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import RecordBuilder, encode_record, open_corpus, view_corpus
from webarticlecurator.store.cdx_file import CdxFile
from webarticlecurator.store.record import parse_date

BATCH = 50
"""Captures that are fetched before they are copied into the corpus together."""
MAX_FAILURES = 3
"""Captures in a row for which the archive does not answer, before the command ends."""
COPIED, REFUSED_BEFORE = "copied", "refused: "


@dataclass
class ArchiveAdoption:
    """The result: the number copied, of which ``unchecked`` without a check of the digest (see
    ``RawCapture``), (address, reason) of what was refused, and whether the archive or the limit
    left more to do."""

    copied: int = 0
    unchecked: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list)
    has_more: bool = False


def adopt_from_archive(
    portal: Portal, folder: Path, options: AdoptionOptions, runtime: Runtime
) -> ArchiveAdoption:
    """Copy captures of articles that the corpus lacks from a web archive into it.

    They become ``resource`` records with the time of the capture that say where they come from; the
    next build makes TEI of them. What was copied or refused is not fetched again. Raises
    PortalRefused if the archive does not answer, and what ``adopt_warcs`` raises.
    """
    replay = options.replay or find_replay_address(options.archive.server)
    with open_corpus(folder, portal.id, runtime.store_options()):
        pass  # a new corpus is made, and one that another process works on is refused at once
    result = ArchiveAdoption()
    with open_cdx_file(folder, options.archive) as file:
        state = read_archive(portal, file, options.archive, runtime)
        due = _list_due(portal, folder, file, options, runtime)
        adopter = _ArchiveAdopter(portal, folder, file, options, runtime, result)
        archive = options.archive
        with ArchiveClient(
            portal, archive.server, runtime.clock, archive.proxy, archive.ca_file
        ) as client:
            adopter.run(client, replay, due)
        result.has_more = bool(state.queries) or len(due) == options.limit
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
    def __init__(
        self,
        portal: Portal,
        folder: Path,
        file: CdxFile,
        options: AdoptionOptions,
        runtime: Runtime,
        result: ArchiveAdoption,
    ) -> None:
        self._portal, self._folder, self._file = portal, folder, file
        self._options, self._runtime, self._result = options, runtime, result
        store = runtime.store_options()
        self._builder = RecordBuilder(store.new_id, store.now)

    def run(self, client: ArchiveClient, replay: str, due: Sequence[CdxLine]) -> None:
        progress = self._runtime.progress
        progress.begin("archive", len(due), "captures")
        batch: list[RawCapture] = []
        failures = 0
        try:
            for line in due:
                try:
                    capture = fetch_capture(
                        client, replay, line, any_digest=self._options.any_digest
                    )
                except PortalRefused as error:
                    failures += 1
                    if failures == MAX_FAILURES:
                        raise
                    progress.show_message(f"{line.url}: {error.message}")
                    continue
                failures = 0
                batch.append(capture)
                progress.step(line.url)
                if len(batch) == BATCH:
                    self._copy(batch)
                    batch = []
        finally:
            self._copy(batch)
        progress.end()

    def _copy(self, batch: Sequence[RawCapture]) -> None:
        """Copy fetched captures into the corpus, and note what became of each."""
        reasons = {each.line.url: each.refusal for each in batch if each.refusal}
        good = [each for each in batch if not each.refusal]
        if good:
            reasons |= self._adopt(good)
        for each in batch:
            reason = reasons.get(each.line.url, "")
            self._file.set_outcome(each.line, f"{REFUSED_BEFORE}{reason}" if reason else COPIED)
            if reason:
                self._result.refused.append((each.line.url, reason))
            else:
                self._result.copied += 1
                self._result.unchecked += each.is_unchecked
        self._file.commit()

    def _adopt(self, good: Sequence[RawCapture]) -> dict[str, str]:
        """Return address → reason of the captures that the corpus does not take."""
        records = {
            record.url: (each, record)
            for each in good
            for record in [
                self._builder.page_resource(
                    each.line.url,
                    each.content,
                    each.content_type,
                    parse_date(each.line.time),
                    each.source,
                )
            ]
        }
        with tempfile.TemporaryDirectory(prefix="curator-") as name:
            path = Path(name) / "archive.warc.gz"
            path.write_bytes(b"".join(encode_record(record) for _, record in records.values()))
            adopted = adopt_warcs(
                self._portal,
                self._folder,
                [path],
                self._runtime,
                chosen=records.keys(),
                sources={url: each.source for url, (each, _) in records.items()},
            )
        refused = dict(adopted.refused)
        return {
            each.line.url: refused[record.id]
            for each, record in records.values()
            if record.id in refused
        }
