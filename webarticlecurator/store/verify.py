"""Is everything still as it was written? And: the index made anew from the WARC files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.errors import CuratorError
from webarticlecurator.model.capture import Capture
from webarticlecurator.store.captures import Captures, make_capture
from webarticlecurator.store.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
)
from webarticlecurator.store.disk import convert_os_errors, file_size, warc_files
from webarticlecurator.store.finding import Finding
from webarticlecurator.store.index import (
    DRAFT,
    NAME,
    Index,
    open_index,
    open_index_read_only,
    remove_draft,
)
from webarticlecurator.store.inspect import digest_errors
from webarticlecurator.store.lock import Lock
from webarticlecurator.store.options import StoreOptions
from webarticlecurator.store.reconcile import Reconciled, Reconciler
from webarticlecurator.store.record import RecordLocation
from webarticlecurator.store.run_log import RunLog
from webarticlecurator.store.verify_tei import VerifiedTei, verify_tei
from webarticlecurator.store.view import check_folder


@dataclass(frozen=True)
class Verified:
    """``records`` and ``tei`` files were read; ``findings`` is empty for a sound corpus.
    ``unknown`` TEI files have no digest yet: an older version wrote them."""

    records: int
    tei: int
    unknown: int
    findings: tuple[Finding, ...]


def verify(folder: Path, portal: str) -> Verified:
    """Reads every record of a corpus, compares its digests, and the index with the files, then
    every TEI file; changes nothing. Raises CorpusLocked, CorpusMismatch."""
    check_folder(folder, create=False)
    lock = Lock(folder)
    try:
        return _Verifier(folder).run(portal)
    finally:
        lock.release()


def rebuild_index(folder: Path, portal: str, options: StoreOptions | None = None) -> Reconciled:
    """Makes ``corpus.sqlite`` anew from the WARC files, also from damaged ones as far as they can
    be read; ``damage`` tells where they cannot. All fetches are then ``recovered``: the caller
    draws its conclusions from them again. The old index is replaced only when the new one is whole.
    Raises CorpusLocked, CorpusMismatch, DiskFull."""
    options = options or StoreOptions()
    check_folder(folder, create=False)
    lock = Lock(folder)
    try:
        try:
            found = _fill(folder, portal, options)
        except BaseException:
            remove_draft(folder)
            raise
        with convert_os_errors(folder):
            # the journal last: SQLite drops one that has no database
            for name in (NAME, f"{NAME}-journal"):
                (folder / name).unlink(missing_ok=True)
            (folder / DRAFT).replace(folder / NAME)
        return found
    finally:
        lock.release()


def _fill(folder: Path, portal: str, options: StoreOptions) -> Reconciled:
    remove_draft(folder)
    index = open_index(folder, options, DRAFT)
    try:
        found = Reconciler(folder, index, options, tolerant=True).run(portal)
        RunLog(index).set_meta("portal", portal)
        index.commit()
        return found
    finally:
        index.close()


class _Verifier:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._findings: list[Finding] = []
        self._records = 0

    def run(self, portal: str) -> Verified:
        index = self._index()
        known = self._indexed(index) if index else {}
        names = [name.file for name in warc_files(self._folder, portal)]
        for file in sorted(set(known) - set(names)):
            self._findings.append(
                Finding(file, None, f"is missing; the index knows {known[file][0]} bytes of it")
            )
        for file in names:
            self._file(file, Captures(index) if index else None, known.get(file, (0, 0)))
        tei = verify_tei(self._folder, index) if index else VerifiedTei()
        if index:
            index.close()
        return Verified(self._records, tei.read, tei.unknown, (*self._findings, *tei.findings))

    def _index(self) -> Index | None:
        if not (self._folder / NAME).exists():
            self._findings.append(
                Finding(NAME, None, "is missing; `curator verify --rebuild` makes it again")
            )
            return None
        try:
            index = open_index_read_only(self._folder)
            self._findings += [Finding(NAME, None, text) for text in index.check()]
        except CuratorError as error:
            self._findings.append(Finding(NAME, None, error.message))
            return None
        return index

    def _indexed(self, index: Index) -> dict[str, tuple[int, int]]:
        """File → bytes and responses that the index knows of; revisits lie where the record lies
        that they repeat."""
        rows = index.read(
            "SELECT name, end, (SELECT COUNT(DISTINCT offset) FROM captures WHERE file = name) FROM"
            " files"
        )
        return {name: (end, captures) for name, end, captures in rows}

    def _file(self, file: str, captures: Captures | None, known: tuple[int, int]) -> None:
        end, expected = known
        seen = 0
        for located in self._readable(file):
            self._records += 1
            self._findings += [
                Finding(file, located.offset, text) for text in digest_errors(located.record)
            ]
            if captures and located.record.kind == "response" and located.offset < end:
                seen += 1
                self._compare(located, captures)
        if captures and seen != expected:
            self._findings.append(
                Finding(file, None, f"holds {seen} responses where the index knows {expected}")
            )
        if captures and (file_size(self._folder, file) or 0) < end:
            self._findings.append(
                Finding(file, None, f"is shorter than the {end} bytes the index knows")
            )

    def _readable(self, file: str) -> Iterator[RecordLocation]:
        start: int | None = 0
        while start is not None:
            try:
                yield from read_records(self._folder / file, file, start)
                return
            except BrokenMember as broken:
                self._findings.append(Finding(file, broken.offset, broken.reason))
                start = broken.next_offset or find_next_readable(
                    self._folder / file, broken.offset + 1
                )
            except MultiRecordMember:
                self._findings.append(Finding(file, None, "was compressed anew as a whole"))
                return

    def _compare(self, located: RecordLocation, captures: Captures) -> None:
        row = captures.by_id(located.record.id)
        mine = make_capture(located)
        if row is None:
            self._findings.append(
                Finding(located.file, located.offset, f"{located.record.id} is not in the index")
            )
        elif (row.file, row.offset, row.length) != (
            mine.file,
            mine.offset,
            mine.length,
        ) or _differs(row, mine):
            self._findings.append(
                Finding(
                    located.file, located.offset, f"{located.record.id} is otherwise in the index"
                )
            )


def _differs(row: Capture, mine: Capture) -> bool:
    """The digest of a broken body says only how far a version of this program read it."""
    return row.body_digest != mine.body_digest and not mine.truncated
