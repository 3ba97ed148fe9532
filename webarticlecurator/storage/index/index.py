"""The SQLite connection of the index, with one explicit transaction at a time.

Between commands the index is a single file that may be copied away and put back: SQLite keeps a
rollback journal. A crawl has a write-ahead log (``enable_wal``) while it fetches, so that readers
and the crawl never wait for each other, and a commit takes one sync of the disk. Both are used with
synchronous=FULL: what was committed outlasts a power failure.

A transaction may be open while an answer or a worker process is awaited: it keeps others from
writing, which the lock of the corpus does anyway, and nobody from reading, since its changes stay
in memory until the commit. What its steps may hold is bounded (``has_large_transaction``).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

from webarticlecurator.base.errors import CuratorError, StoreDamaged
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.index.disk import disk_full_error
from webarticlecurator.storage.index.local_file_systems import may_have_wal
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.warc.record import parse_date

NAME = "corpus.sqlite"
DRAFT = f"{NAME}.new"
"""The name of an index that is being rebuilt from the WARC files, until it is complete."""

BUSY_SECONDS = 30
"""Seconds to wait for a lock of another process."""
_PAGES_OF_LARGE_CHANGES = 500
"""Pages of 4 kB: changes of a transaction that grows with the corpus, and waits for nobody, that
SQLite keeps in memory; it writes the others to the file before the commit."""
_LARGE_TRANSACTION = 8 << 20
"""Bytes of values that steps write until they are committed. With indexes and pages that are partly
filled, the changes take some six times as much memory."""
_ROW = 100
"""Bytes that a change is counted besides its texts."""
REBUILD_INDEX = "Run `curator verify --rebuild`, which makes it again from the WARC files."

SLICE = 500
"""Rows that a query returns at once, where the index may be changed between two of them."""
MAX_MESSAGE = 4000
"""Characters of a message or of evidence in the index: they quote pages, servers and WARC files."""

Row = tuple[Any, ...]
_T = TypeVar("_T")
_Closable = TypeVar("_Closable", bound="Closable")


def index_files(name: str = NAME) -> tuple[str, ...]:
    """Return the names of an index and of the files that SQLite may keep beside it."""
    return (name, f"{name}-journal", f"{name}-wal", f"{name}-shm")


class Index:
    """A connection: ``read`` queries, ``write`` begins a transaction, ``commit`` ends it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        options: StoreOptions,
        path: str,
        cure: str = REBUILD_INDEX,
    ) -> None:
        """``cure``: what the user can do if the file is damaged."""
        self._connection = connection
        self._options = options
        self.path = path
        self._cure = cure
        self._has_mark = False
        self._may_have_wal: bool | None = None
        self._changed_bytes = 0
        self._keeps_readable, self._may_spill = False, True
        self.before_commit: Callable[[], object] = int
        """Called at the end of each transaction that is kept."""
        # `has_open_wal` asks it until it is closed
        _open_indexes.add(self)

    def read(self, sql: str, values: Iterable[object] = ()) -> list[Row]:
        """Return all rows of a query; query large tables in slices by key."""
        try:
            return self._connection.execute(sql, tuple(values)).fetchall()
        except sqlite3.DatabaseError as error:
            raise convert_database_error(error, self.path, self._cure) from error

    def stream(self, sql: str, values: Iterable[object] = ()) -> Iterator[Row]:
        """Yield the rows of a query one by one. Only for an index that does not change
        meanwhile."""
        with self.convert_database_errors():
            # not `yield from`, which closes the cursor with the generator, after the connection
            for row in self._connection.execute(sql, tuple(values)):  # noqa: UP028
                yield row

    def one(self, sql: str, values: Iterable[object] = ()) -> Row | None:
        """Return the first row of a query, or None."""
        try:
            row: Row | None = self._connection.execute(sql, tuple(values)).fetchone()
        except sqlite3.DatabaseError as error:
            raise convert_database_error(error, self.path, self._cure) from error
        return row

    def first(
        self, make: Callable[[Row], _T], sql: str, values: Iterable[object] = ()
    ) -> _T | None:
        """Return what ``make`` makes of the first row of a query; None without a row."""
        row = self.one(sql, values)
        return None if row is None else make(row)

    def column(self, sql: str, values: Iterable[object] = ()) -> list[Any]:
        """Return the first value of each row of a query."""
        return [row[0] for row in self.read(sql, values)]

    def has(self, sql: str, values: Iterable[object] = ()) -> bool:
        """Return True if a query finds a row."""
        return self.one(sql, values) is not None

    def sliced(
        self,
        sql: str,
        last: object,
        values: Sequence[object] = (),
        key: int = 0,
        size: int = SLICE,
    ) -> Iterator[Row]:
        """Yield the rows of a query without a limit, in slices of ``size``: the index may be
        changed between two slices.

        The first parameter of the query is the value in column ``key`` of the last row before a
        slice, ``last`` before the first one.
        """
        while rows := self.read(f"{sql} LIMIT {size}", (last, *values)):
            last = rows[-1][key]
            yield from rows

    def among(self, sql: str, values: Iterable[object], order: str = "") -> Iterator[Row]:
        """Yield the rows of a query, which ends in ``IN``, for any of the values, in slices of the
        values."""
        left = iter(values)
        while some := list(islice(left, SLICE)):
            marks = ", ".join("?" * len(some))
            yield from self.read(f"{sql} ({marks}) {order}", some)

    def value(self, sql: str, values: Iterable[object] = ()) -> Any | None:
        """Return the first value of the first row of a query; None without a row."""
        row = self.one(sql, values)
        return row[0] if row else None

    def number(self, sql: str, values: Iterable[object] = ()) -> int:
        """Return the number that a query finds; 0 for none."""
        return int(self.value(sql, values) or 0)

    def add_function(self, name: str, function: Callable[[Any, Any], Any]) -> None:
        """Let queries call a function of two arguments."""
        self._connection.create_function(name, 2, function, deterministic=True)

    def write(self, sql: str, values: Iterable[object] = ()) -> int:
        """Execute one change inside the transaction; return the id of the inserted row, 0 without
        one."""
        try:
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            given = tuple(values)
            cursor = self._connection.execute(sql, given)
        except sqlite3.DatabaseError as error:
            raise convert_database_error(error, self.path, self._cure) from error
        self._changed_bytes += _ROW + sum(len(v) for v in given if isinstance(v, str | bytes))
        self._options.events("index-write")
        return (cursor.lastrowid or 0) if cursor.rowcount > 0 else 0

    def write_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Execute one change for each of ``rows`` inside the transaction."""
        with self.convert_database_errors():
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(sql, rows)
        self._options.events("index-write")

    def create(self, tables: str, version: int) -> None:
        """Create tables, of this version, and commit."""
        statement = ""
        for part in tables.split(";"):
            statement += f"{part};"
            # not in the middle of a trigger
            if sqlite3.complete_statement(statement):
                if statement.strip(" \n;"):
                    self.write(statement)
                statement = ""
        self.write(f"PRAGMA user_version = {version}")
        self.commit()

    def commit(self) -> None:
        """End the transaction and keep its changes."""
        with self.convert_database_errors():
            if self._connection.in_transaction:
                self.before_commit()
                self._connection.execute("COMMIT")
        self._forget_transaction()
        self._options.events("index-commit")

    def mark(self) -> None:
        """Keep the changes of the transaction so far if ``commit_marked`` ends it."""
        with self.convert_database_errors():
            if self._connection.in_transaction:
                if self._has_mark:
                    self._connection.execute("RELEASE step")
                self._connection.execute("SAVEPOINT step")
                self._has_mark = True

    def keep_undo_in_memory(self, *, kept: bool) -> None:
        """Keep in memory, from now on, what undoes the changes since the last ``mark``: or in a
        file, once they are more than 64 kB, as SQLite does by itself. Called between
        transactions."""
        self.read(f"PRAGMA temp_store = {'MEMORY' if kept else 'DEFAULT'}")

    def commit_marked(self) -> None:
        """End the transaction; keep its changes up to the last ``mark``, discard the others."""
        with self.convert_database_errors():
            if self._has_mark and self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO step")
                self.before_commit()
                self._connection.execute("COMMIT")
        self._forget_transaction()

    def rollback(self) -> None:
        """End the transaction and discard its changes."""
        with self.convert_database_errors():
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        self._forget_transaction()

    def _forget_transaction(self) -> None:
        self._has_mark = False
        self._changed_bytes = 0
        if self._keeps_readable and self._may_spill:
            self.keep_readable()

    def keep_readable(self) -> None:
        """Keep all changes in memory until they are committed, from now on. Else SQLite writes some
        to the file when its cache is full, and others cannot read it until the commit, not even a
        worker that the transaction waits for. Transactions must be bounded then:
        ``has_large_transaction``, ``allow_large_transaction``."""
        self.read("PRAGMA cache_spill = OFF")
        self._keeps_readable, self._may_spill = True, False

    def allow_large_transaction(self) -> None:
        """Let SQLite write changes to the file until the next commit, since they grow with the
        corpus. Until then others may have to wait for the index, so nobody that reads it may be
        awaited."""
        if not self._may_spill:
            self.read(f"PRAGMA cache_spill = {_PAGES_OF_LARGE_CHANGES}")
            self._may_spill = True

    def has_large_transaction(self) -> bool:
        """Return True if so much waits for the commit that it must not wait for further steps."""
        return self._changed_bytes >= _LARGE_TRANSACTION

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let the queries of a block see one state, whatever another process commits meanwhile. It
        waits for the block: only for short ones, of an index that is open for reading."""
        with self.convert_database_errors():
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self.rollback()

    def check(self) -> list[str]:
        """Return the errors that SQLite's integrity check finds."""
        return [row[0] for row in self.read("PRAGMA integrity_check") if row[0] != "ok"]

    def compact(self) -> None:
        """Write the file anew, without what was removed from it. Called between transactions."""
        with self.convert_database_errors():
            self._connection.execute("VACUUM")

    def enable_wal(self) -> None:
        """Write changes to a write-ahead log from now on, if the file system allows it and nobody
        reads in this moment. Called between transactions; costs nothing if it is done already."""
        if self._may_have_wal is None:
            self._may_have_wal = may_have_wal(Path(self.path).parent)
        if self._may_have_wal and not self.has_wal():
            answer = self._set_journal("WAL")
            # a system that has none answers with the journal that it keeps
            self._may_have_wal = answer in ("wal", None)

    def disable_wal(self) -> None:
        """Write the log into the index and remove it: SQLite keeps a rollback journal again. Called
        between transactions. The log stays while another process reads."""
        self._set_journal("DELETE")

    def has_wal(self) -> bool:
        """Return True if this connection has a write-ahead log open."""
        return self.one("PRAGMA journal_mode") == ("wal",)

    def _set_journal(self, mode: str) -> str | None:
        """Return the journal that there is now, in small letters; None while others prevent it."""
        try:
            self._connection.execute("PRAGMA busy_timeout = 0")
            return str(self._connection.execute(f"PRAGMA journal_mode = {mode}").fetchone()[0])
        except sqlite3.DatabaseError as error:
            if "locked" not in str(error):
                raise convert_database_error(error, self.path, self._cure) from error
            return None
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {1000 * BUSY_SECONDS}")

    def close(self) -> None:
        _open_indexes.discard(self)
        self._connection.close()

    @contextmanager
    def convert_database_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise convert_database_error(error, self.path, self._cure) from error


