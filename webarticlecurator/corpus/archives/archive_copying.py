"""Fetch captures of a web archive, and copy them into a corpus."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import PortalRefused, UsageError
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.corpus.archives.archive_client import read_cdx_answer
from webarticlecurator.corpus.archives.archive_options import AdoptionOptions
from webarticlecurator.corpus.archives.archive_requests import ArchiveClient
from webarticlecurator.corpus.archives.raw_captures import RawCapture, fetch_capture, raw_address
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.warc.cdx import query_of_captures
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

    def source_of(self, line: CdxLine) -> str:
        """Return the address of the capture of a row of the index."""
        return raw_address(self._replay, line)

    def list_captures(self, url: str) -> list[CdxLine] | None:
        """Return all captures of an address by time, with ``url``, which the index may have in
        another spelling; None if the archive does not answer now. Raises PortalRefused as
        ``fetch``, UsageError if its answer cannot be read."""
        server, found = self._options.archive.server, list[CdxLine]()
        queries = [query_of_captures(url, self._runtime.clock.now())]
        try:
            while queries:
                query = queries.pop(0)
                answer = read_cdx_answer(self._client.get(query.to_address(server, collapse="")))
                queries[:0] = query.following(answer.count, answer.resume_key)
                found += answer.lines
        except PortalRefused as error:
            self._note_failure(url, error)
            return None
        found.sort(key=lambda line: (line.time, line.url != url))
        return [replace(line, url=url) for line in found]

    def find_nearest(self, url: str, time: datetime) -> CdxLine | RawCapture | None:
        """Return the row of the capture of an address that is nearest to a time; a refused capture
        if there is none, or the answer of the index cannot be read. Otherwise as
        ``list_captures``."""
        try:
            found = self.list_captures(url)
        except UsageError as error:
            return RawCapture(CdxLine(url, "", url), "", refusal=error.message)
        if found is None:
            return None
        if not found:
            return RawCapture(CdxLine(url, "", url), "", refusal=NOT_ARCHIVED)
        return min(found, key=lambda line: abs(parse_date(line.time) - time))

    def fetch_nearest(self, url: str, time: datetime) -> RawCapture | None:
        """Return the capture of an address that is nearest to a time. Otherwise as
        ``find_nearest``."""
        found = self.find_nearest(url, time)
        return self.fetch(found) if isinstance(found, CdxLine) else found

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
    ) -> dict[CdxLine, str]:
        """Return row → reason of the captures that were not copied: what ``fetch_capture`` or
        the corpus has refused. ``origins``: address → origin, see ``adopt_warcs``."""
        origins = origins or {}
        reasons = {each.line: each.refusal for each in captures if each.refusal}
        good = [each for each in captures if not each.refusal]
        if not good:
            return reasons
        records = [
            self._builder.page_resource(
                each.line.url,
                each.content,
                each.content_type,
                parse_date(each.line.time),
                each.source,
            )
            for each in good
        ]
        copied = {record.id: each for record, each in zip(records, good, strict=True)}
        with tempfile.TemporaryDirectory(prefix="curator-") as name:
            path = Path(name) / "archive.warc.gz"
            path.write_bytes(b"".join(map(encode_record, records)))
            adopted = adopt_warcs(
                self._portal,
                self._folder,
                [path],
                self._runtime,
                chosen={each.line.url for each in good},
                sources={id_: each.source for id_, each in copied.items()},
                origins={
                    id_: origins[each.line.url]
                    for id_, each in copied.items()
                    if each.line.url in origins
                },
            )
        refused = adopted.refused
        return reasons | {copied[id_].line: why for id_, why in refused if id_ in copied}
