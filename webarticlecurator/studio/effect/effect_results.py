"""The changed articles of a comparison, on disk: what a view pages through."""

from __future__ import annotations

import pickle
import sqlite3
import tempfile
import threading
import zlib
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.proposing.trial.rule_effects import (
    ArticleEffect,
    PageEffects,
)

MAX_KEPT = 10_000
"""Changed articles that are kept: those with most words gained or lost."""


_SLACK = 1000


KINDS = {
    "": "1",
    "text": "words_gained + words_lost > 0 OR has_other_blocks",
    "metadata": "fields != ''",
    "rejected": "reason_before = '' AND reason_after != ''",
    "accepted": "reason_before != '' AND reason_after = ''",
}
"""Kind of change → the condition on a row."""


_SCHEMA = """
CREATE TABLE effects (
    url TEXT PRIMARY KEY, size INTEGER, words_gained INTEGER, words_lost INTEGER,
    reason_before TEXT, reason_after TEXT, fields TEXT, has_other_blocks INTEGER, content BLOB
);
CREATE INDEX effects_by_size ON effects (size DESC, url);
"""


@dataclass(frozen=True)
class EffectCounts:
    """Numbers of articles: all that changed, those that are ``kept`` of these, and the others.
    ``lost`` could not be read; the first of them is named in words."""

    changed: int = 0
    unchanged: int = 0
    kept: int = 0
    words_gained: int = 0
    words_lost: int = 0
    lost: int = 0
    first_lost: str = ""


class EffectResults:
    """The results of one comparison, in a temporary file. Thread-safe.

    Of more than MAX_KEPT changed articles, those that change least are only counted.
    """

    def __init__(self, max_kept: int = MAX_KEPT) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="curator-effect-")
        path = Path(self._folder.name) / "effects.sqlite"
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._database.executescript(f"PRAGMA synchronous = OFF; {_SCHEMA}")
        self._lock = threading.Lock()
        self._counts, self._max_kept = EffectCounts(), max_kept
        self._is_open = True

    def add(self, page: PageEffects) -> None:
        """Add the articles of a page."""
        with self._lock:
            if not self._is_open:
                return
            for effect in page.changed:
                compared = effect.comparison
                row = (
                    *(effect.url, effect.size, compared.words_added, compared.words_gone),
                    *(effect.before.reason, effect.after.reason),
                    " ".join(change.field for change in compared.metadata),
                    bool(compared.lines),
                    zlib.compress(pickle.dumps(effect), 1),
                )
                places = ", ".join("?" * len(row))
                self._database.execute(f"INSERT OR REPLACE INTO effects VALUES ({places})", row)
            counts = self._counts
            every = [each.comparison for each in page.changed]
            self._counts = replace(
                counts,
                changed=counts.changed + len(every),
                unchanged=counts.unchanged + page.unchanged,
                kept=counts.kept + len(every),
                words_gained=counts.words_gained + sum(each.words_added for each in every),
                words_lost=counts.words_lost + sum(each.words_gone for each in every),
            )
            if self._counts.kept > self._max_kept + min(_SLACK, self._max_kept):
                self._database.execute(
                    "DELETE FROM effects WHERE url IN"
                    " (SELECT url FROM effects ORDER BY size DESC, url LIMIT -1 OFFSET ?)",
                    (self._max_kept,),
                )
                self._counts = replace(self._counts, kept=self._max_kept)

    def add_lost(self, words: str) -> None:
        """Count an article that could not be read, for the reason in ``words``."""
        with self._lock:
            first = self._counts.first_lost or words
            self._counts = replace(self._counts, lost=self._counts.lost + 1, first_lost=first)

    def counts(self) -> EffectCounts:
        """Return the numbers so far."""
        with self._lock:
            return replace(self._counts, kept=min(self._counts.kept, self._max_kept))

    def count(self, kind: str) -> int:
        """Return the number of kept articles with a kind of change."""
        with self._lock:
            rows = self._read(
                f"SELECT count(*) FROM (SELECT * FROM effects ORDER BY size DESC, url LIMIT ?)"
                f" WHERE {KINDS[kind]}",
                self._max_kept,
            )
        return int(rows[0][0]) if rows else 0

    def list_rows(self, kind: str, start: int, limit: int) -> list[ArticleEffect]:
        """Return at most ``limit`` kept articles with a kind of change from ``start`` on, the most
        changed first."""
        with self._lock:
            rows = self._read(
                "SELECT content FROM (SELECT * FROM effects ORDER BY size DESC, url LIMIT ?)"
                f" WHERE {KINDS[kind]} ORDER BY size DESC, url LIMIT ? OFFSET ?",
                *(self._max_kept, limit, start),
            )
        return [pickle.loads(zlib.decompress(content)) for (content,) in rows]

    def find(self, url: str) -> ArticleEffect | None:
        """Return what changes in an article; None if it is not kept."""
        with self._lock:
            rows = self._read("SELECT content FROM effects WHERE url = ?", url)
        return pickle.loads(zlib.decompress(rows[0][0])) if rows else None

    def close(self) -> None:
        """Remove the file. There are no rows from then on."""
        with self._lock:
            self._is_open = False
            self._database.close()
            self._folder.cleanup()

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._database.execute(query, values).fetchall() if self._is_open else []
