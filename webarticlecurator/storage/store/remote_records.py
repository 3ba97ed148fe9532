"""Records for workers on other machines."""

from __future__ import annotations

from functools import lru_cache

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.storage.store.file_systems import RemoteFile, RemoteFolder, read_patiently
from webarticlecurator.storage.store.site_answers import keep_site_answers
from webarticlecurator.storage.store.view import check_record, damaged_record_error
from webarticlecurator.storage.warc.container import BrokenMember, MultiRecordMember, RecordReader
from webarticlecurator.storage.warc.message import read_answer
from webarticlecurator.storage.warc.record import Record

_OPEN_FILES = 4
_BLOCK_BYTES = 1 << 22
"""Bytes that are read at once: the records of a range of articles lie side by side."""


class RemoteWarcs:
    """The WARC files of a corpus in the folder at ``address``: a path, or a URL that fsspec knows.

    Raises UsageError if fsspec cannot read such an address.
    """

    def __init__(self, address: str) -> None:
        self._folder = RemoteFolder(address, "--warcs-at")
        self._open = lru_cache(_OPEN_FILES)(self._open_file)
        self._read_body = keep_site_answers(self._read_any_body)

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture. Raises StoreDamaged."""
        return self._read_body(capture)

    def _read_any_body(self, capture: Capture) -> Body:
        record = self._read_record(capture)
        check_record(str(self._find(capture.file)), capture, record)
        return read_answer(record).to_body(capture)

    def _read_record(self, capture: Capture) -> Record:
        """Read a record; where the network fails, again after a pause."""
        try:
            return read_patiently(lambda: self._read_whole(capture), self._open.cache_clear)
        except CuratorError:
            raise
        except Exception as error:  # each file system has errors of its own
            self._open.cache_clear()
            raise self._find(capture.file).read_error(error) from error

    def _read_whole(self, capture: Capture) -> Record:
        try:
            return self._open(capture.file).record_at(capture.offset)
        except (BrokenMember, MultiRecordMember) as error:
            raise damaged_record_error(
                str(self._find(capture.file)), capture, str(error)
            ) from error

    def _open_file(self, file: str) -> RecordReader:
        return RecordReader(self._find(file).open(_BLOCK_BYTES))

    def _find(self, file: str) -> RemoteFile:
        """Return a file of the index; its path begins with the folder of the corpus."""
        return self._folder / file.rpartition("/")[2]
