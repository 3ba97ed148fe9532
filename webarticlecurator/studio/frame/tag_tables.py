"""The tag tables that are open in the studio: read once, written with each decision, undone."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path

from webarticlecurator.config.files import FileStamp, stamp_file
from webarticlecurator.config.tags import find_row_fault
from webarticlecurator.config.yaml_edit import find_value
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.model.rule import TagRow
from webarticlecurator.propose.inventory_table import (
    COLUMNS,
    DECISION,
    STATUS,
    Key,
    Line,
    Table,
    merge_tables,
    tag_table_text,
    with_columns,
)
from webarticlecurator.propose.learning import decode_tag_table, load_tag_table
from webarticlecurator.studio.frame.portal_draft import (
    EditedFile,
    PortalDraft,
    find_layout_rules,
    list_rule_paths,
)
from webarticlecurator.text.translation import as_message, make_message


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

    def merge(self, files: TagFiles) -> TagList:
        """Write the counts into the table, as ``curator tags merge`` does. Raises as ``change``."""
        self.change(
            files, lambda before, _: merge_tables(before, _load_counts(files.counts, before))
        )
        with self._lock:
            return self._load(files, self._open[files.table].file).tags

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
                        "{table} was changed since the row was written", table=files.table
                    ),
                    "Change the row in the view of the tags.",
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
        tags = TagList(own, _complete(shown, counts), counted)
        self._open[files.table] = _OpenTable(file, tags, stamps, counts)
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


# Decisions about rows of a tag table: what is written into it. All other rows stay as they are.

SUGGESTED = "(suggested)"
"""In place of an operation: the one that is suggested for each row."""
UNDECIDED = ""
"""In place of an operation: none, so that the base dictionary decides."""


@dataclass(frozen=True)
class OperationChoice:
    """What is decided for some rows: an operation of the tag dictionary, SUGGESTED or UNDECIDED;
    the attributes that are kept; and the only place that it is about (``in figure``), or ""."""

    operation: str
    keep: str = ""
    context: str = ""


def decide(
    table: Table, shown: Mapping[Key, Line], keys: Iterable[Key], decision: OperationChoice
) -> Table:
    """Return the table with a decision about the rows with ``keys``.

    ``shown`` has these rows with their counts; one that the table does not have is added at its
    end. With a context, the decision is a row of its own, and that without it stays. Raises
    UsageError if the rows would be wrong, or nothing is suggested for one.
    """
    own = table.by_key()
    changed: dict[int, Line] = {}
    added: dict[Key, Line] = {}
    for key in keys:
        row = _decide_row(shown[key], decision)
        found = own.get(row.key) if row.key is not None else None
        if found is not None:
            values = {name: row.get(name) for name in ("operation", "keep")}
            changed[id(found)] = Line({**found.cells, **values}, found.number)
        elif row.key is not None and row.get("operation"):
            added[row.key] = row
    lines = tuple(changed.get(id(line), line) for line in table.lines)
    written = (*changed.values(), *added.values())
    needed = (
        "signature",
        "operation",
        *(n for n in DECISION[2:] if any(r.get(n) for r in written)),
    )
    return Table(with_columns(table, needed), (*lines, *added.values()))


def decide_tag(table: Table, shown: Mapping[Key, Line], signature: str, operation: str) -> Table:
    """Return the table with an operation for all tags with a signature, whether it has a row for
    them or not. Raises UsageError as ``decide``."""
    new = Line({"signature": signature})
    key = new.key or (signature, "")
    return decide(table, {key: shown.get(key, new)}, [key], OperationChoice(operation))


def start_table(rows: Iterable[TagRow], shown: Mapping[Key, Line]) -> Table:
    """Return a new table with the rows of a portal file, with their counts."""
    return Table(COLUMNS, tuple(_to_line(row, shown) for row in rows))


def _to_line(row: TagRow, shown: Mapping[Key, Line]) -> Line:
    values = (row.signature, row.operation, " ".join(row.keep), row.context)
    line = Line(dict(zip(DECISION, values, strict=True)))
    counted = shown.get(line.key) if line.key is not None else None
    return Line({**(counted.cells if counted else {}), **line.cells})


def _decide_row(line: Line, decision: OperationChoice) -> Line:
    """Return the row with the decision. Raises UsageError."""
    operation = decision.operation
    if operation == SUGGESTED:
        operation = line.get("suggestion")
        if not operation:
            raise UsageError(
                make_message("no suggestion: {value}", value=name_tag(line)),
                "Choose an operation, or leave the row out.",
            )
    keep = " ".join(decision.keep.replace(",", " ").split()) if operation else ""
    cells = {name: value for name, value in line.cells.items() if name != STATUS}
    cells |= {"operation": operation, "keep": keep}
    if decision.context:
        # the counts are those of all places
        cells = dict.fromkeys(cells, "") | {name: cells[name] for name in ("operation", "keep")}
        cells |= {"signature": line.get("signature"), "context": decision.context}
    row = Line(cells)
    fault = find_row_fault(*(row.get(name) for name in DECISION)) if operation else ""
    if fault:
        raise UsageError(
            make_message("{row}: {fault}", row=name_tag(row), fault=as_message(fault)),
            "Nothing was written.",
        )
    return row


def name_tag(line: Line) -> str:
    """Return the tag of a row, and the place that it is about."""
    return f"{line.get('signature')} {line.get('context')}".strip()


Change = Callable[[Table, Mapping[Key, Line]], Table]
"""Returns a table with decisions; the second argument has the rows with their counts."""


# Which file has the tag dictionary of a portal or of a layout, and which one its counts.

_KEY = ("body", "tags")
TAGS_KEY = ("article", *_KEY)
COUNTS_NAME = "tag-counts.tsv"
"""The table of ``curator tags suggest``, in ``reports/`` of the corpus."""


@dataclass(frozen=True)
class TagFiles:
    """``table`` is the tag dictionary, which need not exist; ``is_named`` says that the text of the
    portal file names it, at ``key``. ``rows`` are those of the portal file itself, if it has any
    instead. ``counts`` is the table with the counts, which need not exist."""

    table: Path
    counts: Path
    is_named: bool
    rows: tuple[TagRow, ...] = ()
    key: tuple[str, ...] = TAGS_KEY


def list_tag_layouts(text: str) -> list[str]:
    """Return the layouts that have a tag dictionary of their own. Raises UsageError if the text of
    the portal file is not YAML."""
    return [name for name in list_rule_paths(text, _KEY) if name]


def find_tag_files(draft: PortalDraft, counts: Path, layout: str = "") -> TagFiles:
    """Return the files of a portal by the text of its file, for a layout that has a dictionary of
    its own, else for the article.

    Raises UsageError if the text is not YAML, ConfigError if its rows are needed and it has
    problems.
    """
    paths = list_rule_paths(draft.text, _KEY)
    layout = layout if layout in paths else ""
    key = paths[layout]
    named = find_value(draft.text, key)
    if isinstance(named, str) and named not in ("", "none"):
        return TagFiles(draft.file.parent / named, counts, is_named=True, key=key)
    part = "." + re.sub(r"[^\w-]+", "-", layout) if layout else ""
    usual = draft.file.with_name(f"{draft.file.stem}{part}.tags.tsv")
    is_here = isinstance(named, dict)
    rows = find_layout_rules(draft.portal(), layout).body.tags if is_here else ()
    return TagFiles(usual, counts, is_named=False, rows=rows, key=key)
