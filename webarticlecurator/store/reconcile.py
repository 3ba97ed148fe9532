"""Make the index agree with the WARC files when a corpus is opened, whichever is newer.

The work is proportional to what is new: a file whose size is the indexed one is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.errors import StoreDamaged
from webarticlecurator.store.disk import (
    FOLDER,
    StoreOptions,
    convert_os_errors,
    file_size,
    sync_files,
    sync_folder,
    truncate_file,
    warc_files,
)
from webarticlecurator.store.index import Index
from webarticlecurator.store.new_captures import NewCaptures
from webarticlecurator.store.run_log import RunLog
from webarticlecurator.warc.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
)
from webarticlecurator.warc.message import is_page_record
from webarticlecurator.warc.record import RecordLocation

_COMMIT_EVERY = 500
_CURE = (
    "Put the file back from a copy, or run `curator verify --rebuild` to index what can still be"
    " read."
)


@dataclass(frozen=True)
class Reconciled:
    """What reconciling did.

    Attributes:
        records: readable records that were missing from the index and are indexed now.
        truncated_bytes: bytes of unreadable tails that were removed.
        damage: (file, offset, reason) of places in the middle of files that were skipped (only by
            a rebuild).
    """

    records: int = 0
    truncated_bytes: int = 0
    damage: tuple[tuple[str, int, str], ...] = ()


class Reconciler:
    """Compares the WARC files in a folder with the index, and mends the difference.

    ``tolerant``: skip damage in the middle of a file instead of raising StoreDamaged (for a
    rebuild).
    """

    def __init__(
        self, folder: Path, index: Index, options: StoreOptions, tolerant: bool = False
    ) -> None:
        self._folder = folder
        self._index = index
        self._options = options
        self._tolerant = tolerant
        self._records = 0
        self._truncated_bytes = 0
        self._damage: list[tuple[str, int, str]] = []

    def run(self, portal: str) -> Reconciled:
        """Index all records that are missing from the index.

        Raises StoreDamaged with file and offset if a file is missing, shorter than indexed, or
        damaged in its middle.
        """
        indexed_ends: dict[str, int] = dict(self._index.read("SELECT name, end FROM files"))
        names = [name.file for name in warc_files(self._folder, portal)]
        for missing in sorted(set(indexed_ends) - set(names)):
            raise StoreDamaged(
                f"{self._folder / missing} is missing; the index knows {indexed_ends[missing]}"
                " bytes of it",
                _CURE,
            )
        for file in names:
            self._reconcile_file(file, indexed_ends.get(file, 0))
        self._options.events("reconcile")
        return Reconciled(self._records, self._truncated_bytes, tuple(self._damage))

    def _reconcile_file(self, file: str, end: int) -> None:
        size = file_size(self._folder, file) or 0
        if size < end:
            raise StoreDamaged(
                f"{self._folder / file} ends at offset {size}, but the index knows records up to"
                f" {end}",
                _CURE,
            )
        if size > end:
            self._index_new_records(file, end)

    def _index_new_records(self, file: str, start: int) -> None:
        new_captures = NewCaptures(self._index, recovered=True)
        end = start
        for located in self._read_from(file, start):
            new_captures.add(located)
            self._records += 1
            end = located.offset + located.length
            set_indexed_end(self._index, file, end)
            if self._records % _COMMIT_EVERY == 0:
                self._index.commit()
        self._index.commit()

    def _read_from(self, file: str, start: int) -> Iterator[RecordLocation]:
        """Yield the records from ``start`` on.

        Cuts off an unreadable tail; skips damage that has records behind it, if tolerant.
        """
        path = self._folder / file
        while True:
            try:
                yield from read_records(path, file, start)
                return
            except BrokenMember as broken:
                next_offset = broken.next_offset or find_next_readable(path, broken.offset + 1)
                if next_offset is None:
                    self._cut_tail(file, broken.offset)
                    return
                self._skip_damage(file, broken)
                start = next_offset
            except MultiRecordMember:
                raise StoreDamaged(
                    f"{path} was recompressed as one piece", f"Run `warcio recompress {path}`."
                ) from None

    def _cut_tail(self, file: str, offset: int) -> None:
        self._truncated_bytes += (file_size(self._folder, file) or 0) - offset
        truncate_file(self._folder, file, offset)
        self._options.events("tail-cut")

    def _skip_damage(self, file: str, broken: BrokenMember) -> None:
        if not self._tolerant:
            path = self._folder / file
            raise StoreDamaged(
                f"{path} is damaged at offset {broken.offset}: {broken.reason}; readable records"
                " follow",
                _CURE,
            )
        self._damage.append((file, broken.offset, broken.reason))


def set_indexed_end(index: Index, file: str, end: int) -> None:
    """Store in the index that all records of ``file`` up to ``end`` are indexed."""
    index.write(
        "INSERT INTO files VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET end = excluded.end",
        (file, end),
    )


# Replace a WARC file of a corpus by one that has the same records at other places.
#
# The index says which file is being replaced from before the file gets its new content until the
# places in the index are those of the new one. Whatever instant a kill comes at, the file is the
# old or the new one as a whole, and opening the corpus takes the places of its records from what it
# is.

REPLACED = "replaced_file"
"""Key of the file that is being replaced, in the table ``meta``."""
CLEANED = "cleaned_file "
"""Beginning of the key of a file that was replaced by one without secrets; its value is the day."""
DRAFT_ENDING = ".new"


def replace_file(folder: Path, index: Index, file: str, draft: Path, options: StoreOptions) -> None:
    """Replace ``file`` of the corpus in ``folder`` by ``draft``, all of whose records have the ids
    of those of the file. Raises DiskFull, StoreDamaged."""
    with convert_os_errors(folder):
        sync_files([draft])
    log = RunLog(index)
    log.set_meta(REPLACED, file)
    index.commit()
    with convert_os_errors(folder):
        draft.replace(folder / file)
        sync_folder(folder / FOLDER)
    options.events("warc-replaced")
    log.set_meta(CLEANED + file, f"{options.now():%Y-%m-%d}")
    finish_replacement(folder, index)


def finish_replacement(folder: Path, index: Index) -> None:
    """Let the index have the places of the records in the file that was being replaced, if there is
    one; commits."""
    file = RunLog(index).get_meta(REPLACED)
    if file is None:
        return
    places: dict[str, tuple[int, int]] = {}
    end = 0
    for located in read_records(folder / file, file):
        end = located.offset + located.length
        if is_page_record(located.record):
            places.setdefault(located.record.id, (located.offset, located.length))
    rows = index.read("SELECT id, record_id, offset FROM captures WHERE file = ?", (file,))
    # a revisit has the place of its original
    moved = {offset: places[name] for _, name, offset in rows if name in places}
    index.write_many(
        "UPDATE captures SET offset = ?, length = ? WHERE id = ?",
        [(*moved[offset], row) for row, _, offset in rows if offset in moved],
    )
    set_indexed_end(index, file, end)
    index.write("DELETE FROM meta WHERE key = ?", (REPLACED,))
    index.commit()
