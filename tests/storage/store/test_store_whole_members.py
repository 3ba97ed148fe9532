"""The quick way to read records and the exact one say the same of every file, whole or damaged."""

from __future__ import annotations

import gzip
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.storage.warc.container import (
    BrokenMember,
    MultiRecordMember,
    RecordReader,
    read_record_at,
    read_records,
)
from webarticlecurator.storage.warc.record import Record
from webarticlecurator.storage.warc.whole_members import PlainRecord, WholeRecords

BLOCK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>one</p>"
HEAD = (
    b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://echo.example/a\r\n"
    b"WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
    b"Content-Length: %d\r\n\r\n" % len(BLOCK)
)
RECORD = HEAD + BLOCK + b"\r\n\r\n"
PAGE = bytes(range(256)) * 3000
"""Longer than what is unpacked at a time."""


def exactly(path: Path) -> list[Any]:
    """What ``read_records`` yields, or raises at last, without the quick way."""
    with path.open("rb") as stream:
        reader, offset, found = RecordReader(stream), 0, list[Any]()
        while offset < reader.size:
            try:
                offset, record, end = reader.read(offset)
            except (BrokenMember, MultiRecordMember) as error:
                return [*found, str(error)]
            if record is not None:
                found.append((offset, end, record.kind, record.headers, record.block))
            offset = end
    return found


def quickly(path: Path) -> list[Any]:
    found = list[Any]()
    try:
        for each in read_records(path, ""):
            record, end = each.record, each.offset + each.length
            found.append((each.offset, end, record.kind, record.headers, record.block))
            first = {name.lower(): value for name, value in reversed(record.headers)}
            assert {name: record.get(name) for name in first if name.isascii()} == {
                name: value for name, value in first.items() if name.isascii()
            }
            assert record.size == len(record.block)
            assert read_record_at(path, each.offset).block == record.block
    except (BrokenMember, MultiRecordMember) as error:
        found.append(str(error))
    return found


def compare(path: Path, content: bytes) -> list[Any]:
    path.write_bytes(content)
    found = quickly(path)
    assert found == exactly(path), content
    return found


HEADS = [
    HEAD,
    HEAD.replace(b"\r\n", b"\n"),
    HEAD.replace(b"WARC-Date: ", b"warc-date:\t "),
    HEAD.replace(b"WARC-Date:", b"WARC-Date :"),
    HEAD.replace(b"echo.example", b"echo.example\r\n /b"),
    HEAD.replace(b"echo.example", b"\xc3\xa9cho.example"),
    HEAD.replace(b"echo.example", b"\xe9cho.example"),
    HEAD.replace(b"echo.example", b"a\rb"),
    HEAD.replace(b"WARC-Date", b"no colon\r\nWARC-Date"),
    HEAD.replace(b"WARC-Date", b"WARC/1.0\r\nWARC-Date"),
    HEAD.replace(b"WARC-Date", b"\xa0: \xa0\r\nX-\xc4\xb0: 1\r\nWARC-Date"),
    HEAD.replace(b"WARC-Date", b"WARC-Type: request\r\nWARC-Date"),
    HEAD.replace(b"WARC-Date", b"Content-Length: 3\r\nWARC-Date"),
    HEAD.replace(b"WARC-Date", b"Content-Length: %d\r\nWARC-Date" % len(BLOCK)),
    HEAD.replace(b"Content-Length", b"X"),
    HEAD.replace(b"WARC-Type: response", b"WARC-Type: "),
    HEAD.replace(b"WARC-Type: response", b"WARC-Type:  odd-\xc5\x91 "),
    HEAD.replace(b"Length: ", b"Length: +"),
    HEAD.replace(b"Length: ", b"Length: 0"),
    HEAD.replace(b"Length: ", b"Length: 9"),
    HEAD.replace(b"\r\n\r\n", b"\r\n"),
    HEAD.replace(b"WARC-Date", b"X: " + b"y" * 70_000 + b"\r\nWARC-Date"),
    b"\r\n" + HEAD,
    b"WARC/1.0\r\n\r\n",
    b"",
]
RESTS = [b"\r\n\r\n", b"\n\n", b"", b"\r\n", b"\r\n\r\n\r\n", b"x", b"\r\n\r\n" + RECORD]


@pytest.mark.parametrize("number", range(len(HEADS)))
def test_every_head_is_read_as_by_the_exact_way(tmp_path: Path, number: int) -> None:
    for rest in RESTS:
        record = HEADS[number] + BLOCK + rest
        compare(tmp_path / "a", gzip.compress(record) + gzip.compress(RECORD))
        compare(tmp_path / "a", record + RECORD)


def test_a_record_that_was_read_so_is_a_record_as_any_other() -> None:
    quick, exact = (
        RecordReader(BytesIO(RECORD)).read_quickly(0)[1],
        RecordReader(BytesIO(RECORD)).read(0)[1],
    )
    assert type(quick) is PlainRecord and type(exact) is Record
    assert quick is not None and exact is not None
    assert quick == exact and hash(quick) == hash(exact)
    assert replace(quick, kind="resource") == replace(exact, kind="resource")


def test_what_is_usual_is_read_the_quick_way(tmp_path: Path) -> None:
    long = HEAD.replace(b"%d" % len(BLOCK), b"%d" % len(PAGE)) + PAGE + b"\r\n\r\n"
    members = [gzip.compress(each, mtime=0) for each in (RECORD, long, RECORD)]
    found = compare(tmp_path / "a", b"".join(members))
    assert [len(each[-1]) for each in found] == [len(BLOCK), len(PAGE), len(BLOCK)]
    whole = WholeRecords(BytesIO(b"".join(members)), 1000)
    starts = [0, len(members[0]), len(members[0] + members[1])]
    read = [whole.read(start) for start in starts]
    assert [(place[0], type(place[1])) for place in read if place] == [
        (start, PlainRecord) for start in starts
    ]


@pytest.mark.parametrize("step", [1, 7])
def test_damage_is_found_at_the_same_place(tmp_path: Path, step: int) -> None:
    content = gzip.compress(RECORD, mtime=0) * 2
    for place in range(0, len(content), step):
        changed = bytes([content[place] ^ 1 << place % 8])
        compare(tmp_path / "a", content[:place] + changed + content[place + 1 :])
        compare(tmp_path / "a", content[:place])
        compare(tmp_path / "a", content[:place] + content[place + step :])


@given(
    st.lists(
        st.tuples(
            st.sampled_from(HEADS),
            st.sampled_from([BLOCK, PAGE]),
            st.sampled_from(RESTS),
            st.booleans(),
        ),
        max_size=4,
    )
)
def test_any_order_of_records_is_read_as_by_the_exact_way(
    tmp_path_factory: pytest.TempPathFactory, records: list[tuple[bytes, bytes, bytes, bool]]
) -> None:
    content = b"".join(
        gzip.compress(head + block + rest, 1) if is_packed else head + block + rest
        for head, block, rest, is_packed in records
    )
    compare(tmp_path_factory.mktemp("any") / "a", content)
