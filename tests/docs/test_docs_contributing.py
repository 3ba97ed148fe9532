"""CONTRIBUTING.md answers where a thing is by one path, whose name alone would answer it."""

from __future__ import annotations

import re

from docs_material import CHECKOUT, read, sections
from test_import_graph import PACKAGE

ROW = re.compile(r"(?m)^\| ([^|]+\?) \| `([\w/]+)\.py` \|$")
WHERE = sections(read(CHECKOUT / "CONTRIBUTING.md"))["Where things live"]
ANSWERS = ROW.findall(WHERE)
STEM = 5
"""Letters by which words are compared, so that *validated* is in ``validation``."""


def find_missing_words(question: str, path: str) -> list[str]:
    """Return the words in bold that the name of the file does not have."""
    name = re.sub(r"[^a-z]", "", path.rpartition("/")[2])
    words = [re.sub(r"[^a-z]", "", word.lower()) for word in re.findall(r"\*\*(.+?)\*\*", question)]
    return [word for word in words or ["no word in bold"] if word[:STEM] not in name]


def test_at_least_twelve_questions_have_an_answer_that_is_there():
    assert len(ANSWERS) >= 12
    assert len(ANSWERS) == WHERE.count("? |"), "each is answered by one path"
    assert [path for _, path in ANSWERS if not (PACKAGE / f"{path}.py").is_file()] == []


def test_the_name_of_the_file_alone_answers_the_question():
    assert [answer for answer in ANSWERS if find_missing_words(*answer)] == []
    assert find_missing_words("Where is **microdata** read?", "pages/rules/structured") != []
    assert find_missing_words("Where is microdata read?", "pages/rules/microdata") != []
