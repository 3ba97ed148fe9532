"""docs/doubts.md has every kind of doubt with its cure."""

from __future__ import annotations

from doubts_page import PAGE, write_page


def test_the_page_is_that_of_the_table() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run tests/docs/doubts_page.py"
