"""Files that people take for web archives: each is named as what it is."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from webarticlecurator.base.errors import WarcUnreadable
from webarticlecurator.storage.warc.warc_reader import read_all_records


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"ZIM\x04" + b"\x28\xb5\x2f\xfd" * 20, "a ZIM file"),
        (b"\n<!DOCTYPE html><html>", "a saved page, and no WARC file; give it with --html"),
        (b"MIME-Version: 1.0\nSubject: x", "a saved page"),
        (b"bplist00\x01", "a saved page"),
    ],
)
def test_a_file_that_is_no_warc_is_named(tmp_path: Path, content: bytes, named: str) -> None:
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(WarcUnreadable, match=named):
        list(read_all_records([tmp_path / "a"]))


def test_a_zip_that_is_no_wacz_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.txt", "x")
    with pytest.raises(WarcUnreadable, match=r"a ZIP that is no WACZ: no datapackage\.json"):
        list(read_all_records([tmp_path / "a.zip"]))
