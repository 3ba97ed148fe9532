"""What is written for one fetch, for a new file and for the files of a run: records in their order,
nothing on disk yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from webarticlecurator.model.capture import Exchange, Hop, Origin
from webarticlecurator.model.portal import NamedFile
from webarticlecurator.store.record import (
    Record,
    make_record,
    payload_start,
    sha1,
    target_address,
    warc_date,
)
from webarticlecurator.store.warc_fields import FIELDS, fetch_metadata_block, fields_block

HTTP = "application/http; msgtype="


@dataclass(frozen=True)
class RecordBuilder:
    """Makes records. ``new_id`` gives a new uuid4 per record, ``now`` the time where a record has
    none of its own."""

    new_id: Callable[[], UUID]
    now: Callable[[], datetime]

    def fetch(self, exchange: Exchange, origin: Origin) -> tuple[Record, ...]:
        """The metadata record, then request and response of each hop."""
        ids = [self._id() for _ in exchange.hops]
        content = fetch_metadata_block(origin, len(ids), exchange.failure)
        records = [self._account(exchange.url, self._begun(exchange), ids, content)]
        for hop, response_id in zip(exchange.hops, ids, strict=True):
            records.append(
                self._http("request", hop, self._id(), (("WARC-Concurrent-To", response_id),))
            )
            extra = (("WARC-Truncated", hop.truncated),) if hop.truncated else ()
            records.append(self._http("response", hop, response_id, extra))
        return tuple(records)

    def warcinfo(self, name: str, portal: str, software: str) -> Record:
        """The first record of a file."""
        content = fields_block(
            (
                ("software", software),
                ("format", "WARC File Format 1.1"),
                (
                    "conformsTo",
                    "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
                ),
                ("isPartOf", portal),
            )
        )
        return make_record(
            "warcinfo",
            (*self._head(self.now()), ("WARC-Filename", name), ("Content-Type", FIELDS)),
            content,
        )

    def resource(self, portal: str, file: NamedFile) -> Record:
        """The portal file or a file it names, as it was at this run."""
        head = self._head(self.now())
        return make_record(
            "resource",
            (
                *head,
                ("WARC-Target-URI", target_address(f"urn:webarticlecurator:{portal}:{file.name}")),
                ("WARC-Payload-Digest", sha1(file.content)),
                ("Content-Type", "application/octet-stream"),
            ),
            file.content,
        )

    def fetch_metadata(self, url: str, origin: Origin, response: Record) -> Record:
        """The metadata record for a response that was fetched by another program."""
        return self._account(
            url, response.time, (response.id,), fetch_metadata_block(origin, 1, None)
        )

    def _account(self, url: str, time: datetime, ids: Sequence[str], content: bytes) -> Record:
        about = tuple(("WARC-Concurrent-To", i) for i in ids)
        subject = (("WARC-Target-URI", target_address(url)), ("Content-Type", FIELDS))
        return make_record("metadata", (*self._head(time), *about, *subject), content)

    def _begun(self, exchange: Exchange) -> datetime:
        if exchange.hops:
            return exchange.hops[0].started
        return exchange.failure.time if exchange.failure else self.now()

    def _http(
        self, kind: str, hop: Hop, record_id: str, extra: tuple[tuple[str, str], ...]
    ) -> Record:
        content = hop.request if kind == "request" else hop.response
        url = target_address(hop.url)
        payload = content[payload_start(kind, url, content) :]
        address = (("WARC-IP-Address", hop.ip),) if hop.ip else ()
        return make_record(
            kind,
            (
                ("WARC-Record-ID", record_id),
                ("WARC-Date", warc_date(hop.started)),
                ("WARC-Target-URI", url),
                *address,
                *extra,
                ("WARC-Payload-Digest", sha1(payload)),
                ("Content-Type", HTTP + kind),
            ),
            content,
        )

    def _head(self, time: datetime) -> tuple[tuple[str, str], ...]:
        return (("WARC-Record-ID", self._id()), ("WARC-Date", warc_date(time)))

    def _id(self) -> str:
        return f"<urn:uuid:{self.new_id()}>"
