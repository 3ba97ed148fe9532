"""Files of sitemaps, read piece by piece: forms, cuts, and what is no sitemap."""

from __future__ import annotations

import gzip
import os
import time
import zlib

import pytest

from webarticlecurator.crawling.archive.file_pieces import MAX_UNPACKED, PIECE
from webarticlecurator.crawling.archive.sitemap_file import MAX_ENTRIES, read_sitemap

ADDRESSES = [f"https://echo.example/news/{n:05}" for n in range(6_000)]


def urlset(addresses: list[str], declaration: str = "") -> bytes:
    entries = "".join(f"<url><loc>{address}</loc></url>\n" for address in addresses)
    return f"{declaration}<urlset>{entries}</urlset>".encode()


def read(content: bytes) -> list[str]:
    file = read_sitemap(content)
    assert not file.trouble and not file.damage, (file.trouble, file.damage)
    return [entry.address for entry in file.entries]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_of_a_text_sitemap_may_end_anywhere_in_a_piece(end: str):
    text = end.join(ADDRESSES)
    assert len(text) > 2 * PIECE and read(text.encode()) == ADDRESSES
    exact = "https://echo.example/".ljust(PIECE - 1, "x") + "\n" + "https://echo.example/b\n"
    assert read(exact.encode())[1] == "https://echo.example/b"


def test_members_of_a_gzip_file_are_joined_and_padding_is_ignored():
    content = urlset(ADDRESSES)
    packed = gzip.compress(content[:70_000]) + gzip.compress(content[70_000:]) + b"\0" * 512
    assert read(packed) == ADDRESSES


@pytest.mark.parametrize("cut", [1, 9, 500])
def test_a_gzip_file_that_is_cut_is_damaged(cut: int):
    file = read_sitemap(gzip.compress(urlset(ADDRESSES))[:-cut])
    assert file.damage == "the gzip data end early" and not file.trouble
    assert [entry.address for entry in file.entries] == ADDRESSES[: len(file.entries)]


def test_the_last_line_of_a_cut_text_file_is_left_out():
    noise = [f"https://echo.example/{os.urandom(8).hex()}" for _ in range(2_000)]
    file = read_sitemap(gzip.compress("\n".join(noise).encode())[:-400])
    assert file.damage and 0 < len(file.entries) < len(noise)
    assert all(entry.address in noise for entry in file.entries)


def test_a_file_that_unpacks_without_end_is_left_in_time():
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    blank = b" " * 10_000_000
    packed = packer.compress(b"<urlset>") + b"".join(packer.compress(blank) for _ in range(21))
    began = time.process_time()
    file = read_sitemap(packed + packer.flush())
    assert f"more than {MAX_UNPACKED} bytes" in file.damage and time.process_time() - began < 30


def test_too_many_entries_are_damage():
    file = read_sitemap(b"https://echo.example/a\n" * (MAX_ENTRIES + 1))
    assert len(file.entries) == MAX_ENTRIES and "more than" in file.damage


@pytest.mark.parametrize(
    ("content", "trouble"),
    [
        (b"", "the file is empty"),
        (b"  \n<!doctype HTML><p>x", "it is an HTML page, not a sitemap"),
        (b"<?xml version='1.0'?><html xmlns='x'/>", "it is an HTML page, not a sitemap"),
        (b"<feed/>", "it is a feed, not a sitemap"),
        (b"plain words", "not a sitemap: it begins with 'plain words'"),
        (
            b'<!DOCTYPE u [<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset/>',
            "it declares XML entities, which a sitemap does not need; it is not read",
        ),
    ],
)
def test_what_is_no_sitemap_says_why(content: bytes, trouble: str):
    assert read_sitemap(content).trouble == trouble


def test_utf16_and_a_byte_order_mark():
    declaration = '<?xml version="1.0" encoding="UTF-16"?>'
    assert read(urlset(ADDRESSES[:3], declaration).decode().encode("utf-16")) == ADDRESSES[:3]
    assert read(b"\xef\xbb\xbf" + urlset(ADDRESSES[:3])) == ADDRESSES[:3]
    assert read(b"\xef\xbb\xbf" + "\n".join(ADDRESSES[:3]).encode()) == ADDRESSES[:3]


def test_of_damaged_xml_the_entries_before_the_damage_are_read():
    content = urlset(ADDRESSES[:2_000])
    file = read_sitemap(content[:-30])
    assert file.damage.startswith("the XML is damaged") and len(file.entries) >= 1_990
    assert [entry.address for entry in file.entries] == ADDRESSES[: len(file.entries)]
