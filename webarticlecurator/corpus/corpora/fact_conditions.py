"""Which conditions of a selection the facts of articles answer, so that their TEI is not read.

``Selection`` and its conditions decide, here on each value that the facts have of a field; SQL only
finds the articles that have one of the values.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.corpus.export.article_fields import Cell, ReadField
from webarticlecurator.corpus.export.field_conditions import FieldCondition
from webarticlecurator.corpus.export.selection import PUBLISHED, Choice, Selection
from webarticlecurator.storage.texts.fact_rows import FactTest


class FactField(NamedTuple):
    """A field that is known from facts: its value in SQL, and what its cells are by that.
    ``is_own``: nearly every article has a value of its own."""

    value: str
    read: Callable[[Any], tuple[Cell, ...]] = lambda text: (text,) if text else ()
    is_own: bool = False


FACT_FIELDS = {
    "title": FactField("f.title", is_own=True),
    "column": FactField("f.column_name"),
    "language": FactField("f.language"),
    "access": FactField("f.access"),
    "page_kind": FactField("f.page_kind"),
    "url": FactField("a.canonical", is_own=True),
    "path": FactField("a.tei", is_own=True),
    # the name of the file without its ending
    "id": FactField("substr(a.tei, -21, 17)", is_own=True),
    "authors": FactField("f.authors", lambda names: tuple(json.loads(names))),
    "section": FactField("f.sections", lambda names: tuple(json.loads(names))),
    "words": FactField("f.words", lambda words: (words,)),
    "confidence": FactField(
        "COALESCE(f.confidence, '')", lambda share: () if share == "" else (share / 1000,)
    ),
    PUBLISHED: FactField("f.published"),
    "year": FactField("f.published", lambda day: (int(day[:4]),) if day else ()),
    "month": FactField("f.published", lambda day: (day[:7],) if len(day) >= 7 else ()),
    "day": FactField("f.published", lambda day: (day,) if len(day) >= 10 else ()),
}
"""Name of a field → where its cells are among the facts."""


def split_conditions(selection: Selection) -> tuple[list[FactTest], tuple[FieldCondition, ...]]:
    """Return what facts answer of a selection, and its conditions that they do not answer. Samples
    do not count."""
    everything = Selection(timezone=selection.timezone)
    tests, others = [], []
    if selection.column is not None:
        column = replace(everything, column=selection.column)
        tests.append(_make_test(FACT_FIELDS["column"], partial(_selects, column)))
    if selection.has_date_range:
        dates = replace(everything, since=selection.since, until=selection.until)
        tests.append(_make_test(FACT_FIELDS[PUBLISHED], partial(_selects, dates)))
    fields = {**FACT_FIELDS, "portal": FactField("''", lambda _: (selection.portal,))}
    for condition in selection.conditions:
        name = condition.field
        # facts have the day, not the time
        if name not in fields or (name == PUBLISHED and condition.operator == "~"):
            others.append(condition)
        else:
            # the same as ``Selection.choose`` asks; a title is looked at in each article
            holds = partial(condition.holds, timezone=selection.timezone)
            tests.append(_make_test(fields[name], holds))
    return tests, tuple(others)


def _selects(selection: Selection, read: ReadField) -> bool:
    return selection.choose(read) is Choice.SELECTED


def _make_test(field: FactField, takes: Callable[[ReadField], bool]) -> FactTest:
    """Return the test whether ``takes`` is true of an article, by a value of one field."""
    return FactTest(field.value, lambda value: takes(lambda _: field.read(value)), field.is_own)
