"""Makes the index agree with the WARC files when a corpus is opened, whichever of the two is newer.

Work proportional to what is new: a file whose size is what the index says is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.errors import StoreDamaged
from webarticlecurator.store.captures import NewCaptures
from webarticlecurator.store.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
)
from webarticlecurator.store.disk import file_size, truncate_file, warc_files
from webarticlecurator.store.index import Index
from webarticlecurator.store.options import StoreOptions
from webarticlecurator.store.record import RecordLocation

_COMMIT_EVERY = 500
_CURE = (
    "Put the file back from a copy, or run `curator verify --rebuild` to index what can still be"
    " read."
)


@dataclass(frozen=True)
class Reconciled:
    """``records`` were readable but unknown and are indexed now; ``cut`` bytes of unreadable tails
    were removed; ``damage`` holds (file, offset, reason) of stretches in the middle that were
    skipped (only by a rebuild)."""

    records: int = 0
    cut: int = 0
    damage: tuple[tuple[str, int, str], ...] = ()


class Reconciler:
    """``tolerant``: skip damage in the middle and go on behind it (for a rebuild) instead of
    raising StoreDamaged."""

    def __init__(
        self, folder: Path, index: Index, options: StoreOptions, tolerant: bool = False
    ) -> None:
        self._folder = folder
        self._index = index
        self._options = options
        self._tolerant = tolerant
        self._records = 0
        self._cut = 0
        self._damage: list[tuple[str, int, str]] = []

    def run(self, portal: str) -> Reconciled:
        """Raises StoreDamaged with file and offset if a file is missing, shorter than indexed, or
        damaged in its middle."""
        known: dict[str, int] = dict(self._index.read("SELECT name, end FROM files"))
        names = [name.file for name in warc_files(self._folder, portal)]
        for missing in sorted(set(known) - set(names)):
            raise StoreDamaged(
                f"{self._folder / missing} is missing; the index knows {known[missing]} bytes"
                " of it",
                _CURE,
            )
        for file in names:
            self._file(file, known.get(file, 0))
        self._options.events("reconcile")
        return Reconciled(self._records, self._cut, tuple(self._damage))

    def _file(self, file: str, end: int) -> None:
        size = file_size(self._folder, file) or 0
        if size < end:
            text = (
                f"{self._folder / file} ends at offset {size}, but the index knows records up to"
                f" {end}"
            )
            raise StoreDamaged(text, _CURE)
        if size > end:
            self._new_records(file, end)

    def _new_records(self, file: str, start: int) -> None:
        new_captures = NewCaptures(self._index, recovered=True)
        end = start
        for located in self._readable(file, start):
            new_captures.add(located)
            self._records += 1
            end = located.offset + located.length
            set_indexed_end(self._index, file, end)
            if self._records % _COMMIT_EVERY == 0:
                self._index.commit()
        self._index.commit()

    def _readable(self, file: str, start: int) -> Iterator[RecordLocation]:
        """The records from ``start`` on; cuts the tail that is none, or handles damage with records
        behind it."""
        path = self._folder / file
        while True:
            try:
                yield from read_records(path, file, start)
                return
            except BrokenMember as broken:
                behind = broken.next_offset or find_next_readable(path, broken.offset + 1)
                if behind is None:
                    self._cut_tail(file, broken.offset)
                    return
                self._skip(file, broken)
                start = behind
            except MultiRecordMember:
                raise StoreDamaged(
                    f"{path} was compressed anew as a whole", f"Run `warcio recompress {path}`."
                ) from None

    def _cut_tail(self, file: str, offset: int) -> None:
        self._cut += (file_size(self._folder, file) or 0) - offset
        truncate_file(self._folder, file, offset)
        self._options.events("tail-cut")

    def _skip(self, file: str, broken: BrokenMember) -> None:
        if not self._tolerant:
            path = self._folder / file
            raise StoreDamaged(
                f"{path} is damaged at offset {broken.offset}: {broken.reason}; readable records"
                " follow",
                _CURE,
            )
        self._damage.append((file, broken.offset, broken.reason))


def set_indexed_end(index: Index, file: str, end: int) -> None:
    """The index knows ``file`` up to ``end``."""
    index.write(
        "INSERT INTO files VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET end = excluded.end",
        (file, end),
    )
