"""The changed articles of a comparison, packed in memory: what a view pages through."""

from __future__ import annotations

import pickle
import threading
import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.proposing.trial.rule_effects import (
    ArticleEffect,
    PageEffects,
)

MAX_KEPT = 10_000
"""Changed articles that are kept: those with most words gained or lost."""


_SLACK = 1000


KINDS: Mapping[str, Callable[[ArticleEffect], bool]] = {
    "": lambda _: True,
    "text": lambda each: bool(
        each.comparison.words_added or each.comparison.words_gone or each.comparison.lines
    ),
    "metadata": lambda each: bool(each.comparison.metadata),
    "rejected": lambda each: bool(each.after.reason) and not each.before.reason,
    "accepted": lambda each: bool(each.before.reason) and not each.after.reason,
}
"""Kind of change → whether an article has it."""


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


class _Row(NamedTuple):
    """An article in the order of the list, its kinds of change, and its packed effect."""

    size: int
    url: str
    kinds: frozenset[str]
    content: bytes

    def unpack(self) -> ArticleEffect:
        effect: ArticleEffect = pickle.loads(zlib.decompress(self.content))
        return effect


class EffectResults:
    """The results of one comparison. Thread-safe.

    Of more than MAX_KEPT changed articles, those that change least are only counted.
    """

    def __init__(self, max_kept: int = MAX_KEPT) -> None:
        self._rows: dict[str, _Row] = {}
        self._lock = threading.Lock()
        self._counts, self._max_kept = EffectCounts(), max_kept

    def add(self, page: PageEffects) -> None:
        """Add the articles of a page."""
        with self._lock:
            for effect in page.changed:
                kinds = frozenset(kind for kind, has in KINDS.items() if has(effect))
                content = zlib.compress(pickle.dumps(effect), 1)
                self._rows[effect.url] = _Row(-effect.size, effect.url, kinds, content)
            counts = self._counts
            every = [each.comparison for each in page.changed]
            self._counts = replace(
                counts,
                changed=counts.changed + len(every),
                unchanged=counts.unchanged + page.unchanged,
                words_gained=counts.words_gained + sum(each.words_added for each in every),
                words_lost=counts.words_lost + sum(each.words_gone for each in every),
            )
            if len(self._rows) > self._max_kept + min(_SLACK, self._max_kept):
                self._rows = {row.url: row for row in self._list_kept()}

    def add_lost(self, words: str) -> None:
        """Count an article that could not be read, for the reason in ``words``."""
        with self._lock:
            first = self._counts.first_lost or words
            self._counts = replace(self._counts, lost=self._counts.lost + 1, first_lost=first)

    def counts(self) -> EffectCounts:
        """Return the numbers so far."""
        with self._lock:
            return replace(self._counts, kept=min(len(self._rows), self._max_kept))

    def count(self, kind: str) -> int:
        """Return the number of kept articles with a kind of change."""
        with self._lock:
            return sum(kind in row.kinds for row in self._list_kept())

    def list_rows(self, kind: str, start: int, limit: int) -> list[ArticleEffect]:
        """Return at most ``limit`` kept articles with a kind of change from ``start`` on, the most
        changed first."""
        with self._lock:
            found = [row for row in self._list_kept() if kind in row.kinds]
        return [row.unpack() for row in found[start : start + limit]]

    def find(self, url: str) -> ArticleEffect | None:
        """Return what changes in an article; None if it is not kept."""
        with self._lock:
            row = self._rows.get(url)
        return row.unpack() if row is not None else None

    def _list_kept(self) -> list[_Row]:
        """Return the articles that are kept, the most changed first."""
        return sorted(self._rows.values(), key=lambda row: row[:2])[: self._max_kept]
