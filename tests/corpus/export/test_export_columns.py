"""Chosen columns, in the tables of text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from stored_articles import export, read_articles

from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import EXPORTERS, find_exporter
from webarticlecurator.corpus.export.jsonl_format import JSON_KEYS, json_object


@pytest.fixture
def two(put: Callable[..., Path]) -> None:
    fields = {"title": ["Fire; again"], "authors": ["Ann", "Bo"], "published": ["2015-06-01"]}
    put("fire", fields, ("One two.", "Three."))
    put("undated", {}, column=None)


def exported(corpus: Path, form: str, *columns: str) -> str:
    out = io.BytesIO()
    export(read_articles(corpus), find_exporter(form, ExportOptions(columns)), out)
    return out.getvalue().decode("utf-8")


def test_a_table_has_the_chosen_columns_in_their_order(corpus, two):
    text = exported(corpus, "csv", "year", "authors", "title", "text", "day", "confidence")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert rows == [
        ["year", "authors", "title", "text", "day", "confidence"],
        ["2015", "Ann; Bo", "Fire; again", "One two.\nThree.", "2015-06-01", ""],
        ["", "", "", "Some words.", "", ""],
    ]


def test_lines_of_json_have_the_chosen_keys_in_their_order(corpus, two):
    text = exported(corpus, "jsonl", "year", "sections", "authors", "problems", "month")
    assert [json.loads(line) for line in text.splitlines()] == [
        {
            "year": 2015,
            "sections": [],
            "authors": ["Ann", "Bo"],
            "problems": [],
            "month": "2015-06",
        },
        {
            "year": None,
            "sections": [],
            "authors": [],
            "problems": [{"kind": "date-unreadable", "message": "no date"}],
            "month": None,
        },
    ]
    assert list(json.loads(text.splitlines()[0])) == [
        "year",
        "sections",
        "authors",
        "problems",
        "month",
    ]


def test_without_a_choice_the_formats_are_as_they_were(corpus, two):
    for form in ("csv", "jsonl"):
        out = io.BytesIO()
        chosen = ExportOptions(columns=EXPORTERS[form].usual)
        export(read_articles(corpus), find_exporter(form, chosen), out)
        assert exported(corpus, form) == out.getvalue().decode("utf-8")


def test_the_keys_of_json_are_listed(corpus, two):
    for article in read_articles(corpus):
        assert tuple(json_object(article)) == JSON_KEYS


@pytest.mark.parametrize(
    ("form", "columns", "message"),
    [
        ("csv", ["titel"], "--columns: not a field: 'titel' (expected id, url, persistent_id, "),
        ("csv", ["metadata"], "--columns: not a field: 'metadata'"),
        ("csv", ["author"], "Did you mean authors?"),
        ("csv", [""], "not a field: ''"),
        ("jsonl", ["title", "title"], "--columns: title is given twice"),
        ("txt", ["title"], "--columns has no effect with --format txt, which is not a table"),
        ("tei", ["title"], "--columns has no effect with --format tei"),
    ],
)
def test_columns_that_a_format_does_not_have(form: str, columns: list[str], message: str):
    with pytest.raises(UsageError) as raised:
        find_exporter(form, ExportOptions(tuple(columns)))
    assert message in str(raised.value)
