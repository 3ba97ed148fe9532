"""The SQLite connection: opened, guarded, one explicit transaction at a time.

The journal is SQLite's rollback journal (DELETE) with synchronous=FULL, not WAL: between commits
the index is then one file that may be copied away and put back, and no write-ahead log of a newer
index can ever be replayed into an older copy.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from webarticlecurator.errors import CuratorError, StoreDamaged
from webarticlecurator.store import index_schema as schema
from webarticlecurator.store.disk import disk_full_error
from webarticlecurator.store.options import StoreOptions

NAME = "corpus.sqlite"
DRAFT = f"{NAME}.new"
"""An index that is being made from the WARC files, until it is whole."""
Row = tuple[Any, ...]


class Index:
    """``read`` gives rows, ``write`` begins a transaction if none is open, ``commit`` ends it."""

    def __init__(self, connection: sqlite3.Connection, options: StoreOptions, path: str) -> None:
        self._connection = connection
        self._options = options
        self._path = path

    def read(self, sql: str, values: Iterable[object] = ()) -> list[Row]:
        """All rows of a query; for large answers ask in slices by key."""
        with self._guard():
            return self._connection.execute(sql, tuple(values)).fetchall()

    def one(self, sql: str, values: Iterable[object] = ()) -> Row | None:
        with self._guard():
            row: Row | None = self._connection.execute(sql, tuple(values)).fetchone()
            return row

    def write(self, sql: str, values: Iterable[object] = ()) -> int:
        """Carries out one change inside the open transaction; gives the id of the row it added."""
        with self._guard():
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            done = self._connection.execute(sql, tuple(values))
        self._options.events("index-write")
        return done.lastrowid or 0

    def commit(self) -> None:
        with self._guard():
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")
        self._options.events("index-commit")

    def rollback(self) -> None:
        with self._guard():
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def check(self) -> list[str]:
        """What SQLite's own check finds wrong; empty for a sound file."""
        return [row[0] for row in self.read("PRAGMA integrity_check") if row[0] != "ok"]

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise _translated(error, self._path) from error


def _translated(error: sqlite3.DatabaseError, path: str) -> CuratorError:
    text = str(error)
    if "full" in text:
        return disk_full_error()
    if "locked" in text:
        return StoreDamaged(
            f"{path}: {text}", "End the program that has this file open, then run again."
        )
    return StoreDamaged(
        f"{path}: {text}",
        "It is made of the WARC files: run `curator verify --rebuild` to make it again.",
    )


def open_index(folder: Path, options: StoreOptions, name: str = NAME) -> Index:
    """The index of a corpus, made if missing. Raises StoreDamaged."""
    path = folder / name
    fresh = not path.exists() or path.stat().st_size == 0
    if fresh:
        # of an index that is gone: must never be played into the new one
        (folder / f"{name}-journal").unlink(missing_ok=True)
    index = Index(_connect(str(path)), options, str(path))
    try:
        _set_up(index, fresh)
        options.events("index-create" if fresh else "index-open")
    except BaseException:
        index.close()
        raise
    return index


def remove_draft(folder: Path) -> None:
    """A draft is left by a process that was killed; the WARC files hold what is in it."""
    for name in (f"{DRAFT}-journal", DRAFT):
        (folder / name).unlink(missing_ok=True)


def open_index_read_only(folder: Path) -> Index:
    """The index for reading beside a running crawl. Raises StoreDamaged."""
    path = folder / NAME
    # writable where it may be: only then can SQLite take back what a killed process left half done
    mode = "rw" if os.access(path, os.W_OK) and os.access(folder, os.W_OK) else "ro"
    try:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=30, isolation_level=None
        )
    except sqlite3.DatabaseError as error:
        raise _translated(error, str(path)) from error
    index = Index(connection, StoreOptions(), str(path))
    try:
        index.read("PRAGMA query_only = ON")
        _check_version(index)
    except BaseException:
        index.close()
        raise
    return index


def temporary_index(options: StoreOptions) -> Index:
    """An index of captures alone, in a private file that SQLite deletes: for WARC files that belong
    to no corpus."""
    index = Index(_connect(""), options, "the temporary index")
    _create(index, schema.CAPTURES)
    return index


def _connect(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=30, isolation_level=None)


def _set_up(index: Index, fresh: bool) -> None:
    index.read("PRAGMA journal_mode = DELETE")
    index.read("PRAGMA synchronous = FULL")
    # a kill between making the file and this commit leaves a file without tables
    if fresh or index.one("SELECT 1 FROM sqlite_master LIMIT 1") is None:
        _create(index, schema.CAPTURES + schema.FRONTIER)
    _check_version(index)
    for name, table in schema.LATER.items():
        if not has_table(index, name):
            _create(index, table)


def has_table(index: Index, name: str) -> bool:
    """False for a table that was added later, in an index that was only opened to be read."""
    return index.one("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)) is not None


def _create(index: Index, tables: str) -> None:
    for statement in tables.split(";"):
        if statement.strip():
            index.write(statement)
    index.write(f"PRAGMA user_version = {schema.VERSION}")
    index.commit()


def _check_version(index: Index) -> None:
    row = index.one("PRAGMA user_version")
    if row is None or row[0] != schema.VERSION:
        raise StoreDamaged(
            f"{index._path} was made by another version of curator (tables {row and row[0]},"
            f" expected {schema.VERSION})",
            "It is made of the WARC files: run `curator verify --rebuild` to make it again.",
        )
