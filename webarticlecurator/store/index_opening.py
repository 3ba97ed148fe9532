"""Open the index of a corpus for writing or reading, and make temporary ones."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from webarticlecurator.errors import CorpusLocked, StoreDamaged
from webarticlecurator.store import index_schema as schema
from webarticlecurator.store.disk import file_size
from webarticlecurator.store.index import (
    BUSY_SECONDS,
    DRAFT,
    NAME,
    Index,
    convert_database_error,
    index_files,
)
from webarticlecurator.store.options import StoreOptions
from webarticlecurator.store.wal import may_have_wal

_PAGES_OF_LOG = 1000
"""Pages of 4 kB in the write-ahead log, after which SQLite writes them to the index."""


def open_index(folder: Path, options: StoreOptions, name: str = NAME) -> Index:
    """Open the index of a corpus, creating it if it is missing. Raises StoreDamaged."""
    path = folder / name
    fresh = not path.exists() or path.stat().st_size == 0
    if fresh:
        # the journal of a deleted index must never be replayed into the new one
        for old in index_files(name)[1:]:
            (folder / old).unlink(missing_ok=True)
    index = Index(_connect(str(path)), options, str(path))
    try:
        _set_up(index, fresh, options.cache_kilobytes)
        options.events("index-create" if fresh else "index-open")
    except BaseException:
        index.close()
        raise
    return index


def remove_draft(folder: Path) -> None:
    """Delete the draft that a killed rebuild left; its content is in the WARC files."""
    for name in reversed(index_files(DRAFT)):
        (folder / name).unlink(missing_ok=True)


def open_index_read_only(folder: Path) -> Index:
    """Open the index for reading beside a running crawl. Raises StoreDamaged, CorpusLocked."""
    _, journal, log, shared = index_files()
    has_log = bool(file_size(folder, log))
    if has_log and not may_have_wal(folder):
        raise CorpusLocked(
            f"{folder}: a crawl on another machine is working on this corpus, or was killed there",
            "Wait until it has ended, or run this command on that machine.",
        )
    # writable if possible: only then can SQLite tidy up after a killed process
    if os.access(folder / NAME, os.W_OK) and os.access(folder, os.W_OK):
        return _open_for_reading(folder, "mode=rw")
    try:
        return _open_for_reading(folder, "mode=ro")
    except StoreDamaged as error:
        if has_log and file_size(folder, shared) is None:
            raise StoreDamaged(
                f"{folder / log} cannot be read in a folder that may not be written",
                "Copy the corpus, all files of it, to where it may be written, and read it there.",
            ) from error
        if has_log or file_size(folder, journal) is not None or not _is_access(error):
            raise
    # an index that is marked as one with a log, without a log: nothing but this file is needed
    return _open_for_reading(folder, "mode=ro&immutable=1")


def _is_access(error: StoreDamaged) -> bool:
    """Return True if SQLite could not make the files that it needs beside the index."""
    return any(words in str(error) for words in ("readonly database", "unable to open"))


def _open_for_reading(folder: Path, access: str) -> Index:
    path = folder / NAME
    address = f"{path.resolve().as_uri()}?{access}"
    try:
        connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.DatabaseError as error:
        raise convert_database_error(error, str(path)) from error
    index = Index(connection, StoreOptions(), str(path))
    try:
        _check_version(index)
        if not index.has_table("clock_shifts"):  # an index of an older version
            index.read(schema.CLOCK_SHIFTS.replace("TABLE", "TEMP TABLE"))
        index.read("PRAGMA query_only = ON")
    except BaseException:
        index.close()
        raise
    return index


def temporary_index(options: StoreOptions, tables: str = schema.ANSWERED_CAPTURES) -> Index:
    """Create an index with some tables in a private file that SQLite deletes.

    For what does not belong to a corpus, such as the captures of other WARC files, and what their
    answers said.
    """
    index = Index(_connect(""), options, "the temporary index")
    _create(index, tables)
    return index


def _connect(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


def _set_up(index: Index, fresh: bool, cache_kilobytes: int) -> None:
    index.disable_wal()  # a killed crawl may have left one
    index.read(f"PRAGMA wal_autocheckpoint = {_PAGES_OF_LOG}")
    index.read("PRAGMA synchronous = FULL")
    index.read(f"PRAGMA cache_size = -{cache_kilobytes}")
    # a kill between the creation of the file and this commit leaves a file without tables
    fresh = fresh or index.one("SELECT 1 FROM sqlite_master LIMIT 1") is None
    if not fresh:
        _check_version(index)
    missing = [f"{table};" for name, table in schema.LATER.items() if not index.has_table(name)]
    tables = [schema.CAPTURES, schema.FRONTIER, *missing] if fresh else missing
    if tables:
        # all in one transaction, since each one waits for the disk several times
        _create(index, "".join(tables))
    index.keep_readable()


def _create(index: Index, tables: str) -> None:
    index.create(tables, schema.VERSION)


def _check_version(index: Index) -> None:
    row = index.one("PRAGMA user_version")
    if row is None or row[0] != schema.VERSION:
        raise StoreDamaged(
            f"{index.path} was made by another version of curator (tables {row and row[0]},"
            f" expected {schema.VERSION})",
            "It is made of the WARC files: run `curator verify --rebuild` to make it again.",
        )
