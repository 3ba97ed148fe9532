"""Compare a corpus with its index and digests, and make the index as it was earlier."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.storage.answers.captures import Captures
from webarticlecurator.storage.index.disk import file_size, list_other_warcs, warc_files
from webarticlecurator.storage.index.index import NAME, Index
from webarticlecurator.storage.index.index_opening import open_index_read_only
from webarticlecurator.storage.index.lock import Lock
from webarticlecurator.storage.store.broken_records import describe_broken_record
from webarticlecurator.storage.store.index_rebuild import LOST, read_lost
from webarticlecurator.storage.store.reconcile import (
    find_revisited,
    is_capture_of,
    make_capture,
    make_revisit_capture,
)
from webarticlecurator.storage.store.run_log import RunLog
from webarticlecurator.storage.store.tei_verification import VerifiedTei, verify_tei
from webarticlecurator.storage.store.view import check_folder, check_no_replacement
from webarticlecurator.storage.warc.coding_digests import list_faults
from webarticlecurator.storage.warc.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
)
from webarticlecurator.storage.warc.message import is_page_record, page_status
from webarticlecurator.storage.warc.record import Record, RecordLocation
from webarticlecurator.storage.warc.warc_reader import Finding


@dataclass(frozen=True)
class Verified:
    """The result of a verification; ``findings`` is empty for an intact corpus.

    ``records`` and ``tei`` count what was read, ``repeated`` the responses that other places of the
    corpus have, too: nothing is lost by them.
    """

    records: int
    tei: int
    repeated: int
    findings: tuple[Finding, ...]


def verify_corpus(folder: Path, portal: str) -> Verified:
    """Check every record of a corpus against its digests, the index and every TEI file.

    Changes nothing. Raises CorpusLocked, CorpusMismatch.
    """
    check_folder(folder, create=False)
    with closing(Lock(folder, is_reader=True)):
        return verify_locked(folder, portal)


def verify_locked(
    folder: Path,
    portal: str,
    share: Collection[str] | None = None,
    proved: Mapping[str, tuple[int, int]] = MappingProxyType({}),
) -> Verified:
    """Check as ``verify_corpus`` a corpus that the caller has locked: with ``share`` the records of
    these WARC files alone, and no TEI. Files that are ``proved``, as in ``Reconciled``, and as long
    as they were, are not read again."""
    return _Verifier(folder).run(portal, share, proved)


class _Verifier:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._findings: list[Finding] = []
        self._records = self._repeated = 0

    def run(
        self, portal: str, share: Collection[str] | None, proved: Mapping[str, tuple[int, int]]
    ) -> Verified:
        index = self._open_index()
        # for each file the bytes and the number of responses that are indexed; a revisit, which has
        # the location of its original, is not counted twice
        query = (
            "SELECT name, end, (SELECT COUNT(DISTINCT offset) FROM captures WHERE file = name)"
            " FROM files"
        )
        known = {row[0]: (row[1], row[2]) for row in index.read(query)} if index else {}
        lost = read_lost(self._folder)
        names = [name.file for name in warc_files(self._folder, portal)]
        self._findings += [
            Finding(file, None, f"is missing; the index knows {known[file][0]} bytes of it")
            for file in sorted(set(known) - set(names))
        ]
        self._findings += [
            Finding(file, None, "no command reads it, because of its name; `curator warc adopt`")
            for file in list_other_warcs(self._folder, names)
        ]
        for file in names if share is None else share:
            end, records = proved.get(file, (None, 0))
            if index and end == file_size(self._folder, file):
                self._records += records
            else:
                self._check_file(file, Captures(index) if index else None, known.get(file, (0, 0)))
        self._findings += [
            Finding(LOST, None, f"{each} ({each.record}); it is lost") for each in lost
        ]
        tei = verify_tei(self._folder, index) if index and share is None else VerifiedTei()
        if index:
            index.close()
        findings = (*self._findings, *tei.findings)
        return Verified(self._records, tei.read, self._repeated, findings)

    def _open_index(self) -> Index | None:
        if not (self._folder / NAME).exists():
            self._findings.append(
                Finding(NAME, None, "is missing; `curator verify --rebuild` makes it again")
            )
            return None
        try:
            index = open_index_read_only(self._folder)
            self._findings += [Finding(NAME, None, text) for text in index.check()]
            check_no_replacement(RunLog(index))
        except CuratorError as error:
            self._findings.append(Finding(NAME, None, error.message))
            return None
        return index

    def _check_file(self, file: str, captures: Captures | None, known: tuple[int, int]) -> None:
        end, expected = known
        seen = 0
        for located in self._read(file, captures):
            self._records += 1
            self._findings += [
                Finding(file, located.offset, f"{text} ({_describe_record(located.record)})")
                for text in list_faults(located.record)
            ]
            if captures and is_page_record(located.record):
                indexed = captures.by_id(located.record.id)
                if indexed is not None and _is_repeated(located, indexed):
                    self._repeated += 1
                elif located.offset < end:
                    seen += 1
                    self._compare_with_index(located, indexed)
            elif captures and located.record.kind == "revisit" and located.offset < end:
                self._check_revisit(located, captures)
        if captures and seen != expected:
            self._findings.append(
                Finding(file, None, f"holds {seen} responses where the index knows {expected}")
            )
        if captures and (file_size(self._folder, file) or 0) < end:
            self._findings.append(
                Finding(file, None, f"is shorter than the {end} bytes the index knows")
            )

    def _read(self, file: str, captures: Captures | None) -> Iterator[RecordLocation]:
        start: int | None = 0
        while start is not None:
            try:
                yield from read_records(self._folder / file, file, start)
                return
            except BrokenMember as broken:
                lost = self._describe_lost(file, broken.offset, captures)
                self._findings.append(Finding(file, broken.offset, f"{broken.reason}{lost}"))
                start = broken.next_offset or find_next_readable(
                    self._folder / file, broken.offset + 1
                )
            except MultiRecordMember:
                self._findings.append(Finding(file, None, "was recompressed as one piece"))
                return

    def _describe_lost(self, file: str, offset: int, captures: Captures | None) -> str:
        """Return which record cannot be read, from the index or from what is left of it."""
        known = captures.at(file, offset) if captures else ()
        lost = [f"record {each.record_id} of {each.url}" for each in known]
        lost = lost or [describe_broken_record(self._folder / file, offset)]
        return "".join(f" ({words})" for words in lost if words)

    def _compare_with_index(self, located: RecordLocation, indexed: Capture | None) -> None:
        stored = make_capture(located)
        if indexed is None:
            message = f"{located.record.id} is not in the index"
        elif _head(indexed) != _head(stored) or _has_other_body(indexed, stored):
            message = f"{located.record.id} of {indexed.url} differs from its entry in the index"
        else:
            return
        self._findings.append(Finding(located.file, located.offset, message))

    def _check_revisit(self, located: RecordLocation, captures: Captures) -> None:
        """Check that the index has a revisit as a capture of the response that it repeats."""
        record = located.record
        indexed, original = captures.by_id(record.id), find_revisited(captures, record)
        if indexed is None:
            message = f"{record.id} is not in the index"
        elif original is None:
            message = f"{record.id} repeats a record that is not in the index"
        elif _head(indexed) != _head(make_revisit_capture(original, make_capture(located))):
            message = f"{record.id} of {indexed.url} differs from its entry in the index"
        else:
            return
        self._findings.append(Finding(located.file, located.offset, message))


def _describe_record(record: Record) -> str:
    return f"{record.kind} {record.id} of {record.url}" if record.url else record.kind


def _is_repeated(located: RecordLocation, indexed: Capture) -> bool:
    """Return True if the index has a record at another place, as those of a file that was copied
    behind itself, or beside it. That place is read, too: nothing is lost."""
    is_elsewhere = (indexed.file, indexed.offset) != (located.file, located.offset)
    return is_elsewhere and is_capture_of(located, indexed)


def _head(capture: Capture) -> tuple[object, ...]:
    place = (capture.file, capture.offset, capture.length)
    # earlier versions indexed the status as it was sent
    status = page_status(capture.status)
    return (*place, capture.url, capture.time, status, capture.payload_digest)


def _has_other_body(indexed: Capture, stored: Capture) -> bool:
    """Return True if the bodies differ.

    Truncated bodies are not compared: how far they can be decoded depends on the version of this
    program.
    """
    return indexed.body_digest != stored.body_digest and not stored.truncated
