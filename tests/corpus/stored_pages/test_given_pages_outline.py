"""``outline`` shows a page to somebody who has never seen its HTML."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from given_blog import Answer, Blog

from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.trial.page_outline import outline_element

Run = Callable[..., Answer]
CARDS = "".join(
    f'<article id="post-{n}" class="post post-{n} {"sticky" if n == 1 else "old"}">'
    f'<h2 class="entry-title"><a href="/p/{n}">Headline number {n} of the list</a></h2>'
    f"<p>Some <em>words</em> of teaser {n}.</p></article>"
    for n in range(1, 25)
)
PAGE = f"""<html><head><title>T</title><style>.x {{}}</style></head><body class="home">
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav>
<div id="wrap"><div class="inner"><main id="primary">{CARDS}</main></div></div>
<div class="col">left <time datetime="2019-05-03">3 May</time></div><div class="col"><form><p>right</p></form></div>
<div class="empty"><span></span></div><script>var hidden = "words";</script></body></html>"""


def outlined(html: str, depth: int = 9) -> list[tuple[str, int, int, int]]:
    """Selectors, number, words and links of each node, in order."""
    found = []
    pending = [outline_element(read_page("https://b.example/", html.encode()).root, depth)]
    while pending:
        node = pending.pop(0)
        found.append((" > ".join(node.selectors), node.repeated, node.words, node.links))
        pending = [*node.children, *pending]
    return found


def test_repeated_siblings_are_folded_and_single_children_are_on_one_line():
    assert outlined(PAGE) == [
        ("html > body.home", 1, 2 + 24 * 11 + 4, 26),
        ("nav > ul", 1, 2, 2),
        ("li > a", 2, 2, 2),
        ("div#wrap > div.inner > main#primary", 1, 264, 24),
        ("article.post", 24, 264, 24),
        ("h2.entry-title > a", 1, 6, 1),
        ("p", 1, 5, 0),
        ("div.col", 1, 3, 0),
        ("time[datetime]", 1, 2, 0),
        ("div.col > form > p", 1, 1, 0),
    ]


def test_each_line_is_a_selector_that_finds_its_elements():
    page = read_page("https://b.example/", PAGE.encode())
    for selectors, repeated, _, _ in outlined(PAGE):
        assert len(page.root.cssselect(selectors)) >= repeated, selectors


@pytest.mark.parametrize(
    "html",
    ["", "no tags", "<p>" * 300, "<div class='a:b 1c'><p class='md:x'>x</p></div>", "<ul></ul>"],
)
def test_any_page_has_an_outline(html: str):
    page = read_page("https://b.example/", html.encode())
    for selectors, _, _, _ in outlined(html, 3):
        assert page.root.cssselect(selectors), selectors


def test_a_saved_file_is_shown_with_guesses(blog: Blog, curator: Run, tmp_path: Path):
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    code, out, err = curator("outline", str(tmp_path / "page.html"))
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert "   264     24    div#wrap > div.inner > main#primary" in lines
    assert "   264     24      article.post × 24" in lines
    lists = [line for line in lines if line.startswith("  list ")]
    assert "h2" in lists[0] and lists[0].endswith("  (24 links to articles)")
    code, out, _ = curator("outline", "posts-anchor.html")
    assert "  text " in out
    assert "  headline h1  (On the anchor of ships)" in out


def test_no_line_is_wider_than_the_terminal(
    blog: Blog, curator: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "60")
    lines = curator("outline", str(tmp_path / "page.html"))[1].splitlines()
    assert max(map(len, lines)) <= 60 and any("…" in line for line in lines)


def test_a_selector_shows_each_match_alone(blog: Blog, curator: Run, tmp_path: Path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    code, out, _ = curator("outline", str(path), "div.col", "--json")
    found = json.loads(out)
    assert code == 0 and [n["selectors"] for n in found["outline"]] == [
        ["div.col"],
        ["div.col", "form", "p"],
    ]
    by_xpath = curator("outline", str(path), "xpath://div[@class='col']", "--json")
    assert json.loads(by_xpath[1])["outline"] == found["outline"]
    assert [g["what"] for g in json.loads(curator("outline", str(path), "--json")[1])["guesses"]]
    code, out, err = curator("outline", str(path), "div.column")
    assert code == 1 and "div.column: 0 matches" in out and "near: div.col (2 times" in err
    code, _, err = curator("outline", str(path), "div..col")
    assert code == 2 and "not a selector: div..col" in err


def test_depth_limits_the_levels_and_says_what_is_inside(blog: Blog, curator: Run, tmp_path: Path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    lines = curator("outline", str(path), "--depth", "1")[1].splitlines()
    assert "   264     24    div#wrap > div.inner > main#primary" in "\n".join(lines)
    assert not [line for line in lines if "article.post ×" in line]
    assert [line.strip() for line in lines if "inside" in line][1] == "… 120 elements inside"


def test_the_page_may_be_in_a_warc_or_a_corpus(blog: Blog, curator: Run):
    url = f"{blog.base}/posts/mast"
    of_file = curator("outline", "posts-mast.html", "div.text", "--json")
    shown = json.loads(of_file[1])["outline"]
    ways = [
        ("outline", url, "div.text", "--warc", *blog.warcs),
        ("outline", "--warc", *blog.warcs, "--url", url, "--json", "div.text"),
        ("outline", url, "div.text", "--corpus", blog.corpus),
        ("outline", blog.config, url, "div.text", "--corpus", blog.corpus),
    ]
    for way in ways:
        code, out, err = curator(*way, *(() if "--json" in way else ("--json",)))
        assert code == 0, (way, err)
        answer = json.loads(out)
        assert (answer["url"], answer["outline"]) == (url, shown), way


def test_where_the_tree_is_not_the_source_is_said(blog: Blog, curator: Run, tmp_path: Path):
    path = tmp_path / "page.html"
    path.write_text("<body><p>one <section>two</section> three</p></body>", encoding="utf-8")
    out = curator("outline", str(path))[1]
    assert "tree: as a browser shows it; libxml2 alone differs at:" in out
    assert "<p>, line 1: section ends it" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("https://b.example/1",), "not known where it is stored"),
        (("missing.html",), "missing.html: No such file"),
        (("list.html", "h2", "h3"), "unclear arguments"),
        (("portal.yaml",), "unclear arguments"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    words: tuple[str, ...], message: str, blog: Blog, curator: Run
):
    code, out, err = curator("outline", *words)
    assert (code, out) == (2, "") and message in err
