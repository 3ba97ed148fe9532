"""The signatures of the texts of a corpus, and the duplicates that were found by them:
``duplicates.sqlite`` in its folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.text_signature import (
    DUPLICATE_KINDS,
    Duplicate,
    DuplicateCounts,
    TextSignature,
)
from webarticlecurator.storage.index.index import Index
from webarticlecurator.storage.texts.derived_file import (
    DerivedFile,
    DerivedKind,
    TeiChange,
    open_derived,
    open_derived_read_only,
)
from webarticlecurator.storage.texts.text_contents import CONTENT_TABLES, TextContents

NAME = "duplicates.sqlite"
KIND = DerivedKind(
    NAME,
    7,
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
  words INTEGER NOT NULL,
  unit TEXT NOT NULL
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
            "INSERT INTO signatures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                text.unit,
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
            " s.unit, c.text_digest, c.runs FROM signatures s JOIN texts t ON t.id = s.text"
            " JOIN contents c ON c.id = s.content WHERE s.text = ?",
            (number,),
        )
        assert row is not None
        path, article, url, title, published, authors, sources, words, unit, digest, runs = row
        names, others = tuple(json.loads(authors)), tuple(json.loads(sources))
        return path, TextSignature(
            article, url, title, published, names, others, words, unit, digest, runs, b""
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
