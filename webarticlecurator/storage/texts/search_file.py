"""The words of the articles of a corpus: ``search.sqlite`` in its folder, with an index of FTS5.

Letters are folded (``base/text/search_folding.py``), letter case and Latin ones by SQLite; vowel
signs and tone marks are parts of words. Scripts without white space between words are cut into
their characters, so that a word in a run is found as a phrase. The texts are kept beside the index,
compressed, since FTS5 needs them to show where words are and to forget them.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.search_folding import fold_letters
from webarticlecurator.base.text.word_borders import (
    SPACELESS,
    WORDS,
    clean_letters,
    compile_pattern,
    is_spaceless,
)
from webarticlecurator.storage.texts.derived_file import (
    DerivedFile,
    DerivedKind,
    TeiChange,
    open_derived,
)

START, END = "\x02", "\x03"
"""Marks around words that were found. XML allows them in no text."""
_MARKED = re.compile(f"{START}([^{START}{END}]*){END}")


CUT = "\x1e"
"""Between two characters of a script without white space; XML allows it in no text."""
_BORDER = (
    rf"(?<=[\p{{L}}\p{{N}}]\p{{M}}*)(?={SPACELESS})|(?<={SPACELESS}\p{{M}}*)(?=[\p{{L}}\p{{N}}])"
)


def prepare_text(text: str) -> str:
    """Return a text as it is indexed: its letters folded, with ``CUT`` between the characters of
    scripts without white space."""
    text = fold_letters(text)
    return compile_pattern(_BORDER).sub(CUT, text) if is_spaceless(text) else text


@lru_cache(maxsize=1)  # FTS5 asks for what is shown next
def _unpack_text(content: bytes) -> str:
    return zlib.decompress(content).decode("utf-8")


KIND = DerivedKind(
    "search.sqlite",
    9,
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
  unit TEXT NOT NULL,
  fields TEXT NOT NULL
);
CREATE TABLE contents (
  text INTEGER PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
  title TEXT NOT NULL,
  content BLOB NOT NULL
);
CREATE VIEW unpacked AS
  SELECT text, prepare_text(title) AS title, prepare_text(unpack_text(content)) AS body
    FROM contents;
CREATE VIRTUAL TABLE found USING fts5(
  title, body, content='unpacked', content_rowid='text',
  tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);
CREATE TRIGGER add_words AFTER INSERT ON contents BEGIN
  INSERT INTO found (rowid, title, body)
    VALUES (NEW.text, prepare_text(NEW.title), prepare_text(unpack_text(NEW.content)));
END;
CREATE TRIGGER forget_words BEFORE DELETE ON contents BEGIN
  INSERT INTO found (found, rowid, title, body)
    VALUES ('delete', OLD.text, prepare_text(OLD.title), prepare_text(unpack_text(OLD.content)));
END;
""",
    {"unpack_text": _unpack_text, "prepare_text": prepare_text},
)

_ARTICLES = (
    "SELECT t.id, t.path, a.article, a.url, a.title, a.published, a.column_name, a.authors,"
    " a.words, a.unit, a.fields FROM articles a JOIN texts t ON t.id = a.text"
)


@dataclass(frozen=True)
class SearchedArticle:
    """An article as it is searched. ``published``: its day in the portal's zone, or month or year;
    empty if not known. ``words`` are those of title and text, counted in ``unit``. ``text`` has a
    paragraph per line, ``fields`` are other values as JSON; both are empty in answers."""

    article: str
    url: str
    title: str
    published: str
    column: str
    authors: tuple[str, ...]
    words: int
    unit: str = WORDS
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
            "INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                article.article,
                article.url,
                article.title,
                article.published,
                article.column,
                json.dumps(article.authors, ensure_ascii=False),
                article.words,
                article.unit,
                article.fields,
            ),
        )
        title, text = clean_letters(article.title), clean_letters(article.text)
        content = zlib.compress(text.encode("utf-8"))
        self.index.write("INSERT INTO contents VALUES (?, ?, ?)", (number, title, content))

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

    def find_places(self, query: str, number: int) -> Iterator[tuple[int, str, int, int]]:
        """Yield the places of what meets a query in an article: 0 for its title or 1 for its text,
        all of that, and where a hit begins and ends in it."""
        found = (
            self.index.first(
                tuple,
                "SELECT highlight(found, 0, ?1, ?2), highlight(found, 1, ?1, ?2), c.title,"
                " unpack_text(c.content) FROM found JOIN contents c ON c.text = found.rowid"
                " WHERE found MATCH ?3 AND found.rowid = ?4",
                (START, END, query, number),
            )
            or ("",) * 4
        )
        for part, (shown, text) in enumerate(zip(found[:2], found[2:], strict=True)):
            for place, match in enumerate(_MARKED.finditer(shown.replace(CUT, ""))):
                # two marks for each match before
                start = match.start() - 2 * place
                yield part, text, start, start + len(match[1])

    def read_text(self, number: int) -> tuple[str, str]:
        """Return title and text of an article."""
        return self.index.first(
            tuple, "SELECT title, unpack_text(content) FROM contents WHERE text = ?", (number,)
        ) or ("", "")

    def list_articles(self) -> Iterator[MatchedArticle]:
        """Yield all articles. Nothing may be changed meanwhile."""
        return map(_to_matched, self.index.stream(_ARTICLES))


def _to_matched(row: Sequence[Any]) -> MatchedArticle:
    number, path, article, url, title, published, column, authors, words, unit, fields = row
    searched = SearchedArticle(
        article, url, title, published, column, tuple(json.loads(authors)), words, unit
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
