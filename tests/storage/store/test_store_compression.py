"""Members have the same content whichever library compressed them."""

from __future__ import annotations

import gzip
import sys
import zlib

import pytest

from webarticlecurator.storage.warc import record_compression

CONTENTS = [b"", b"one", b"<p>text</p>" * 50_000, bytes(range(256)) * 99]


@pytest.mark.parametrize("content", CONTENTS, ids=len)
@pytest.mark.parametrize("codec", [record_compression.codec, zlib], ids=["installed", "zlib"])
def test_a_member_is_read_by_any_gzip(monkeypatch: pytest.MonkeyPatch, codec, content: bytes):
    monkeypatch.setattr(record_compression, "codec", codec)
    member = record_compression.compress_member(content)
    assert gzip.decompress(member) == content
    assert member[4:8] == bytes(4), "no time: the same content is the same member at any time"
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert reader.decompress(member) == content
    assert reader.eof and not reader.unused_data, "one member"


def test_without_zlib_ng_it_is_zlib(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "zlib_ng", None)
    assert record_compression._find_codec() is zlib
