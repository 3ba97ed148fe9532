"""The answers that ``curator new`` has got: kept in ``NAME.new.warc.gz`` beside the portal file,
and good for a day.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

from webarticlecurator.base.errors import WarcUnreadable
from webarticlecurator.base.model.capture import Exchange, Hop, Origin
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.answer_kinds import REFUSALS, TRANSIENT_STATUSES
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.warc.message import read_response_of
from webarticlecurator.storage.warc.record import LEFT_OUT, Record, encode_record
from webarticlecurator.storage.warc.warc_fields import read_fetch_metadata
from webarticlecurator.storage.warc.warc_reader import Finding, read_all_records

GOOD_FOR = timedelta(days=1)


def answers_path(portal_file: Path) -> Path:
    """Return the path of the answers that are kept for a portal file."""
    return portal_file.with_name(f"{portal_file.stem}.new.warc.gz")


class KeptAnswers:
    """The answers in ``file`` that are not older than a day, the latest of each address; without a
    file, none are known or kept."""

    def __init__(self, clock: Clock, file: Path | None = None) -> None:
        self.file = file
        self._builder = RecordBuilder(uuid4, clock.now)
        self._known: dict[str, Exchange] = {}
        oldest = clock.now() - GOOD_FOR
        for exchange in read_exchanges(file) if file is not None and file.exists() else ():
            if exchange.hops[0].started >= oldest:
                self._known[exchange.url] = exchange
        # answers of another day do not pile up
        self._mode = "ab" if self._known else "wb"

    @property
    def count(self) -> int:
        """The number of answers that were kept before this run."""
        return len(self._known)

    def find(self, url: str) -> Exchange | None:
        """Return the answer that was kept for an address before this run, or None."""
        return self._known.get(url)

    def find_page(self, url: str) -> Exchange | None:
        """Return the answer as ``find``, if it is a page, and no redirect leads to it."""
        kept = self.find(url)
        return kept if kept is not None and [hop.status for hop in kept.hops] == [200] else None

    def keep(self, exchange: Exchange, origin: Origin) -> None:
        """Keep the answer of a request that was sent now, unless it may be another one soon. Raises
        OSError."""
        final = exchange.final
        if self.file is None or final is None or final.truncated:
            return
        if final.status in REFUSALS | TRANSIENT_STATUSES:
            return
        records = self._builder.fetch(exchange, origin)
        with self.file.open(self._mode) as warc:
            warc.write(b"".join(map(encode_record, records)))
        self._mode = "ab"


def read_exchanges(file: Path) -> list[Exchange]:
    """Return the fetches in a WARC file that have an answer, in order; places that cannot be read
    are left out."""
    by_id: dict[str, Record] = {}
    requests: dict[str, Record] = {}
    fetches: list[tuple[str, tuple[str, ...]]] = []

    def leave_out(_finding: Finding) -> None:
        """Do nothing: what was lost is requested again."""

    with suppress(WarcUnreadable):
        for _, located in read_all_records([file], leave_out):
            record = located.record
            fetch = read_fetch_metadata(record)
            if fetch is not None and fetch.failure is None:
                fetches.append((fetch.url, fetch.responses))
            elif record.kind == "request":
                requests[record.get("WARC-Concurrent-To")] = record
            elif record.kind == "response":
                by_id[record.id] = record
    return [
        Exchange(url, tuple(_make_hop(by_id[each], requests[each]) for each in ids))
        for url, ids in fetches
        if ids and by_id.keys() >= {*ids} and requests.keys() >= {*ids}
    ]


def _make_hop(response: Record, request: Record) -> Hop:
    return Hop(
        response.url,
        read_response_of(response).status,
        request.block,
        response.block,
        response.time,
        response.get("WARC-IP-Address") or None,
        request_left_out=_read_names(request),
        response_left_out=_read_names(response),
        tls=next(iter(response.all("WARC-Protocol")[1:]), ""),
        cipher_suite=response.get("WARC-Cipher-Suite"),
    )


def _read_names(record: Record) -> tuple[str, ...]:
    return tuple(filter(None, record.get(LEFT_OUT).split(", ")))
