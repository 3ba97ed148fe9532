"""Files in which browsers save a page with what it shows."""

from __future__ import annotations

import gzip
import plistlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from given_blog import Answer, Blog

from webarticlecurator.corpus.stored_pages.saved_formats import (
    SavedContent,
    SavedFile,
    unpack_saved_page,
)
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

Run = Callable[..., Answer]
PAGE = (
    "<html><head><title>Árvíz</title></head><body><p>Őszi szél fújt a kikötőben.</p></body></html>"
)
URL = "https://echo.example/2020/flood"


def write_mhtml(charset: str, start: str = "") -> bytes:
    """A page that another part comes before, as browsers write it."""
    named = f'; start="{start}"' if start else ""
    head = (
        f"From: <Saved by Blink>\r\nSnapshot-Content-Location: {URL}\r\nSubject: x\r\n"
        "Date: Fri, 27 Nov 2020 23:27:28 GMT\r\nMIME-Version: 1.0\r\n"
        f'Content-Type: multipart/related;\r\n\ttype="text/html"{named};\r\n\tboundary="--X--"\r\n\r\n\r\n'
    )
    style = "----X--\r\nContent-Type: text/css\r\nContent-Location: https://echo.example/a.css\r\n\r\np {}\r\n"
    other = "----X--\r\nContent-Type: text/html\r\nContent-ID: <frame@x>\r\n\r\n<p>advertisement</p>\r\n"
    body = "".join(f"={byte:02X}" for byte in PAGE.encode(charset))
    page = (
        f"----X--\r\nContent-Type: text/html; charset={charset}\r\nContent-ID: <page@x>\r\n"
        f"Content-Transfer-Encoding: quoted-printable\r\nContent-Location: {URL}\r\n\r\n{body}\r\n"
    )
    parts = (style, other, page) if start else (style, page, other)
    return (head + "".join(parts) + "----X----\r\n").encode()


@pytest.mark.parametrize("charset", ["utf-8", "windows-1250"])
@pytest.mark.parametrize("start", ["", "<page@x>"])
def test_mhtml_has_the_page_its_address_its_encoding_and_its_time(charset: str, start: str) -> None:
    assert unpack_saved_page(write_mhtml(charset, start), 10**6) == SavedContent(
        PAGE.encode(charset),
        "MHTML",
        f"text/html; charset={charset}",
        URL,
        "2020-11-27T23:27:28+00:00",
        (SavedFile("https://echo.example/a.css", "text/css", b"p {}"),),
    )


def test_mhtml_that_breaks_off_is_refused_and_other_forms_of_it_are_read() -> None:
    whole = write_mhtml("utf-8")
    with pytest.raises(ValueError, match="MHTML that breaks off"):
        unpack_saved_page(whole[:-60], 10**6)
    for content in (b"\xef\xbb\xbf" + whole, b"\r\n" + whole):
        assert unpack_saved_page(content, 10**6).content == PAGE.encode()
    # -0000 is UTC; another frame may come first
    local = whole.replace(b"23:27:28 GMT", b"23:27:28 -0000")
    assert unpack_saved_page(local, 10**6).saved == "2020-11-27T23:27:28+00:00"
    middle = URL.encode()[:20]
    folded = whole.replace(b"Location: " + middle, b"Location:\r\n " + middle + b"\r\n\t")
    assert folded != whole and unpack_saved_page(folded, 10**6).url == URL
    parts = whole.split(b"----X--")
    frame_first = b"----X--".join((*parts[:2], parts[3], parts[2], *parts[4:]))
    assert unpack_saved_page(frame_first, 10**6).content == PAGE.encode()


