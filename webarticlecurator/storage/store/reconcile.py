"""Make the index agree with the WARC files when a corpus is opened, whichever is newer.

The work is proportional to what is new: a file whose size is the indexed one is not read.

The metadata record of a fetch precedes its responses and names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.model.capture import SUBRESOURCE, TRUNCATED, Body, Capture, Origin
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.answers.answer_clocks import note_offset
from webarticlecurator.storage.answers.captures import Captures
from webarticlecurator.storage.answers.portal_answers import add_run_start
from webarticlecurator.storage.index.disk import file_size, truncate_file, warc_files
from webarticlecurator.storage.index.index import MAX_MESSAGE, Index
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.warc.coding_digests import is_segment, list_faults
from webarticlecurator.storage.warc.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
)
from webarticlecurator.storage.warc.message import Answer, is_page_record, read_answer
from webarticlecurator.storage.warc.record import (
    NAMED_FILE_PREFIX,
    SIGNED_IN,
    Record,
    RecordLocation,
    clean_warc_address,
    parse_date,
    target_address,
    warc_date,
)
from webarticlecurator.storage.warc.warc_fields import FetchMetadata, read_fetch_metadata

# Only the last page is kept, since a crawl reads it at once.
MAX_KEPT_BYTES = 1 << 20
"""A hundred portals may be crawled at once: longer bodies are read from the WARC file again."""


Place = tuple[int, int, Origin]
"""The place of a response: the id of its fetch, its hop, and why the address was requested."""


class NewCaptures:
    """Indexes records in the order of the file.

    The responses of a fetch follow its metadata record, which is remembered for them. What a page
    loads in a browser is not indexed: the page is read as it was rendered.
    ``recovered``: mark the fetches for ``Captures.recovered``. ``latest`` is the last page with its
    record id, unless it is longer than MAX_KEPT_BYTES.
    """

    def __init__(self, index: Index, recovered: bool) -> None:
        self._index = index
        self._recovered = recovered
        self._expected: dict[str, Place] = {}
        self.latest: tuple[str, Answer] | None = None
        self._read: tuple[Record, Answer] | None = None

    def read_ahead(self, record: Record) -> Body:
        """Return the page of a record that is not stored yet; ``add`` does not read it again."""
        answer = read_answer(record)
        self._read = record, answer
        return answer.to_body(capture_of_answer(RecordLocation(record, "", 0, 0), answer))

    def add(self, located: RecordLocation) -> Capture | None:
        """Index one record; return its capture if it is a page or a revisit of a known one.

        The capture of a ``revisit`` has its own address and time and the location of the original.
        """
        record = located.record
        if is_page_record(record):
            answer = self._read_page(record)
            fetch = self._expected.get(record.id, (None,))[0]
            capture = self._write(record, capture_of_answer(located, answer))
            if fetch is not None:
                note_offset(self._index, fetch, answer.response.clock_offset(record.time))
            is_kept = capture is not None and len(answer.decoded.content) <= MAX_KEPT_BYTES
            self.latest = (record.id, answer) if is_kept else None
            return capture
        if record.kind == "revisit":
            original = find_revisited(Captures(self._index), record)
            if original is None:
                return None
            return self._write(record, make_revisit_capture(original, make_capture(located)))
        if record.kind == "resource" and record.url.startswith(NAMED_FILE_PREFIX):
            add_run_start(self._index, record.time)
            return None
        metadata = read_fetch_metadata(record)
        # What a page loads in a browser has no article of its own.
        if metadata is not None and metadata.origin.level != SUBRESOURCE:
            fetch = add_fetch(self._index, metadata, self._recovered)
            # replaced, not extended: responses that an earlier fetch still lacks were lost in a
            # kill
            self._expected = {
                record_id: (fetch, hop, metadata.origin)
                for hop, record_id in enumerate(metadata.responses)
            }
        return None

    def expects(self, record: Record) -> bool:
        """Return True for a response of the fetch that began last."""
        return bool(self._expected) and record.id in self._expected

    def take_place(self, record_id: str) -> Place | None:
        """Return the place of a record in the fetch that began last, which it is not added to now;
        None if the fetch does not have it."""
        return self._expected.pop(record_id, None)

    def expect(self, record_id: str, place: Place | None) -> None:
        """Let a record that is added later have its place."""
        if place is not None:
            self._expected[record_id] = place

    def _read_page(self, record: Record) -> Answer:
        if self._read is not None and self._read[0] is record:
            return self._read[1]
        return read_answer(record)

    def _write(self, record: Record, capture: Capture) -> Capture | None:
        """Add a row for a capture; return None if its record id is already indexed."""
        fetch, hop, origin = self._expected.pop(record.id, (None, 0, None))
        capture = replace(capture, origin=origin)
        # A record that was indexed before a kill is read again afterwards.
        row = self._index.write(
            "INSERT INTO captures VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
            " ON CONFLICT (record_id) DO NOTHING",
            (
                fetch,
                hop,
                capture.record_id,
                capture.url,
                capture.status,
                warc_date(capture.time),
                capture.file,
                capture.offset,
                capture.length,
                capture.content_type,
                capture.payload_digest,
                capture.body_digest,
                int(capture.truncated),
                capture.location,
            ),
        )
        if not row:
            return None
        if capture.signed_in:
            self._index.write("INSERT INTO signed_in VALUES (?)", (row,))
        return capture


def add_fetch(index: Index, metadata: FetchMetadata, recovered: bool) -> int:
    """Add a row for a fetch; return its id."""
    origin, failure = metadata.origin, metadata.failure
    source = (origin.level, origin.column, origin.span, origin.window, origin.page, origin.via)
    outcome = (
        (failure.kind, shorten(failure.message, MAX_MESSAGE), warc_date(failure.time))
        if failure
        else (None, None, None)
    )
    fetch = index.write(
        "INSERT INTO fetches VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?)",
        (metadata.url, *source, metadata.hops, *outcome, int(recovered)),
    )
    if metadata.clock_behind:
        index.write("INSERT INTO clock_shifts VALUES (?, ?)", (fetch, metadata.clock_behind))
    return fetch


def find_revisited(captures: Captures, revisit: Record) -> Capture | None:
    """Return the capture that a revisit record refers to (WARC 1.1 §6.7).

    It is found by address and date (of several by record id), else by record id, else by payload
    digest.
    """
    uri = revisit.get("WARC-Refers-To-Target-URI")
    date = revisit.get("WARC-Refers-To-Date")
    digest = revisit.get("WARC-Payload-Digest")
    candidates: list[Capture] = []
    if uri:
        candidates = [
            capture
            for capture in captures.by_url(target_address(clean_warc_address(uri)))
            if not digest or capture.payload_digest in (digest, None)
        ]
    if date:
        second = parse_date(date).replace(microsecond=0)
        # WARC files of other programs write whole seconds; of several the record id decides.
        same_second = [c for c in candidates if c.time.replace(microsecond=0) == second]
        candidates = same_second or candidates
    record_id = revisit.get("WARC-Refers-To")
    if candidates:
        return next((c for c in candidates if c.record_id == record_id), candidates[0])

    original = captures.by_id(record_id) if record_id else None
    return original or (captures.by_payload(digest) if digest else None)


def make_revisit_capture(original: Capture, revisit: Capture) -> Capture:
    """Return what the index stores of a revisit of ``original``."""
    return replace(
        original,
        record_id=revisit.record_id,
        url=revisit.url,
        time=revisit.time,
        signed_in=revisit.signed_in,
        location=revisit.location or original.location,
    )


def is_capture_of(located: RecordLocation, capture: Capture) -> bool:
    """Return True if a record with the id of ``capture`` is the same one: others may have its id,
    even with its address and time. Bodies are compared where no digest is written, but not those
    that are cut: how far they can be decoded depends on the version of this program."""
    record, digest = located.record, located.record.get("WARC-Payload-Digest") or None
    if (capture.url, capture.time) != (record.url, record.time):
        return False
    if record.kind == "revisit":  # its body is that of the original
        return True
    is_said = digest is not None or capture.truncated
    is_same = is_said or make_capture(located).body_digest == capture.body_digest
    return capture.payload_digest == digest and is_same


def make_capture(located: RecordLocation) -> Capture:
    """Return what the index stores of the record of a page."""
    return capture_of_answer(located, read_answer(located.record))


def capture_of_answer(located: RecordLocation, answer: Answer) -> Capture:
    """Return what the index stores of a record, whose ``answer`` was read before."""
    record, response, decoded = located.record, answer.response, answer.decoded
    is_cut = bool(record.get("WARC-Truncated")) or is_segment(record)
    return Capture(
        record.id,
        record.url,
        response.status,
        record.time,
        located.file,
        located.offset,
        located.length,
        response.get("content-type"),
        record.get("WARC-Payload-Digest") or None,
        answer.body_digest,
        is_cut or decoded.fault == TRUNCATED,
        response.location(record.url),
        signed_in=bool(record.get(SIGNED_IN)),
    )


_COMMIT_EVERY = 500
_CURE = make_message(
    "Put the file back from a copy, or run `curator verify --rebuild` to index what can still be"
    " read."
)


@dataclass
class Reconciled:
    """What reconciling did; complete at its end.

    Attributes:
        records: readable records that were missing from the index and are indexed now.
        truncated_bytes: bytes of unreadable tails that were removed.
        damage: (file, offset, reason) of places in the middle of files that were skipped (only by
            a rebuild).
        kept_ends: (file, offset) of unreadable tails that were not removed: they may have held
            records.
        proved: file → (end, records), of the files that a rebuild has read whole, with no record
            that has another digest or was indexed before.
    """

    records: int = 0
    truncated_bytes: int = 0
    damage: list[tuple[str, int, str]] = field(default_factory=list)
    kept_ends: list[tuple[str, int]] = field(default_factory=list)
    proved: dict[str, tuple[int, int]] = field(default_factory=dict)


class Reconciler:
    """Compares the WARC files in a folder with the index, and mends the difference.

    ``tolerant``: skip damage in the middle of a file instead of raising StoreDamaged (for a
    rebuild). ``known_ends``: up to where each file had records as far as is known: no tail that
    begins before is cut.
    """

    def __init__(
        self,
        folder: Path,
        index: Index,
        options: StoreOptions,
        tolerant: bool = False,
        known_ends: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._folder = folder
        self._index = index
        self._options = options
        self._tolerant = tolerant
        self._known_ends = known_ends
        self._done = Reconciled()

    def run(
        self, portal: str, show_message: Callable[[str], None] = lambda _line: None
    ) -> Reconciled:
        """Index all records that are missing from the index; ``show_message`` gets a line for each
        file that is read.

        Raises StoreDamaged with file and offset if a file is missing, shorter than indexed, or
        damaged in its middle.
        """
        indexed_ends: dict[str, int] = dict(self._index.read("SELECT name, end FROM files"))
        # before anything is indexed: what was in a missing file is lost, and nothing may hide that
        sizes = check_indexed_files(self._folder, portal, indexed_ends)
        for number, (file, size) in enumerate(sizes.items(), 1):
            end = indexed_ends.get(file, 0)
            if size > end:
                show_message(
                    make_message(
                        "reading {file} ({number} of {files})",
                        file=file,
                        number=number,
                        files=len(sizes),
                    )
                )
                self._read_file(file, end)
        self._options.events("reconcile")
        return self._done

    def _read_file(self, file: str, end: int) -> None:
        """Index the records of a file behind ``end``."""
        new_captures = NewCaptures(self._index, recovered=True)
        is_proved, before, damage = self._tolerant, self._done.records, len(self._done.damage)
        for located in self._read_from(file, end):
            capture, record = new_captures.add(located), located.record
            is_of_page = is_page_record(record) or record.kind == "revisit"
            is_new = capture is not None or not is_of_page
            is_proved = is_proved and is_new and not list_faults(record)
            self._done.records += 1
            end = located.offset + located.length
            if self._done.records % _COMMIT_EVERY == 0:
                set_indexed_end(self._index, file, end)
                self._index.commit()
        if file in dict(self._done.kept_ends):
            end, is_proved = file_size(self._folder, file) or 0, False
        if end:
            set_indexed_end(self._index, file, end)
        if is_proved and len(self._done.damage) == damage:
            self._done.proved[file] = end, self._done.records - before
        self._index.commit()

    def _read_from(self, file: str, start: int) -> Iterator[RecordLocation]:
        """Yield the records from ``start`` on.

        Cuts off an unreadable tail; skips damage that has records behind it, if tolerant.
        """
        path = self._folder / file
        while True:
            try:
                yield from read_records(path, file, start)
                return
            except BrokenMember as broken:
                next_offset = broken.next_offset or find_next_readable(path, broken.offset + 1)
                # Nothing readable follows: the write was cut by a kill, and what is cut off was
                # never promised.
                is_known = broken.offset < self._known_ends.get(file, 0)
                if next_offset is None and is_known:
                    self._done.kept_ends.append((file, broken.offset))
                    return
                if next_offset is None:
                    self._done.truncated_bytes += (
                        file_size(self._folder, file) or 0
                    ) - broken.offset
                    truncate_file(self._folder, file, broken.offset)
                    self._options.events("tail-cut")
                    return
                # Damage with records behind it comes from outside; only the user may decide to go
                # on without it.
                if not self._tolerant:
                    raise StoreDamaged(
                        make_message(
                            "{path} is damaged at offset {offset}: {reason}; readable records"
                            " follow",
                            path=path,
                            offset=broken.offset,
                            reason=broken.reason,
                        ),
                        _CURE,
                    ) from None
                self._done.damage.append((file, broken.offset, broken.reason))
                start = next_offset
            except MultiRecordMember:
                raise StoreDamaged(
                    make_message("{path} was recompressed as one piece", path=path),
                    # not `warcio recompress`: it writes HTTP headers anew, under the old digests
                    make_message(
                        "Take it from a copy, or run `fastwarc recompress {path} NEW`"
                        " (`pip install fastwarc`) and put NEW in its place.",
                        path=path,
                    ),
                ) from None


def check_indexed_files(
    folder: Path, portal: str, indexed_ends: Mapping[str, int]
) -> dict[str, int]:
    """Return the sizes of the WARC files of a corpus. Raises StoreDamaged if a file of
    ``indexed_ends`` is missing, or ends before what is indexed of it: what the index promises is
    gone, and only a copy brings it back."""
    sizes = {name.file: file_size(folder, name.file) or 0 for name in warc_files(folder, portal)}
    for missing in sorted(set(indexed_ends) - set(sizes)):
        raise StoreDamaged(
            make_message(
                "{path} is missing; the index knows {number} bytes of it",
                path=folder / missing,
                number=indexed_ends[missing],
            ),
            _CURE,
        )
    for file, size in sizes.items():
        end = indexed_ends.get(file, 0)
        if size < end:
            raise StoreDamaged(
                make_message(
                    "{path} ends at offset {size}, but the index knows records up to {end}",
                    path=folder / file,
                    size=size,
                    end=end,
                ),
                _CURE,
            )
    return sizes


def set_indexed_end(index: Index, file: str, end: int) -> None:
    """Store in the index that all records of ``file`` up to ``end`` are indexed."""
    index.write(
        "INSERT INTO files VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET end = excluded.end",
        (file, end),
    )
