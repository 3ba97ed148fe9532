"""Labels of dates: what the lines of a page may be labelled as is found without dividing them."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.without_rules.date_labels import (
    DateMeaning,
    fold_line,
    may_have_label,
    split_at_labels,
)
from webarticlecurator.pages.page.page import read_page

CHANGES = (DateMeaning.CHANGED, DateMeaning.STATUS)


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
    folded = fold_line(line)
    found = [part.meaning for part in split_at_labels(folded)]
    assert found == expected
    page = read_page("https://a.example/", f"<p>A title<p>{line}<p>text".encode(), "text/html")
    assert may_have_label(page, CHANGES) == any(meaning in CHANGES for meaning in found)


@pytest.mark.parametrize(
    ("label", "line", "expected"),
    [
        ("Updated", "12 March 2024", True),
        ("Edited", "by Anna on 12 March 2024", False),
        ("Published", "12 March 2024", False),
    ],
)
def test_the_label_of_a_line_may_be_before_it(label: str, line: str, expected: bool) -> None:
    content = f"<table><tr><td>{label}</td><td>{line}</td></tr></table>"
    page = read_page("https://a.example/", content.encode(), "text/html")
    assert may_have_label(page, CHANGES) == expected