def test_a_web_archive_of_safari_has_the_page_and_its_address() -> None:
    main = {
        "WebResourceData": PAGE.encode(),
        "WebResourceMIMEType": "text/html",
        "WebResourceTextEncodingName": "UTF-8",
        "WebResourceURL": URL,
    }
    style = {**main, "WebResourceMIMEType": "text/css", "WebResourceURL": f"{URL}.css"}
    whole = {"WebMainResource": main, "WebSubresources": [style, {"WebResourceURL": URL}]}
    content = plistlib.dumps(whole, fmt=plistlib.FMT_BINARY)
    found = unpack_saved_page(content, 10**6)
    assert found == SavedContent(
        PAGE.encode(), "Safari", "text/html; charset=UTF-8", URL,
        files=(SavedFile(f"{URL}.css", "text/css", PAGE.encode()),),
    )  # fmt: skip
    with pytest.raises(ValueError, match="no web archive of Safari"):
        unpack_saved_page(plistlib.dumps({"a": 1}, fmt=plistlib.FMT_BINARY), 10**6)


def test_a_page_in_gzip_or_a_zip_is_unpacked() -> None:
    assert unpack_saved_page(gzip.compress(PAGE.encode()), 10**6) == SavedContent(PAGE.encode())
    with pytest.raises(ValueError, match="more than 50 bytes"):
        unpack_saved_page(gzip.compress(PAGE.encode()), 50)
    with pytest.raises(ValueError, match="gzip that cannot be read"):
        unpack_saved_page(gzip.compress(PAGE.encode())[:-20], 10**6)
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr("index.html", PAGE)
        archive.writestr("images/0.png", b"x")
    zipped = buffer.getvalue()
    # SingleFile writes HTML that unpacks itself before the ZIP
    for content in (zipped, b"<!doctype html><script>unpack()</script>" + zipped):
        assert unpack_saved_page(content, 10**6) == SavedContent(PAGE.encode(), "ZIP")
    assert unpack_saved_page(PAGE.encode(), 10**6) == SavedContent(PAGE.encode())
    with pytest.raises(ValueError, match=r"a ZIP without index\.html"):
        other = BytesIO()
        with ZipFile(other, "w") as archive:
            archive.writestr("a.txt", "x")
        unpack_saved_page(other.getvalue(), 10**6)


def test_mhtml_is_adopted_at_its_address_and_time(blog: Blog, curator: Run, tmp_path: Path) -> None:
    saved = write_mhtml("utf-8").replace(URL.encode(), f"{blog.base}/posts/anchor".encode())
    (blog.saved / "a.mhtml").write_bytes(saved)
    folder = str(tmp_path / "corpus")
    code, _, err = curator("warc", "adopt", blog.config, "--corpus", folder, "--html", "a.mhtml")
    assert code == 0 and "a.mhtml: the page in it is read (MHTML)" in err
    assert f"a.mhtml: its address is {blog.base}/posts/anchor" in err
    code, out, _ = curator("warc", "list", *map(str, Path(folder).glob("warc/*")))
    assert "2020-11-27T23:27:28" in out


def test_pictures_in_mhtml_are_files_of_the_article(
    blog: Blog, curator: Run, tmp_path: Path
) -> None:
    """Those of its text, at another host, too; not those around it."""
    cdn, around = "https://cdn.example/a.png", f"{blog.base}/logo.png"
    boundary, url = b"----X--", f"{blog.base}/posts/anchor"
    shown = f"<img src={around}><h1>Anchors</h1><div class=text><p>Text.<img src={cdn}></p></div>"
    parts = [
        f"\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Location: {address}\r\n\r\niVBORw0K\r\n".encode()
        for address in (cdn, around, "cid:x@mhtml.blink")
    ]
    head, style, page, *rest = (
        write_mhtml("utf-8").replace(URL.encode(), url.encode()).split(boundary)
    )
    page = page.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" + shown.replace("=", "=3D").encode()
    content = boundary.join([head, style, page + b"\r\n", *parts, *rest])
    assert [each.url for each in unpack_saved_page(content, 10**6).files] == [
        "https://echo.example/a.css", cdn, around
    ]  # fmt: skip
    (blog.saved / "a.mhtml").write_bytes(content)
    config = Path(blog.config)
    rules, found = config.read_text("utf-8"), {}
    for assets in ("images", "none"):
        config.write_text(f"{rules}  assets: {assets}\n", encoding="utf-8")
        folder = tmp_path / assets
        for _ in range(2):
            code, _, err = curator(
                "warc", "adopt", blog.config, "--corpus", str(folder), "--html", "a.mhtml"
            )
            assert code == 0 and "refused" in err
        assert curator("verify", blog.config, "--corpus", str(folder), "--rebuild")[0] == 0
        with view_corpus(folder, load_portal(config).id) as view:
            found[assets] = [
                (each.url, each.origin.via, view.read(each).content, each.file.split("-")[1])
                for each in view.captures.all("asset")
            ]
    config.write_text(rules, encoding="utf-8")
    assert found == {"images": [(cdn, url, b"\x89PNG\r\n", "assets")], "none": []}


