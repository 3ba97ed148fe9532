"""Codings of HTTP bodies: correct ones, and those found in archives."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from long_parameters import always
from store_material import chunked

from webarticlecurator.base.model.capture import DAMAGED, TOO_LARGE, TRUNCATED
from webarticlecurator.storage.warc.coding import MAX_BODY_BYTES, dechunk, decode_body
from webarticlecurator.storage.warc.message import read_response

TEXT = b"<p>one</p>\r\n" * 300


def raw_deflate(content: bytes) -> bytes:
    coder = zlib.compressobj(wbits=-15)
    return coder.compress(content) + coder.flush()


CODERS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": lambda content: brotli.compress(content, quality=5),
    "zstd": zstandard.ZstdCompressor(write_checksum=True).compress,
}
CODED = {
    "gzip": gzip.compress(TEXT),
    "x-gzip": gzip.compress(TEXT[:100]) + gzip.compress(TEXT[100:]),
    "GZIP": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
    " deflate ": raw_deflate(TEXT),
    "br": brotli.compress(TEXT),
    "zstd": zstandard.compress(TEXT[:50]) + zstandard.compress(TEXT[50:]),
    "gzip, br": brotli.compress(gzip.compress(TEXT)),
    "identity": TEXT,
    "": TEXT,
    "unheard-of": TEXT,
}


@pytest.mark.parametrize("name", CODED)
def test_content_codings(name: str) -> None:
    for found in (
        decode_body(CODED[name], "", name),
        decode_body(chunked(CODED[name], 50), "chunked", name),
    ):
        assert (found.content, found.fault, found.words) == (TEXT, "", "")


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd"])
def test_an_already_decoded_body_is_unchanged(name: str) -> None:
    found = decode_body(TEXT, "chunked", name)
    assert (found.content, found.fault) == (TEXT, DAMAGED)
    assert found.words == f"{name}: the body is not compressed; read as it is"


@pytest.mark.parametrize("name", ["gzip", "deflate", "br"])
def test_a_truncated_body_is_decoded_as_far_as_possible(name: str) -> None:
    whole = b"".join(b"%d " % (i * i) for i in range(20_000))
    coded = CODERS[name](whole)
    found = decode_body(coded[: len(coded) // 2], "", name)
    assert whole.startswith(found.content) and len(found.content) > 1000
    assert found.fault == TRUNCATED


@pytest.mark.parametrize("name", CODERS)
def test_a_small_truncated_body_is_marked(name: str) -> None:
    coded = CODERS[name](TEXT)
    for end in range(1, len(coded) - 12):
        assert decode_body(coded[:end], "", name).fault in (TRUNCATED, DAMAGED), end
    assert decode_body(coded[: len(coded) // 2], "", name).fault == TRUNCATED


@pytest.mark.parametrize("name", ["gzip", "deflate", "zstd"])
@pytest.mark.parametrize("text", [b"<p>small</p>", TEXT])
def test_a_wrong_checksum_loses_nothing(name: str, text: bytes) -> None:
    coded = bytearray(CODERS[name](text))
    coded[-5 if name == "gzip" else -1] ^= 1
    found = decode_body(bytes(coded), "", name)
    assert (found.content, found.fault) == (text, DAMAGED)
    assert "checksum" in found.words


def test_a_wrong_length_in_gzip_loses_nothing() -> None:
    found = decode_body(gzip.compress(TEXT)[:-4] + b"abcd", "", "gzip")
    assert (found.content, found.fault) == (TEXT, DAMAGED)


def test_gzip_with_name_comment_and_extra_field() -> None:
    plain = gzip.compress(TEXT, mtime=0)
    header = (
        plain[:3]
        + bytes([2 | 4 | 8 | 16])
        + plain[4:10]
        + b"\x03\x00abc"
        + b"name\0"
        + b"comment\0"
        + b"hc"
    )
    found = decode_body(header + plain[10:], "", "gzip")
    assert (found.content, found.fault) == (TEXT, "")


@pytest.mark.parametrize(
    "names",
    always(
        ["br", "gzip, zstd, gzip"],
        ["gzip", "deflate", "br", "zstd", "gzip, gzip", "gzip, br", "gzip, zstd, gzip"],
    ),
)
def test_a_bomb_is_not_unpacked(names: str) -> None:
    coded = bytes(3 * MAX_BODY_BYTES)
    for name in names.split(", "):
        coded = CODERS[name](coded)
    tracemalloc.start()
    found = decode_body(coded, "", names)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(found.content), found.fault) == (MAX_BODY_BYTES, TOO_LARGE)
    assert peak < 3 * MAX_BODY_BYTES, "no more than the pieces and the whole that is made of them"


def test_a_thousand_codings_are_not_tried() -> None:
    assert decode_body(gzip.compress(TEXT), "", ", ".join(["gzip"] * 1000)).fault == TRUNCATED


def test_many_gzip_members_do_not_hang() -> None:
    assert decode_body(gzip.compress(b"") * 500_000, "", "gzip").fault == TRUNCATED


@pytest.mark.parametrize(
    ("headers", "body", "fault"),
    [
        (b"Content-Length: 100\r\n", b"half", TRUNCATED),
        (b"Content-Length: 4\r\n", b"half", ""),
        (b"Content-Length: 4\r\nContent-Length: 4\r\n", b"half", ""),
        (b"Content-Length: 4, 100\r\n", b"half", ""),
        (b"Content-Length: many\r\n", b"half", ""),
        (b"Content-Length: -1\r\n", b"half", ""),
        (b"Content-Length: " + b"9" * 5000 + b"\r\n", b"half", ""),
        (b"Transfer-Encoding: chunked\r\n", b"4\r\nhalf\r\n", TRUNCATED),
        (b"Transfer-Encoding: chunked\r\n", b"4\r\nhalf\r\n0\r\n\r\n", ""),
        (b"Transfer-Encoding: chunked\r\n", b"not chunked any more", ""),
        (b"Content-Encoding: utf-8\r\n", b"half", ""),
    ],
)
def test_content_length_is_compared_with_the_body(headers: bytes, body: bytes, fault: str) -> None:
    block = b"HTTP/1.1 200 OK\r\n" + headers + b"\r\n" + body
    found = read_response("https://echo.example/", block).decoded()
    assert found.fault == fault
    assert found.content in (b"half", b"not chunked any more")


@pytest.mark.parametrize("behind", [b"\0\0\0", b"\x1f\x8b", b"<!-- -->"])
def test_gzip_with_trailing_bytes(behind: bytes) -> None:
    found = decode_body(gzip.compress(TEXT) + behind, "", "gzip")
    assert (found.content, found.fault) == (TEXT, "")


def test_transfer_coding_gzip() -> None:
    assert decode_body(chunked(gzip.compress(TEXT)), "gzip, chunked", "").content == TEXT


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"3\r\nabc\r\n0\r\n\r\n", b"abc"),
        (b"3;x=y\r\nabc\r\n00\r\nTrailer: z\r\n\r\n", b"abc"),
        (b"A \r\n0123456789\r\n0\r\n\r\n", b"0123456789"),
        (b"3\r\nabc\r\n3\r\nde", b"abcde"),
        (b"3\r\nabc\r\n", b"abc"),
        (b"0\r\n\r\n", b""),
        (b"", b""),
        (b"<p>never chunked</p>", b"<p>never chunked</p>"),
        (
            b"add\r\nnever chunked, though it begins like it",
            b"never chunked, though it begins like it",
        ),
        (b"2\r\nnever chunked", b"2\r\nnever chunked"),
        (b"3\r\nabc\r\noops", b"abcoops"),
    ],
)
def test_dechunk(raw: bytes, expected: bytes) -> None:
    assert dechunk(raw).content == expected


@given(st.binary(max_size=400), st.integers(1, 50))
def test_every_chunked_body_is_decoded(content: bytes, size: int) -> None:
    assert dechunk(chunked(content, size)).content == content


@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate", "br", "zstd", "chunked"]))
def test_decoding_never_raises(content: bytes, name: str) -> None:
    decode_body(content, "chunked", name)
