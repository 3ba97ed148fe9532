"""The corpus of one portal: its WARC files and its index, opened by one process at a time. Begin
reading here.

Order of every change: records are appended to a WARC file and made durable, then the index rows and
whatever the caller adds become visible in one transaction, by ``commit``. A kill at any point loses
no record: opening reconciles the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.errors import StoreDamaged
from webarticlecurator.model.capture import Capture, Exchange, Origin
from webarticlecurator.model.portal import NamedFile
from webarticlecurator.store.captures import NewCaptures
from webarticlecurator.store.disk import KINDS, Appender, convert_os_errors, warc_files
from webarticlecurator.store.index import NAME, open_index, remove_draft
from webarticlecurator.store.index_reset import IndexReset
from webarticlecurator.store.lock import Lock
from webarticlecurator.store.options import StoreOptions
from webarticlecurator.store.reconcile import Reconciled, Reconciler, set_indexed_end
from webarticlecurator.store.record import Record, RecordLocation, encode_record
from webarticlecurator.store.record_builder import RecordBuilder
from webarticlecurator.store.view import CorpusView, check_folder, check_owner


class Corpus(CorpusView):
    """A view that may be changed. Made by ``open_corpus``. ``fresh`` is True if the folder held no
    WARC and no index; ``reconciled`` says what opening found; ``relisting`` unmakes the frontier.
    All changes to the parts wait for ``commit``."""

    def __init__(self, folder: Path, portal: str, options: StoreOptions) -> None:
        self._options = options
        self._broken = False
        self._drafter = RecordBuilder(options.new_id, options.now)
        self._appenders: dict[str, Appender] = {}
        with convert_os_errors(folder):
            self._lock = Lock(folder)
        try:
            options.events("lock")
            with convert_os_errors(folder):
                remove_draft(folder)
            self.is_new = not warc_files(folder, portal) and not (folder / NAME).exists()
            super().__init__(folder, portal, open_index(folder, options))
        except BaseException:
            self._lock.release()
            raise
        try:
            self.reconciled = self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> Reconciled:
        self.index_reset = IndexReset(self._index)
        self._claim()
        with convert_os_errors(self.folder):
            found = Reconciler(self.folder, self._index, self._options).run(self.portal)
        names = warc_files(self.folder, self.portal)
        self._appenders = {
            kind: Appender(self.folder, names, kind, self._options) for kind in KINDS
        }
        return found

    def _claim(self) -> None:
        """Writes the portal's id into a new index, or compares."""
        owner = self.run_log.get_meta("portal")
        check_owner(owner, self.portal, self.folder)
        if owner is None:
            self.run_log.set_meta("portal", self.portal)
            self._index.commit()

    def append(self, exchange: Exchange, origin: Origin) -> tuple[Capture, ...]:
        """Stores one fetch, durably, and indexes it within the open transaction. Gives a capture
        per hop; () for a fetch without any response (its failure is stored as a metadata record).
        Raises DiskFull."""
        kind = "articles" if origin.level in ("article", "continuation") else "archive"
        return self._append(kind, self._drafter.fetch(exchange, origin))

    def record_files(self, files: Sequence[NamedFile]) -> None:
        """Stores the portal file and the files it names as ``resource`` records, once per run, in
        the archive's WARC."""
        if files:
            self._append(
                "archive", tuple(self._drafter.resource(self.portal, file) for file in files)
            )

    def adopt(self, records: Sequence[Record], level: str) -> tuple[Capture, ...]:
        """Appends records of other WARC files as they are (headers, ids, digests, blocks); see
        ``adopt.adopt``. Their fetches are then ``captures.recovered``: the caller draws its
        conclusions from them as after a kill."""
        kind = "articles" if level in ("article", "continuation") else "archive"
        return self._append(kind, tuple(records), recovered=True)

    @property
    def record_builder(self) -> RecordBuilder:
        """Makes records with this corpus's ids and clock."""
        return self._drafter

    def commit(self) -> None:
        """Makes everything since the last commit durable and visible, all or nothing. Raises
        DiskFull."""
        self._check()
        self._index.commit()

    def rollback(self) -> None:
        """Takes back what was said since the last commit, but for the records: these stay, and are
        found at the next opening. Nothing can be appended any more."""
        self._broken = True
        self._index.rollback()

    def close(self) -> None:
        """Lets go of files and lock. What was not committed is as if a kill had come."""
        for appender in self._appenders.values():
            appender.close()
        super().close()
        self._lock.release()

    def _append(
        self, kind: str, records: tuple[Record, ...], *, recovered: bool = False
    ) -> tuple[Capture, ...]:
        self._check()
        # until it is done: records behind a failed step would be unknown to the index
        self._broken = True
        members = [encode_record(record) for record in records]
        file, offset = self._appenders[kind].append(self.portal, b"".join(members), self._first)
        new_captures = NewCaptures(self._index, recovered=recovered)
        found = []
        for record, member in zip(records, members, strict=True):
            found.append(new_captures.add(RecordLocation(record, file, offset, len(member))))
            offset += len(member)
        set_indexed_end(self._index, file, offset)
        self._broken = False
        return tuple(capture for capture in found if capture is not None)

    def _first(self, name: str) -> bytes:
        return encode_record(self._drafter.warcinfo(name, self.portal, self._options.software))

    def _check(self) -> None:
        if self._broken:
            raise StoreDamaged(
                f"{self.folder}: an earlier step of this run failed", "Run the same command again."
            )


def open_corpus(
    folder: Path, portal: str, options: StoreOptions | None = None, *, create: bool = True
) -> Corpus:
    """Opens the corpus of ``portal``, making it if ``create``; locks it; makes index and WARC files
    agree.

    Raises CorpusLocked, CorpusMismatch (another portal's folder, or no corpus at all),
    StoreDamaged, DiskFull."""
    check_folder(folder, create=create)
    with convert_os_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return Corpus(folder, portal, options or StoreOptions())
