"""The corpus of one portal: its WARC files and its index, opened by one process at a time. Begin reading here.

Order of every change: records are appended to a WARC file and made durable, then the index rows and whatever the caller adds
become visible in one transaction, by ``commit``. A kill at any point loses no record: opening reconciles the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from webarticlecurator.errors import CorpusMismatch, CuratorError, StoreDamaged
from webarticlecurator.model.capture import Body, Capture, Exchange, Origin
from webarticlecurator.model.portal import NamedFile
from webarticlecurator.store.captures import Captures, Ingest
from webarticlecurator.store.container import Broken, Lumped, read_at
from webarticlecurator.store.disk import FOLDER, KINDS, Appender, on_disk, size_of, warc_files
from webarticlecurator.store.draft import Drafter
from webarticlecurator.store.frontier import Frontier
from webarticlecurator.store.index import NAME, Index, open_index
from webarticlecurator.store.ledger import Ledger
from webarticlecurator.store.lock import NAME as LOCK_NAME
from webarticlecurator.store.lock import Lock
from webarticlecurator.store.message import read_response
from webarticlecurator.store.options import StoreOptions
from webarticlecurator.store.reconcile import Reconciled, Reconciler, set_end
from webarticlecurator.store.record import Located, Record, encode
from webarticlecurator.store.relisting import Relisting
from webarticlecurator.store.walks import Walks

_OURS = {NAME, NAME + "-journal", LOCK_NAME, FOLDER, "tei", "reports"}


class Corpus:
    """Made by ``open_corpus``. ``fresh`` is True if the folder held no WARC and no index; ``reconciled`` says what opening found.

    The parts: ``captures`` (what is stored), ``frontier`` (addresses and articles), ``walks`` (of the archive), ``ledger`` (runs,
    problems, notes). All their changes wait for ``commit``."""

    def __init__(self, folder: Path, portal: str, options: StoreOptions) -> None:
        self.folder = folder
        self.portal = portal
        self._options = options
        with on_disk(folder):
            self._lock = Lock(folder)
        try:
            options.events("lock")
            self.fresh = not warc_files(folder, portal) and not (folder / NAME).exists()
            self._index = open_index(folder, options)
        except BaseException:
            self._lock.release()
            raise
        try:
            self.reconciled = self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> Reconciled:
        self.captures = Captures(self._index)
        self.frontier = Frontier(self._index)
        self.walks = Walks(self._index)
        self.relisting = Relisting(self._index)
        self.ledger = Ledger(self._index)
        self._broken = False
        self._drafter = Drafter(self._options.new_id, self._options.now)
        self._appenders: dict[str, Appender] = {}
        _claim(self._index, self.ledger, self.portal, self.folder)
        with on_disk(self.folder):
            found = Reconciler(self.folder, self._index, self._options).run(self.portal)
        names = warc_files(self.folder, self.portal)
        self._appenders = {kind: Appender(self.folder, names, kind, self._options) for kind in KINDS}
        return found

    def append(self, exchange: Exchange, origin: Origin) -> tuple[Capture, ...]:
        """Stores one fetch, durably, and indexes it within the open transaction. Gives a capture per hop; () for a fetch without
        any response (its failure is stored as a metadata record). Raises DiskFull."""
        kind = "articles" if origin.level in ("article", "continuation") else "archive"
        return self._append(kind, self._drafter.fetch(exchange, origin))

    def record_files(self, files: Sequence[NamedFile]) -> None:
        """Stores the portal file and the files it names as ``resource`` records, once per run, in the archive's WARC."""
        if files:
            self._append("archive", tuple(self._drafter.resource(self.portal, file) for file in files))

    def adopt(self, records: Sequence[Record], level: str) -> tuple[Capture, ...]:
        """Appends records of other WARC files as they are (headers, ids, digests, blocks); see ``adopt.adopt``."""
        return self._append("articles" if level in ("article", "continuation") else "archive", tuple(records))

    @property
    def drafter(self) -> Drafter:
        """Makes records with this corpus's ids and clock."""
        return self._drafter

    def read(self, capture: Capture) -> Body:
        """The decoded body of a capture. Raises StoreDamaged."""
        return read_body(self.folder, capture)

    def commit(self) -> None:
        """Makes everything since the last commit durable and visible, all or nothing. Raises DiskFull."""
        self._check()
        self._index.commit()

    def rollback(self) -> None:
        """Takes back what was said since the last commit, but for the records: these stay, and are found at the next opening.
        Nothing can be appended any more."""
        self._broken = True
        self._index.rollback()

    def warc_bytes(self) -> int:
        """Size of all WARC files."""
        return sum(size_of(self.folder, n.file) or 0 for n in warc_files(self.folder, self.portal))

    def close(self) -> None:
        """Lets go of files and lock. What was not committed is as if a kill had come."""
        for appender in getattr(self, "_appenders", {}).values():
            appender.close()
        self._index.close()
        self._lock.release()

    def __enter__(self) -> Corpus:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()

    def _append(self, kind: str, records: tuple[Record, ...]) -> tuple[Capture, ...]:
        self._check()
        self._broken = True  # until it is done: records behind a failed step would be unknown to the index
        members = [encode(record) for record in records]
        file, offset = self._appenders[kind].append(self.portal, b"".join(members), self._first)
        ingest = Ingest(self._index, recovered=False)
        found = []
        for record, member in zip(records, members, strict=True):
            found.append(ingest.take(Located(record, file, offset, len(member))))
            offset += len(member)
        set_end(self._index, file, offset)
        self._broken = False
        return tuple(capture for capture in found if capture is not None)

    def _first(self, name: str) -> bytes:
        return encode(self._drafter.warcinfo(name, self.portal, self._options.software))

    def _check(self) -> None:
        if self._broken:
            raise StoreDamaged(f"{self.folder}: an earlier step of this run failed", "Run the same command again.")


