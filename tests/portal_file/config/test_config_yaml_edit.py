"""Edits of a portal file: the one value changes, every other byte stays."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from checkout import CHECKOUT
from long_parameters import one_in

from webarticlecurator.base.errors import UsageError
from webarticlecurator.portal_file.yaml_file.yaml_edit import (
    add_value,
    find_value,
    parse_value,
    remove_value,
    set_value,
)
from webarticlecurator.portal_file.yaml_file.yaml_text import yaml_value

FILE = """# a portal
portal: echo   # its name
article:
  # where the text is
  body:
    root: article  # by hand
    drop:
      - .advert   # boxes
      - aside
  metadata: {title: h1, authors: [.by, .author]}
  empty:
note: |
  two
  lines
# the end
"""


def changed(before: str, after: str) -> list[str]:
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line[0] in "+-"]


@pytest.mark.parametrize(
    ("path", "value", "lines"),
    [
        ("portal", "echo2", ["- portal: echo   # its name", "+ portal: echo2   # its name"]),
        (
            "article.body.root",
            "main",
            ["-     root: article  # by hand", "+     root: main  # by hand"],
        ),
        (
            "article.body.root",
            "[main, '#text']",
            ["-     root: article  # by hand", "+     root: [main, '#text']  # by hand"],
        ),
        (
            "article.metadata.title",
            "'.a: b'",
            [
                "-   metadata: {title: h1, authors: [.by, .author]}",
                "+   metadata: {title: '.a: b', authors: [.by, .author]}",
            ],
        ),
        (
            "article.metadata.section",
            ".s",
            [
                "-   metadata: {title: h1, authors: [.by, .author]}",
                "+   metadata: {title: h1, authors: [.by, .author], section: .s}",
            ],
        ),
        ("article.body.drop.1", "nav", ["-       - aside", "+       - nav"]),
        ("article.body.keep", ".quote", ["+     keep: .quote"]),
        ("article.empty", "1", ["-   empty:", "+   empty: 1"]),
        ("article.empty.deep.er", "x", ["+     deep:", "+       er: x"]),
        ("fetch.delay", "2", ["+ fetch:", "+   delay: 2"]),
        ("note", "short", ["- note: |", "-   two", "-   lines", "+ note: short"]),
        (
            "article.body.drop",
            "nav",
            [
                "-     drop:",
                "-       - .advert   # boxes",
                "-       - aside",
                "+     drop: nav",
            ],
        ),
    ],
)
def test_a_value_is_set_and_nothing_else_changes(path: str, value: str, lines: list[str]):
    edited = set_value(FILE, path.split("."), parse_value(value))
    assert sorted(changed(FILE, edited)) == sorted(lines)
    windows = FILE.replace("\n", "\r\n")
    assert set_value(windows, path.split("."), parse_value(value)).replace("\r\n", "\n") == edited


def test_a_value_in_brackets_is_quoted_where_it_must_be():
    text = "spans: [{url: 'http://a/{page}', dates: x}]\n"
    edited = set_value(text, ("spans", "0", "url"), "http://b/{page}")
    assert edited == "spans: [{url: 'http://b/{page}', dates: x}]\n"


def test_a_value_that_is_there_twice_is_written_twice():
    shared = ["a", "b"]
    assert (
        yaml_value([{"when": shared}, {"unless": shared}]) == "[{when: [a, b]}, {unless: [a, b]}]"
    )


def test_a_new_key_comes_at_the_end_of_its_mapping_below_the_last_comment_of_a_line():
    edited = set_value(FILE, ["article", "body", "keep"], ".quote")
    assert "      - aside\n    keep: .quote\n  metadata:" in edited
    assert set_value("", ["portal"], "x") == "portal: x\n"
    assert set_value("# only a comment", ["a", "b"], "x") == "# only a comment\na:\n  b: x\n"


def test_items_are_added_to_lists():
    assert changed(FILE, add_value(FILE, ["article", "body", "drop"], ".x, .y")) == [
        "+       - .x, .y"
    ]
    assert "authors: [.by, .author, .x]" in add_value(
        FILE, ["article", "metadata", "authors"], ".x"
    )
    assert "title: [h1, h2]" in add_value(FILE, ["article", "metadata", "title"], "h2")
    assert "  empty: one" in add_value(FILE, ["article", "empty"], "one")


def test_keys_are_removed_with_the_mappings_they_leave_empty():
    assert changed(FILE, remove_value(FILE, ["article", "body", "root"])) == [
        "-     root: article  # by hand"
    ]
    assert "metadata: {authors: [.by, .author]}" in remove_value(
        FILE, ["article", "metadata", "title"]
    )
    assert remove_value("a:\n  b:\n    c: 1\nd: 2\n", ["a", "b", "c"]) == "d: 2\n"
    with pytest.raises(UsageError, match=r"no such key: article\.tags"):
        remove_value(FILE, ["article", "tags"])


def test_what_cannot_be_done_is_refused():
    with pytest.raises(UsageError, match="line 2: portal is not a mapping"):
        set_value(FILE, ["portal", "name"], "x")
    with pytest.raises(UsageError, match="not valid YAML"):
        set_value("a: [", ["a"], "x")
    with pytest.raises(UsageError, match="not a YAML value"):
        parse_value("a: b: c")


@pytest.mark.parametrize(
    ("text", "path", "edited"),
    [
        ("a: &x {b: 1}\nc: *x\n", "c.b", "a: &x {b: 1}\nc: {b: '2'}\n"),
        ("# why\na: &x\n  b: 1  # so\nc: *x  # too\n", "c.d", None),
        ("a: {b: &x y}\nc: *x\nd: *x\n", "a.b", "a: {b: '2'}\nc: y\nd: y\n"),
        ("a: {b: &x y}\nc: *x\n", "c", "a: {b: &x y}\nc: '2'\n"),
        ("a: &x\n- y\nc: *x\n", "d", "a: &x\n- y\nc: *x\nd: '2'\n"),
        ("a: &x {b: 1}\nc:\n  <<: *x\n  d: 1\n", "c.b", None),
    ],
)
def test_one_place_is_changed_where_several_share_a_value(text: str, path: str, edited: str | None):
    found = set_value(text, path.split("."), "2")
    assert edited is None or found == edited
    before, after = (yaml.safe_load(each) for each in (text, found))
    top, _, inner = path.partition(".")
    rest = {key: value for key, value in after.items() if key != top}
    assert rest == {key: value for key, value in before.items() if key != top}
    assert after[top] == ({**before[top], inner: "2"} if inner else "2")
    assert {line for line in text.splitlines() if "#" in line and "*" not in line} <= {
        *found.splitlines()
    }


def test_items_of_a_shared_value_are_added_and_removed_in_one_place():
    shared = "a: &x\n  - y\nc: *x\n"
    assert add_value(shared, ["c"], "z", first=True) == "a: &x\n  - y\nc: [z, y]\n"
    assert yaml.safe_load(add_value(shared, ["a"], "z")) == {"a": ["y", "z"], "c": ["y"]}
    assert remove_value("a: &x {b: 1, d: 2}\nc: *x\n", ["c", "b"]).endswith("c: {d: 2}\n")


def test_a_value_is_put_before_the_items_of_a_list():
    text = "a:\n  b:\n    # why\n    - x  # keep\n    - y\nc: 1\n"
    assert add_value(text, ["a", "b"], {"css": "z"}, first=True) == text.replace(
        "- x", "- {css: z}\n    - x"
    )
    assert add_value("a: [x, y]\n", ["a"], "z", first=True) == "a: [z, x, y]\n"
    assert add_value("a: {css: x}  # one\n", ["a"], "z", first=True) == "a: [z, {css: x}]  # one\n"
    assert add_value("b: 1\n", ["a"], "z", first=True) == "b: 1\na: z\n"
    assert add_value("a:\r\n- x\r\n", ["a"], "z", first=True) == "a:\r\n- z\r\n- x\r\n"


def test_a_value_is_found():
    text = "a: {b: [x, {css: y}]}\nempty:\n"
    assert find_value(text, ["a", "b"]) == ["x", {"css": "y"}]
    assert find_value(text, ["a", "b", "1", "css"]) == "y"
    assert find_value(text, ["empty"]) is None
    assert find_value(text, ["a", "c"]) is None


def leaves(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from leaves(value, (*path, str(number)))
    else:
        yield path


SHIPPED = sorted([*(CHECKOUT / "site_configs").glob("*.yaml"), CHECKOUT / "examples" / "demo.yaml"])


@pytest.mark.parametrize("file", one_in(8, SHIPPED), ids=lambda file: file.stem)
def test_any_value_of_a_shipped_file_can_be_set(file: Path):
    text = file.read_text(encoding="utf-8")
    assert len(SHIPPED) > 20
    places = list(leaves(yaml.load(text, Loader=yaml.BaseLoader)))
    assert places
    for path in places[:: max(len(places) // 12, 1)]:
        edited = set_value(text, path, "a new: value")
        kept = set(text.splitlines()) - set(edited.splitlines())
        # the lines of the value, and of aliases of an anchor in it
        assert len(kept) <= 4 + text.count(" *"), path
        assert [line for line in edited.splitlines() if "'a new: value'" in line]


def test_a_text_that_is_asked_for_many_values_is_parsed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parsed: list[str] = []
    compose = yaml.compose

    def count(text: str, **options: Any) -> yaml.Node | None:
        parsed.append(text)
        return compose(text, **options)

    monkeypatch.setattr(yaml, "compose", count)
    text = f"{FILE}# asked for many values\n"
    assert [find_value(text, ("portal",)) for _ in range(20)] == ["echo"] * 20
    assert find_value(text, ("article", "body", "root")) == "article"
    assert parsed == [text]
