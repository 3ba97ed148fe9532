"""The words of the articles of a corpus: ``search.sqlite`` in its folder, with an index of FTS5.

Letter case and diacritics are folded. Scripts without white space between words are cut into their
characters, so that a word in a run is found as a phrase. The texts are kept beside the index,
compressed, since FTS5 needs them to show where words are and to forget them.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.word_pattern import drop_format_marks
from webarticlecurator.storage.store.derived_file import (
    DerivedFile,
    DerivedKind,
    TeiChange,
    open_derived,
)

START, END = "\x02", "\x03"
"""Marks around words that were found. XML allows them in no text."""


CUT = "\x1e"
"""Between two characters of a script without white space; XML allows it in no text."""
_UNCUT = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ec0-\u0ec6\u0edc-\u0edf"
    "\u1000-\u102a\u1050-\u1055\u1780-\u17b3"
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Letters of Thai, Lao, Burmese and Khmer; kana and Han."""
_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u1056-\u1059"
    "\u17b6-\u17d3\u3099\u309a"
)
"""What belongs to the letter before it."""
IS_UNCUT = re.compile(f"[{_UNCUT}]")
UNCUT_RUN = re.compile(f"[{_UNCUT}{_MARKS}]+")
_PLACES = re.compile(f"(?<=\\w)(?=[{_UNCUT}])|(?<=[{_UNCUT}{_MARKS}])(?=[^\\W_{_MARKS}])")


def cut_words(text: str) -> str:
    """Return a text with ``CUT`` between the characters of scripts without white space, and
    without marks that are no part of a word (``drop_format_marks``)."""
    text = drop_format_marks(text)
    return _PLACES.sub(CUT, text) if IS_UNCUT.search(text) else text


def _unpack_text(content: bytes) -> str:
    return cut_words(zlib.decompress(content).decode("utf-8"))


KIND = DerivedKind(
    "search.sqlite",
    5,
    """
CREATE TABLE articles (
  text INTEGER PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
  article TEXT NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  published TEXT NOT NULL,
  column_name TEXT NOT NULL,
  authors TEXT NOT NULL,
  words INTEGER NOT NULL,
  fields TEXT NOT NULL
);
CREATE TABLE contents (
  text INTEGER PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
  title TEXT NOT NULL,
  content BLOB NOT NULL
);
CREATE VIEW unpacked AS
  SELECT text, cut_words(title) AS title, unpack_text(content) AS body FROM contents;
CREATE VIRTUAL TABLE found USING fts5(
  title, body, content='unpacked', content_rowid='text', tokenize='unicode61 remove_diacritics 2'
);
CREATE TRIGGER add_words AFTER INSERT ON contents BEGIN
  INSERT INTO found (rowid, title, body)
    VALUES (NEW.text, cut_words(NEW.title), unpack_text(NEW.content));
END;
CREATE TRIGGER forget_words BEFORE DELETE ON contents BEGIN
  INSERT INTO found (found, rowid, title, body)
    VALUES ('delete', OLD.text, cut_words(OLD.title), unpack_text(OLD.content));
END;
""",
    {"unpack_text": _unpack_text, "cut_words": cut_words},
)

_ARTICLES = (
    "SELECT t.id, t.path, a.article, a.url, a.title, a.published, a.column_name, a.authors,"
    " a.words, a.fields FROM articles a JOIN texts t ON t.id = a.text"
)


@dataclass(frozen=True)
class SearchedArticle:
    """An article as it is searched. ``published``: its day in the portal's zone, or month or year;
    empty if not known. ``text`` has a paragraph per line, ``fields`` are other values as JSON;
    both are empty in answers."""

    article: str
    url: str
    title: str
    published: str
    column: str
    authors: tuple[str, ...]
    words: int
    text: str = ""
    fields: str = ""


@dataclass(frozen=True)
class MatchedArticle:
    """An article of an answer: its ``number`` in the file, the ``path`` of its TEI, and the
    ``fields`` that were recorded."""

    number: int
    path: str
    article: SearchedArticle
    fields: str


class SearchFile(DerivedFile):
    """The words of a corpus. Changes wait for ``commit``; queries are in the language of FTS5."""

    def record(self, change: TeiChange, article: SearchedArticle) -> None:
        """Record the words of the article of a TEI file."""
        number = self.replace_text(change)
        self.index.write(
            "INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                article.article,
                article.url,
                article.title,
                article.published,
                article.column,
                json.dumps(article.authors, ensure_ascii=False),
                article.words,
                article.fields,
            ),
        )
        content = zlib.compress(article.text.encode("utf-8"))
        self.index.write("INSERT INTO contents VALUES (?, ?, ?)", (number, article.title, content))

    def count_matches(self, query: str) -> int:
        """Return the number of articles that meet a query."""
        return self.index.number("SELECT COUNT(*) FROM found WHERE found MATCH ?", (query,))

    def list_matches(self, query: str) -> Iterator[MatchedArticle]:
        """Yield the articles that meet a query, by date; those without one come last. Nothing may
        be changed meanwhile."""
        rows = self.index.stream(
            f"{_ARTICLES} WHERE a.text IN (SELECT rowid FROM found WHERE found MATCH ?)"
            " ORDER BY a.published = '', a.published, t.path",
            (query,),
        )
        return map(_to_matched, rows)

    def mark_matches(self, query: str, number: int) -> tuple[str, str]:
        """Return title and text of an article, with marks around what meets a query."""
        return self.index.first(
            _join_cut,
            "SELECT highlight(found, 0, ?1, ?2), highlight(found, 1, ?1, ?2) FROM found"
            " WHERE found MATCH ?3 AND rowid = ?4",
            (START, END, query, number),
        ) or ("", "")

    def read_text(self, number: int) -> tuple[str, str]:
        """Return title and text of an article."""
        return self.index.first(
            _join_cut, "SELECT title, body FROM unpacked WHERE text = ?", (number,)
        ) or ("", "")

    def list_articles(self) -> Iterator[MatchedArticle]:
        """Yield all articles. Nothing may be changed meanwhile."""
        return map(_to_matched, self.index.stream(_ARTICLES))


def _join_cut(row: Sequence[Any]) -> tuple[str, str]:
    return row[0].replace(CUT, ""), row[1].replace(CUT, "")


def _to_matched(row: Sequence[Any]) -> MatchedArticle:
    number, path, article, url, title, published, column, authors, words, fields = row
    searched = SearchedArticle(
        article, url, title, published, column, tuple(json.loads(authors)), words
    )
    return MatchedArticle(number, path, searched, fields)


def open_search(folder: Path) -> SearchFile:
    """Open the words of the corpus in ``folder``; see ``open_derived``. Raises UsageError if SQLite
    has no FTS5."""
    check_fts5()
    return open_derived(folder, KIND, SearchFile)


def check_fts5() -> None:
    """Raise UsageError if the SQLite of this Python was built without FTS5."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5(words)")
        except sqlite3.OperationalError as error:
            raise UsageError(
                f"the SQLite {sqlite3.sqlite_version} of this Python has no FTS5: {error}",
                "Use a Python whose SQLite has it, such as those of python.org, Debian or conda.",
            ) from error
