"""Files in place of pages: known by their first bytes, whatever the HTTP header claims."""

from __future__ import annotations

import gzip
import struct

import pytest

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.file_kind import find_file_kind
from webarticlecurator.pages.page.page import read_page

URL = "https://echo.example/a"
FILES = {
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <</Type /Catalog>> endobj",
    "image": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", 1, 1),
    "sound": b"ID3\x03\x00\x00\x00\x00\x00\x21TIT2",
    "film": b"\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41",
    "archive or office document": b"PK\x03\x04\x14\x00\x06\x00word/document.xml",
    "compressed file": gzip.compress(b"text"),
    "font": b"wOF2\x00\x01\x00\x00",
}
TEXTS = {
    "a page": b"<!DOCTYPE html><title>x</title><p>text",
    "UTF-16 with its mark": "<p>text".encode("utf-16"),
    "UTF-16, the other order": b"\xfe\xff" + "<p>text".encode("utf-16-be"),
    "JSON": b'{"html": "<p>text"}',
    "words like signatures": b"PK is not a file, OTTO is a name, BZh is nothing",
    "nothing": b"",
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_is_no_article_and_is_not_parsed(kind: str) -> None:
    page = read_page(URL, FILES[kind], "text/html; charset=utf-8")
    assert page.file_kind == kind
    assert not page.root.text_content().strip()

    found = read_article_page(Portal("echo", "https://echo.example/"), page)
    assert isinstance(found, Rejected)
    assert (found.reason, found.evidence) == (
        "not-html",
        f"its first bytes are those of a file: {kind}",
    )


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_no_file(name: str) -> None:
    assert find_file_kind(TEXTS[name]) == ""
