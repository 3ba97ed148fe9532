"""The SQLite connection of the index, with one explicit transaction at a time.

The journal is SQLite's rollback journal (DELETE) with synchronous=FULL, not WAL: between commits
the index is a single file that may be copied away and put back, and no write-ahead log of a newer
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
"""The name of an index that is being rebuilt from the WARC files, until it is complete."""

_PAGES_OF_CHANGES = 500
"""Pages of 4 kB: changes that SQLite keeps in memory until they are committed, however small its
cache is. Larger transactions are written to the file before."""

Row = tuple[Any, ...]


class Index:
    """A connection: ``read`` queries, ``write`` begins a transaction, ``commit`` ends it."""

    def __init__(self, connection: sqlite3.Connection, options: StoreOptions, path: str) -> None:
        self._connection = connection
        self._options = options
        self._path = path
        self._has_mark = False
        self._known_tables: set[str] = set()

    def has_table(self, name: str) -> bool:
        """Return whether a table exists; an index of an older version, opened read-only, lacks
        those of ``schema.LATER``. Another process may add one, but none removes it."""
        if name not in self._known_tables:
            if self.one("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)) is None:
                return False
            self._known_tables.add(name)
        return True

    def read(self, sql: str, values: Iterable[object] = ()) -> list[Row]:
        """Return all rows of a query; query large tables in slices by key."""
        try:
            return self._connection.execute(sql, tuple(values)).fetchall()
        except sqlite3.DatabaseError as error:
            raise _typed_error(error, self._path) from error

    def stream(self, sql: str, values: Iterable[object] = ()) -> Iterator[Row]:
        """Yield the rows of a query one by one. Only for an index that nobody changes meanwhile."""
        with self._typed_errors():
            yield from self._connection.execute(sql, tuple(values))

    def one(self, sql: str, values: Iterable[object] = ()) -> Row | None:
        """Return the first row of a query, or None."""
        try:
            row: Row | None = self._connection.execute(sql, tuple(values)).fetchone()
        except sqlite3.DatabaseError as error:
            raise _typed_error(error, self._path) from error
        return row

    def write(self, sql: str, values: Iterable[object] = ()) -> int:
        """Execute one change inside the transaction; return the id of the inserted row."""
        try:
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            cursor = self._connection.execute(sql, tuple(values))
        except sqlite3.DatabaseError as error:
            raise _typed_error(error, self._path) from error
        self._options.events("index-write")
        return cursor.lastrowid or 0

    def commit(self) -> None:
        """End the transaction and keep its changes."""
        with self._typed_errors():
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")
        self._has_mark = False
        self._options.events("index-commit")

    def mark(self) -> None:
        """Keep the changes of the transaction so far if ``commit_marked`` ends it."""
        with self._typed_errors():
            if self._connection.in_transaction:
                if self._has_mark:
                    self._connection.execute("RELEASE step")
                self._connection.execute("SAVEPOINT step")
                self._has_mark = True

    def commit_marked(self) -> None:
        """End the transaction; keep its changes up to the last ``mark``, discard the others."""
        with self._typed_errors():
            if self._has_mark and self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO step")
                self._connection.execute("COMMIT")
        self._has_mark = False

    def rollback(self) -> None:
        """End the transaction and discard its changes."""
        with self._typed_errors():
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        self._has_mark = False

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let the queries of a block see one state, whatever another process commits meanwhile. It
        waits for the block: only for short ones, of an index that is open for reading."""
        with self._typed_errors():
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self.rollback()

    def check(self) -> list[str]:
        """Return the errors that SQLite's integrity check finds."""
        return [row[0] for row in self.read("PRAGMA integrity_check") if row[0] != "ok"]

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _typed_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise _typed_error(error, self._path) from error


def _typed_error(error: sqlite3.DatabaseError, path: str) -> CuratorError:
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
    """Open the index of a corpus, creating it if it is missing. Raises StoreDamaged."""
    path = folder / name
    fresh = not path.exists() or path.stat().st_size == 0
    if fresh:
        # the journal of a deleted index must never be replayed into the new one
        (folder / f"{name}-journal").unlink(missing_ok=True)
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
    for name in (f"{DRAFT}-journal", DRAFT):
        (folder / name).unlink(missing_ok=True)


def open_index_read_only(folder: Path) -> Index:
    """Open the index for reading beside a running crawl. Raises StoreDamaged."""
    path = folder / NAME
    # writable if possible: only then can SQLite roll back the transaction of a killed process
    mode = "rw" if os.access(path, os.W_OK) and os.access(folder, os.W_OK) else "ro"
    try:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=30, isolation_level=None
        )
    except sqlite3.DatabaseError as error:
        raise _typed_error(error, str(path)) from error
    index = Index(connection, StoreOptions(), str(path))
    try:
        index.read("PRAGMA query_only = ON")
        _check_version(index)
    except BaseException:
        index.close()
        raise
    return index


def temporary_index(options: StoreOptions, tables: str = schema.CAPTURES) -> Index:
    """Create an index with some tables in a private file that SQLite deletes.

    For what does not belong to a corpus, such as the captures of other WARC files.
    """
    index = Index(_connect(""), options, "the temporary index")
    _create(index, tables)
    return index


def _connect(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=30, isolation_level=None)


def _set_up(index: Index, fresh: bool, cache_kilobytes: int) -> None:
    index.read("PRAGMA journal_mode = DELETE")
    index.read("PRAGMA synchronous = FULL")
    index.read(f"PRAGMA cache_size = -{cache_kilobytes}")
    # once changes are written to the file, nobody can read it until they are committed
    index.read(f"PRAGMA cache_spill = {_PAGES_OF_CHANGES}")
    # a kill between the creation of the file and this commit leaves a file without tables
    if fresh or index.one("SELECT 1 FROM sqlite_master LIMIT 1") is None:
        _create(index, schema.CAPTURES + schema.FRONTIER)
    _check_version(index)
    for name, table in schema.LATER.items():
        if not index.has_table(name):
            _create(index, table)


def _create(index: Index, tables: str) -> None:
    statement = ""
    for part in tables.split(";"):
        statement += f"{part};"
        if statement.strip(" \n;") and sqlite3.complete_statement(statement):  # not in a trigger
            index.write(statement)
            statement = ""
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
