"""tdmrep.json: which rule speaks of an address, and what a file with errors says (nothing)."""

from __future__ import annotations

import json
import time

import pytest

from webarticlecurator.articles.rights.tdm_reservations import (
    match_reservations,
    read_reservations,
)


def said(rules: object, url: str) -> list[str]:
    content = rules if isinstance(rules, bytes) else json.dumps(rules).encode()
    return [each.value for each in match_reservations(read_reservations(content), url)]


def reserved(location: str, path: str) -> bool:
    return said([{"location": location, "tdm-reservation": 1}], f"https://e.example{path}") == ["1"]


@pytest.mark.parametrize(
    ("location", "path", "expected"),
    [
        ("/", "/a/b", True),
        ("/", "", True),
        ("/a", "/a/b", True),
        ("/a/", "/ab", False),
        ("/A", "/a", False),
        ("/*.jpg", "/x/y.jpg", True),
        ("/*.jpg", "/x/y.jpg?size=1", True),
        ("/*.jpg$", "/x/y.jpg?size=1", False),
        ("/*.jpg$", "/x.jpg/y.jpg", True),
        ("/a$", "/a", True),
        ("/a$", "/a/b", False),
        ("/a*b$", "/ab", True),
        ("/ab*b$", "/ab", False),
        ("/this/*/then", "/this/and/then/more", True),
        ("/foo-%24", "/foo-$", False),
        ("/foo-%24", "/foo-%24", True),
        ("/%C3%A1", "/á", True),
        ("/á", "/%c3%a1", True),
        ("/a%2Fb", "/a/b", False),
        ("*", "/a", True),
        ("", "/a", True),
    ],
)
def test_a_pattern_matches_the_beginning_of_a_path(location: str, path: str, expected: bool):
    assert reserved(location, path) is expected


def test_the_first_rule_that_matches_counts():
    rules = [
        {"location": "/free/", "tdm-reservation": 0},
        {"location": "/", "tdm-reservation": "1", "tdm-policy": " https://e.example/p.json "},
    ]
    assert said(rules, "https://e.example/free/a") == ["0"]
    assert said(rules, "https://e.example/other") == ["1", "https://e.example/p.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>not found</html>",
        b"\xff\xfe",
        b"[" * 100_000,
        {"location": "/", "tdm-reservation": 1},
        [["/", 1], 7, None],
        [{"location": 1, "tdm-reservation": 1}],
        [{"location": "/"}],
        [{"location": "/", "tdm-reservation": 2}],
        [{"location": "/", "tdm-reservation": True}],
    ],
)
def test_a_file_with_errors_says_nothing(content: object):
    assert said(content, "https://e.example/a") == []


def test_a_byte_order_mark_is_no_error():
    content = b'\xef\xbb\xbf[{"location": "/", "tdm-reservation": 1}]'
    assert said(content, "https://e.example/a") == ["1"]


def test_no_pattern_takes_long():
    began = time.process_time()
    assert not reserved("/" + "a*" * 400 + "b$", "/" + "a" * 4000)
    assert time.process_time() - began < 1