class Closable:
    """What is to be closed after use, with ``with`` or by ``close``."""

    def __enter__(self: _Closable) -> _Closable:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        raise NotImplementedError


@contextmanager
def close_on_error(close: Callable[[], None]) -> Iterator[None]:
    """Call ``close`` if the block does not end well."""
    try:
        yield
    except BaseException:
        close()
        raise


class IndexTables:
    """Reads and writes some tables of an index."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def _new_article(self, canonical: str, url: str, column: str | None) -> int:
        return self._index.write(
            "INSERT INTO articles VALUES (NULL, ?, ?, ?, 'pending', NULL, '', NULL, NULL)",
            (canonical, url, column),
        )

    def _count_due(self, table: str) -> tuple[int, datetime | None]:
        """Return how many rows of a table wait for another look, and when the first of them is
        due."""
        row = self._index.one(f"SELECT COUNT(*), MIN(due) FROM {table}")
        return (row[0], parse_date(row[1])) if row and row[0] else (0, None)


def convert_database_error(
    error: sqlite3.DatabaseError, path: str, cure: str = REBUILD_INDEX
) -> CuratorError:
    """Return the error of ours for one of SQLite, with its cure."""
    text = str(error)
    if "full" in text:
        return disk_full_error()
    if "locked" in text:
        return StoreDamaged(
            make_message("{path}: {text}", path=path, text=text),
            "End the program that has this file open, then run again.",
        )
    return StoreDamaged(make_message("{path}: {text}", path=path, text=text), cure)


_open_indexes: WeakSet[Index] = WeakSet()


def has_open_wal() -> bool:
    """Return True if this process has an index with a write-ahead log open. A process that was
    forked then would inherit what SQLite knows of its memory, but not the locks on it."""
    try:
        return any(index.has_wal() for index in list(_open_indexes))
    except CuratorError:  # one that another thread has opened and not closed
        return True