def test_a_web_archive_may_be_xml_and_a_locked_zip_is_named() -> None:
    main = {"WebResourceData": PAGE.encode(), "WebResourceURL": URL}
    found = unpack_saved_page(plistlib.dumps({"WebMainResource": main}), 10**6)
    assert (found.form, found.content, found.url) == ("Safari", PAGE.encode(), URL)
    plain = plistlib.dumps({"WebMainResource": main})
    for content in (b"\xef\xbb\xbf" + plain, plain.replace(b"<!DOCTYPE", b"<!-- a -->\n<!DOCTYPE")):
        assert unpack_saved_page(content, 10**6) == found
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr("index.html", PAGE)
    locked = bytearray(buffer.getvalue())
    for place in (locked.find(b"PK\x03\x04") + 6, locked.find(b"PK\x01\x02") + 8):
        locked[place] |= 1  # as encrypted
    for content in (bytes(locked), b"<!doctype html><script>ask()</script>" + bytes(locked)):
        with pytest.raises(ValueError, match=r"a ZIP that cannot be read: .*encrypted"):
            unpack_saved_page(content, 10**6)
    with_tail = b"<!doctype html>" + buffer.getvalue() + b"</body></html>" + b" " * 70_000
    assert unpack_saved_page(with_tail, 10**6).content == PAGE.encode()


def test_singlefile_says_address_and_time(blog: Blog, curator: Run, tmp_path: Path) -> None:
    """In the page, or before the ZIP that is one."""
    url = f"{blog.base}/posts/anchor"
    noted = (
        f"<!DOCTYPE html> <html><!--\n Page saved with SingleFile \n url: {url} \n"
        " saved date: Sat Nov 28 2020 00:27:28 GMT+0100 (Central European Standard Time)\n-->"
    ).encode()
    packed = BytesIO(noted)
    packed.seek(0, 2)
    with ZipFile(packed, "a") as archive:
        archive.writestr("index.html", PAGE)
    for content, form in ((noted + PAGE.encode(), ""), (packed.getvalue(), "ZIP")):
        found = unpack_saved_page(content, 10**6)
        assert (found.form, found.saved) == (form, "2020-11-28T00:27:28+01:00")
        (blog.saved / "a.html").write_bytes(content)
        folder = str(tmp_path / f"corpus{form}")
        given = ("warc", "adopt", blog.config, "--corpus", folder, "--html", "a.html")
        code, said, err = curator(*given)
        assert code == 0 and "1 captures copied" in said + err
        assert f"its address is {url} (saved from)" in said + err


@pytest.mark.parametrize(
    ("content", "form"),
    [
        (b"WARC/1.0\r\nWARC-Type: response", "a WARC file"),
        (gzip.compress(b"filedesc://a.arc 0.0.0.0 2005 text/plain 9", mtime=0), "a WARC file"),
        (b"ZIM\x04\x06\x00\x00\x00", "a ZIM file"),
        (b"%PDF-1.7\n", "a PDF file"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
    ],
)
def test_a_file_that_is_no_page_is_named(content: bytes, form: str) -> None:
    with pytest.raises(ValueError, match=form):
        unpack_saved_page(content, 10**6)
