"""Files that are made of the TEI of a corpus, such as its search index: SQLite files beside the
index.

Such a file holds something about each article, by the path of its TEI and the digest of the content
from which that was made. So it is extended by what is new, a killed command loses a batch at most,
and it may be deleted at any time. One of another version, or a damaged one, is made again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from webarticlecurator.archive.cdx import CdxLine, CdxQuery
from webarticlecurator.dataclasses import astuple, dataclass, field
from webarticlecurator.errors import StoreDamaged, UsageError
from webarticlecurator.store.disk import StoreOptions, refuse_link
from webarticlecurator.store.index import (
    BUSY_SECONDS,
    Closable,
    Index,
    convert_database_error,
    index_files,
)
from webarticlecurator.store.listings import UNLISTED_TABLES, UnlistedLinks
from webarticlecurator.store.tei_files import TeiFiles
from webarticlecurator.text.translation import make_message

_SLICE = 500
TEXTS = """
CREATE TABLE texts (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, digest TEXT NOT NULL);
CREATE TABLE tei_state (token INTEGER NOT NULL);
"""
"""The tables of every derived file: the TEI files that it knows, by path below tei/, and the state
of the corpus's TEI, by ``TeiFiles.read_state``, of which it knows all."""


@dataclass(frozen=True)
class DerivedKind:
    """A kind of derived file: its ``name`` in the corpus folder, the ``version`` of its ``tables``,
    and SQL ``functions`` of one argument that these call.

    Tables other than ``texts`` refer to its ``id``; triggers on ``texts`` remove their rows.
    """

    name: str
    version: int
    tables: str
    functions: dict[str, Callable[[Any], Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class TeiChange:
    """A TEI file that a derived file must read; without a ``digest`` one that is gone."""

    path: str
    digest: str = ""


class DerivedFile:
    """A derived file that is open. Made by ``open_derived``. Changes wait for ``commit``."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def read_state(self) -> int | None:
        """Return the state of the TEI of which it knows all; None if it does of none."""
        return self.index.value("SELECT token FROM tei_state")

    def record_state(self, state: int | None) -> None:
        """Record that it knows all TEI of a state; None for none."""
        self.index.write("DELETE FROM tei_state")
        if state is not None:
            self.index.write("INSERT INTO tei_state VALUES (?)", (state,))

    def list_changes(self, files: TeiFiles) -> Iterator[TeiChange]:
        """Yield what differs from the TEI files of the corpus, by path. Changes may be recorded
        meanwhile."""
        stored = ((file.path, file.digest or "?") for file in files.by_path())
        query = f"SELECT path, digest FROM texts WHERE path > ? ORDER BY path LIMIT {_SLICE}"
        known = self.index.sliced(query, "")
        there, here = next(stored, None), next(known, None)
        while there or here:
            if here is None or (there is not None and there[0] < here[0]):
                assert there is not None
                yield TeiChange(*there)
                there = next(stored, None)
            elif there is None or here[0] < there[0]:
                yield TeiChange(here[0])
                here = next(known, None)
            else:
                if there[1] != here[1]:
                    yield TeiChange(*there)
                there, here = next(stored, None), next(known, None)

    def replace_text(self, change: TeiChange) -> int:
        """Record a TEI file in place of what is known of it; return its id. What is made of it is
        recorded with this id."""
        self.remove_text(change.path)
        return self.index.write(
            "INSERT INTO texts (path, digest) VALUES (?, ?)", (change.path, change.digest)
        )

    def remove_text(self, path: str) -> None:
        """Forget a TEI file."""
        self.index.write("DELETE FROM texts WHERE path = ?", (path,))

    def count_texts(self) -> int:
        """Return the number of TEI files that it knows."""
        return self.index.number("SELECT COUNT(*) FROM texts")

    def commit(self) -> None:
        self.index.commit()

    def close(self) -> None:
        self.index.close()


AnyDerivedFile = TypeVar("AnyDerivedFile", bound=DerivedFile)


def open_derived(
    folder: Path, kind: DerivedKind, make: Callable[[Index], AnyDerivedFile]
) -> AnyDerivedFile:
    """Open a derived file of the corpus in ``folder``; an empty one if there is none, or none of
    this version. Raises UsageError if it cannot be written, CorpusMismatch if it is a link,
    StoreDamaged, DiskFull."""
    path = folder / kind.name
    refuse_link(path)
    writable = os.access(path, os.W_OK) if path.exists() else os.access(folder, os.W_OK)
    if not writable:
        raise UsageError(
            make_message("{path} cannot be written", path=path),
            "Let it be written, or work on a copy of the corpus.",
        )
    if path.exists() and _read_version(path) not in (0, kind.version):
        # it is made again; the files of SQLite next to it go first
        for name in reversed(index_files(kind.name)):
            (folder / name).unlink(missing_ok=True)
    index = _connect(path, kind)
    try:
        if index.one("SELECT 1 FROM sqlite_master LIMIT 1") is None:
            index.create(TEXTS + kind.tables, kind.version)
    except BaseException:
        index.close()
        raise
    return make(index)


def open_derived_read_only(folder: Path, kind: DerivedKind) -> Index | None:
    """Open a derived file for reading; None if there is none of this version. Raises
    StoreDamaged."""
    path = folder / kind.name
    if not path.exists() or _read_version(path) != kind.version:
        return None
    return _connect(path, kind)


def _read_version(path: Path) -> int | None:
    """Return the version of the tables; None for a file that SQLite cannot read."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.OperationalError as error:
            raise StoreDamaged(
                make_message("{path}: {error}", path=path, error=str(error)),
                "Run the command again.",
            ) from error
        except sqlite3.DatabaseError:
            return None


def _connect(path: Path, kind: DerivedKind) -> Index:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    for name, function in kind.functions.items():
        connection.create_function(name, 1, function, deterministic=True)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    cure = make_message(
        "It is made of the TEI: delete {path}, then run the same command again.", path=path
    )
    return Index(connection, StoreOptions(), str(path), cure)


# What CDX servers said about a portal, and what the archive pages of its corpus link without
# listing it: ``cdx.sqlite`` in the corpus folder.
#
# It is derived from the servers and the stored archive pages; without it, they are read again.

NAME = "cdx.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS readings
  (id INTEGER PRIMARY KEY, server TEXT, scope TEXT, lines INTEGER, UNIQUE (server, scope));
CREATE TABLE IF NOT EXISTS queries
  (id INTEGER PRIMARY KEY, reading INTEGER, url TEXT, match TEXT, first TEXT, last TEXT,
   lines INTEGER, resume_key TEXT);
CREATE TABLE IF NOT EXISTS captures
  (reading INTEGER, urlkey TEXT, time TEXT, url TEXT, mime TEXT, status TEXT, digest TEXT,
   outcome TEXT NOT NULL DEFAULT '', PRIMARY KEY (reading, urlkey)) WITHOUT ROWID;
"""
_COUNTED = "CREATE TEMP TABLE counted (canonical TEXT PRIMARY KEY) WITHOUT ROWID"
_VERSION = 1
_CURE = (
    "End the program that has this file open; or remove it: it is made again from the answers of"
    " the server."
)


@dataclass(frozen=True)
class ReadingState:
    """How far a server was read: the number of lines, and of requests that are still to be made.

    ``odd_rows``: the numbers of the rows that this run has left out, by what is odd about them.
    """

    lines: int
    queries: int
    odd_rows: Mapping[str, int] = field(default_factory=dict)


class CdxFile(Closable):
    """The addresses of a portal that one CDX server knows, each with its first capture.

    ``scope`` says which addresses were asked for; ``unlisted`` is what the archive pages of the
    corpus link and do not list. Changes wait for ``commit``.
    """

    def __init__(self, folder: Path, server: str, scope: str) -> None:
        self.path = folder / NAME
        refuse_link(self.path)
        try:
            connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        except sqlite3.DatabaseError as error:
            raise convert_database_error(error, str(self.path), _CURE) from error
        self._index = Index(connection, StoreOptions(), str(self.path), _CURE)
        try:
            self._index.create(_TABLES + UNLISTED_TABLES, _VERSION)
            self._index.write(_COUNTED)
            found = self._index.one(
                "SELECT id FROM readings WHERE server = ? AND scope = ?", (server, scope)
            )
        except BaseException:
            self._index.close()
            raise
        self.unlisted = UnlistedLinks(self._index)
        self.is_new = found is None
        self._reading: int = found[0] if found else 0
        self._server, self._scope = server, scope

    def begin(self, queries: Sequence[CdxQuery]) -> None:
        """Forget what was read, and note the queries with which reading begins."""
        for table in ("queries", "captures"):
            self._index.write(f"DELETE FROM {table} WHERE reading = ?", (self._reading,))
        self._index.write("DELETE FROM readings WHERE id = ?", (self._reading,))
        self._reading = self._index.write(
            "INSERT INTO readings VALUES (NULL, ?, ?, 0)", (self._server, self._scope)
        )
        self.is_new = False
        self._add_queries(queries)
        self.commit()

    def next_query(self) -> tuple[int, CdxQuery] | None:
        """Return the next query with its number; None if the server was read to its end."""
        return self._index.first(
            lambda row: (row[0], CdxQuery(*row[1:])),
            "SELECT id, url, match, first, last, lines, resume_key FROM queries"
            " WHERE reading = ? ORDER BY id DESC LIMIT 1",
            (self._reading,),
        )

    def add_answer(self, number: int, lines: Iterable[CdxLine], more: Sequence[CdxQuery]) -> None:
        """Add the captures that answer a query; ``more`` are the queries in its place."""
        count = 0
        for line in lines:
            count += 1
            self._index.write(
                "INSERT INTO captures (reading, urlkey, time, url, mime, status, digest)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET time = excluded.time,"
                " url = excluded.url, mime = excluded.mime, digest = excluded.digest"
                " WHERE excluded.time < time",
                (self._reading, *astuple(line)),
            )
        self._index.write("DELETE FROM queries WHERE id = ?", (number,))
        self._index.write(
            "UPDATE readings SET lines = lines + ? WHERE id = ?", (count, self._reading)
        )
        self._add_queries(more)

    def state(self) -> ReadingState:
        """Return how far the server was read."""
        read = (self._reading,)
        return ReadingState(
            self._index.number("SELECT lines FROM readings WHERE id = ?", read),
            self._index.number("SELECT count(*) FROM queries WHERE reading = ?", read),
        )

    def captures(self) -> Iterator[CdxLine]:
        """Yield the first capture of each address, in the order of the server's index.

        They are read in slices: the outcome of each may be set meanwhile.
        """
        query = (
            "SELECT urlkey, time, url, mime, status, digest FROM captures WHERE urlkey > ?1"
            f" AND reading = ?2 ORDER BY urlkey LIMIT {_SLICE}"
        )
        return (CdxLine(*row) for row in self._index.sliced(query, "", (self._reading,)))

    def outcome(self, line: CdxLine) -> str:
        """Return what became of the capture when it was to be copied; ``""`` before that."""
        found = self._index.value(
            "SELECT outcome FROM captures WHERE reading = ? AND urlkey = ?",
            (self._reading, line.urlkey),
        )
        return str(found or "")

    def captures_with_outcome(self, outcome: str) -> list[CdxLine]:
        """Return the captures of which this became."""
        rows = self._index.read(
            "SELECT urlkey, time, url, mime, status, digest FROM captures WHERE reading = ?"
            " AND outcome = ? ORDER BY urlkey",
            (self._reading, outcome),
        )
        return [CdxLine(*row) for row in rows]

    def set_outcome(self, line: CdxLine, outcome: str) -> None:
        """Note what became of a capture."""
        self._index.write(
            "UPDATE captures SET outcome = ? WHERE reading = ? AND urlkey = ?",
            (outcome, self._reading, line.urlkey),
        )

    def count_once(self, canonical: str) -> bool:
        """Return True for the first call with a canonical address since ``forget_counted``."""
        self._index.write("INSERT OR IGNORE INTO counted VALUES (?)", (canonical,))
        return self._index.one("SELECT changes()") == (1,)

    def forget_counted(self) -> None:
        """Forget which addresses were counted."""
        self._index.write("DELETE FROM counted")

    def commit(self) -> None:
        """Keep the changes."""
        self._index.commit()

    def close(self) -> None:
        """Close the file; changes since the last ``commit`` are lost."""
        self._index.close()

    def _add_queries(self, queries: Sequence[CdxQuery]) -> None:
        for query in reversed(queries):
            self._index.write(
                "INSERT INTO queries VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
                (self._reading, *astuple(query)),
            )
