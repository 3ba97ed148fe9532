"""WARC and ARC files that belong to no corpus (``build --warc``): gzip, zstd or plain, made by any tool, read as they lie."""

from __future__ import annotations

import gzip
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType

import zstandard

from webarticlecurator.config.files import check_regular
from webarticlecurator.errors import CuratorError, UsageError, WarcUnreadable
from webarticlecurator.model.capture import Body, Capture, Origin
from webarticlecurator.store.captures import Captures, Ingest, add_fetch
from webarticlecurator.store.container import Broken, Lumped, kind_of, records
from webarticlecurator.store.fields import Account
from webarticlecurator.store.index import temporary_index
from webarticlecurator.store.options import StoreOptions
from webarticlecurator.store.record import Located
from webarticlecurator.store.view import read_body

_CURE = "Get the file again, or leave it out."
_WHOLE_PART = "Get the file again, or keep what is whole before the break: head -c {offset} FILE > NEWFILE"


class WarcReader:
    """Reads files record by record. A file compressed as one piece is unpacked into a temporary folder first, until ``close``."""

    def __init__(self) -> None:
        self._unpacked: dict[str, Path] = {}
        self._folder: Path | None = None

    def records(self, path: Path) -> Iterator[Located]:
        """All records of a file, ``file`` being the path as given. Raises UsageError where there is no such file, WarcUnreadable
        with file, offset and cure."""
        check_files([path])
        try:
            yield from records(path, str(path))
        except Broken as broken:
            raise unreadable(path, broken.offset, broken.reason) from broken
        except OSError as error:
            raise unreadable(path, None, error.strerror or str(error)) from error
        except Lumped:
            # only ever met at the first member, before anything was given
            yield from self._lumped(path)

    def place(self, file: str) -> str:
        """The path whose offsets the captures of ``file`` have."""
        return str(self._unpacked.get(file, file))

    def close(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _lumped(self, path: Path) -> Iterator[Located]:
        whole = self._unpack(path)
        try:
            yield from records(whole, str(path))
        except Broken as broken:
            reason = f"{broken.reason} (offset in the unpacked file)"
            raise WarcUnreadable(f"{path}: cannot be read at offset {broken.offset}: {reason}", _CURE) from broken

    def _unpack(self, path: Path) -> Path:
        if str(path) not in self._unpacked:
            self._folder = self._folder or Path(tempfile.mkdtemp(prefix="curator-"))
            whole = self._folder / f"{len(self._unpacked)}.warc"
            with path.open("rb") as packed, whole.open("wb") as out:
                if kind_of(packed) == "gzip":
                    shutil.copyfileobj(gzip.GzipFile(fileobj=packed), out)
                else:
                    zstandard.ZstdDecompressor(max_window_size=2**31).copy_stream(packed, out)
            self._unpacked[str(path)] = whole
        return self._unpacked[str(path)]


class ForeignWarcs:
    """The captures of some WARC files, indexed in a temporary file of SQLite's; ``captures`` and ``read`` as in Corpus.

    A ``revisit`` record becomes a capture of its own address and time that lies where its original lies; one whose original is
    in none of the files is named in ``unresolved``. A record id met twice is taken once. Made by ``open_warcs``, to be closed."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._reader = WarcReader()
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
        """From now on ``captures`` gives this origin for the capture; False if it has one already."""
        known = self.captures.by_id(capture.record_id)
        if known is None or known.origin is not None:
            return False
        fetch = add_fetch(self._index, Account(capture.url, origin, 1, (), None), recovered=False)
        self._index.write("UPDATE captures SET fetch = ? WHERE record_id = ?", (fetch, capture.record_id))
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

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()

    def _load(self, paths: Sequence[Path]) -> None:
        waiting: list[Located] = []
        for path in paths:
            ingest = Ingest(self._index, recovered=False)
            for located in self._reader.records(path):
                if located.record.kind == "revisit":
                    waiting.append(located)
                elif located.record.url.lower().startswith(("http:", "https:")):
                    ingest.take(located)
        ingest = Ingest(self._index, recovered=False)
        self.unresolved = tuple(located.record.id for located in waiting if not ingest.take(located))
        self._index.commit()


def open_warcs(paths: Sequence[Path]) -> ForeignWarcs:
    """Reads and indexes the files. Raises UsageError for one that is not there, WarcUnreadable with file, offset and cure."""
    return ForeignWarcs(paths)


def check_files(paths: Sequence[Path]) -> None:
    """Raises UsageError for the first that is no file that may be read."""
    for path in paths:
        try:
            check_regular(path)
            path.open("rb").close()
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}", "Give the path of a WARC file.") from error


def unreadable(path: Path, offset: int | None, reason: str) -> WarcUnreadable:
    """The error for a file that cannot be read at ``offset``."""
    where = f" at offset {offset}" if offset is not None else ""
    return WarcUnreadable(f"{path}: cannot be read{where}: {reason}", _WHOLE_PART.format(offset=offset) if offset else _CURE)
