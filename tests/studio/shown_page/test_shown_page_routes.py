"""Shown pages and their files over HTTP: who gets what, with which headers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_server import PageServer, find_nothing, running_pages, shown
from response_records import response_record

from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.model.capture import Body
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.captured_pages import WarcPages
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.studio.frame.page_files import (
    MAX_FILE,
    MAX_STYLE,
    find_stored_body,
    make_page_file,
)
from webarticlecurator.studio.frame.page_shelf import FindBody, PageShelf

httpx: Any = pytest.importorskip("httpx")
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 9
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'
CSS = "/css/a.css"
FILES: dict[str, tuple[bytes, str]] = {
    "/a.png": (PNG, "application/octet-stream"),
    "/page.png": (b"<script>x()</script>", "image/png"),
    "/a.svg": (SVG, "image/svg+xml"),
    "/a.woff2": (b"wOF2....", "text/plain"),
    "/a.html": (b"<p>a</p>", "text/html"),
    "/a.js": (b"x()", "text/javascript"),
    CSS: ("p { background: url(../á.png) } @import 'b.css'; q::before { content: 'é' }".encode("iso-8859-2"), "text/css; charset=iso-8859-2"),
    "/bom.css": ("a:link { color: red }".encode("utf-16"), "text/css"),
    "/unknown.css": (b"a { color: red }", "text/css; charset=x-unknown"),
    "/style": (b"a { color: red }", "text/plain"),
}  # fmt: skip
HOST = "https://news.example"


@pytest.fixture(scope="module")
def find_body(tmp_path_factory: pytest.TempPathFactory) -> FindBody:
    """What finds the files, which were read from a WARC file."""
    path = tmp_path_factory.mktemp("warc") / "files.warc"
    path.write_bytes(
        b"".join(
            response_record(HOST + name, content, f"{number:036d}", media_type)
            for number, (name, (content, media_type)) in enumerate(FILES.items())
        )
    )
    with WarcPages(Portal("", ""), [path], Runtime()) as store:
        bodies = {HOST + name: find_stored_body(store, HOST + name) for name in FILES}
        assert find_stored_body(store, HOST + "/missing.png") is None
    assert None not in bodies.values()

    def find(url: str) -> Body | None:
        if url == f"{HOST}/damaged.png":
            raise StoreDamaged("a.warc: the record cannot be read", "Get it again.")
        return bodies.get(url)

    return find


@pytest.fixture(scope="module")
def served() -> Iterator[PageServer]:
    with running_pages() as server:
        yield server


def ask(served: PageServer, path: str, *urls: str, **options: Any) -> Any:
    params = [("u", HOST + url) for url in urls]
    return httpx.get(f"{served.base}{path}", params=params or None, **options)


def test_a_shown_page_has_headers_that_let_one_script_run(served, find_body):
    path = served.shelf.add(shown("<p>a</p>"), find_body)
    answers = [ask(served, path) for _ in range(2)]
    headers = answers[0].headers
    files = f"{served.base}{path}"
    nonce = answers[0].text.partition('<script nonce="')[2].partition('"')[0]
    assert headers["content-security-policy"] == (
        f"sandbox allow-scripts; default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline' {files};"
        f" img-src {files} data:; font-src {files} data:; form-action 'none'; base-uri 'none'; frame-ancestors {served.base}"
    )
    assert len(nonce) >= 22 and nonce not in answers[1].text
    assert f'"{served.base}"' in answers[0].text and answers[0].text.count("<script") == 1
    assert {name: headers[name] for name in ("content-type", "cache-control", "referrer-policy", "x-content-type-options", "x-dns-prefetch-control", "cross-origin-resource-policy")} == {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-dns-prefetch-control": "off",
        "cross-origin-resource-policy": "same-origin",
    }  # fmt: skip
    assert "camera=()" in headers["permissions-policy"]


@pytest.mark.parametrize(
    ("urls", "media_type"),
    [
        (["/a.png"], "image/png"),
        (["/a.svg"], "image/svg+xml"),
        (["/a.woff2"], "font/woff2"),
        ([CSS], "text/css; charset=utf-8"),
        (["/missing.png", "/damaged.png", "/a.html", "/a.png"], "image/png"),
    ],
)
def test_a_stored_file_can_do_nothing_by_itself(served, find_body, urls, media_type):
    answer = ask(served, f"{served.shelf.add(shown(''), find_body)}res", *urls)
    assert answer.status_code == 200 and answer.headers["content-type"] == media_type
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["access-control-allow-origin"] == "null"


@pytest.mark.parametrize(
    "url", ["/page.png", "/a.html", "/a.js", "/style", "/missing.png", "/damaged.png"]
)
def test_what_is_no_picture_style_or_font_is_not_sent(served, find_body, url):
    answer = ask(served, f"{served.shelf.add(shown(''), find_body)}res", url)
    assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"


def test_a_style_sheet_asks_for_stored_files_from_its_own_address(served, find_body):
    path = f"{served.shelf.add(shown(''), find_body)}res"
    css = ask(served, path, CSS).content.decode("utf-8")
    assert css == (
        'p { background: url("res?u=https%3A%2F%2Fnews.example%2F%C3%A1.png") }'
        " @import url(\"res?u=https%3A%2F%2Fnews.example%2Fcss%2Fb.css\"); q::before { content: 'é' }"
    )
    assert ask(served, path, "/bom.css").text == "a[data-href] { color: red }"
    assert ask(served, path, "/unknown.css").text == "a { color: red }"


def test_files_have_a_limit(find_body):
    picture, style = find_body(f"{HOST}/a.png"), find_body(HOST + CSS)
    assert picture is not None and style is not None
    for body, limit in ((picture, MAX_FILE), (style, MAX_STYLE)):
        head = body.content[:9]
        fits = Body(body.capture, head + b" " * (limit - 9), body.content_type)
        too_large = Body(body.capture, head + b" " * (limit - 8), body.content_type)
        assert make_page_file(fits) is not None and make_page_file(too_large) is None


def test_only_who_knows_the_address_gets_a_page_or_its_files(served, find_body):
    path = served.shelf.add(shown("<p>secret</p>"), find_body)
    other = served.shelf.add(shown("<p>other</p>"), find_nothing)
    assert path != other and len(path) >= 32
    assert ask(served, other + "res", "/a.png").status_code == 404
    for wrong in ("/page/none/", path[:-2] + "/", "/page//", "/page/../page/"):
        assert "secret" not in ask(served, wrong).text
    assert ask(served, "/page/none/").status_code == 404
    assert ask(served, "/page/none/res", "/a.png").status_code == 404


def test_wrong_requests_are_answered(served, find_body):
    path = served.shelf.add(shown(""), find_body)
    assert ask(served, path + "res").status_code == 422
    assert ask(served, path + "res", *["/a.png"] * 9).status_code == 422
    assert ask(served, path, headers={"Host": "x; script-src *"}).status_code == 404
    assert httpx.post(f"{served.base}{path}").status_code == 405


def test_the_page_that_was_read_longest_ago_is_forgotten_first():
    shelf = PageShelf(max_pages=2)
    first, second = (shelf.add(shown(text), find_nothing) for text in "ab")
    name = first.split("/")[2]
    assert shelf.find(name) is not None
    third = shelf.add(shown("c"), find_nothing)
    assert [shelf.find(path.split("/")[2]) is not None for path in (first, second, third)] == [
        True,
        False,
        True,
    ]


def test_pages_are_forgotten_when_they_take_too_many_bytes():
    page = shown("x" * 5000)
    shelf = PageShelf(max_bytes=2 * page.size)
    paths = [shelf.add(page, find_nothing) for _ in range(4)]
    assert [shelf.find(path.split("/")[2]) is not None for path in paths] == [
        False,
        False,
        True,
        True,
    ]
    large = PageShelf(max_bytes=10)
    assert large.find(large.add(page, find_nothing).split("/")[2]) is not None
    assert Path(paths[0]).parts[1] == "page"
