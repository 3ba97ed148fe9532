"""Files that are given to the studio: what is taken out of a zip, and the addresses of pages."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.studio.new_portal.given_files import (
    MAX_PAGE_BYTES,
    ChosenFile,
    check_pages,
    extract_files,
    find_address_in,
    is_of_host,
    list_same,
)

PAGE = b'<html><head><link rel=canonical href="https://a.example/one"></head><body>x</body></html>'


def pack(file: Path, members: dict[str, bytes]) -> Path:
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file


def extract(packed: Path, folder: Path) -> tuple[dict[str, Path], list[Path]]:
    numbers = count()
    warcs = folder / "portals"
    warcs.mkdir(exist_ok=True)

    def make_place(name: str) -> Path:
        place = folder / str(next(numbers)) / name
        place.parent.mkdir()
        return place

    pages, found = extract_files(packed, make_place, warcs)
    return {name: place for place, name in pages}, found


def test_pages_and_warc_files_are_taken_out_and_nothing_else(tmp_path: Path):
    wacz = pack(
        tmp_path / "mine.wacz",
        {
            "archive/data.warc.gz": b"warc",
            "../../../outside.html": PAGE,
            "folder\\other.htm": b"<p>no address",
            "datapackage.json": b"{}",
        },
    )
    pages, warcs = extract(wacz, tmp_path)
    assert [*pages] == ["outside.html", "other.htm"]
    assert all(tmp_path in place.parents for place in pages.values())
    assert warcs == [tmp_path / "portals" / "mine-data.warc.gz"]
    assert warcs[0].read_bytes() == b"warc"
    portal = Portal("new", "")
    assert find_address_in(portal, pages["outside.html"]) == "https://a.example/one"
    assert find_address_in(portal, pages["other.htm"]) == ""
    with pytest.raises(UsageError, match="already exists"):
        extract_files(wacz, lambda name: tmp_path / name, tmp_path / "portals")


def test_what_is_no_zip_or_swells_is_refused(tmp_path: Path):
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(UsageError, match="cannot be unpacked"):
        extract(broken, tmp_path)
    swelling = pack(tmp_path / "big.zip", {"page.html": bytes(2 * MAX_PAGE_BYTES)})
    with pytest.raises(UsageError, match="far larger than its packed size"):
        extract(swelling, tmp_path)


def test_hosts_of_one_site_are_those_of_one_portal():
    assert is_of_host("https://sunday.echo.example/one", "www.echo.example")
    assert is_of_host("https://echo.example/one", "sunday.echo.example")
    assert not is_of_host("https://other.example/one", "www.echo.example")
    assert is_of_host("https://other.example/one", "")


def test_given_pages_have_an_address_each_and_no_two_the_same():
    def give(*pages: tuple[str, str]) -> list[ChosenFile]:
        return [ChosenFile(Path(f"/kept/{name}"), name, url) for name, url in pages]

    one, two = "https://a.example/one", "https://a.example/two"
    check_pages(give(("page (1).html", one), ("page (2).html", two)))
    with pytest.raises(UsageError, match=r"without an address: page \(2\).html"):
        check_pages(give(("page (1).html", one), ("page (2).html", "")))
    same = give(("page (1).html", one), ("page (2).html", f"{one}#more"), ("3.html", two))
    assert list_same(same) == {one: ["page (1).html", "page (2).html"]}
    with pytest.raises(
        UsageError, match=r"several pages with the address .*/one: page \(1\).*page \(2\)"
    ):
        check_pages(same)
    with pytest.raises(UsageError, match="no address: "):
        check_pages(give(("page (1).html", "ftp://a.example/")))
