"""The signatures of the texts of a corpus, and the duplicates that were found by them:
``duplicates.sqlite`` in its folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from webarticlecurator.model.text_signature import (
    DUPLICATE_KINDS,
    Duplicate,
    DuplicateCounts,
    TextSignature,
)
from webarticlecurator.store.derived_file import (
    DerivedFile,
    DerivedKind,
    TeiChange,
    open_derived,
    open_derived_read_only,
)

NAME = "duplicates.sqlite"
_SLICE = 500
KIND = DerivedKind(
    NAME,
    1,
    """
CREATE TABLE signatures (
  text INTEGER PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
  article TEXT NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  published TEXT NOT NULL,
  authors TEXT NOT NULL,
  sources TEXT NOT NULL,
  words INTEGER NOT NULL,
  text_digest BLOB NOT NULL,
  signature BLOB NOT NULL
);
CREATE TABLE similarities (
  one BLOB NOT NULL,
  other BLOB NOT NULL,
  jaccard REAL NOT NULL,
  contained REAL NOT NULL,
  PRIMARY KEY (one, other)
) WITHOUT ROWID;
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
    """The signatures of a corpus. Changes wait for ``commit``."""

    def record(self, change: TeiChange, text: TextSignature) -> None:
        """Record the signature of the article of a TEI file."""
        self.index.write(
            "INSERT INTO signatures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self.replace_text(change),
                text.article,
                text.url,
                text.title,
                text.published,
                json.dumps(text.authors, ensure_ascii=False),
                json.dumps(text.sources, ensure_ascii=False),
                text.words,
                text.text_digest,
                text.signature,
            ),
        )

    def list_texts(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the date of each text. Nothing may be changed meanwhile."""
        yield from self.index.stream("SELECT text, published FROM signatures ORDER BY text")

    def find_signature(self, number: int) -> tuple[bytes, bytes]:
        """Return digest and signature of a text."""
        row = self.index.one(
            "SELECT text_digest, signature FROM signatures WHERE text = ?", (number,)
        )
        assert row is not None
        return row[0], row[1]

    def of(self, number: int) -> tuple[str, TextSignature]:
        """Return the path of a text, and its signature without the bytes of it."""
        row = self.index.one(
            "SELECT t.path, s.article, s.url, s.title, s.published, s.authors, s.sources, s.words,"
            " s.text_digest FROM signatures s JOIN texts t ON t.id = s.text WHERE s.text = ?",
            (number,),
        )
        assert row is not None
        path, article, url, title, published, authors, sources, words, digest = row
        names, others = tuple(json.loads(authors)), tuple(json.loads(sources))
        return path, TextSignature(
            article, url, title, published, names, others, words, digest, b""
        )

    def find_similarity(self, one: bytes, other: bytes) -> Similarity | None:
        """Return the similarity of two texts, by digest, if it was recorded."""
        row = self.index.one(
            "SELECT jaccard, contained FROM similarities WHERE one = ? AND other = ?",
            (min(one, other), max(one, other)),
        )
        return None if row is None else (row[0], row[1])

    def record_similarity(self, one: bytes, other: bytes, similarity: Similarity) -> None:
        """Record the similarity of two texts."""
        self.index.write(
            "INSERT OR REPLACE INTO similarities VALUES (?, ?, ?, ?)",
            (min(one, other), max(one, other), *similarity),
        )

    def replace_duplicates(self, found: Iterable[Duplicate]) -> None:
        """Record the duplicates among the articles, in place of those of another comparison."""
        self.index.write("DELETE FROM duplicates")
        for each in found:
            self.index.write(
                "INSERT INTO duplicates VALUES (?, ?, ?, ?, ?)",
                (each.article, each.kind, each.of, each.portal, each.share),
            )
        self.index.write("DELETE FROM comparison")
        self.index.write("INSERT INTO comparison VALUES (?)", (self.count_texts(),))

    def find_duplicate(self, article: str) -> Duplicate | None:
        """Return what an article repeats, None if it is the first or the only one."""
        row = self.index.one(
            "SELECT article, kind, of_article, of_portal, share FROM duplicates WHERE article = ?",
            (article,),
        )
        return None if row is None else Duplicate(*row)

    def count_duplicates(self) -> DuplicateCounts | None:
        """Return the numbers of the last comparison, None if there was none."""
        compared = self.index.one("SELECT compared FROM comparison")
        if compared is None:
            return None
        found: Mapping[str, int] = {
            row[0]: row[1]
            for row in self.index.read("SELECT kind, COUNT(*) FROM duplicates GROUP BY kind")
        }
        return DuplicateCounts(
            compared[0], tuple((kind, found.get(kind, 0)) for kind in DUPLICATE_KINDS)
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
