"""Read WARC and ARC files that do not belong to a corpus (``build --warc``).

The files may be made by any tool: gzip, zstd or uncompressed, one record per member or not.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

from webarticlecurator.config.files import check_regular
from webarticlecurator.errors import CuratorError, UsageError, WarcUnreadable
from webarticlecurator.model.capture import Body, Capture, Origin
from webarticlecurator.store.captures import Captures
from webarticlecurator.store.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
    unpack,
)
from webarticlecurator.store.finding import Finding
from webarticlecurator.store.index_opening import temporary_index
from webarticlecurator.store.message import is_page_record
from webarticlecurator.store.new_captures import NewCaptures, add_fetch
from webarticlecurator.store.options import StoreOptions
from webarticlecurator.store.record import RecordLocation, without_record_id
from webarticlecurator.store.view import read_capture_body
from webarticlecurator.store.warc_fields import FetchMetadata

_CURE = "Get the file again, or leave it out."
_KEEP_WHOLE_PART = (
    "Get the file again, or keep what is whole before the break: head -c {offset} FILE > NEWFILE"
)
_MAX_FINDINGS = 1000
"""Damaged places reported per file; the rest of the file is skipped after that many."""

_MAX_RATIO = 100
_FREE_BYTES = 256 * 1024 * 1024
"""A file may unpack to ``_FREE_BYTES`` plus ``_MAX_RATIO`` times its size: no zip bombs."""

OnDamage = Callable[[Finding], None]
"""Called with every place that cannot be read."""


class WarcReader:
    """Reader of WARC files, record by record.

    A gzip member or zstd frame with several records is unpacked into a temporary folder first;
    ``close`` removes the folder. With ``on_damage`` unreadable places are reported and the records
    behind them are read; without it the first such place raises WarcUnreadable.
    """

    def __init__(self, on_damage: OnDamage | None = None) -> None:
        self._on_damage = on_damage
        self._unpacked: dict[str, Path] = {}
        self._folder: Path | None = None

    def records(self, path: Path) -> Iterator[RecordLocation]:
        """Yield all records of the file at ``path``.

        ``file`` of a result is the path as passed in; it ends in ``(unpacked)`` where the offset
        counts in the unpacked bytes.

        Raises UsageError if the file does not exist, WarcUnreadable (file, offset and cure) if
        nothing in it can be read.
        """
        check_files([path])
        damage = _DamageReport(path, self._on_damage)
        start: int | None = 0
        while start is not None:
            try:
                for located in read_records(path, str(path), start):
                    damage.records_read += 1
                    yield located
                start = None
            except BrokenMember as broken:
                start = damage.report(broken, path)
            except OSError as error:
                raise unreadable_warc(path, None, error.strerror or str(error)) from error
            except MultiRecordMember as member:
                start = yield from self._unpacked_records(path, member.offset, damage)
        damage.finish()

    def place(self, file: str) -> str:
        """Return the path in which the offsets of ``file`` count: the file or its unpacked copy."""
        return str(self._unpacked.get(file, file))

    def close(self) -> None:
        """Remove what was unpacked."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _unpacked_records(
        self, path: Path, offset: int, damage: _DamageReport
    ) -> Generator[RecordLocation, None, int | None]:
        """Unpack the file from ``offset`` on and yield its records.

        Returns the offset in ``path`` at which to continue if unpacking stopped early, else None.
        """
        name = f"{path} (unpacked)" if offset == 0 else f"{path} (unpacked from {offset})"
        stopped = None
        if name not in self._unpacked:
            self._folder = self._folder or Path(tempfile.mkdtemp(prefix="curator-"))
            copy = self._folder / f"{len(self._unpacked)}.warc"
            max_bytes = _FREE_BYTES + _MAX_RATIO * path.stat().st_size
            with copy.open("wb") as out:
                stopped = unpack(path, offset, out, max_bytes)
            self._unpacked[name] = copy

        start: int | None = 0
        while start is not None:
            try:
                for located in read_records(self._unpacked[name], name, start):
                    damage.records_read += 1
                    yield located
                start = None
            except BrokenMember as broken:
                start = damage.report(broken, self._unpacked[name], name)
            except MultiRecordMember as member:  # compressed records in compressed records
                nested = BrokenMember(member.offset, "compressed more than once")
                start = damage.report(nested, self._unpacked[name], name)
        return damage.report(stopped, path) if stopped else None


class _DamageReport:
    """The unreadable places of one file, passed on to ``on_damage`` as they are met."""

    def __init__(self, path: Path, on_damage: OnDamage | None) -> None:
        self._path = path
        self._on_damage = on_damage
        self._first: BrokenMember | None = None
        self._count = 0
        self.records_read = 0

    def report(self, broken: BrokenMember, path: Path, name: str | None = None) -> int | None:
        """Report one place; return the offset of the next readable record in ``path``, or None.

        ``name``: the name of an unpacked copy at ``path``. Raises WarcUnreadable without
        ``on_damage``.
        """
        self._first = self._first or broken
        if self._on_damage is None:
            raise unreadable_warc(self._path, broken.offset, broken.reason) from broken

        self._count += 1
        if self._count > _MAX_FINDINGS:
            reason = (
                f"more than {_MAX_FINDINGS} places that cannot be read; the rest of the file is"
                " left out"
            )
            self._on_damage(Finding(name or str(path), broken.offset, reason))
            return None

        next_offset = broken.next_offset or find_next_readable(path, broken.offset + 1)
        # an unreadable file is one error, raised by ``finish``, and not a finding as well
        if self.records_read or next_offset is not None:
            is_last = next_offset is None and name is None
            cure = f". {_KEEP_WHOLE_PART.format(offset=broken.offset)}" if is_last else ""
            self._on_damage(Finding(name or str(path), broken.offset, broken.reason + cure))
        return next_offset

    def finish(self) -> None:
        """Raise WarcUnreadable if the file is damaged and holds no readable record at all."""
        if self._first is not None and not self.records_read:
            first = self._first
            raise unreadable_warc(self._path, first.offset, first.reason) from first


