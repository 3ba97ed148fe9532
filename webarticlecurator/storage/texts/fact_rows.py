"""The articles in TEI as rows of a table: sorted, filtered and counted by their facts.

Only facts are looked at, never a document. A page begins behind an article, not at a number: it
costs the same at the end of a million articles as at the beginning.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.index.index import IndexTables

_SLICE = 5000
UNSURE = 1001
"""In the order by confidence, that of articles whose text was read by rules: they come last."""
ORDERS: Mapping[str, str] = {
    "confidence": f"COALESCE(f.confidence, {UNSURE})",
    "published": "f.published",
    "words": "f.words",
    "title": "f.title",
    "column": "f.column_name",
    "section": "f.sections",
    "authors": "f.authors",
    "language": "f.language",
    "access": "f.access",
}
"""Field → what rows are sorted by."""


class RowCondition(NamedTuple):
    """A condition of SQL on a row ``f`` of article_facts, and perhaps on its row ``a`` of articles,
    with its values."""

    text: str
    values: tuple[object, ...] = ()


class FactTest(NamedTuple):
    """A test of the value that an expression of SQL has in the rows of ``RowCondition``.
    ``is_own``: nearly every row has a value of its own."""

    value: str
    is_met: Callable[[Any], bool]
    is_own: bool = False


@dataclass(frozen=True)
class RowOrder:
    """By which field of ``ORDERS`` rows are sorted."""

    field: str = "confidence"
    is_descending: bool = False


class FactRow(NamedTuple):
    """An article of the table: its row id, its canonical address, the path of its TEI, and what it
    is sorted by."""

    number: int
    url: str
    path: str
    key: Any


class FactRows(IndexTables):
    """The rows of a corpus that is open for reading."""

    def list_rows(
        self,
        conditions: Sequence[RowCondition],
        order: RowOrder,
        limit: int,
        row_place: tuple[object, int] | None = None,
        *,
        is_before: bool = False,
    ) -> list[FactRow]:
        """Return at most ``limit`` rows that meet all conditions, in their order: those behind
        ``row_place`` (the sort key of an article and its row id), or right before it; the first or
        the last ones without it."""
        key = ORDERS[order.field]
        is_falling = order.is_descending != is_before
        sign, direction = ("<", "DESC") if is_falling else (">", "ASC")
        chosen = list(conditions)
        if row_place is not None:
            chosen.append(RowCondition(f"({key}, f.article) {sign} (?, ?)", row_place))
        found = _join(chosen)
        rows = self._index.read(
            "SELECT r.article, o.canonical, o.tei, r.key FROM"
            f" (SELECT f.article AS article, {key} AS key FROM {found.text}"
            f" ORDER BY {key} {direction}, f.article {direction} LIMIT ?) r"
            " JOIN articles o ON o.id = r.article"
            f" ORDER BY r.key {direction}, r.article {direction}",
            (*found.values, limit),
        )
        listed = [FactRow(number, url, path or "", each) for number, url, path, each in rows]
        return listed[::-1] if is_before else listed

    def list_origins(self) -> Iterator[tuple[str, str, str, str, str]]:
        """Yield of each article the canonical address, the column, the days of publication and of
        the first capture, and the sources of its fields, as they are stored."""
        rows = self._index.sliced(
            "SELECT f.article, o.canonical, f.column_name, f.published, f.stored, s.sources"
            " FROM article_facts f JOIN articles o ON o.id = f.article"
            " JOIN fact_sources s ON s.id = f.sources WHERE f.article > ? ORDER BY f.article",
            0,
            size=_SLICE,
        )
        return ((row[1], row[2], row[3], row[4], row[5]) for row in rows)

    def list_moments(self, folder: str) -> dict[str, str]:
        """Return path → when the article was published, of the TEI in a folder below tei/ whose
        articles have a date."""
        rows = self._index.read(
            "SELECT o.tei, f.published FROM articles o JOIN article_facts f ON f.article = o.id"
            " WHERE o.tei > ? AND o.tei < ? AND f.published IS NOT NULL",
            (f"{folder}/", f"{folder}0"),  # what comes behind the slash
        )
        return dict(rows)

    def find_key(self, order: RowOrder, number: int) -> object:
        """Return what an article is sorted by; None if it is none of the table."""
        sql = f"SELECT {ORDERS[order.field]} FROM article_facts f WHERE f.article = ?"
        return next(iter(self._index.column(sql, (number,))), None)

    def count(self, conditions: Sequence[RowCondition]) -> int:
        """Return how many rows meet all conditions."""
        found = _join(conditions)
        return self._index.number(f"SELECT COUNT(*) FROM {found.text}", found.values)

    def count_values(
        self, conditions: Sequence[RowCondition], value: str, *, is_list: bool = False
    ) -> dict[str, int]:
        """Return the values of an expression with how many rows have each. ``is_list``: it is a
        list of names; a row counts for each of them, or for ``""``."""
        found = _join(conditions)
        rows = self._index.read(
            f"SELECT {value}, COUNT(*) FROM {found.text} GROUP BY 1", found.values
        )
        counts: Counter[str] = Counter()
        # few lists differ; SQLite takes twice the time to count their names
        for names, articles in rows:
            for name in (json.loads(names) or ("",)) if is_list else (names,):
                counts[name] += articles
        return counts

    def prepare(self, tests: Sequence[FactTest]) -> tuple[RowCondition, ...]:
        """Return the conditions for the rows that meet all tests, for several queries: each value
        is looked at once."""
        prepared = []
        for test in tests:
            if not test.is_own:
                values = self._index.column(f"SELECT DISTINCT {test.value} FROM article_facts f")
                prepared.append(_is_one_of(test.value, filter(test.is_met, values)))
        own = [test for test in tests if test.is_own]
        if own:
            self._index.add_function("is_met", lambda number, value: own[number].is_met(value))
            asked = [
                RowCondition(f"is_met({number}, {test.value})") for number, test in enumerate(own)
            ]
            found = _join([*prepared, *asked])
            numbers = self._index.column(f"SELECT f.article FROM {found.text}", found.values)
            prepared.append(_is_one_of("f.article", numbers))
        return tuple(prepared)


def _is_one_of(value: str, values: Iterable[object]) -> RowCondition:
    """Return the condition that an expression has one of some values."""
    written = json.dumps([*values], ensure_ascii=False)
    return RowCondition(f"{value} IN (SELECT value FROM json_each(?))", (written,))


def _join(conditions: Sequence[RowCondition]) -> RowCondition:
    """Return what follows ``FROM`` for the rows that meet all conditions, with their values."""
    texts = [each.text for each in conditions]
    # the other table takes as long as the facts, so it is read where a condition needs it
    joined = " JOIN articles a ON a.id = f.article" if any("a." in text for text in texts) else ""
    where_clause = f" WHERE {' AND '.join(f'({text})' for text in texts)}" if texts else ""
    values = tuple(value for each in conditions for value in each.values)
    return RowCondition(f"article_facts f{joined}{where_clause}", values)
