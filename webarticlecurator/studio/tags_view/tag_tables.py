"""The tag tables that are open in the studio: read once, written with each decision, undone."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.extract.analysis.inventory.decisions import (
    Key,
    Line,
    Table,
    tag_table_text,
)
from webarticlecurator.extract.analysis.inventory.table_merge import merge_tables
from webarticlecurator.run.analysis.tag_tables import decode_tag_table, load_tag_table
from webarticlecurator.studio.tags_view.tag_decisions import Change, start_table
from webarticlecurator.studio.tags_view.tag_files import TagFiles

MAX_STEPS = 20
"""Decisions that can be undone."""
Stamp = tuple[int, int] | None


@dataclass(frozen=True)
class TagList:
    """A tag dictionary with its counts: ``own`` is the table as it is in its file, ``content``
    its bytes (None: there is no file). ``rows`` are those that ``curator tags merge`` would write;
    ``counted`` is when the counts were made (None: not yet)."""

    own: Table | None
    content: bytes | None
    rows: dict[Key, Line]
    counted: datetime | None


@dataclass
class _OpenTable:
    tags: TagList
    stamps: tuple[object, ...]
    written: list[tuple[bytes, bytes]] = field(default_factory=list)


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
            return bool(table and table.written and table.written[-1][1] == table.tags.content)

    def change(self, files: TagFiles, change: Change) -> TagList:
        """Write what ``change`` makes of the table, and return it.

        Raises UsageError if the file was changed by somebody else since it was shown, and what
        ``change`` raises; then nothing was written. DiskFull.
        """
        with self._lock:
            shown = self._require_unchanged(files)
            before = shown.tags.own or start_table(files.rows, shown.tags.rows)
            content = tag_table_text(change(before, shown.tags.rows)).encode("utf-8", "replace")
            former = shown.tags.content
            if former is None:  # a portal file may name it from now on, so undo leaves a table
                former = tag_table_text(before).encode("utf-8", "replace")
            write_file(files.table, [content])
            written = [*shown.written, (former, content)][-MAX_STEPS:]
            self._open[files.table] = _load(files, written)
            return self._open[files.table].tags

    def merge(self, files: TagFiles) -> TagList:
        """Write the counts into the table, as ``curator tags merge`` does. Raises as ``change``."""

        def merge_counts(before: Table, _: object) -> Table:
            return merge_tables(before, _load_counts(files.counts, before))

        return self.change(files, merge_counts)

    def undo(self, files: TagFiles) -> TagList:
        """Write the file as it was before the last decision. Raises as ``change``."""
        with self._lock:
            shown = self._require_unchanged(files)
            if not shown.written or shown.written[-1][1] != shown.tags.content:
                raise UsageError(
                    f"nothing to undo: {files.table} is not as the last decision left it",
                    "Change the rows instead.",
                )
            former, _ = shown.written.pop()
            write_file(files.table, [former])
            self._open[files.table] = _load(files, shown.written)
            return self._open[files.table].tags

    def _read(self, files: TagFiles) -> _OpenTable:
        known = self._open.get(files.table)
        if known is None or known.stamps != _stamps(files):
            known = _load(files, known.written if known else [])
            self._open[files.table] = known
        return known

    def _require_unchanged(self, files: TagFiles) -> _OpenTable:
        """Return the table as it was read last. Raises UsageError if its file is not so now."""
        shown = self._open.get(files.table) or self._read(files)
        if _read_content(files.table) != shown.tags.content:
            self._read(files)
            raise UsageError(
                f"{files.table} was changed in another program since it was shown here",
                "Nothing was written. It is shown as it is now: decide again.",
            )
        return shown


def _load(files: TagFiles, written: list[tuple[bytes, bytes]]) -> _OpenTable:
    stamps = _stamps(files)
    content = _read_content(files.table)
    own = decode_tag_table(content, files.table) if content is not None else None
    start = own or start_table(files.rows, {})
    counts = _load_counts(files.counts, start) if stamps[1] is not None else None
    shown = merge_tables(start, counts) if counts is not None else start
    rows = _complete(shown, counts)
    return _OpenTable(TagList(own, content, rows, _time_of(files.counts)), stamps, written)


def _load_counts(path: Path, own: Table) -> Table:
    """Return the rows with counts. The decisions of that time are left out, and rows that were made
    only of them: those of ``own`` count, also where one was taken back."""
    table, known = load_tag_table(path), own.by_key()
    lines = (
        Line({**line.cells, "operation": "", "keep": ""}, line.number)
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


def _read_content(path: Path) -> bytes | None:
    """Return the bytes of a file; None if there is none. Raises OSError."""
    try:
        return read_regular(path, MAX_TABLE)
    except FileNotFoundError:
        return None


def _stamps(files: TagFiles) -> tuple[Stamp, Stamp, object]:
    return _stamp(files.table), _stamp(files.counts), files.rows


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _time_of(path: Path) -> datetime | None:
    stamp = _stamp(path)
    return datetime.fromtimestamp(stamp[0] / 1e9).astimezone() if stamp else None
