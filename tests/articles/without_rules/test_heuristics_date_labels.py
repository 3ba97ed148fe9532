"""Labels of dates: in the line of the date, or in the unit before it."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.facts.date_lines import list_lines_with_dates
from webarticlecurator.articles.units.date_labels import (
    DateMeaning,
    fold_line,
    split_at_labels,
)
from webarticlecurator.pages.page.page import read_page


def meanings(content: str) -> list[DateMeaning]:
    page = read_page("https://a.example/", content.encode(), "text/html")
    lines = list_lines_with_dates(page)
    return [part.meaning for line in lines for part in split_at_labels(line.text)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Updated 12 March 2024", [DateMeaning.CHANGED]),
        (
            "Published 11 March 2024, last updated 12 March 2024",
            [DateMeaning.PUBLISHED, DateMeaning.CHANGED],
        ),
        ("12 March 2024 (updated)", [DateMeaning.CHANGED]),
        ("Zuletzt geändert am 12.3.2024", [DateMeaning.CHANGED]),
        ("Ažurirano 12. 3. 2024", [DateMeaning.CHANGED]),
        ("অদ্যতন আপডেট: ১২ মার্চ ২০২৪", [DateMeaning.CHANGED]),
        ("อัปเดต 12 มีนาคม 2567", [DateMeaning.CHANGED]),
        ("Опубліковано 12 березня 2024", [DateMeaning.PUBLISHED]),
        ("Diterbitkan 12 Maret 2024", [DateMeaning.PUBLISHED]),
        ("Published 12 March 2024", [DateMeaning.PUBLISHED]),
        ("12 March 2024", [DateMeaning.UNLABELLED]),
    ],
)
def test_what_a_line_is_labelled_as(line: str, expected: list[DateMeaning]) -> None:
    assert [part.meaning for part in split_at_labels(fold_line(line))] == expected
    assert meanings(f"<p>A title<p>{line}<p>text") == expected


@pytest.mark.parametrize(
    ("label", "line", "expected"),
    [
        ("Updated", "12 March 2024", DateMeaning.CHANGED),
        ("Edited", "by Anna on 12 March 2024", DateMeaning.UNLABELLED),
        ("Published", "12 March 2024", DateMeaning.PUBLISHED),
    ],
)
def test_the_label_of_a_line_may_be_before_it(label: str, line: str, expected: DateMeaning) -> None:
    assert meanings(f"<table><tr><td>{label}</td><td>{line}</td></tr></table>") == [expected]
