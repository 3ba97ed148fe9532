"""WARC and ARC files that belong to no corpus (``build --warc``): gzip, zstd or plain, made by any
tool, read as they lie."""

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
from webarticlecurator.store.captures import Captures, NewCaptures, add_fetch
from webarticlecurator.store.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
    unpack,
)
from webarticlecurator.store.finding import Finding
from webarticlecurator.store.index import temporary_index
from webarticlecurator.store.options import StoreOptions
from webarticlecurator.store.record import RecordLocation, without_id
from webarticlecurator.store.view import read_body
from webarticlecurator.store.warc_fields import FetchAccount

_CURE = "Get the file again, or leave it out."
_WHOLE_PART = (
    "Get the file again, or keep what is whole before the break: head -c {offset} FILE > NEWFILE"
)
_MOST_FINDINGS = 1000
_RATIO = 100
_ROOM = 256 * 1024 * 1024

Told = Callable[[Finding], None]


class WarcReader:
    """Reads files record by record. What several records are compressed in as one piece is unpacked
    into a temporary folder first, until ``close``.

    ``told`` is called for what cannot be read, and the records behind it are read; without it the
    first such place is an error."""

    def __init__(self, told: Told | None = None) -> None:
        self._told = told
        self._unpacked: dict[str, Path] = {}
        self._folder: Path | None = None

    def records(self, path: Path) -> Iterator[RecordLocation]:
        """All records of a file, ``file`` being the path as given, with ``(unpacked)`` where the
        offset counts in what was unpacked. Raises UsageError where there is no such file,
        WarcUnreadable with file, offset and cure where nothing of it can be read."""
        check_files([path])
        breaks = _Breaks(path, self._told)
        start: int | None = 0
        while start is not None:
            try:
                for located in read_records(path, str(path), start):
                    breaks.read += 1
                    yield located
                start = None
            except BrokenMember as broken:
                start = breaks.behind(broken, path)
            except OSError as error:
                raise unreadable(path, None, error.strerror or str(error)) from error
            except MultiRecordMember as lumped:
                start = yield from self._lumped(path, lumped.offset, breaks)
        breaks.end()

    def place(self, file: str) -> str:
        """The path whose offsets the captures of ``file`` have."""
        return str(self._unpacked.get(file, file))

    def close(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _lumped(
        self, path: Path, offset: int, breaks: _Breaks
    ) -> Generator[RecordLocation, None, int | None]:
        """The records of the file from ``offset`` on, unpacked; gives where to go on, if the
        unpacking broke off."""
        name = f"{path} (unpacked)" if offset == 0 else f"{path} (unpacked from {offset})"
        stopped = None
        if name not in self._unpacked:
            self._folder = self._folder or Path(tempfile.mkdtemp(prefix="curator-"))
            whole = self._folder / f"{len(self._unpacked)}.warc"
            with whole.open("wb") as out:
                stopped = unpack(path, offset, out, _ROOM + _RATIO * path.stat().st_size)
            self._unpacked[name] = whole
        start: int | None = 0
        while start is not None:
            try:
                for located in read_records(self._unpacked[name], name, start):
                    breaks.read += 1
                    yield located
                start = None
            except BrokenMember as broken:
                start = breaks.behind(broken, self._unpacked[name], name)
            except MultiRecordMember as lumped:  # compressed records in compressed records
                twice = BrokenMember(lumped.offset, "compressed more than once")
                start = breaks.behind(twice, self._unpacked[name], name)
        return breaks.behind(stopped, path) if stopped else None


class _Breaks:
    """The places of one file that cannot be read. ``read`` records were read so far."""

    def __init__(self, path: Path, told: Told | None) -> None:
        self._path = path
        self._told = told
        self._first: BrokenMember | None = None
        self._count = 0
        self.read = 0

    def behind(self, broken: BrokenMember, path: Path, name: str | None = None) -> int | None:
        """Tell of one, and find where to go on in ``path``. Raises WarcUnreadable where nobody
        wants to be told."""
        self._first = self._first or broken
        if self._told is None:
            raise unreadable(self._path, broken.offset, broken.reason) from broken
        self._count += 1
        if self._count > _MOST_FINDINGS:
            reason = (
                f"more than {_MOST_FINDINGS} places that cannot be read; the rest of the file is"
                " left out"
            )
            self._told(Finding(name or str(path), broken.offset, reason))
            return None
        following = broken.behind or find_next_readable(path, broken.offset + 1)
        if self.read or following is not None:
            is_last = following is None and name is None
            cure = f". {_WHOLE_PART.format(offset=broken.offset)}" if is_last else ""
            self._told(Finding(name or str(path), broken.offset, broken.reason + cure))
        return following

    def end(self) -> None:
        """The file was read. Raises WarcUnreadable if there was no record in it at all."""
        if self._first is not None and not self.read:
            raise unreadable(self._path, self._first.offset, self._first.reason) from self._first


class ForeignWarcs:
    """The captures of some WARC files, indexed in a temporary file of SQLite's; ``captures`` and
    ``read`` as in Corpus.

    A ``revisit`` record becomes a capture of its own address and time that lies where its original
    lies; one whose original is in none of the files is named in ``unresolved``. A record id met
    twice is taken once; ``damage`` names what cannot be read, and ids that two different records
    have (the second is taken under another one). Made by ``open_warcs``, to be closed."""

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
        """As if the files did not say why their captures were fetched."""
        self._index.write("UPDATE captures SET fetch = NULL")

    def assign(self, capture: Capture, origin: Origin) -> bool:
        """From now on ``captures`` gives this origin for the capture; False if it has one
        already."""
        known = self.captures.by_id(capture.record_id)
        if known is None or known.origin is not None:
            return False
        fetch = add_fetch(
            self._index, FetchAccount(capture.url, origin, 1, (), None), recovered=False
        )
        self._index.write(
            "UPDATE captures SET fetch = ? WHERE record_id = ?", (fetch, capture.record_id)
        )
        return True

    def read(self, capture: Capture) -> Body:
        """The decoded body of a capture. Raises WarcUnreadable."""
        try:
            body = read_body(Path(), replace(capture, file=self._reader.place(capture.file)))
        except CuratorError as error:
            raise WarcUnreadable(error.message, _CURE) from error
        return replace(body, capture=capture)

    def close(self) -> None:
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
        waiting: list[RecordLocation] = []
        for path in paths:
            ingest = NewCaptures(self._index, recovered=False)
            for located in self._reader.records(path):
                if located.record.kind == "revisit":
                    waiting.append(located)
                elif located.record.url.lower().startswith(("http:", "https:")):
                    self._take(ingest, located)
        self.unresolved = tuple(located.record.id for located in self._resolve(waiting))
        self._index.commit()

    def _take(self, ingest: NewCaptures, located: RecordLocation) -> None:
        record = located.record
        if not is_address(record.url):
            self.damage.append(
                Finding(
                    located.file,
                    located.offset,
                    f"no address: {record.url[:200]!r}; the record is left out",
                )
            )
            return
        known = self.captures.by_id(record.id) if record.kind == "response" else None
        if known is not None and (known.url, known.time) != (record.url, record.time):
            reason = (
                f"the record id {record.id[:200]} is that of another record, of {known.url[:200]}"
            )
            self.damage.append(Finding(located.file, located.offset, reason))
            located = replace(located, record=without_id(record))
        ingest.take(located)

    def _resolve(self, waiting: list[RecordLocation]) -> list[RecordLocation]:
        """Index the revisits; gives those whose original is not there. One may repeat another."""
        ingest = NewCaptures(self._index, recovered=False)
        before = len(waiting) + 1
        while waiting and len(waiting) < before:
            before = len(waiting)
            known = [located for located in waiting if self.captures.by_id(located.record.id)]
            waiting = [
                located
                for located in waiting
                if located not in known and ingest.take(located) is None
            ]
        return waiting


def is_address(url: str) -> bool:
    """True for an address that can be taken apart."""
    try:
        return bool(urlsplit(url).hostname) and urlsplit(url).port != 0
    except ValueError:
        return False


def open_warcs(paths: Sequence[Path]) -> ForeignWarcs:
    """Reads and indexes the files. Raises UsageError for one that is not there, WarcUnreadable with
    file, offset and cure."""
    return ForeignWarcs(paths)


def check_files(paths: Sequence[Path]) -> None:
    """Raises UsageError for the first that is no file that may be read."""
    for path in paths:
        try:
            check_regular(path)
            path.open("rb").close()
        except OSError as error:
            raise UsageError(
                f"{path}: {error.strerror}", "Give the path of a WARC file."
            ) from error


def unreadable(path: Path, offset: int | None, reason: str) -> WarcUnreadable:
    """The error for a file that cannot be read at ``offset``."""
    where = f" at offset {offset}" if offset is not None else ""
    return WarcUnreadable(
        f"{path}: cannot be read{where}: {reason}",
        _WHOLE_PART.format(offset=offset) if offset else _CURE,
    )
