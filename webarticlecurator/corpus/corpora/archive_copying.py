"""Fetch captures of a web archive, and copy them into a corpus."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import PortalRefused, UsageError
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.corpus.corpora.adopting import adopt_warcs
from webarticlecurator.corpus.corpora.archive_client import read_cdx_answer
from webarticlecurator.corpus.corpora.archive_options import AdoptionOptions
from webarticlecurator.corpus.corpora.archive_requests import ArchiveClient
from webarticlecurator.corpus.corpora.raw_captures import RawCapture, fetch_capture
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.warc.cdx import address_of_captures
from webarticlecurator.storage.warc.cdx_answers import CdxLine
from webarticlecurator.storage.warc.record import encode_record, parse_date

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
