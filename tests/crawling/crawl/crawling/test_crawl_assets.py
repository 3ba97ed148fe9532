"""``article.assets: page``: style sheets, fonts and pictures are stored once each, politely."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.articles.by_rules.page_assets import find_style_assets
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.view import view_corpus

RULES = """\
archive: {url: BASE/list, links: h2}
fetch: {delay: 0, headers: {X-Reader: me}, robots: obey}
article: {body: {root: article}, assets: page}
"""
TEXT = "The text of the article is long enough to be one. " * 4
CSS, PNG = (("Content-Type", "text/css"),), (("Content-Type", "image/png"),)
COOKIE = ("Set-Cookie", "session=of-the-portal; Path=/")


def styled(head: str, body: str = "") -> str:
    return article(f"{body}<p>{TEXT}</p>", head=head, around='<img src="/logo.png">')


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[SmallPortal]:
    """Another host, whose robots.txt forbids a folder."""
    robots = Answer("User-agent: *\nDisallow: /no/\n", headers=(("Content-Type", "text/plain"),))
    with small_portal(tmp_path / "elsewhere", {"/robots.txt": robots}) as host:
        yield host


@pytest.fixture
def portal(tmp_path: Path, elsewhere: SmallPortal) -> Iterator[SmallPortal]:
    other = elsewhere.base.replace("127.0.0.1", "localhost")  # another name
    head = (
        '<link rel="stylesheet" href="/main.css"><link rel="icon" href="/favicon.png">'
        f'<link rel="preload stylesheet" href="{other}/shared.css">'
        "<style>body { background: url(/paper.png) }</style><script src='/script.js'></script>"
    )
    body = f'<img src="/s.png" srcset="/s.png 1x, /l.png 2x"><img src="{other}/no/x.png">'
    body += '<p style="background: url(&quot;/inline.png&quot;)">Text.</p>'
    sheet = '@import "more.css"; @font-face { src: url(font.woff2) } a { background: url(#x) }'
    served: dict[str, str | Answer] = {
        "/list": listing("/a", "/b"),
        "/a": Answer(styled(head, body), headers=(("Content-Type", "text/html"), COOKIE)),
        "/b": styled(head, '<img src="data:image/gif;base64,R0lG">'),
        "/main.css": Answer(sheet, headers=CSS),
        "/more.css": Answer("@import url(main.css); p { background: url(/gone.png) }", headers=CSS),
        "/font.woff2": Answer("font", headers=(("Content-Type", "font/woff2"),)),
        **{f"/{name}.png": Answer("png", headers=PNG) for name in PICTURES},
    }
    elsewhere.pages["/shared.css"] = Answer("h1 { background: url(no/y.png) }", headers=CSS)
    with small_portal(tmp_path, served) as made:
        yield made


PICTURES = ("paper", "logo", "s", "l", "inline")


def list_problems(portal: SmallPortal) -> list[tuple[str, str]]:
    with view_corpus(portal.corpus, "small") as corpus:
        return [(each.kind, each.where.rpartition("/")[2]) for each in corpus.run_log.problems()]


def test_each_file_is_asked_for_once_and_stored_apart(
    portal: SmallPortal, elsewhere: SmallPortal
) -> None:
    assert portal.crawl(RULES).ok
    files = ["/main.css", "/more.css", "/font.woff2", "/gone.png"]
    files += [f"/{name}.png" for name in PICTURES]
    assert sorted(portal.asked) == sorted(["/list", "/a", "/b", *files])
    assert elsewhere.asked == ["/shared.css"]
    problems = list_problems(portal)
    missing = [("asset-missing", name) for name in ("gone.png", "x.png", "y.png")]
    assert sorted(problems) == missing
    tei = portal.tei()
    assert len(tei) == 2 and not any("logo.png" in text for text in tei.values())
    names = {path.name.split("-")[1] for path in (portal.corpus / "warc").iterdir()}
    assert names == {"archive", "articles", "assets"}
    articles = b"".join(
        path.read_bytes() for path in (portal.corpus / "warc").glob("small-articles-*")
    )
    assert len(articles)

    portal.asked.clear()
    portal.pages["/list"] = listing("/c", "/a", "/b")
    portal.pages["/c"] = styled('<link rel="stylesheet" href="/main.css">')
    assert portal.crawl(RULES).ok
    assert sorted(portal.asked) == ["/c", "/list"]
    assert {name: text for name, text in portal.tei().items() if name in tei} == tei


def test_other_hosts_get_nothing_of_the_portal(portal: SmallPortal, elsewhere: SmallPortal) -> None:
    portal.crawl(RULES)
    assert any(headers.get("Cookie") for headers in portal.headers)
    assert all(headers.get("X-Reader") == "me" for headers in portal.headers)
    for headers in elsewhere.headers:
        assert "X-Reader" not in headers and "Cookie" not in headers


@pytest.mark.parametrize("option", [[], ["--with-assets"]])
def test_they_leave_with_a_deposit_where_that_is_wished(
    portal: SmallPortal, tmp_path: Path, option: list[str]
) -> None:
    portal.crawl(f"{RULES}corpus: {{editors: [{{name: 'Editor, Anna'}}]}}\n")
    output = tmp_path / "deposit"
    corpus = ["--corpus", str(portal.corpus), "--output", str(output), "--quiet"]
    assert main(["package", str(portal.folder / "portal.yaml"), *corpus, *option]) == 0
    (packed,) = output.rglob("*.wacz")
    with ZipFile(packed) as wacz:
        kinds = {name.split("-")[1] for name in wacz.namelist() if name.startswith("archive/")}
    assert kinds == {"archive", "articles", *(("assets",) if option else ())}


@pytest.mark.parametrize(
    ("css", "found"),
    [
        ("a { b: url( 'x y.png' ) }", ["http://x.example/css/x y.png"]),
        ("@import 'a.css' screen; @import url(b.css);", ["http://x.example/css/a.css", "http://x.example/css/b.css"]),
        ("a { b: url(data:image/png;base64,xx) url(#id) url() }", []),
        ("a { b: URL(//cdn.example/f.woff2?#iefix) }", ["http://cdn.example/f.woff2"]),
    ],
)  # fmt: skip
def test_addresses_in_styles(css: str, found: list[str]) -> None:
    assert list(find_style_assets(css, "http://x.example/css/main.css")) == found
