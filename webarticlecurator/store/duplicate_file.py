"""The signatures of the texts of a corpus, and the duplicates that were found by them:
``duplicates.sqlite`` in its folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import UsageError
from webarticlecurator.store.derived_file import (
    DerivedFile,
    DerivedKind,
    TeiChange,
    open_derived,
    open_derived_read_only,
)
from webarticlecurator.store.index import Index, IndexTables
from webarticlecurator.text.words import DUPLICATE_KINDS, Duplicate, DuplicateCounts, TextSignature

# The different texts of a corpus, and the index of their fingerprints, in ``duplicates.sqlite``.
#
# A text that several articles have is one content. Contents are numbered in the order in which they
# came; no number is used again. So what was compared is known by the last number, and a comparison
# takes what is new.

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
_SLICE = 500


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
        yield from self._in_slices(["SELECT id, runs FROM contents WHERE id IN"], numbers)

    def find_holders(self, values: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield each of some fingerprints with each content that has it; fast if they are in
        ascending order."""
        queries = [f"SELECT value, content FROM {table} WHERE value IN" for table in _INDEXES]
        yield from self._in_slices(queries, values)

    def _in_slices(
        self, queries: Sequence[str], numbers: Iterable[int]
    ) -> Iterator[tuple[int, int]]:
        left = iter(numbers)
        while some := list(islice(left, _SLICE)):
            marks = ",".join("?" * len(some))
            for query in queries:
                yield from self._index.read(f"{query} ({marks})", some)

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
            f"SELECT id, text_digest, fingerprints FROM contents WHERE articles = 0 LIMIT {_SLICE}"
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


NAME = "duplicates.sqlite"
KIND = DerivedKind(
    NAME,
    5,
    CONTENT_TABLES
    + """
CREATE TABLE signatures (
  text INTEGER PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
  content INTEGER NOT NULL REFERENCES contents,
  article TEXT NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  published TEXT NOT NULL,
  authors TEXT NOT NULL,
  sources TEXT NOT NULL,
  words INTEGER NOT NULL
);
CREATE INDEX signatures_of_content ON signatures (content);
CREATE TRIGGER count_signature AFTER INSERT ON signatures BEGIN
  UPDATE contents SET articles = articles + 1 WHERE id = NEW.content;
END;
CREATE TRIGGER discount_signature AFTER DELETE ON signatures BEGIN
  UPDATE contents SET articles = articles - 1 WHERE id = OLD.content;
END;
CREATE TABLE similarities (
  one BLOB NOT NULL,
  other BLOB NOT NULL,
  jaccard REAL NOT NULL,
  contained REAL NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;
CREATE INDEX similarities_of_other ON similarities (other);
CREATE TABLE duplicates (
  article TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  of_article TEXT NOT NULL,
  of_portal TEXT NOT NULL,
  share REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE comparison (compared INTEGER NOT NULL);
""",
)
Similarity = tuple[float, float]
"""The Jaccard similarity of the shingles of two texts, and the part of those of the shorter text
that the longer one has."""


