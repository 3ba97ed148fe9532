"""Labels of dates: what a line may be labelled as is found without dividing it."""

from __future__ import annotations

import pytest

from webarticlecurator.guess.date_lines import (
    DateMeaning,
    fold_line,
    may_have_label,
    split_at_labels,
)

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
        ("Published 12 March 2024", [DateMeaning.PUBLISHED]),
        ("12 March 2024", [DateMeaning.UNLABELLED]),
    ],
)
def test_what_a_line_is_labelled_as(line: str, expected: list[DateMeaning]) -> None:
    folded = fold_line(line)
    found = [part.meaning for part in split_at_labels(folded)]
    assert found == expected
    assert may_have_label(folded, CHANGES) == any(meaning in CHANGES for meaning in found)
