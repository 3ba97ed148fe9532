"""Which articles are in a bar of a corpus report, as a condition of SQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import NamedTuple

from webarticlecurator.base.model.corpus_dimensions import (
    CAPTURED,
    DIMENSIONS_BY_KEY,
    LENGTHS,
    BarKey,
    FactKind,
)
from webarticlecurator.base.text.times import YEAR_LENGTH
from webarticlecurator.base.text.word_borders import WORDS
from webarticlecurator.storage.index.derived_schema import find_column


class BarCondition(NamedTuple):
    """A condition on a row ``f`` of article_facts, its values, and the index by which SQLite is to
    find the rows: it would read all of them, which are in the wanted order."""

    text: str
    values: tuple[object, ...] = ()
    by_index: str = ""


_AFTER_DIGITS = ":"
"""The character after the digits: dates that begin with 2019 are before ``2019:``."""


_INDEXES = {"published": "article_facts_published"}
"""Attribute with a date → the index of its column."""


def make_condition(bar: BarKey, sources: Iterable[tuple[int, str]]) -> BarCondition:
    """Return the condition for the articles in a bar. ``sources``: the rows of fact_sources."""
    key, name = bar
    if key == CAPTURED:
        first, _, last = name.partition("/")
        if not last:
            return BarCondition("f.stored >= ?", (first,))
        return BarCondition("f.stored BETWEEN ? AND ?", (first, last))
    dimension = DIMENSIONS_BY_KEY[key]
    kind, column = dimension.fact.kind, find_column(dimension.fact.value)
    if dimension.date or kind is FactKind.MONTH:
        return _begins(dimension.date or column, dimension.characters, name)
    if kind is FactKind.SOURCES:
        ids = [
            str(number)
            for number, words in sources
            if name in dimension.bars(tuple(json.loads(words)))
        ]
        return BarCondition(f"f.sources IN ({', '.join(ids)})")
    return _CONDITIONS[kind](column, name)


def _begins(column: str, characters: int, name: str) -> BarCondition:
    index = _INDEXES.get(column, "")
    if name:
        values = (name, f"{name}{_AFTER_DIGITS}")
        return BarCondition(f"f.{column} >= ? AND f.{column} < ?", values, index)
    if characters <= YEAR_LENGTH:  # a date has its year at least
        return BarCondition(f"f.{column} = ''", (), index)
    return BarCondition(f"length(f.{column}) < {characters}")


def _has(column: str, name: str) -> BarCondition:
    """Return the condition that a list of names has one."""
    if not name:
        return BarCondition(f"f.{column} = '[]'")
    # to look for the text first takes a tenth of the time
    found = f"EXISTS (SELECT 1 FROM json_each(f.{column}) WHERE value = ?)"
    return BarCondition(
        f"instr(f.{column}, ?) AND {found}", (json.dumps(name, ensure_ascii=False), name)
    )


def _of_length(column: str, name: str) -> BarCondition:
    words, _, unit = name.partition(" ")
    least, unit = int(words), unit or WORDS
    following = next((each for each in LENGTHS if each > least), None)
    if following is None:
        return BarCondition(f"f.{column} >= ? AND f.unit = ?", (least, unit))
    condition = f"f.{column} >= ? AND f.{column} < ? AND f.unit = ?"
    return BarCondition(condition, (least, following, unit))


_CONDITIONS: dict[FactKind, Callable[[str, str], BarCondition]] = {
    FactKind.VALUE: lambda column, name: BarCondition(f"f.{column} = ?", (name,)),
    FactKind.LIST: _has,
    FactKind.LENGTH: _of_length,
}
"""Kind of a fact → the condition for the column and the name of a bar."""
