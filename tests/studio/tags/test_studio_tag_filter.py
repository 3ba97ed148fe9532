"""Which rows of the tag table a page of the view shows."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.proposing.tags.inventory_table import Key, Line
from webarticlecurator.studio.tags.tag_filter import (
    PAGE_LENGTH,
    TagFilter,
    count_filter_pages,
    filter_rows,
    read_tag_filter,
    select_filter_page,
)


def rows() -> dict[Key, Line]:
    lines = [
        {
            "signature": "p",
            "frequency": "1,875",
            "pages": "30",
            "in_force": "paragraph",
            "suggestion": "paragraph",
            "confidence": "0.80",
        },
        {
            "signature": "div.promo",
            "frequency": "200",
            "pages": "40",
            "in_force": "auto",
            "suggestion": "drop",
            "confidence": "0.95",
            "reason": "repeated",
        },
        {"signature": "p.lead", "operation": "lead", "frequency": "9", "pages": "9"},
        {"signature": "table.old", "operation": "drop", "frequency": "0", "pages": ""},
    ]
    return {(line["signature"], ""): Line(line) for line in lines}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (TagFilter(), ["p", "div.promo", "p.lead", "table.old"]),
        (TagFilter(sort="pages"), ["div.promo", "p", "p.lead", "table.old"]),
        (TagFilter(sort="confidence"), ["div.promo", "p", "p.lead", "table.old"]),
        (TagFilter(sort="signature"), ["div.promo", "p", "p.lead", "table.old"]),
        (TagFilter(text="REPEAT"), ["div.promo"]),
        (TagFilter(show="undecided"), ["p", "div.promo"]),
        (TagFilter(show="decided"), ["p.lead", "table.old"]),
        (TagFilter(show="suggested"), ["div.promo"]),
        (TagFilter(show="gone"), ["table.old"]),
    ],
    ids=str,
)
def test_rows_are_filtered_and_sorted(wanted: TagFilter, found: list[str]):
    assert [signature for signature, _ in filter_rows(rows(), wanted)] == found


def test_a_filter_is_its_query_string():
    wanted = TagFilter("promo", "decided", "pages", 2)
    assert read_tag_filter(wanted.query()) == wanted
    assert TagFilter().query() == {}
    assert wanted.query(page=1) == {
        "text": "promo",
        "show": "decided",
        "sort": "pages",
    }


@pytest.mark.parametrize("wrong", ["-1", "x", "1e3", "٣", "9" * 16])
def test_a_wrong_query_shows_what_is_usual(wrong: str):
    query = {"show": wrong, "sort": wrong, "page": wrong}
    assert read_tag_filter(query) == TagFilter()


def test_pages_hold_every_row_once():
    keys: list[Key] = [(f"p.{number}", "") for number in range(2 * PAGE_LENGTH + 1)]
    pages = [select_filter_page(keys, number) for number in range(1, count_filter_pages(keys) + 1)]
    assert [len(page) for page in pages] == [PAGE_LENGTH, PAGE_LENGTH, 1]
    assert [key for page in pages for key in page] == keys
    assert select_filter_page(keys, 4) == []
    assert count_filter_pages([]) == 1