class DuplicateFile(DerivedFile):
    """The signatures of a corpus, and its different texts (``contents``). Changes wait for
    ``commit``."""

    def __init__(self, index: Index) -> None:
        super().__init__(index)
        self.contents = TextContents(index)

    def record(self, change: TeiChange, text: TextSignature) -> None:
        """Record the signature of the article of a TEI file."""
        number = self.replace_text(change)
        self.index.write(
            "INSERT INTO signatures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                self.contents.add(text.text_digest, text.runs, text.fingerprints),
                text.article,
                text.url,
                text.title,
                text.published,
                json.dumps(text.authors, ensure_ascii=False),
                json.dumps(text.sources, ensure_ascii=False),
                text.words,
            ),
        )

    def list_articles(self, digest: bytes) -> list[tuple[int, str]]:
        """Return the number and the date of each article with a text."""
        rows = self.index.read(
            "SELECT s.text, s.published FROM signatures s JOIN contents c ON c.id = s.content"
            " WHERE c.text_digest = ? ORDER BY s.text",
            (digest,),
        )
        return [(row[0], row[1]) for row in rows]

    def find_signature(self, number: int) -> tuple[str, TextSignature]:
        """Return the path of an article, and its signature without the fingerprints."""
        row = self.index.one(
            "SELECT t.path, s.article, s.url, s.title, s.published, s.authors, s.sources, s.words,"
            " c.text_digest, c.runs FROM signatures s JOIN texts t ON t.id = s.text"
            " JOIN contents c ON c.id = s.content WHERE s.text = ?",
            (number,),
        )
        assert row is not None
        path, article, url, title, published, authors, sources, words, digest, runs = row
        names, others = tuple(json.loads(authors)), tuple(json.loads(sources))
        return path, TextSignature(
            article, url, title, published, names, others, words, digest, runs, b""
        )

    def find_similarity(self, one: bytes, other: bytes) -> Similarity | None:
        """Return the similarity of two texts, by digest, if it was recorded."""
        return self.index.first(
            lambda row: (row[0], row[1]),
            "SELECT jaccard, contained FROM similarities WHERE one = ? AND other = ?",
            (min(one, other), max(one, other)),
        )

    def record_similarity(self, one: bytes, other: bytes, similarity: Similarity) -> None:
        """Record the similarity of two texts."""
        self.index.write(
            "INSERT OR REPLACE INTO similarities VALUES (?, ?, ?, ?)",
            (min(one, other), max(one, other), *similarity),
        )

    def list_similarities(
        self, jaccard: float, contained: float
    ) -> Iterator[tuple[bytes, bytes, Similarity]]:
        """Yield the pairs of texts that are so similar, in one way or the other."""
        rows = self.index.stream(
            "SELECT one, other, jaccard, contained FROM similarities"
            " WHERE jaccard >= ? OR contained >= ? ORDER BY one, other",
            (jaccard, contained),
        )
        return ((row[0], row[1], (row[2], row[3])) for row in rows)

    def replace_duplicates(self, found: Iterable[Duplicate]) -> None:
        """Record the duplicates among the articles, in place of those of another comparison."""
        self.index.write("DELETE FROM duplicates")
        rows = ((each.article, each.kind, each.of, each.portal, each.share) for each in found)
        self.index.write_many("INSERT INTO duplicates VALUES (?, ?, ?, ?, ?)", rows)
        self.index.write("DELETE FROM comparison")
        self.index.write("INSERT INTO comparison VALUES (?)", (self.count_texts(),))

    def find_duplicate(self, article: str) -> Duplicate | None:
        """Return what an article repeats, None if it is the first or the only one."""
        return self.index.first(
            lambda row: Duplicate(*row),
            "SELECT article, kind, of_article, of_portal, share FROM duplicates WHERE article = ?",
            (article,),
        )

    def count_duplicates(self) -> DuplicateCounts | None:
        """Return the numbers of the last comparison, None if there was none."""
        compared = self.index.value("SELECT compared FROM comparison")
        if compared is None:
            return None
        rows = self.index.read("SELECT kind, COUNT(*) FROM duplicates GROUP BY kind")
        found = {row[0]: row[1] for row in rows}
        return DuplicateCounts(
            compared, tuple((kind, found.get(kind, 0)) for kind in DUPLICATE_KINDS)
        )


def open_duplicates(folder: Path) -> DuplicateFile:
    """Open the signatures of the corpus in ``folder``; see ``open_derived``."""
    return open_derived(folder, KIND, DuplicateFile)


def open_found_duplicates(folder: Path) -> DuplicateFile | None:
    """Open the duplicates that were found in the corpus in ``folder`` for reading; None if none
    were looked for. Raises StoreDamaged."""
    index = open_derived_read_only(folder, KIND)
    if index is None:
        return None
    file = DuplicateFile(index)
    if file.count_duplicates() is None:
        file.close()
        return None
    return file


# Which article another one repeats, as the last ``report duplicates`` found it.


@dataclass(frozen=True)
class DuplicateLookup:
    """The duplicates of the corpus in ``folder``. Their file is opened for each question, since any
    thread or process may ask."""

    folder: Path

    def __call__(self, article: str) -> Duplicate | None:
        """Return what an article repeats. Raises UsageError if no duplicates were looked for."""
        file = open_found_duplicates(self.folder)
        if file is None:
            raise UsageError(
                f"duplicates were not looked for in {self.folder}",
                "Run `curator report duplicates` first, for all portals that are to be compared.",
            )
        with closing(file):
            return file.find_duplicate(article)