class ForeignWarcs:
    """The captures of some WARC files, indexed in a temporary SQLite database.

    ``captures`` and ``read`` work as in ``WritableCorpus``. Made by ``open_warcs``; close it after
    use.

    A ``revisit`` record becomes a capture with its own address and time and the location of the
    original record; ``unresolved`` holds the ids of revisits whose original is in none of the
    files. A record id that occurs twice is indexed once. ``damage`` lists what cannot be read, and
    record ids that two different records share (the second is indexed under another id).
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.damage: list[Finding] = []
        self._reader = WarcReader(self.damage.append)
        self._index = temporary_index(StoreOptions())
        self.captures = Captures(self._index)
        self.unresolved: tuple[str, ...] = ()
        try:
            self._load(paths)
        except BaseException:
            self.close()
            raise

    def forget_origins(self) -> None:
        """Drop the origins of all captures, as if the files did not record them."""
        self._index.write("UPDATE captures SET fetch = NULL")

    def assign(self, capture: Capture, origin: Origin) -> bool:
        """Set the origin of ``capture``; return False if it already has one."""
        stored = self.captures.by_id(capture.record_id)
        if stored is None or stored.origin is not None:
            return False

        metadata = FetchMetadata(capture.url, origin, 1, (), None)
        fetch = add_fetch(self._index, metadata, recovered=False)
        self._index.write(
            "UPDATE captures SET fetch = ? WHERE record_id = ?", (fetch, capture.record_id)
        )
        return True

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture. Raises WarcUnreadable."""
        located = replace(capture, file=self._reader.place(capture.file))
        try:
            body = read_capture_body(Path(), located)
        except CuratorError as error:
            raise WarcUnreadable(error.message, _CURE) from error
        return replace(body, capture=replace(body.capture, file=capture.file))

    def close(self) -> None:
        """Delete the temporary index and what was unpacked."""
        self._index.close()
        self._reader.close()

    def __enter__(self) -> ForeignWarcs:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def _load(self, paths: Sequence[Path]) -> None:
        revisits: list[RecordLocation] = []
        for path in paths:
            new_captures = NewCaptures(self._index, recovered=False)
            for located in self._reader.records(path):
                if located.record.kind == "revisit":
                    revisits.append(located)
                elif located.record.url.lower().startswith(("http:", "https:")):
                    self._add(new_captures, located)
        self.unresolved = tuple(located.record.id for located in self._add_revisits(revisits))
        self._index.commit()

    def _add(self, new_captures: NewCaptures, located: RecordLocation) -> None:
        record = located.record
        if not is_parsable_url(record.url):
            self._report(located, f"no address: {record.url[:200]!r}; the record is left out")
            return

        stored = self.captures.by_id(record.id) if is_page_record(record) else None
        if stored is not None and (stored.url, stored.time) != (record.url, record.time):
            self._report(
                located,
                f"the record id {record.id[:200]} is that of another record, of {stored.url[:200]}",
            )
            located = replace(located, record=without_record_id(record))
        new_captures.add(located)

    def _report(self, located: RecordLocation, message: str) -> None:
        self.damage.append(Finding(located.file, located.offset, message))

    def _add_revisits(self, revisits: list[RecordLocation]) -> list[RecordLocation]:
        """Index the revisits; return those whose original is missing.

        A revisit may refer to another revisit, so rounds go on as long as one resolves.
        """
        new_captures = NewCaptures(self._index, recovered=False)
        before = len(revisits) + 1
        while revisits and len(revisits) < before:
            before = len(revisits)
            stored = [located for located in revisits if self.captures.by_id(located.record.id)]
            revisits = [
                located
                for located in revisits
                if located not in stored and new_captures.add(located) is None
            ]
        return revisits


def is_parsable_url(url: str) -> bool:
    """Return True if ``url`` can be split and has a host."""
    try:
        return bool(urlsplit(url).hostname) and urlsplit(url).port != 0
    except ValueError:
        return False


def open_warcs(paths: Sequence[Path]) -> ForeignWarcs:
    """Read and index the files.

    Raises UsageError for a missing file, WarcUnreadable with file, offset and cure.
    """
    return ForeignWarcs(paths)


def check_files(paths: Sequence[Path]) -> None:
    """Raise UsageError for the first path that is not a readable regular file."""
    for path in paths:
        try:
            check_regular(path)
            path.open("rb").close()
        except OSError as error:
            raise UsageError(
                f"{path}: {error.strerror}", "Give the path of a WARC file."
            ) from error


def unreadable_warc(path: Path, offset: int | None, reason: str) -> WarcUnreadable:
    """Return the error for a file that cannot be read at ``offset`` (None: at all)."""
    where = f" at offset {offset}" if offset is not None else ""
    return WarcUnreadable(
        f"{path}: cannot be read{where}: {reason}",
        _KEEP_WHOLE_PART.format(offset=offset) if offset else _CURE,
    )
