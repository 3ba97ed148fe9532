"""A single WARC file that grows, outside a corpus (``warc fetch``)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.input_files import open_handle
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.index.disk import convert_os_errors
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.warc.record import Record, encode_record
from webarticlecurator.storage.warc.warc_reader import Finding, read_all_records, unreadable_warc


class WarcOutput:
    """A WARC file (.warc.gz) that records are appended to.

    An existing file is continued. If its last record is not whole, as after a kill, it is cut off;
    ``cut_bytes`` says how much that was. Raises UsageError for another ending, WarcUnreadable for a
    file that is damaged elsewhere, DiskFull.
    """

    def __init__(self, path: Path, builder: RecordBuilder, software: str) -> None:
        if not path.name.endswith(".warc.gz"):
            raise UsageError(
                make_message("not the name of a compressed WARC file: {path}", path=path),
                "Give one that ends in .warc.gz.",
            )
        self._path = path
        self.cut_bytes = 0
        with convert_os_errors(path.parent):
            end = find_end(path) if path.exists() else 0
            self._handle = open_handle(path, os.O_RDWR | os.O_CREAT)
            self.cut_bytes = os.fstat(self._handle).st_size - end
            os.ftruncate(self._handle, end)
            os.lseek(self._handle, end, os.SEEK_SET)
        if not end:
            self.append([builder.warcinfo(path.name, "", software)])

    def append(self, records: Sequence[Record]) -> None:
        """Append records and make them durable. Raises DiskFull."""
        content = memoryview(b"".join(encode_record(record) for record in records))
        with convert_os_errors(self._path.parent):
            while content:
                content = content[os.write(self._handle, content) :]
            os.fsync(self._handle)

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)


def find_end(path: Path) -> int:
    """Return the offset behind the last whole record of a WARC file.

    Raises WarcUnreadable if something in front of it cannot be read, or nothing can.
    """
    damage: list[Finding] = []
    end = 0
    for _, located in read_all_records([path], damage.append):
        if damage:
            raise unreadable_warc(path, damage[0].offset, damage[0].message)
        end = located.offset + located.length
    return end
