"""Words are whole in scripts whose vowel signs are combining marks."""

from __future__ import annotations

import re

import pytest

from webarticlecurator.base.text.word_pattern import WORD


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
    assert re.findall(WORD, text) == words
