"""Make the index of a corpus as it was: of the records up to a time, or of the beginnings of its
WARC files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.storage.index.disk import convert_os_errors, warc_files
from webarticlecurator.storage.index.index_opening import open_index
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.reconcile import NewCaptures
from webarticlecurator.storage.store.run_log import RunLog
from webarticlecurator.storage.store.view import STATE_OF
from webarticlecurator.storage.warc.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
)
from webarticlecurator.storage.warc.record import RecordLocation

_COMMIT_EVERY = 500


@dataclass(frozen=True)
class CorpusCut:
    """Which records belong to an earlier state of a corpus.

    They were written before ``before``, if it is given, and lie in the first bytes of the files
    that ``sizes`` names, if it names any.
    """

    before: datetime | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)

    def includes(self, located: RecordLocation, size: int | None) -> bool:
        """Return True if a record belongs to the state; ``size`` is that of its file."""
        is_in_file = size is None or located.offset + located.length <= size
        return is_in_file and (self.before is None or located.record.time < self.before)


def index_state(
    corpus: Path, portal: str, cut: CorpusCut, folder: Path, options: StoreOptions
) -> int:
    """Write an index of an earlier state of the corpus in ``corpus`` to ``folder``.

    Its captures lie in the WARC files of that corpus, and all its fetches are ``recovered``:
    opening it as a corpus draws their conclusions. Returns the number of records. Raises
    StoreDamaged, CorpusMismatch, DiskFull.
    """
    records = 0
    with closing(open_index(folder, options)) as index:
        RunLog(index).set_meta("portal", portal)
        RunLog(index).set_meta(STATE_OF, str(corpus.resolve()))
        for name in warc_files(corpus, portal):
            new_captures = NewCaptures(index, recovered=True)
            # how many bytes of the file count; None for all
            size = cut.sizes.get(name.file, 0) if cut.sizes else None
            for located in _read_file(corpus / name.file, name.file, cut, size):
                new_captures.add(located)
                records += 1
                if records % _COMMIT_EVERY == 0:
                    index.commit()
        index.commit()
    return records


def _read_file(path: Path, file: str, cut: CorpusCut, size: int | None) -> Iterator[RecordLocation]:
    """Yield the records of a file that belong to the state."""
    if size == 0:
        return
    with convert_os_errors(path.parent):
        try:
            for located in read_records(path, file):
                if size is not None and located.offset >= size:
                    return
                if cut.includes(located, size):
                    yield located
        except BrokenMember as broken:
            # what was being written when a crawl was killed is no damage
            if find_next_readable(path, broken.offset + 1) is not None:
                raise _damaged_error(path, broken.offset, broken.reason) from broken
        except MultiRecordMember as member:
            raise _damaged_error(path, member.offset, "several records in one piece") from member


def _damaged_error(path: Path, offset: int, reason: str) -> StoreDamaged:
    return StoreDamaged(
        f"{path} is damaged at offset {offset}: {reason}",
        "Put the file back from a copy; `curator verify` names everything that is damaged.",
    )
