"""Words are whole in scripts whose vowel signs are combining marks."""

from __future__ import annotations

import pytest

from webarticlecurator.base.text.word_borders import drop_format_marks, list_letter_runs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("সামনে, পরে", ["সামনে", "পরে"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("סֵפֶר", ["סֵפֶר"]),
        ("e\u0301te\u0301 2024_x", ["e\u0301te\u0301", "x"]),
        ("می‌خواهم", ["می‌خواهم"]),
        ("12 ◌\u0301", []),
    ],
)
def test_a_word_keeps_its_combining_marks(text: str, words: list[str]) -> None:
    assert list_letter_runs(text) == words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Wasser\u00adstandes", "Wasserstandes"),
        ("a\u2060b\u200ec\u200fd\u061ce\u2066f\u2069g\ufeff", "abcdefg"),
        ("\u202aDana\u202c \u202bLevi\u202c", "Dana Levi"),
        ("zero\u200bwidth", "zerowidth"),
        ("សួស្តី\u200bពិភពលោក", "សួស្តី\u200bពិភពលោក"),  # there, it is the border of two words
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क\u200dष", "क\u200dष"),
    ],
)
def test_marks_that_are_no_part_of_a_word_are_left_out(text: str, plain: str) -> None:
    assert drop_format_marks(text) == plain
