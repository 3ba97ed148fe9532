"""Which articles are in a bar of a corpus report, as a condition of SQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import NamedTuple

from webarticlecurator.model.corpus_numbers import (
    CAPTURED,
    DIMENSIONS_BY_KEY,
    LENGTHS,
    MONTH_LENGTH,
    BarKey,
)


class BarCondition(NamedTuple):
    """A condition on a row ``f`` of article_facts, its values, and the index by which SQLite is to
    find the rows: it would read all of them, which are in the wanted order."""

    text: str
    values: tuple[object, ...] = ()
    by_index: str = ""


_AFTER_DIGITS = ":"
"""The character after the digits: dates that begin with 2019 are before ``2019:``."""


def make_condition(bar: BarKey, sources: Iterable[tuple[int, str]]) -> BarCondition:
    """Return the condition for the articles in a bar. ``sources``: the rows of fact_sources."""
    key, name = bar
    if key == "sources":
        return _in_sources(name, sources)
    return _CONDITIONS[key](name)


def _equals(column: str) -> Callable[[str], BarCondition]:
    return lambda name: BarCondition(f"f.{column} = ?", (name,))


def _begins(column: str, index: str = "") -> Callable[[str], BarCondition]:
    def make(name: str) -> BarCondition:
        if not name:
            return BarCondition(f"f.{column} = ''", (), index)
        values = (name, f"{name}{_AFTER_DIGITS}")
        return BarCondition(f"f.{column} >= ? AND f.{column} < ?", values, index)

    return make


_in_time = _begins("published", "article_facts_published")


def _in_month(name: str) -> BarCondition:
    return _in_time(name) if name else BarCondition(f"length(f.published) < {MONTH_LENGTH}")


def _has(column: str) -> Callable[[str], BarCondition]:
    """Return the condition that a list of names has one."""

    def make(name: str) -> BarCondition:
        if not name:
            return BarCondition(f"f.{column} = '[]'")
        # to look for the text first takes a tenth of the time
        found = f"EXISTS (SELECT 1 FROM json_each(f.{column}) WHERE value = ?)"
        text = json.dumps(name, ensure_ascii=False)
        return BarCondition(f"instr(f.{column}, ?) AND {found}", (text, name))

    return make


def _of_length(name: str) -> BarCondition:
    least = int(name)
    following = next((each for each in LENGTHS if each > least), None)
    if following is None:
        return BarCondition("f.words >= ?", (least,))
    return BarCondition("f.words >= ? AND f.words < ?", (least, following))


def _first_captured(days: str) -> BarCondition:
    first, _, last = days.partition("/")
    if not last:
        return BarCondition("f.stored >= ?", (first,))
    return BarCondition("f.stored BETWEEN ? AND ?", (first, last))


def _in_sources(name: str, sources: Iterable[tuple[int, str]]) -> BarCondition:
    bars = DIMENSIONS_BY_KEY["sources"].bars
    ids = [str(number) for number, words in sources if name in bars(tuple(json.loads(words)))]
    return BarCondition(f"f.sources IN ({', '.join(ids)})")


_CONDITIONS: dict[str, Callable[[str], BarCondition]] = {
    "years": _in_time,
    "months": _in_month,
    "columns": _equals("column_name"),
    "sections": _has("sections"),
    "authors": _has("authors"),
    "languages": _equals("language"),
    "access": _equals("access"),
    "lengths": _of_length,
    "stored": _begins("stored"),
    CAPTURED: _first_captured,
}
