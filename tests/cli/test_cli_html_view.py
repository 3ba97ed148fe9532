"""``curator extract --html-view``: the page as a file that shows what is kept, and why."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import small_portal

from webarticlecurator.cli.main import main

CONFIG = """\
archive:
  url: BASE/list
  links: h2 a
article:
  next_page: a.next
  body: {root: article, drop: .ad, once: .lead}
"""
PAGE = "<html><body><nav>Home</nav><article><p class=lead>Lead here.</p><p>{}</p><p class=ad>Buy this.</p></article>{}</body></html>"
PAGES = {
    "/list": '<h2><a href="/a">A</a></h2>',
    "/a": PAGE.format("First page.", '<a class=next href="/a2">2</a>'),
    "/a2": PAGE.format("Second page.", ""),
}

VERDICTS_OF_LEAD = ("kept: paragraph", "dropped: drop: .lead")


@pytest.fixture
def given(tmp_path: Path) -> list[str]:
    """The arguments for a saved page; the portal file is that of CONFIG."""
    text = f"portal: small\nhome: https://echo.example/\n{CONFIG}".replace(
        "BASE", "https://echo.example"
    )
    (tmp_path / "portal.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "a.html").write_text(PAGES["/a"], encoding="utf-8")
    return [
        "extract",
        str(tmp_path / "portal.yaml"),
        "--html",
        f"{tmp_path / 'a.html'}=https://echo.example/a",
    ]


def test_a_saved_page_is_shown_and_its_text_printed(
    tmp_path: Path, given: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    view = tmp_path / "view.html"
    assert main([*given, "--html-view", str(view)]) == 0
    assert capfd.readouterr().out == "Lead here.\nFirst page.\n"
    shown = view.read_text(encoding="utf-8")
    assert 'title="dropped: drop: .ad — p.ad"' in shown and "Lead here." in shown
    assert "https://echo.example/a" in shown and "root: article" in shown


def test_all_pages_of_an_article_of_the_corpus_are_shown(tmp_path: Path) -> None:
    view = tmp_path / "view.html"
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(CONFIG)
        url = f"{portal.base}/a"
    config = str(tmp_path / "portal.yaml")
    options = ["--url", url, "--corpus", str(tmp_path / "corpus"), "--html-view", str(view)]
    assert main(["extract", config, *options]) == 0
    shown = view.read_text(encoding="utf-8")
    assert f"Page 1: {url}" in shown and f"Page 2: {url}2" in shown
    assert shown.count('title="kept: paragraph — p.lead"') == 1, "the lead of page 2 is dropped"
    assert 'title="dropped: drop: .lead — p.lead"' in shown
    assert '<td class="number">6</td><td>text of the article</td>' in shown


def test_a_pager_from_the_last_page_is_shown_in_the_order_of_the_text(tmp_path: Path) -> None:
    view = tmp_path / "view.html"
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(f"{CONFIG}  order: reversed\n")
        url = f"{portal.base}/a"
    config = str(tmp_path / "portal.yaml")
    options = ["--url", url, "--corpus", str(tmp_path / "corpus"), "--html-view", str(view)]
    assert main(["extract", config, *options]) == 0
    shown = view.read_text(encoding="utf-8")
    assert f"Page 1: {url}2" in shown and f"Page 2: {url}" in shown
    kept, dropped = (shown.index(f'title="{what} — p.lead"') for what in VERDICTS_OF_LEAD)
    assert kept < dropped, "the lead of the later page is dropped, as in the TEI"


PARTS = """\
archive: {url: BASE/list, links: h2 a}
article:
  body: {root: article, drop: .ad}
  parts: [{address: {css: i, attr: data-src}, as: comments, root: li}]
fetch: {delay: 0, retries: 0}
"""
LOADING = '<i data-src="/c1"></i><i data-src="/c2"></i>'


def test_what_a_page_loads_is_shown_and_what_is_not_stored_is_named(tmp_path: Path) -> None:
    view = tmp_path / "view.html"
    pages = {
        "/list": PAGES["/list"],
        "/a": PAGE.format("The page.", LOADING),
        "/c1": "<p>Sort by</p><ul><li>a comment <b class=ad>buy</b></ul>",
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(PARTS)
        url, base = f"{portal.base}/a", portal.base
    config = str(tmp_path / "portal.yaml")
    options = ["--url", url, "--corpus", str(tmp_path / "corpus"), "--html-view", str(view)]
    assert main(["extract", config, *options]) == 0
    shown = view.read_text(encoding="utf-8")
    assert f">Loaded part, comments: {base}/c1</h2>" in shown
    assert 'title="kept: comment — li"' in shown and "a comment" in shown
    assert 'title="dropped: drop: .ad — b.ad"' in shown
    assert f"<dt>remark</dt><dd>comments, {base}/c2: not stored</dd>" in shown


def test_what_cannot_be_written_is_refused(
    tmp_path: Path, given: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "a.html"
    assert main([*given, "--html-view", str(page)]) == 2
    assert "would replace the saved page" in capfd.readouterr().err
    assert page.read_text(encoding="utf-8") == PAGES["/a"]

    assert main([*given, "--html-view", str(tmp_path / "no" / "view.html")]) == 2
    assert "cannot be written" in capfd.readouterr().err

    (tmp_path / "b.html").write_text(PAGES["/a2"], encoding="utf-8")
    two = [*given, f"{tmp_path / 'b.html'}=https://echo.example/b"]
    assert main([*two, "--html-view", str(tmp_path / "view.html")]) == 2
    assert "--html-view is for one page" in capfd.readouterr().err
    assert not (tmp_path / "view.html").exists()
