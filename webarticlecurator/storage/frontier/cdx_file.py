"""What CDX servers said about a portal, and what the archive pages of its corpus link without
listing it: ``cdx.sqlite`` in the corpus folder.

It is derived from the servers and the stored archive pages; without it, they are read again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import astuple, dataclass, field
from webarticlecurator.storage.frontier.unlisted_links import UNLISTED_TABLES, UnlistedLinks
from webarticlecurator.storage.index.disk import refuse_link
from webarticlecurator.storage.index.index import (
    BUSY_SECONDS,
    Closable,
    Index,
    close_on_error,
    convert_database_error,
)
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.warc.cdx import CdxQuery
from webarticlecurator.storage.warc.cdx_answers import CdxLine

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
    "End the program that has this file open, or remove the file: the answers of the server make"
    " it again."
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
        with close_on_error(self._index.close):
            self._index.create(_TABLES + UNLISTED_TABLES, _VERSION)
            self._index.write(_COUNTED)
            found = self._index.one(
                "SELECT id FROM readings WHERE server = ? AND scope = ?", (server, scope)
            )
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
            " AND reading = ?2 ORDER BY urlkey"
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
