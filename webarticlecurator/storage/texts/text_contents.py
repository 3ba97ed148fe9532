"""The different texts of a corpus, and the index of their fingerprints.

A text that several articles have is one content. Contents are numbered in the order in which they
came; no number is used again. So what was compared is known by the last number, and a comparison
takes what is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webarticlecurator.storage.index.index import SLICE, IndexTables

CONTENT_TABLES = """
CREATE TABLE contents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  text_digest BLOB NOT NULL UNIQUE,
  runs INTEGER NOT NULL,
  fingerprints BLOB NOT NULL,
  articles INTEGER NOT NULL
);
CREATE INDEX contents_of_none_or_several ON contents (articles) WHERE articles <> 1;
CREATE TABLE fingerprints (
  value INTEGER NOT NULL,
  content INTEGER NOT NULL,
  PRIMARY KEY (value, content)
) WITHOUT ROWID;
CREATE TABLE recent_fingerprints (
  value INTEGER NOT NULL,
  content INTEGER NOT NULL,
  PRIMARY KEY (value, content)
) WITHOUT ROWID;
CREATE TABLE file_name (token TEXT NOT NULL);
INSERT INTO file_name VALUES (hex(randomblob(8)));
CREATE TABLE progress (
  file TEXT PRIMARY KEY,
  content INTEGER NOT NULL,
  text_digest BLOB NOT NULL,
  other INTEGER NOT NULL,
  other_digest BLOB NOT NULL
) WITHOUT ROWID;
"""
"""``contents``: ``runs`` and ``fingerprints`` see ``TextSignature``, ``articles`` their number.
``fingerprints``: the contents that have a value. ``recent_fingerprints``: those that are not among
them yet; a batch of values is written all over a table, so that a large one is seldom changed.
``progress``: the last content, with its digest, that was compared with those of another file (by
its token) up to ``other``; of the file itself, the last one that is in one of both tables, and the
last one that is in ``fingerprints``."""
_INDEXES = ("fingerprints", "recent_fingerprints")
VALUE_BYTES = 6
"""Bytes of a fingerprint."""


class TextContents(IndexTables):
    """The contents of a corpus. Changes wait for the ``commit`` of their file."""

    def add(self, digest: bytes, runs: int, fingerprints: bytes) -> int:
        """Return the number of a content; a new one if it is not known."""
        known = self._index.value("SELECT id FROM contents WHERE text_digest = ?", (digest,))
        if known is not None:
            return int(known)
        return self._index.write(
            "INSERT INTO contents (text_digest, runs, fingerprints, articles) VALUES (?, ?, ?, 0)",
            (digest, runs, fingerprints),
        )

    def last(self) -> int:
        """Return the number of the last content, 0 if there is none."""
        return self._index.number("SELECT MAX(id) FROM contents")

    def list_after(self, number: int, most: int) -> list[tuple[int, bytes]]:
        """Return the next contents after ``number``, with their fingerprints."""
        return [
            (row[0], row[1])
            for row in self._index.read(
                "SELECT id, fingerprints FROM contents WHERE id > ? ORDER BY id LIMIT ?",
                (number, most),
            )
        ]

    def digest_of(self, number: int) -> bytes | None:
        """Return the digest of a content, None if it is gone."""
        return self._index.value("SELECT text_digest FROM contents WHERE id = ?", (number,))

    def find_runs(self, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield the number of runs of each of some contents."""
        yield from self._index.among("SELECT id, runs FROM contents WHERE id IN", numbers)

    def find_holders(self, values: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield each of some fingerprints with each content that has it; fast if they are in
        ascending order."""
        both = " UNION ALL ".join(f"SELECT value, content FROM {table}" for table in _INDEXES)
        yield from self._index.among(f"SELECT value, content FROM ({both}) WHERE value IN", values)

    def add_holders(self, rows: Iterable[tuple[int, int]]) -> None:
        """Record fingerprints with their contents; fast if they are in ascending order."""
        self._index.write_many("INSERT OR IGNORE INTO recent_fingerprints VALUES (?, ?)", rows)

    def list_repeated(self) -> Iterator[bytes]:
        """Yield the digests of the contents that several articles have."""
        query = "SELECT text_digest FROM contents WHERE articles > 1"
        return (row[0] for row in self._index.stream(query))

    def remove_unused(self) -> None:
        """Forget the contents that no article has any more."""
        query = (
            f"SELECT id, text_digest, fingerprints FROM contents WHERE articles = 0 LIMIT {SLICE}"
        )
        while rows := self._index.read(query):
            holders = sorted((value, row[0]) for row in rows for value in _unpack_values(row[2]))
            for table in _INDEXES:
                self._index.write_many(
                    f"DELETE FROM {table} WHERE value = ? AND content = ?", holders
                )
            for side in ("one", "other"):
                self._index.write_many(
                    f"DELETE FROM similarities WHERE {side} = ?", ((row[1],) for row in rows)
                )
            self._index.write_many("DELETE FROM contents WHERE id = ?", ((row[0],) for row in rows))

    def last_indexed(self) -> int:
        """Return the last content whose fingerprints are in the index."""
        return self._index.number("SELECT content FROM progress WHERE file = ''")

    def record_indexed(self, number: int) -> None:
        """Record the last content whose fingerprints are in the index. Merge the recent ones into
        the others when there are half as many."""
        merged = self._index.number("SELECT other FROM progress WHERE file = ''")
        if number - merged > merged // 2:
            self._index.write(
                "INSERT OR IGNORE INTO fingerprints SELECT value, content FROM recent_fingerprints"
            )
            self._index.write("DELETE FROM recent_fingerprints")
            merged = number
        self._index.write(
            "INSERT OR REPLACE INTO progress VALUES ('', ?, '', ?, '')", (number, merged)
        )

    def token(self) -> str:
        """Return the name of this file, which no other one has but its copies."""
        row = self._index.one("SELECT token FROM file_name")
        assert row is not None
        return str(row[0])

    def last_compared(self, other: TextContents) -> tuple[int, int]:
        """Return the last contents, of this file and of another one, up to which those of both
        were compared; 0 if they were not.

        So it is also where their digests differ from the recorded ones: one of the files is a copy
        that was changed in another way, or the content is gone.
        """
        row = self._index.one(
            "SELECT content, text_digest, other, other_digest FROM progress WHERE file = ?",
            (other.token(),),
        )
        if row is None or (self.digest_of(row[0]), other.digest_of(row[2])) != (row[1], row[3]):
            return (0, 0)
        return (row[0], row[2])

    def record_compared(self, other: TextContents) -> None:
        """Record that all contents were compared with all of another file."""
        last, other_last = self.last(), other.last()
        self._index.write(
            "INSERT OR REPLACE INTO progress VALUES (?, ?, ?, ?, ?)",
            (
                other.token(),
                last,
                self.digest_of(last) or b"",
                other_last,
                other.digest_of(other_last) or b"",
            ),
        )


def _unpack_values(fingerprints: bytes) -> Iterator[int]:
    for start in range(0, len(fingerprints), VALUE_BYTES):
        yield int.from_bytes(fingerprints[start : start + VALUE_BYTES], "little")
