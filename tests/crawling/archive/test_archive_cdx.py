"""The answers of CDX servers: an odd row is left out and counted, the others are captures."""

from __future__ import annotations

import json
from typing import Any

import pytest

from webarticlecurator.storage.warc.cdx_answers import CdxLine, describe_odd_rows, parse_cdx

FIELDS = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest"]
GOOD = ["hu,echo)/a", "20190503101112", "http://echo.hu/a", "text/html", "200", "ABC"]
LINE = CdxLine("hu,echo)/a", "20190503101112", "http://echo.hu/a", "text/html", "200", "ABC")


def changed(**values: object) -> list[object]:
    return [values.get(name, value) for name, value in zip(FIELDS, GOOD, strict=True)]


ODD: dict[str, Any] = {
    "short": (GOOD[:-1], "another number of fields"),
    "long": ([*GOOD, "x"], "another number of fields"),
    "empty": ([], "another number of fields"),
    "text": ("a row", "no JSON of a row"),
    "nothing": (None, "no JSON of a row"),
    "month": (changed(timestamp="20191305101112"), "no time of 14 digits"),
    "day": (changed(timestamp="20190231101112"), "no time of 14 digits"),
    "iso": (changed(timestamp="2019-05-03"), "no time of 14 digits"),
    "year 0": (changed(timestamp="00000503101112"), "no time of 14 digits"),
    "digits": (changed(timestamp="٢٠١٩٠٥٠٣١٠١١١٢"), "no time of 14 digits"),
    "status": (changed(statuscode="2OO"), "no status of three digits"),
    "large status": (changed(statuscode=99999), "no status of three digits"),
    "object": (changed(original={"a": 1}), "a field that is no text"),
    "list": (changed(digest=["a"]), "a field that is no text"),
    "surrogate": (changed(urlkey="hu,echo)/\ud800"), "a field that is no UTF-8"),
    "scheme": (changed(original="urn:uuid:1"), "no http(s) address"),
    "file": (changed(original="file:///etc/passwd"), "no http(s) address"),
    "host": (changed(original="http://[bad"), "no address that can be requested"),
    "huge": (
        changed(original=f"http://echo.hu/{'a' * 20_000}"),
        "no address that can be requested",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_row_among_others_is_left_out_and_counted(name: str):
    row, reason = ODD[name]
    content = json.dumps([FIELDS, GOOD, row, GOOD, [], ["key"]]).encode()
    answer = parse_cdx(content)
    assert answer.lines == (LINE, LINE)
    assert answer.odd_rows == {reason: 1}
    assert (answer.count, answer.resume_key, answer.is_unreadable) == (3, "key", False)


@pytest.mark.parametrize("name", [name for name in ODD if len(ODD[name][0] or "") == len(FIELDS)])
def test_an_odd_object_among_others_is_left_out_and_counted(name: str):
    row, reason = ODD[name]
    lines = [dict(zip(FIELDS, each, strict=True)) for each in (GOOD, row, GOOD)]
    answer = parse_cdx("\n".join(map(json.dumps, lines)).encode())
    assert (answer.lines, answer.odd_rows) == ((LINE, LINE), {reason: 1})


@pytest.mark.parametrize(
    "broken",
    [
        b'["hu,echo)/a" "20190503101112"]',
        b'["hu\x01", "a", "b", "c", "d", "e"]',
        b"[" * 100_000 + b"]" * 100_000,
        b"[" + b"9" * 5_000 + b"]",
    ],
)
def test_a_row_that_is_no_json_is_left_out(broken: bytes):
    rows = [json.dumps(row).encode() for row in (FIELDS, GOOD)]
    answer = parse_cdx(b"[" + b",\n".join([*rows, broken, rows[1]]) + b"]")
    assert (answer.lines, answer.odd_rows) == ((LINE, LINE), {"no JSON of a row": 1})
    objects = json.dumps(dict(zip(FIELDS, GOOD, strict=True))).encode()
    answer = parse_cdx(b"\n".join([objects, broken, objects]))
    assert (answer.lines, answer.count) == ((LINE, LINE), 3)


def test_rows_of_other_statuses_count_as_sent():
    """pywb sends them, too: an answer with one of them may be cut off at the limit."""
    rows = [FIELDS, GOOD, changed(statuscode="404")]
    answer = parse_cdx(json.dumps(rows).encode())
    assert (answer.lines, answer.count, answer.odd_rows) == ((LINE,), 2, {})


def test_bytes_that_are_no_utf8_spoil_one_row():
    row = json.dumps(changed(urlkey="X")).encode().replace(b"X", b"hu,echo)/\xff")
    content = b"[%s,\n%s,\n%s]" % (json.dumps(FIELDS).encode(), row, json.dumps(GOOD).encode())
    answer = parse_cdx(content)
    assert (answer.lines, answer.odd_rows) == ((LINE,), {"a field that is no UTF-8": 1})


def test_a_separator_of_lines_inside_of_a_text_ends_no_row():
    row = json.dumps(
        dict(zip(FIELDS, changed(mimetype="a\u2028b"), strict=True)), ensure_ascii=False
    )
    assert parse_cdx(row.encode()).lines[0].mime == "a\u2028b"


@pytest.mark.parametrize(
    "content",
    [
        b"<!DOCTYPE html>",
        b"no JSON\nat all",
        b'{"a": 1}\n{"a": ',
        b"[1, 2]",
        b'[["urlkey"',
        json.dumps([FIELDS, GOOD, GOOD]).encode()[:-1],
        json.dumps([FIELDS, GOOD, GOOD]).encode()[:-9],
        json.dumps([FIELDS, GOOD, [], []]).encode(),
        json.dumps([FIELDS, GOOD, [], [7]]).encode(),
        json.dumps([FIELDS, GOOD, [], ["\ud800"]]).encode(),
        b"[" * 100_000,
    ],
)
def test_what_is_cut_or_something_else_is_no_answer(content: bytes):
    with pytest.raises(ValueError, match="not the JSON of a CDX server"):
        parse_cdx(content)


def test_an_answer_without_a_good_row_is_unreadable():
    assert parse_cdx(json.dumps([FIELDS, GOOD[:-1]]).encode()).is_unreadable
    assert parse_cdx(b'{"a": 1}').odd_rows == {"no http(s) address": 1}
    assert not parse_cdx(json.dumps([FIELDS, changed(original="urn:1")]).encode()).is_unreadable
    for empty in (b"", b"[]", json.dumps([FIELDS]).encode()):
        answer = parse_cdx(empty)
        assert (answer.count, answer.is_unreadable) == (0, False)


def test_odd_rows_are_named():
    named = describe_odd_rows({"no time of 14 digits": 2, "another number of fields": 1})
    assert named == "1 with another number of fields, 2 with no time of 14 digits"
