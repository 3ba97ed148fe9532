"""The tag tables that are open in the studio: read once, written with each decision, undone."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.input_files import FileStamp, stamp_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.proposing.tags.dictionary_files import decode_tag_table, load_tag_table
from webarticlecurator.proposing.tags.inventory_table import Key, Line, Table, tag_table_text
from webarticlecurator.proposing.tags.table_merge import merge_tables
from webarticlecurator.studio.frame.edited_file import EditedFile
from webarticlecurator.studio.frame.tag_decisions import Change, start_table
from webarticlecurator.studio.frame.tag_table_files import TagFiles


@dataclass(frozen=True)
class TagList:
    """A tag dictionary with its counts: ``own`` is the table as it is in its file (None: there is
    no file). ``rows`` are those that ``curator tags merge`` would write; ``counted`` is when the
    counts were made (None: not yet)."""

    own: Table | None
    rows: dict[Key, Line]
    counted: datetime | None


@dataclass
class _OpenTable:
    file: EditedFile
    tags: TagList
    stamps: tuple[object, ...]
    counts: Table | None


class TagTables:
    """The tag tables of all portals, by their file. Thread-safe and slow: not to be called in the
    event loop."""

    def __init__(self) -> None:
        self._open: dict[Path, _OpenTable] = {}
        self._lock = threading.Lock()

    def read(self, files: TagFiles) -> TagList:
        """Return the table as its files are now. Raises UsageError and ConfigError if one cannot be
        read."""
        with self._lock:
            return self._read(files).tags

    def can_undo(self, files: TagFiles) -> bool:
        """Return True if the file is as the last decision left it."""
        with self._lock:
            table = self._open.get(files.table)
            return table is not None and table.file.can_undo

    def change(self, files: TagFiles, change: Change) -> TagList:
        """Write what ``change`` makes of the table, and return it.

        Raises UsageError if the file was changed by somebody else since it was shown, and what
        ``change`` raises; then nothing was written. DiskFull.
        """
        with self._lock:
            shown = self._open.get(files.table) or self._read(files)
            shown.file.require_unchanged()
            before = shown.tags.own or start_table(files.rows, shown.tags.rows)
            after = change(before, shown.tags.rows)
            # a portal file may name a new table from now on, so undo leaves it
            former = shown.file.content
            shown.file.write(_encode(after), _encode(before) if former is None else former)
            # only the rows that are changed get their counts again: 50,000 take seconds
            known = before.by_key()
            changed = {
                key: line for key, line in after.by_key().items() if known.get(key) is not line
            }
            counts = None
            if shown.counts is not None:
                counted = shown.counts.by_key()
                counts = Table(
                    shown.counts.columns, tuple(counted[key] for key in changed if key in counted)
                )
            newer = Table(after.columns, tuple(changed.values()))
            newer = merge_tables(newer, counts) if counts is not None else newer
            tags = TagList(
                after, {**shown.tags.rows, **_complete(newer, counts)}, shown.tags.counted
            )
            self._open[files.table] = replace(shown, tags=tags, stamps=_stamps(files))
            return tags

    def undo(self, files: TagFiles) -> TagList:
        """Write the file as it was before the last decision. Raises as ``change``."""
        with self._lock:
            return self._undo(files, self._open.get(files.table) or self._read(files))

    def take_back(self, files: TagFiles, written: TagList) -> TagList:
        """Write the file as it was before the decision that has made ``written`` of it. Raises as
        ``undo``, and UsageError if it was changed since."""
        with self._lock:
            shown = self._read(files)
            own = None if written.own is None else _encode(written.own)
            if own is None or shown.file.content != own:
                raise UsageError(
                    make_message(
                        "{table} has changed since the row was written", table=files.table
                    ),
                    "Change the row in the view Tags.",
                )
            return self._undo(files, shown)

    def _undo(self, files: TagFiles, shown: _OpenTable) -> TagList:
        shown.file.undo()
        return self._load(files, shown.file).tags

    def _read(self, files: TagFiles) -> _OpenTable:
        known = self._open.get(files.table)
        if known is not None and known.stamps == _stamps(files):
            return known
        file = known.file if known is not None else EditedFile(files.table)
        file.read_again()
        return self._load(files, file)

    def _load(self, files: TagFiles, file: EditedFile) -> _OpenTable:
        stamps, content = _stamps(files), file.content
        own = decode_tag_table(content, files.table) if content is not None else None
        start = own or start_table(files.rows, {})
        counts = _load_counts(files.counts, start) if stamps[1] is not None else None
        shown = merge_tables(start, counts) if counts is not None else start
        stamp = stamps[1]
        counted = datetime.fromtimestamp(stamp[0] / 1e9).astimezone() if stamp else None
        self._open[files.table] = _OpenTable(
            file, TagList(own, _complete(shown, counts), counted), stamps, counts
        )
        return self._open[files.table]


def _load_counts(path: Path, own: Table) -> Table:
    """Return the rows with counts. The decisions of that time are left out, and rows that were made
    only of them: those of ``own`` count, also where one was taken back."""
    table, known, undecided = load_tag_table(path), own.by_key(), {"operation": "", "keep": ""}
    lines = (
        Line({**line.cells, **undecided}, line.number)
        if line.get("operation") or line.get("keep")
        else line
        for line in table.lines
        if line.get("source") != "rule" or line.key in known
    )
    return Table(table.columns, tuple(lines))


def _complete(shown: Table, counts: Table | None) -> dict[Key, Line]:
    """Return the rows by key; the suggestions are those of the counts, which are newer."""
    rows = shown.by_key()
    for key, counted in (counts.by_key() if counts is not None else {}).items():
        newer = {name: counted.get(name) for name in ("suggestion", "confidence", "reason")}
        if any(rows[key].get(name) != value for name, value in newer.items()):
            rows[key] = Line({**rows[key].cells, **newer}, rows[key].number)
    return rows


def _encode(table: Table) -> bytes:
    return tag_table_text(table).encode("utf-8", "replace")


def _stamps(files: TagFiles) -> tuple[FileStamp, FileStamp, object]:
    return stamp_file(files.table), stamp_file(files.counts), files.rows
