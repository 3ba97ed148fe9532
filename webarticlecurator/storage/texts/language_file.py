"""The languages of the articles of a corpus: ``languages.sqlite`` in its folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from webarticlecurator.base.model.article_language import ArticleLanguage
from webarticlecurator.base.model.corpus_numbers import ArticleCount, merge_units
from webarticlecurator.storage.texts.derived_file import (
    DerivedFile,
    DerivedKind,
    TeiChange,
    open_derived,
    open_derived_read_only,
)

LANGUAGES = DerivedKind(
    "languages.sqlite",
    2,
    """
CREATE TABLE languages (
  text INTEGER PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
  url TEXT NOT NULL,
  declared TEXT NOT NULL,
  detected TEXT NOT NULL,
  sources TEXT NOT NULL,
  words INTEGER NOT NULL,
  unit TEXT NOT NULL
);
CREATE INDEX languages_detected ON languages (detected, text, unit, words);
""",
)
_LANGUAGES = (
    "SELECT l.url, l.declared, l.detected, l.sources, l.words, l.unit FROM texts t"
    " JOIN languages l ON l.text = t.id"
)


class LanguageFile(DerivedFile):
    """The languages of a corpus. Changes wait for ``commit``."""

    def record(self, change: TeiChange, language: ArticleLanguage) -> None:
        """Record the languages of the article of a TEI file."""
        self.index.write(
            "INSERT INTO languages VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                self.replace_text(change),
                language.url,
                language.declared,
                language.detected,
                json.dumps(language.sources, ensure_ascii=False),
                language.words,
                language.unit,
            ),
        )

    def list_languages(self) -> Iterator[ArticleLanguage]:
        """Yield the languages of all articles, by path. Nothing may be changed meanwhile."""
        return map(_to_language, self.index.stream(f"{_LANGUAGES} ORDER BY t.path"))

    def find_language(self, path: str) -> ArticleLanguage | None:
        """Return the languages of the article of a TEI file, None if they are not known."""
        return self.index.first(_to_language, f"{_LANGUAGES} WHERE t.path = ?", (path,))

    def count_detected(self) -> list[ArticleCount]:
        """Return how many articles and words have each detected language."""
        rows = self.index.read(
            "SELECT detected, COUNT(*), SUM(words), unit FROM languages GROUP BY detected, unit"
        )
        return merge_units(ArticleCount(*row) for row in rows)

    def list_detected(self, detected: str, limit: int, after: int = 0) -> list[tuple[int, str]]:
        """Return number and path of at most ``limit`` articles with a detected language, behind the
        number ``after``."""
        rows = self.index.read(
            "SELECT t.id, t.path FROM languages l JOIN texts t ON t.id = l.text"
            " WHERE l.detected = ? AND l.text > ? ORDER BY l.text LIMIT ?",
            (detected, after, limit),
        )
        return [(row[0], row[1]) for row in rows]


def _to_language(row: Sequence[Any]) -> ArticleLanguage:
    url, declared, detected, sources, words, unit = row
    return ArticleLanguage(url, declared, detected, tuple(json.loads(sources)), words, unit)


def open_languages(folder: Path) -> LanguageFile:
    """Open the languages of the corpus in ``folder``; see ``open_derived``."""
    return open_derived(folder, LANGUAGES, LanguageFile)


def open_known_languages(folder: Path) -> LanguageFile | None:
    """Open the languages that are known of the corpus in ``folder`` for reading; None if they were
    not looked for. Raises StoreDamaged."""
    index = open_derived_read_only(folder, LANGUAGES)
    return None if index is None else LanguageFile(index)
