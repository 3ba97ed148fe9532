"""Values that are written into YAML files are read as the same values, whatever is in them."""

from __future__ import annotations

from datetime import date

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, yaml_comments, yaml_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import parse_yaml

TEXT = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    ["none", "no", "012", "1e3", "2010-01-01", "12:30", "a: b", "a #b", "- a", "[x]", "{page}", "~"]
)
VALUES = TEXT | st.lists(TEXT, max_size=3) | st.dictionaries(TEXT, TEXT, max_size=3)


@given(VALUES)
def test_a_value_is_read_as_it_was(value: object) -> None:
    line = yaml_value(value)
    assert yaml.safe_load(f"key: {line}\n") == {"key": value}
    assert yaml.safe_load(f"- {line}  # remark\n") == [value]


@given(VALUES)
def test_a_value_is_one_line_of_visible_characters_that_a_portal_file_may_have(
    value: object,
) -> None:
    line = yaml_value(value)
    assert line.isprintable()
    assert parse_yaml(f"key: {line}\n".encode(), "made.yaml")[1] == ()


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("a.next", "a.next"),
        ("https://echo.example/a?page=2", "https://echo.example/a?page=2"),
        ("#main", "'#main'"),
        ("none", '"none"'),  # the word alone would mean: nothing
        (Keyword("none"), "none"),
        (Keyword("2019-03-15"), "2019-03-15"),
        (date(2019, 3, 15), "2019-03-15"),
        ("a\u202eb\n", '"a\\u202eb\\n"'),
        (False, "false"),
        (
            {"mode": "next-link", "next": {"css": "a", "text": {"contains": "Older, more"}}},
            "{mode: next-link, next: {css: a, text: {contains: 'Older, more'}}}",
        ),
    ],
)
def test_quotes_stand_only_where_they_are_needed(value: object, line: str) -> None:
    assert yaml_value(value) == line


def test_a_remark_is_one_line() -> None:
    assert yaml_comments(("one\ntwo\x1b", ""), 2) == ["  # one\\ntwo\\x1b", "  #"]
