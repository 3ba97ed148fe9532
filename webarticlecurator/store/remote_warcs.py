"""Read the records of a corpus where its WARC files are, on this machine or behind an address that
fsspec reads (s3, https …).

For workers on other machines: the index says which records there are, and is not read here.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import CuratorError, StoreDamaged, UsageError
from webarticlecurator.installation import require_extra
from webarticlecurator.model.capture import SITE_LEVELS, Body, Capture
from webarticlecurator.store.view import check_record, damaged_record_error
from webarticlecurator.warc.container import BrokenMember, MultiRecordMember, RecordReader
from webarticlecurator.warc.message import read_answer
from webarticlecurator.warc.record import Record

_OPEN_FILES = 4
_BLOCK_BYTES = 1 << 22
"""Bytes that are read at once: the records of a range of articles lie side by side."""
_SITE_ANSWERS = 32
"""Answers of a site about itself that are kept: every article of a site asks for the same."""


class RemoteWarcs:
    """The WARC files of a corpus in the folder at ``address``: a path, or a URL that fsspec knows.

    Raises UsageError if fsspec cannot read such an address.
    """

    def __init__(self, address: str) -> None:
        self._folder = RemoteFolder(address, "--warcs-at")
        self._files: OrderedDict[str, RecordReader] = OrderedDict()
        self._site_answers: OrderedDict[str, Body] = OrderedDict()

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture. Raises StoreDamaged."""
        kept = self._site_answers.get(capture.record_id)
        if kept is not None:
            return kept
        record = self._read_record(capture)
        check_record(str(self._find(capture.file)), capture, record)
        body = read_answer(record).to_body(capture)
        if capture.origin is not None and capture.origin.level in SITE_LEVELS:
            self._site_answers[capture.record_id] = body
            while len(self._site_answers) > _SITE_ANSWERS:
                self._site_answers.popitem(last=False)
        return body

    def _read_record(self, capture: Capture) -> Record:
        """Read a record; where the network fails, again after a pause."""
        try:
            return read_patiently(
                lambda: self._read_whole(capture), lambda: self._files.pop(capture.file, None)
            )
        except CuratorError:
            raise
        except Exception as error:  # each file system has errors of its own
            self._files.pop(capture.file, None)
            raise self._find(capture.file).read_error(error) from error

    def _read_whole(self, capture: Capture) -> Record:
        try:
            return self._open(capture.file).record_at(capture.offset)
        except (BrokenMember, MultiRecordMember) as error:
            file = self._find(capture.file)
            raise damaged_record_error(str(file), capture, str(error)) from error

    def _open(self, file: str) -> RecordReader:
        reader = self._files.get(file)
        if reader is None:
            reader = RecordReader(self._find(file).open(_BLOCK_BYTES))
            self._files[file] = reader
        self._files.move_to_end(file)
        while len(self._files) > _OPEN_FILES:
            self._files.popitem(last=False)
        return reader

    def _find(self, file: str) -> RemoteFile:
        """Return a file of the index; its path begins with the folder of the corpus."""
        return self._folder / file.rpartition("/")[2]


# Files on this machine or behind an address that fsspec reads (s3, https …), for workers on other
# machines.

PAUSES = (1.0, 4.0)
"""Seconds before a file is read once more, after a fault of the network."""

Content = TypeVar("Content")


def read_patiently(read: Callable[[], Content], forget: Callable[[], object]) -> Content:
    """Return what ``read`` returns; where the network fails, try again after a pause. ``forget`` is
    called before. Raises what ``read`` raises at last, CuratorError at once."""
    for pause in PAUSES:
        try:
            return read()
        except (CuratorError, FileNotFoundError, PermissionError):
            raise
        except Exception:  # each file system has errors of its own
            forget()
            time.sleep(pause)
    return read()


@dataclass(frozen=True)
class RemoteFile:
    """A file of a ``RemoteFolder``."""

    folder: RemoteFolder
    path: str

    def __str__(self) -> str:
        return f"{self.folder.address.rstrip('/')}/{self.path}"

    def open(self, block_size: int) -> Any:
        """Open the file to be read in blocks. Raises whatever its file system raises."""
        return self.folder.system.open(self._place, "rb", block_size=block_size)

    def read_bytes(self) -> bytes:
        """Return the content. Raises StoreDamaged."""
        try:
            content: bytes = read_patiently(
                lambda: self.folder.system.cat_file(self._place), lambda: None
            )
        except Exception as error:
            raise self.read_error(error) from error
        return content

    def read_error(self, error: Exception) -> StoreDamaged:
        """Return the error of a file that cannot be read."""
        return StoreDamaged(
            f"{self} cannot be read: {type(error).__name__}: {error}",
            f"Copy the folder there, where every worker can read it, or correct"
            f" {self.folder.option}; then run the same command again.",
        )

    @property
    def _place(self) -> str:
        return f"{self.folder.root.rstrip('/')}/{self.path}"


class RemoteFolder:
    """The folder at ``address``: a path, or a URL that fsspec knows, given with ``option``.

    ``folder / path`` is a file of it. Raises UsageError if fsspec cannot read such an address.
    """

    def __init__(self, address: str, option: str) -> None:
        self.address, self.option = address, option
        require_extra("cluster", ("fsspec",), f"{option} {address}")
        # imported here: only work on a cluster needs it
        from fsspec.core import url_to_fs

        try:
            system, root = url_to_fs(address)
        except ImportError as error:
            raise UsageError(
                f"{address}: this machine cannot read such addresses: {error}",
                "Install the package that is named here, on every worker.",
            ) from error
        except ValueError as error:
            raise UsageError(
                f"not an address of a folder: {address!r}: {error} (expected a path, or a URL such"
                " as s3://bucket/folder)",
                f"Correct {option}.",
            ) from error
        self.system = system
        self.root = str(root)

    def __truediv__(self, path: str) -> RemoteFile:
        return RemoteFile(self, path)