def open_corpus(folder: Path, portal: str, options: StoreOptions | None = None, *, create: bool = True) -> Corpus:
    """Opens the corpus of ``portal``, making it if ``create``; locks it; makes index and WARC files agree.

    Raises CorpusLocked, CorpusMismatch (another portal's folder, or no corpus at all), StoreDamaged, DiskFull."""
    check_folder(folder, create=create)
    with on_disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return Corpus(folder, portal, options or StoreOptions())


def check_folder(folder: Path, *, create: bool) -> None:
    """Raises CorpusMismatch if ``folder`` is no corpus and (without ``create``) none may be made there."""
    if folder.exists() and not folder.is_dir():
        raise CorpusMismatch(f"{folder} is a file", "Give a folder as --corpus.")
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if names and not names & _OURS:
        raise CorpusMismatch(f"{folder} holds other things, it is no corpus", "Give an empty folder, or one that curator made.")
    if not create and not names & {NAME, FOLDER}:
        raise CorpusMismatch(
            f"{folder}: there is no corpus here", "Run `curator crawl` first, or give the right --corpus folder."
        )


def read_record(folder: Path, capture: Capture) -> Record:
    """The stored record of a capture; its file is relative to ``folder``. Raises StoreDamaged with file, offset and cure."""
    path = folder / capture.file
    try:
        record = read_at(path, capture.offset)
    except (Broken, Lumped, OSError) as error:
        raise _damaged(path, capture, str(error)) from error
    digest = record.get("WARC-Payload-Digest")
    if record.kind != "response" or (digest and capture.payload_digest and digest != capture.payload_digest):
        raise _damaged(path, capture, f"another record ({record.kind or 'none'} {record.id}) lies there")
    return record


def read_body(folder: Path, capture: Capture) -> Body:
    """The decoded body of a capture, without opening the corpus: for workers in other processes. Raises StoreDamaged."""
    response = read_response(capture.url, read_record(folder, capture).block)
    return Body(capture, response.body(), capture.content_type)


def _damaged(path: Path, capture: Capture, reason: str) -> CuratorError:
    return StoreDamaged(
        f"{path}: the record of {capture.url} at offset {capture.offset} cannot be read: {reason}",
        "Put the file back from a copy, or run `curator verify --rebuild` to index what can still be read.",
    )


def _claim(index: Index, ledger: Ledger, portal: str, folder: Path) -> None:
    """Writes the portal's id into a new index, or compares. Raises CorpusMismatch."""
    owner = ledger.note("portal")
    if owner is None:
        ledger.set_note("portal", portal)
        index.commit()
    elif owner != portal:
        raise CorpusMismatch(f"{folder} is the corpus of {owner}, not of {portal}", "Give the right --corpus folder.")
