"""Conditions of ``--where`` as conditions of SQL on the facts of an article."""

from __future__ import annotations

import json
import re
import sys
from functools import lru_cache

from webarticlecurator.corpus.export.field_conditions import FieldCondition
from webarticlecurator.corpus.export.published_days import parse_days
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.storage.store.fact_rows import RowCondition

_TEXTS = {
    "title": "f.title",
    "column": "f.column_name",
    "language": "f.language",
    "access": "f.access",
    "page_kind": "f.page_kind",
    "url": "a.canonical",
    "path": "a.tei",
    # the name of the file without its ending
    "id": "substr(a.tei, -21, 17)",
}
_LISTS = {"authors": "f.authors", "section": "f.sections"}
_NUMBERS = {
    "words": "f.words",
    "confidence": "f.confidence / 1000.0",
    "year": (
        "CASE f.published WHEN '' THEN NULL ELSE CAST(substr(f.published, 1, 4) AS INTEGER) END"
    ),
}
_DATES = {
    "published": "f.published",
    "month": "CASE WHEN length(f.published) < 7 THEN '' ELSE substr(f.published, 1, 7) END",
    "day": "CASE WHEN length(f.published) < 10 THEN '' ELSE f.published END",
}
_AFTER_DATE = "~"
"""Behind a date, sorts after all of its days."""


def make_row_conditions(
    selection: Selection,
) -> tuple[list[RowCondition], tuple[FieldCondition, ...]]:
    """Return the conditions of a selection that the facts of articles answer, and those of its
    fields that they do not."""
    known: list[RowCondition] = []
    others = []
    if selection.column is not None:
        known.append(RowCondition("f.column_name = ?", (selection.column,)))
    if selection.has_date_range:
        known.append(RowCondition("f.published <> ''"))
    if selection.since is not None:
        known.append(_not_before("f.published", selection.since.isoformat()))
    if selection.until is not None:
        known.append(RowCondition("f.published <= ?", (selection.until.isoformat(),)))
    for condition in selection.conditions:
        made = _make_condition(condition, selection)
        if made is None:
            others.append(condition)
        else:
            known.append(made)
    return known, tuple(others)


def _make_condition(condition: FieldCondition, selection: Selection) -> RowCondition | None:
    """Return the condition on facts; None where they do not answer it."""
    name = condition.field
    if name == "portal":
        holds = condition.holds(lambda _: (selection.portal,), selection.timezone)
        return RowCondition("1" if holds else "0")
    if name == "published" and condition.operator == "~":  # facts have the day, not the time
        return None
    if not any(name in known for known in (_TEXTS, _LISTS, _NUMBERS, _DATES)):
        return None
    made = [_match(condition, value, selection.timezone) for value in condition.values]
    text = " OR ".join(f"({each.text})" for each in made)
    values = tuple(value for each in made for value in each.values)
    return RowCondition(f"({text}) IS {'NOT ' * condition.is_negated}TRUE", values)


def _match(condition: FieldCondition, value: str, timezone: str) -> RowCondition:
    """Return the condition that a field has one value, or none for the empty one."""
    name, operator = condition.field, condition.operator
    if name in _LISTS:
        return _match_list(_LISTS[name], operator, value)
    if name in _NUMBERS:
        number = _NUMBERS[name]
        if not value:
            return RowCondition(f"({number}) IS NULL")
        if operator == "~":
            return RowCondition(f"finds(?, CAST({number} AS TEXT))", (value,))
        return RowCondition(f"({number}) {operator} ?", (float(value),))
    text = {**_TEXTS, **_DATES}[name]
    if not value:
        return RowCondition(f"({text}) = ''")
    if operator == "~":
        return _find_pattern("finds", text, value)
    if name in _TEXTS:
        return RowCondition(f"{text} = ?", (value,))
    days = parse_days(value, timezone)
    assert days is not None  # the condition was checked
    first, last = (day.isoformat() for day in days)
    parts = [RowCondition(f"({text}) <> ''")]
    if operator != "<=":
        parts.append(_not_before(f"({text})", first))
    if operator != ">=":
        parts.append(RowCondition(f"({text}) <= ?", (last,)))
    return RowCondition(
        " AND ".join(each.text for each in parts),
        tuple(value for each in parts for value in each.values),
    )


def _find_pattern(function: str, text: str, pattern: str) -> RowCondition:
    """Return the condition that a function of ``FactRows.prepare`` finds a pattern. SQLite looks
    for words itself first, in a tenth of the time."""
    found = f"({text}) NOT IN ('', '[]') AND {function}(?, {text})"
    if not _WORDS.fullmatch(pattern):
        return RowCondition(found, (pattern,))
    classes = "".join(f"[{_list_cases(letter)}]" for letter in pattern)
    return RowCondition(f"({text}) GLOB ? AND {found}", (f"*{classes}*", pattern))


_WORDS = re.compile(r"[^\W_]+(?: [^\W_]+)*")


@lru_cache(maxsize=1000)
def _list_cases(letter: str) -> str:
    """Return the characters that a letter of a pattern finds, whatever their case."""
    return "".join(
        filter(re.compile(letter, re.IGNORECASE).fullmatch, dict.fromkeys((letter, *_list_cased())))
    )


@lru_cache(maxsize=1)
def _list_cased() -> tuple[str, ...]:
    """Return the letters that have another case."""
    return tuple(
        letter for letter in map(chr, range(sys.maxunicode + 1)) if letter.lower() != letter.upper()
    )


def _not_before(text: str, day: str) -> RowCondition:
    """Return the condition that a day, or the last one of a month or year, is not before one."""
    return RowCondition(f"{text} || '{_AFTER_DATE}' >= ?", (day,))


def _match_list(column: str, operator: str, value: str) -> RowCondition:
    if not value:
        return RowCondition(f"{column} = '[]'")
    if operator == "~":
        return _find_pattern("finds_name", column, value)
    # to look for the text first takes a tenth of the time
    return RowCondition(
        f"instr({column}, ?) AND EXISTS (SELECT 1 FROM json_each({column}) WHERE value = ?)",
        (json.dumps(value, ensure_ascii=False), value),
    )
