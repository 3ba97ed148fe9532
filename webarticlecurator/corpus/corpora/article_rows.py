"""The articles of corpora as a table: a page of its rows, sorted, of a selection as of an export.

Conditions on what the index knows of each article (``storage/texts/facts_table.py``) are met by
its values there, others by reading the TEI of the articles that meet the former, a bounded number
for a page.
The cells of a page are read from the TEI of its rows: they are those of an export.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS_BY_KEY, Dimension
from webarticlecurator.corpus.corpora.corpus_counting import count_bars
from webarticlecurator.corpus.corpora.exporting import with_lookups
from webarticlecurator.corpus.corpora.fact_conditions import split_conditions
from webarticlecurator.corpus.export.article_fields import (
    ARTICLE_FIELDS_BY_NAME,
    Cell,
    make_field_reader,
)
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import FOLDER, ReadFile, read_file
from webarticlecurator.storage.index.derived_schema import find_column
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.texts.fact_rows import FactRow, RowCondition, RowOrder

PAGE_ROWS = 50
MAX_READ = 500
"""Articles whose TEI is read for one page, where a condition is about what only that says."""
_FIRST, _LAST = -1, sys.maxsize
"""Before and behind the row id of each article."""


class RowPlace(NamedTuple):
    """Where a page of the table begins: an article, by its portal and its row id there."""

    portal: str
    number: int


@dataclass(frozen=True)
class ListedRow:
    """An article: its portal, its address, the values of the chosen fields by name; ``trouble``:
    why its TEI cannot be read, ""."""

    portal: str
    url: str
    cells: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    trouble: str = ""


@dataclass(frozen=True)
class TablePage:
    """A page of the table. ``before`` and ``behind`` are the articles beside which the page before
    and the following one begin, None without such a page. ``read``: how many articles were read for
    it, 0 where the index knows all that the selection is about."""

    rows: tuple[ListedRow, ...]
    before: RowPlace | None = None
    behind: RowPlace | None = None
    read: int = 0


class _TablePart:
    """A corpus of the table, with the conditions on its facts and those on its TEI."""

    def __init__(
        self, view: CorpusView, selection: Selection, prepared: tuple[RowCondition, ...] | None
    ) -> None:
        self.view, self.rows, self.portal = view, view.fact_rows, selection.portal
        tests, self.others = split_conditions(selection)
        self.prepared = self.rows.prepare(tests) if prepared is None else prepared
        self._asked = with_lookups(
            Selection(timezone=selection.timezone, conditions=self.others, portal=selection.portal),
            view.folder,
        )

    def count(self) -> int:
        return self.rows.count(self.prepared)

    def count_values(self, dimension: Dimension) -> Mapping[str, int]:
        bars = count_bars(dimension, self.view.article_facts.counts(dimension.fact.what))
        counts = {each.name: each.articles for each in bars}
        if not self.prepared:
            return counts
        if 2 * self.count() <= self.rows.count(()):
            return self._count_rows(dimension, self.prepared)
        # to count the few others takes less time
        all_conditions = " AND ".join(f"({each.text})" for each in self.prepared)
        values = tuple(value for each in self.prepared for value in each.values)
        others = (RowCondition(f"({all_conditions}) IS NOT TRUE", values),)
        for name, articles in self._count_rows(dimension, others).items():
            counts[name] = counts.get(name, 0) - articles
        return counts

    def _count_rows(
        self, dimension: Dimension, conditions: Sequence[RowCondition]
    ) -> dict[str, int]:
        """Return how many rows that meet conditions have each name of a dimension."""
        if dimension.date:
            return self.rows.count_values(
                conditions, f"substr(f.{dimension.date}, 1, {dimension.characters})"
            )
        column = f"f.{find_column(dimension.fact.value)}"
        return self.rows.count_values(
            conditions, column, is_list=ARTICLE_FIELDS_BY_NAME[dimension.where].is_list
        )

    def read_row(self, row: FactRow, fields: Sequence[str]) -> ListedRow | None:
        """Return a row; None for one that does not meet the conditions on its TEI."""
        read: ReadFile[StoredArticle] = read_file(row.path, self.view.folder / FOLDER, self._asked)
        if read.problem is not None:
            return ListedRow(self.portal, row.url, trouble=read.problem.message)
        if read.item is None:
            return None
        read_field = make_field_reader(read.item)
        return ListedRow(self.portal, row.url, {name: read_field(name) for name in fields})


Prepared = tuple[tuple[RowCondition, ...], ...]
"""The conditions of a table on the facts of each of its corpora."""


class ArticleTable:
    """The articles of one or more corpora, open for reading, each with its selection; samples are
    for exports. Articles that are sorted by the same value follow in the order of the corpora."""

    def __init__(
        self, corpora: Sequence[tuple[CorpusView, Selection]], prepared: Prepared = ()
    ) -> None:
        """Look once for the values of facts that meet the selections; ``prepared`` are the
        conditions of another table of the same selections, which has looked for them."""
        self._parts = [
            _TablePart(view, selection, conditions)
            for (view, selection), conditions in zip(
                corpora, prepared or (None,) * len(corpora), strict=True
            )
        ]
        self._has_others = any(part.others for part in self._parts)

    @property
    def prepared(self) -> Prepared:
        """Return the conditions, for another table of the same selections."""
        return tuple(part.prepared for part in self._parts)

    def read_page(
        self,
        fields: Sequence[str],
        order: RowOrder,
        row_place: RowPlace | None = None,
        *,
        is_before: bool = False,
    ) -> TablePage:
        """Return the rows behind the article at ``row_place``, or right before it; the first ones
        without it. Raises StoreDamaged."""
        most = MAX_READ if self._has_others else PAGE_ROWS
        found = self.find_rows(order, most + 1, row_place, is_before=is_before)
        # in the order in which they are looked at: away from ``row_place``
        found = found[::-1] if is_before else found
        rows: list[ListedRow] = []
        looked: list[RowPlace] = []
        for part, row in found[:most]:
            looked.append(RowPlace(part.portal, row.number))
            read = part.read_row(row, fields)
            rows += [] if read is None else [read]
            if len(rows) == PAGE_ROWS:
                break
        if not looked:
            return TablePage(())
        ends = [looked[0] if row_place else None]
        ends.append(looked[-1] if len(looked) < len(found) else None)
        if is_before:
            rows, ends = rows[::-1], ends[::-1]
        before, behind = ends
        return TablePage(tuple(rows), before, behind, len(looked) if self._has_others else 0)

    def find_rows(
        self,
        order: RowOrder,
        most: int,
        row_place: RowPlace | None = None,
        *,
        is_before: bool = False,
    ) -> list[tuple[_TablePart, FactRow]]:
        """Return at most so many rows as ``read_page``, by what the indexes know alone."""
        places: list[tuple[object, int] | None] = [None] * len(self._parts)
        if row_place is not None:
            own = [part.portal for part in self._parts].index(row_place.portal)
            key = self._parts[own].rows.find_key(order, row_place.number)
            # of what is sorted by the same, corpora before that of the article come before it
            numbers = [_LAST] * own + [row_place.number] + [_FIRST] * (len(places) - own - 1)
            places = [(key, number) for number in numbers]
        found = [
            (row.key, number, row)
            for number, (part, place) in enumerate(zip(self._parts, places, strict=True))
            for row in part.rows.list_rows(part.prepared, order, most, place, is_before=is_before)
        ]
        # each corpus has its rows in their order, which sorting keeps
        found.sort(key=itemgetter(0, 1), reverse=order.is_descending)
        chosen = found[-most:] if is_before else found[:most]
        return [(self._parts[number], row) for _, number, row in chosen]

    def count(self) -> int | None:
        """Return the number of articles of the selection; None if only their TEI says which these
        are."""
        return None if self._has_others else sum(self.count_parts().values())

    def count_parts(self) -> Mapping[str, int]:
        """Return how many articles of the selection each portal has, by the index alone."""
        return {part.portal: part.count() for part in self._parts}

    def count_values(self, dimension: Dimension) -> list[tuple[str, int]]:
        """Return the names of the bars of a dimension of ``FACETS`` with how many articles of the
        selection each has, the most frequent first. Conditions on what only the TEI says do not
        count."""
        counts: Counter[str] = Counter()
        for part in self._parts:
            counts.update(part.count_values(dimension))
        return _sort_counts(counts)


def _sort_counts(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return names with their numbers, the most frequent first, without those that none has."""
    pairs = ((name, articles) for name, articles in counts.items() if articles > 0)
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))


FACETS = tuple(
    DIMENSIONS_BY_KEY[key]
    for key in ("years", "columns", "sections", "authors", "languages", "access")
)
"""The dimensions by whose bars a table is narrowed."""


def write_value_condition(name: str, value: str) -> str:
    """Return the condition that a field has a value, as ``--where`` takes it."""
    is_plain = value == value.strip() and not (value.startswith("[") and value.endswith("]"))
    return f"{name}={value if is_plain else json.dumps([value], ensure_ascii=False)}"
