"""The corpus of one portal: its WARC files and its index, opened by one process at a time.

Read this file first. Every change happens in this order: records are appended to a WARC file and
synced to disk; then ``commit``, or ``end_step`` for the steps of a second together, makes the index
rows, and whatever the caller adds to them, visible in one transaction. A kill at any point loses no
record: opening reconciles files and index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import CuratorError, StoreDamaged
from webarticlecurator.base.model.capture import (
    LEVELS_OF_ARTICLE,
    Body,
    Capture,
    Exchange,
    Origin,
    Subresource,
)
from webarticlecurator.base.portal.portal import NamedFile
from webarticlecurator.base.portal.session_secrets import SessionSecrets
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.frontier.index_reset import IndexReset
from webarticlecurator.storage.index.disk import (
    ARTICLES,
    ASSETS,
    KINDS,
    Appender,
    convert_os_errors,
    warc_files,
)
from webarticlecurator.storage.index.index import NAME, close_on_error
from webarticlecurator.storage.index.index_opening import open_index, remove_draft
from webarticlecurator.storage.index.lock import Lock
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.index_rebuild import read_lost, renew_index
from webarticlecurator.storage.store.reconcile import (
    NewCaptures,
    Reconciled,
    Reconciler,
    set_indexed_end,
)
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.store.record_cleaning import hide_in_index
from webarticlecurator.storage.store.replaced_warc import finish_replacement, replace_file
from webarticlecurator.storage.store.revisits import OriginalFinder, Revisit
from webarticlecurator.storage.store.view import CorpusView, check_folder, check_owner, check_state
from webarticlecurator.storage.store.withdrawn_texts import forget_listed_texts
from webarticlecurator.storage.warc.message import Answer, is_page_record
from webarticlecurator.storage.warc.record import Record, RecordLocation, encode_record


class WritableCorpus(CorpusView):
    """A corpus open for writing. Made by ``open_corpus``.

    All changes wait for ``commit``.

    Attributes:
        is_new: True if the folder held neither a WARC file nor an index.
        is_renewed: True if its index had an earlier format, and was made again.
        reconciled: what opening had to repair.
        index_reset: clears parts of the index so that they are made again.
        record_builder: makes records with the ids and the clock of this corpus.
        originals: finds the records that revisits refer to.
    """

    def __init__(self, folder: Path, portal: str, options: StoreOptions) -> None:
        self._options = options
        self._has_failed = False
        self._committed = self._synced = options.monotonic()
        self._steps_committed = 0
        self.record_builder = RecordBuilder(options.new_id, options.now)
        self._appenders: dict[str, Appender] = {}
        self._latest: tuple[str, Answer] | None = None
        with convert_os_errors(folder):
            self._lock = Lock(folder)
        with close_on_error(self._lock.close):
            options.events("lock")
            with convert_os_errors(folder):
                remove_draft(folder)
            self.is_renewed = renew_index(folder, portal, options)
            self.is_new = not warc_files(folder, portal) and not (folder / NAME).exists()
            super().__init__(folder, portal, open_index(folder, options))
            self._index.before_commit = lambda: self.tei_files.note_visible(options.now())
            self.originals = OriginalFinder(folder, portal, self.captures)
        with close_on_error(self.close):
            self.reconciled = self._open()

    def _open(self) -> Reconciled:
        self.index_reset = IndexReset(self._index)
        check_state(self.run_log, self._options.records)
        self.records_folder = self._options.records or self.folder
        # Write the portal's id into a new index, or compare it with the stored one
        owner = self.run_log.get_meta("portal")
        check_owner(owner, self.portal, self.folder)
        if owner is None:
            self.run_log.set_meta("portal", self.portal)
            self._index.commit()
        with convert_os_errors(self.folder):
            finish_replacement(self.folder, self._index)
            reconciled = Reconciler(self.folder, self._index, self._options).run(self.portal)
        names = warc_files(self.folder, self.portal)
        lost = {each.file for each in read_lost(self.folder)}
        self._appenders = {
            kind: Appender(self.folder, names, kind, self._options, lost) for kind in KINDS
        }
        return reconciled

    def begin_at(self, now: datetime) -> timedelta:
        """Begin to capture at the time ``now``; return by how much that is before the latest record
        of the corpus, 0 if it is not.

        What is captured with a clock that is behind is marked in its record, so that it is later
        than what was captured before.
        """
        latest = self.captures.latest_time()
        if latest is None or latest <= now:
            return timedelta()
        self.record_builder = replace(
            self.record_builder, clock_behind=int((latest - now).total_seconds()) + 1
        )
        return latest - now

    def append(
        self,
        exchange: Exchange,
        origin: Origin,
        revalidated: Mapping[str, Record] | None = None,
        announce: Callable[[Body], None] | None = None,
    ) -> tuple[Capture, ...]:
        """Store one fetch, durably within ``durable_after`` seconds, and index it within the open
        transaction.

        With ``revalidated``, an article is asked for again: a page that is as it was stored before
        becomes a revisit record. ``revalidated`` has the stored pages that conditional requests
        named, by address. ``announce`` is called with the last page before it is written; its
        capture has no place yet. Returns a capture per hop; () for a fetch without any response,
        whose failure is stored as a metadata record. Raises DiskFull.
        """
        kind = _kind_of(origin.level)
        revisits: Mapping[int, Revisit] = {}
        if revalidated is not None and kind == ARTICLES:
            revisits = self.originals.find_revisits(exchange, revalidated)
        return self._append(
            kind, self.record_builder.fetch(exchange, origin, revisits), announce=announce
        )

    def append_subresource(self, exchange: Exchange, loaded: Subresource) -> None:
        """Store what a page loads in a browser, before the page itself. Raises DiskFull."""
        records = self.record_builder.subresource(exchange, loaded)
        self._append(_kind_of(loaded.origin.level), records)

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture; that of the last answer is at hand. Raises
        StoreDamaged."""
        if self._latest is not None and self._latest[0] == capture.record_id:
            return self._latest[1].to_body(capture)
        return super().read(capture)

    def record_files(self, files: Sequence[NamedFile]) -> None:
        """Store the portal file and the files it names as ``resource`` records.

        Called once per run; the records go to the archive's WARC file.
        """
        records = tuple(self.record_builder.resource(self.portal, file) for file in files)
        if records:
            self._append("archive", records)

    def record_tei_state(self, state: str, lines: bytes) -> None:
        """Store which TEI files are going to be replaced, in the archive's WARC file; see
        ``storage.warc.record.TEI_STATE``. Raises DiskFull."""
        self._append("archive", (self.record_builder.tei_state(self.portal, state, lines),))

    def replace_file(self, file: str, draft: Path) -> None:
        """Replace a WARC file by ``draft``, which has the same records, or some of them, at other
        places; the index has these afterwards. Only before anything is appended. Raises DiskFull,
        StoreDamaged."""
        self._check_usable()
        self._has_failed = True
        replace_file(self.folder, self._index, file, draft, self._options)
        self._has_failed = False

    def hide_secrets(self, secrets: SessionSecrets) -> None:
        """Put ``…`` in place of secrets in the messages of the index; commits."""
        hide_in_index(self._index, secrets)
        self.commit()

    def forget_listed_texts(self, addresses: Iterable[str]) -> None:
        """Remove from the index what lists showed beside the links to articles; commits."""
        forget_listed_texts(self._index, addresses)

    def adopt(self, records: Sequence[Record], level: str) -> tuple[Capture, ...]:
        """Append records of other WARC files unchanged (headers, ids, digests, blocks).

        Used by ``adopt.adopt_captures``. The fetches are ``captures.recovered`` afterwards: the
        caller processes them as it does after a kill.
        """
        return self._append(_kind_of(level), tuple(records), recovered=True)

    def commit(self) -> None:
        """Make all changes since the last commit durable and visible. Raises DiskFull."""
        self._check_usable()
        self._sync()
        self._index.commit()
        self._committed = self._options.monotonic()

    def has_large_transaction(self) -> bool:
        """Return True if so much waits for ``commit`` that it must not wait for further steps."""
        return self._index.has_large_transaction()

    def allow_large_transaction(self) -> None:
        """Let what waits for the next ``commit`` grow with the corpus. Until then nobody may be
        awaited who reads it; see ``Index.allow_large_transaction``."""
        self._index.allow_large_transaction()

    def end_step(self) -> None:
        """End a step, whose changes belong together: commit if the last commit is at least
        ``durable_after`` seconds ago, or many changes wait. Otherwise the next commit or ``close``
        does. Raises DiskFull.

        A kill loses no record, since opening indexes those that the index lacks; a power failure
        may lose the records of these seconds. After ``wal_after`` such commits, the index has a
        write-ahead log, until ``disable_wal`` or ``close``: a crawl that soon ends has none.
        """
        if self._is_due(self._committed) or self.has_large_transaction():
            self.commit()
            self._steps_committed += 1
            if self._steps_committed >= self._options.wal_after:
                self._index.enable_wal()
        else:
            self._check_usable()
            self._index.mark()

    def begin_steps(self) -> None:
        """Commit; only small steps follow (``end_step``), until ``end_steps``."""
        self.commit()
        # to undo a step, SQLite keeps each page of the index that it changes: in a file, 58 writes
        # for each article of a crawl
        self._index.keep_undo_in_memory(kept=True)

    def end_steps(self) -> None:
        """Commit; what follows may change as much as there is."""
        self.commit()
        self._index.keep_undo_in_memory(kept=False)

    def _is_due(self, last: float) -> bool:
        return self._options.monotonic() - last >= self._options.durable_after

    def _sync(self) -> None:
        # records behind a failed step would be missing from the index
        self._has_failed = True
        self._sync_files()
        self._has_failed = False
        self._synced = self._options.monotonic()

    def _sync_files(self) -> None:
        for appender in self._appenders.values():
            appender.sync()

    def disable_wal(self) -> None:
        """Let the index be one file again, between two transactions; see ``Index.disable_wal``."""
        self._index.disable_wal()

    def rollback(self) -> None:
        """Discard all changes since the last commit, except for the records.

        The records stay in the WARC files and are indexed at the next opening. Nothing can be
        appended any more.
        """
        self._has_failed = True
        self._index.rollback()

    def close(self) -> None:
        """Close the files and release the lock.

        Steps that have ended are committed; other changes are lost, as after a kill.
        """
        try:
            with suppress(CuratorError):  # as after a kill, too
                self._sync_files()
                self._index.commit_marked()
            with suppress(CuratorError):
                self._index.rollback()
                self._index.disable_wal()
        finally:
            for appender in self._appenders.values():
                appender.close()
            super().close()
            self._lock.close()

    def _append(
        self,
        kind: str,
        records: tuple[Record, ...],
        *,
        recovered: bool = False,
        announce: Callable[[Body], None] | None = None,
    ) -> tuple[Capture, ...]:
        self._check_usable()
        # reset at the end: records behind a failed step would be missing from the index
        self._has_failed = True
        new_captures = NewCaptures(self._index, recovered=recovered)
        if announce is not None and is_page_record(records[-1]):
            announce(new_captures.read_ahead(records[-1]))
        members = [encode_record(record) for record in records]
        file, offset = self._appenders[kind].append(
            self.portal, b"".join(members), self._make_warcinfo
        )
        captures = []
        for record, member in zip(records, members, strict=True):
            captures.append(new_captures.add(RecordLocation(record, file, offset, len(member))))
            offset += len(member)
        set_indexed_end(self._index, file, offset)
        self._latest = None if recovered else new_captures.latest

        self._has_failed = False
        if self._is_due(self._synced):
            self._sync()
        return tuple(capture for capture in captures if capture is not None)

    def _make_warcinfo(self, name: str) -> bytes:
        return encode_record(
            self.record_builder.warcinfo(name, self.portal, self._options.software)
        )

    def _check_usable(self) -> None:
        if self._has_failed:
            raise StoreDamaged(
                make_message("{folder}: an earlier step of this run failed", folder=self.folder),
                "Run the same command again.",
            )


def open_corpus(
    folder: Path, portal: str, options: StoreOptions | None = None, *, create: bool = True
) -> WritableCorpus:
    """Open the corpus of ``portal`` for writing and lock it.

    A missing corpus is made if ``create``. Index and WARC files are reconciled; an index of an
    earlier format is made again from the WARC files.

    Raises CorpusLocked, CorpusMismatch (the folder is another portal's, or not a corpus),
    StoreDamaged, DiskFull.
    """
    check_folder(folder, create=create)
    with convert_os_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return WritableCorpus(folder, portal, options or StoreOptions())


def _kind_of(level: str) -> str:
    """Return which of the sequences of WARC files takes the records of a level."""
    if level == "asset":
        return ASSETS
    return ARTICLES if level in ("article", *LEVELS_OF_ARTICLE) else KINDS[0]
