"""The records written for a fetch, for a new file and for the files of a run.

Records are only built here, not written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import (
    SUBRESOURCE,
    Exchange,
    Hop,
    Origin,
    Rendering,
    Subresource,
)
from webarticlecurator.base.portal.portal import NamedFile
from webarticlecurator.storage.store.revisits import NOT_MODIFIED, Revisit
from webarticlecurator.storage.warc.http_head import read_http_head
from webarticlecurator.storage.warc.record import (
    LOADED_FOR,
    NAMED_FILE_PREFIX,
    TEI_STATE,
    Record,
    derive_record_id,
    left_out_fields,
    make_record,
    session_fields,
    sha1,
    target_address,
    warc_date,
)
from webarticlecurator.storage.warc.warc_fields import FIELDS, fetch_metadata_block, fields_block

HTTP = "application/http; msgtype="
RENDERED_TYPE = "text/html; charset=utf-8"
NO_REVISITS: Mapping[int, Revisit] = {}


@dataclass(frozen=True)
class RecordBuilder:
    """Builder of WARC records.

    ``new_id`` returns a fresh uuid4 per record, ``now`` the time for records without a time of
    their own. ``clock_behind``: see ``Capture``.
    """

    new_id: Callable[[], UUID]
    now: Callable[[], datetime]
    clock_behind: int = 0

    def fetch(
        self, exchange: Exchange, origin: Origin, revisits: Mapping[int, Revisit] = NO_REVISITS
    ) -> tuple[Record, ...]:
        """Return the metadata record of a fetch, then request and response of each hop, then the
        page as a browser rendered it.

        The hops of ``revisits``, by number, become revisit records in place of responses. The
        metadata record of a rendered page names the rendering in place of the last response.
        """
        ids = [self.new_record_id() for _ in exchange.hops]
        rendering = exchange.rendering
        named = [*ids]
        fields: list[tuple[tuple[str, str], ...]] = [()] * len(ids)
        if rendering is not None:
            named[-1:] = [rendering.record_id] if rendering.html is not None else []
            fields[-1:] = [_loaded_fields(rendering.record_id, "document")]
        software = rendering.software if rendering is not None else ""
        block = fetch_metadata_block(
            origin, len(named), exchange.failure, software, self.clock_behind
        )
        records = [self._metadata(exchange.url, self._start_time(exchange), named, block)]
        for number, (hop, response_id) in enumerate(zip(exchange.hops, ids, strict=True)):
            records += self._hop_records(hop, response_id, revisits.get(number), fields[number])
        if rendering is not None and rendering.html is not None:
            records.append(self._conversion(exchange.hops[-1], ids[-1], rendering))
        return tuple(records)

    def subresource(self, exchange: Exchange, loaded: Subresource) -> tuple[Record, ...]:
        """Return the records of something that a page loads in a browser."""
        ids = [self.new_record_id() for _ in exchange.hops]
        origin = Origin(SUBRESOURCE, loaded.origin.column, loaded.origin.span, via=loaded.page)
        block = fetch_metadata_block(origin, len(ids), exchange.failure)
        records = [self._metadata(exchange.url, self._start_time(exchange), ids, block)]
        fields = _loaded_fields(loaded.record_id, loaded.kind)
        for hop, response_id in zip(exchange.hops, ids, strict=True):
            records += self._hop_records(hop, response_id, None, fields)
        return tuple(records)

    def new_record_id(self) -> str:
        """Return a fresh record id, with its angle brackets."""
        return f"<urn:uuid:{self.new_id()}>"

    def _hop_records(
        self,
        hop: Hop,
        response_id: str,
        revisit: Revisit | None,
        loaded: tuple[tuple[str, str], ...],
    ) -> list[Record]:
        """Return the request of a hop, and its response or revisit record."""
        concurrent = (("WARC-Concurrent-To", response_id),)
        truncated = (("WARC-Truncated", hop.truncated),) if hop.truncated else ()
        records = []
        if revisit is not None and revisit.profile == NOT_MODIFIED:
            # a metadata record holds the answer 304 as it was sent
            head = self._id_and_date(hop.started)
            content_type = ("Content-Type", f"{HTTP}response")
            fields = (*head, *concurrent, *_session_fields(hop), content_type)
            records.append(make_record("metadata", fields, hop.response))
        records.append(self._http("request", hop, self.new_record_id(), concurrent))
        answer = (
            self._http("response", hop, response_id, (*truncated, *loaded))
            if revisit is None
            else self._revisit(hop, response_id, revisit)
        )
        return [*records, answer]

    def _conversion(self, hop: Hop, response_id: str, rendering: Rendering) -> Record:
        """Return the record of a page as a browser rendered it (WARC/1.1 §6.8)."""
        assert rendering.html is not None
        return make_record(
            "conversion",
            (
                ("WARC-Record-ID", rendering.record_id),
                ("WARC-Date", warc_date(rendering.time)),
                ("WARC-Target-URI", target_address(hop.url)),
                ("WARC-Refers-To", response_id),
                *session_fields(rendering.protected, is_signed_in=hop.is_signed_in),
                ("WARC-Payload-Digest", sha1(rendering.html)),
                ("Content-Type", RENDERED_TYPE),
            ),
            rendering.html,
        )

    def warcinfo(self, name: str, portal: str, software: str) -> Record:
        """Return the first record of a file."""
        block = fields_block(
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
            (*self._id_and_date(self.now()), ("WARC-Filename", name), ("Content-Type", FIELDS)),
            block,
        )

    def resource(self, portal: str, file: NamedFile) -> Record:
        """Return the record of the portal file, or of a file it names, as it is in this run, but
        for its secrets."""
        head = self._id_and_date(self.now())
        return make_record(
            "resource",
            (
                *head,
                ("WARC-Target-URI", target_address(f"{NAMED_FILE_PREFIX}{portal}:{file.name}")),
                *left_out_fields(file.left_out),
                ("WARC-Payload-Digest", sha1(file.content)),
                ("Content-Type", "application/octet-stream"),
            ),
            file.content,
        )

    def tei_state(self, portal: str, state: str, lines: bytes) -> Record:
        """Return a record of TEI files that are going to be replaced; see ``TEI_STATE``."""
        return make_record(
            "metadata",
            (
                *self._id_and_date(self.now()),
                ("WARC-Target-URI", target_address(f"{NAMED_FILE_PREFIX}{portal}:tei-state")),
                (TEI_STATE, state),
                ("Content-Type", "text/plain; charset=utf-8"),
            ),
            lines,
        )

    def page_resource(
        self, url: str, content: bytes, content_type: str, saved: datetime, source: str
    ) -> Record:
        """Return the record of a page that somebody saved to a file, or a web archive captured, at
        the time ``saved``; ``source`` is the address that it is copied from.

        It is a ``resource``, since the answer of the server is not known (WARC/1.1 §6.3). Its id
        follows from address, time and content, so that the same page gives the same record.
        ``WARC-Source-URI`` and ``WARC-Creation-Date`` are those of warcit: where the content comes
        from, and when the record was written.
        """
        digest, date = sha1(content), warc_date(saved)
        return make_record(
            "resource",
            (
                ("WARC-Record-ID", derive_record_id(url, date, digest)),
                ("WARC-Date", date),
                ("WARC-Target-URI", target_address(url)),
                ("WARC-Source-URI", target_address(source)),
                ("WARC-Creation-Date", warc_date(self.now())),
                ("WARC-Payload-Digest", digest),
                ("Content-Type", content_type),
            ),
            content,
        )

    def fetch_metadata(self, url: str, responses: Sequence[Record], origin: Origin) -> Record:
        """Return the metadata record for a response that another program fetched, with the
        redirects from ``url`` before it."""
        ids = [each.id for each in responses]
        block = fetch_metadata_block(origin, len(ids), None)
        return self._metadata(url, responses[0].time, ids, block)

    def _metadata(self, url: str, time: datetime, ids: Sequence[str], block: bytes) -> Record:
        concurrent = tuple(("WARC-Concurrent-To", record_id) for record_id in ids)
        target = (("WARC-Target-URI", target_address(url)), ("Content-Type", FIELDS))
        return make_record("metadata", (*self._id_and_date(time), *concurrent, *target), block)

    def _start_time(self, exchange: Exchange) -> datetime:
        if exchange.hops:
            return exchange.hops[0].started
        return exchange.failure.time if exchange.failure else self.now()

    def _http(
        self, kind: str, hop: Hop, record_id: str, extra: tuple[tuple[str, str], ...]
    ) -> Record:
        is_request = kind == "request"
        block = hop.request if is_request else hop.response
        fields = left_out_fields(hop.request_left_out) if is_request else _session_fields(hop)
        url = target_address(hop.url)
        head = read_http_head(kind, url, block)
        payload = memoryview(block)[head.end :]
        return make_record(
            kind,
            (
                ("WARC-Record-ID", record_id),
                ("WARC-Date", warc_date(hop.started)),
                ("WARC-Target-URI", url),
                *_connection_fields(hop),
                *extra,
                *fields,
                ("WARC-Payload-Digest", sha1(payload)),
                ("Content-Type", HTTP + kind),
            ),
            block,
            head,
        )

    def _revisit(self, hop: Hop, record_id: str, revisit: Revisit) -> Record:
        """Return a revisit record.

        Its payload digest is that of the original: replay tools find the original by it, and the
        digest of the repeated bytes would differ where only the chunks are cut differently. After
        a 304 it has no block, since replay tools would show the headers of the block: status 304.
        """
        original, url = revisit.original, target_address(hop.url)
        head = hop.response[: read_http_head("response", url, hop.response).end]
        stored_head = read_http_head("response", original.url, original.block)
        stored_payload = original.block[stored_head.end :]
        return make_record(
            "revisit",
            (
                ("WARC-Record-ID", record_id),
                ("WARC-Date", warc_date(hop.started)),
                ("WARC-Target-URI", url),
                *_connection_fields(hop),
                ("WARC-Profile", revisit.profile),
                ("WARC-Refers-To", original.id),
                ("WARC-Refers-To-Target-URI", target_address(original.url)),
                ("WARC-Refers-To-Date", original.get("WARC-Date")),
                (
                    "WARC-Payload-Digest",
                    original.get("WARC-Payload-Digest") or sha1(stored_payload),
                ),
                *_session_fields(hop),
                ("Content-Type", f"{HTTP}response"),
            ),
            b"" if revisit.profile == NOT_MODIFIED else head,
        )

    def _id_and_date(self, time: datetime) -> tuple[tuple[str, str], ...]:
        return (("WARC-Record-ID", self.new_record_id()), ("WARC-Date", warc_date(time)))


def _connection_fields(hop: Hop) -> tuple[tuple[str, str], ...]:
    """Return how the server was reached, with the fields that the IIPC has adopted besides those of
    the standard."""
    http = hop.response.partition(b" ")[0].decode("ascii", "replace").lower()
    given = (
        ("WARC-IP-Address", hop.ip or ""),
        ("WARC-Protocol", http if http.startswith("http/") else ""),
        ("WARC-Protocol", hop.tls),
        ("WARC-Cipher-Suite", hop.cipher_suite),
    )
    return tuple((name, value) for name, value in given if value)


def _session_fields(hop: Hop) -> tuple[tuple[str, str], ...]:
    """Return what the record of an answer says of the session in which it was sent."""
    of_subscriber = session_fields(hop.protected, is_signed_in=hop.is_signed_in)
    return (*left_out_fields(hop.response_left_out), *of_subscriber)


def _loaded_fields(record_id: str, kind: str) -> tuple[tuple[str, str], ...]:
    """Return the fields of a response that a browser used for a rendering. WARC-Resource-Type is
    that of Browsertrix."""
    return ((LOADED_FOR, record_id), ("WARC-Resource-Type", kind))
