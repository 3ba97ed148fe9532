"""Codings of HTTP bodies, as they are and as archives have them."""

from __future__ import annotations

import gzip
import zlib

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from store_material import chunked

from webarticlecurator.store.coding import dechunk, decode_body

TEXT = b"<p>one</p>\r\n" * 300


def raw_deflate(content: bytes) -> bytes:
    coder = zlib.compressobj(wbits=-15)
    return coder.compress(content) + coder.flush()


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
    assert decode_body(CODED[name], "", name) == TEXT
    assert decode_body(chunked(CODED[name], 50), "chunked", name) == TEXT


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_is_decoded_already_stays(name: str) -> None:
    assert decode_body(TEXT, "chunked", name) == TEXT


@pytest.mark.parametrize("name", ["gzip", "deflate", "br"])
def test_a_body_that_breaks_off_gives_what_is_there(name: str) -> None:
    whole = b"".join(b"%d " % (i * i) for i in range(20_000))
    coded = {"gzip": gzip.compress, "deflate": zlib.compress, "br": brotli.compress}[name](whole)
    found = decode_body(coded[: len(coded) // 2], "", name)
    assert whole.startswith(found) and len(found) > 1000


def test_gzip_with_bytes_behind_it() -> None:
    assert decode_body(gzip.compress(TEXT) + b"\0\0\0", "", "gzip") == TEXT


def test_transfer_coding_gzip() -> None:
    assert decode_body(chunked(gzip.compress(TEXT)), "gzip, chunked", "") == TEXT


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
        (b"add\r\nnever chunked, though it begins like it", b"never chunked, though it begins like it"),
        (b"2\r\nnever chunked", b"2\r\nnever chunked"),
        (b"3\r\nabc\r\noops", b"abcoops"),
    ],
)
def test_dechunk(raw: bytes, expected: bytes) -> None:
    assert dechunk(raw) == expected


@given(st.binary(max_size=400), st.integers(1, 50))
def test_every_chunked_body_comes_back(content: bytes, size: int) -> None:
    assert dechunk(chunked(content, size)) == content


@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate", "br", "zstd", "chunked"]))
def test_no_body_makes_it_fail(content: bytes, name: str) -> None:
    decode_body(content, "chunked", name)
