"""``curator report completeness``: what a stored archive page links and no link rule lists is told
apart from what none links."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from completeness_report import report, rows
from skipped_pauses import skip_pauses
from small_portal import Answer, SmallPortal, article, small_portal
from wayback_machine import Archived, WaybackMachine, wayback_machine

from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.corpus.archives.linked_addresses import find_linked_addresses
from webarticlecurator.pages.page.page import read_page

LIST = """\
title: Small Portal
fetch: {delay: 0, retries: 0}
archive:
  columns:
    news:
      dates: none
      url: "BASE/list?page={page}"
      links: {css: h2 a, text: {starts: News}}
      pagination: {mode: numbered, last: 2}
article:
  body: {root: article}
"""
SITEMAP = """\
title: Small Portal
fetch: {delay: 0, retries: 0}
archive:
  sitemap: BASE/map.xml
  exclude: ["/news/advert-"]
article:
  body: {root: article}
"""
FIRST = """<html><body>
  <h2><a href="/news/one-a">News of one</a></h2>
  <h2><a href="/news/opinion-a">Opinion</a></h2>
  <p><a href="/news/aside-a/#top">Read this, too</a> <a href="/tags/some-a">Tag</a></p>
</body></html>"""
SECOND = """<html><body>
  <h2><a href="/news/two-a">News of two</a></h2>
  <p><a href="/news/opinion-a">Opinion</a></p>
</body></html>"""
MAP = Answer(
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    "<url><loc>/news/one-a</loc></url><url><loc>/news/advert-a</loc></url></urlset>",
    headers=(("Content-Type", "application/xml"),),
)
PAGES: dict[str, str | Answer] = {
    "/list?page=1": FIRST,
    "/list?page=2": SECOND,
    "/map.xml": MAP,
    "/news/one-a": article("One."),
    "/news/two-a": article("Two."),
    "/news/opinion-a": article("Opinion."),
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallPortal]:
    skip_pauses(monkeypatch)
    with small_portal(tmp_path, dict(PAGES)) as portal:
        yield portal


@pytest.fixture
def archive(site: SmallPortal) -> Iterator[WaybackMachine]:
    with wayback_machine() as server:
        names = ("news/one-a", "news/opinion-a", "news/aside-a", "news/lost-a", "tags/some-a")
        for name in (*names, "news/advert-a"):
            server.captures.append(Archived(f"{site.base}/{name}", "20190503101112"))
        yield server


def test_an_address_that_no_rule_selects_has_its_archive_page(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    site.crawl(LIST)
    where = "on /list?page=1 (column news)"
    expected = {
        "/news/opinion-a": (
            "left-out",
            f"text is not starts: News: archive.columns.news.links (portal.yaml:10), {where}",
        ),
        "/news/aside-a": ("not-selected", where),
        "/tags/some-a": ("other-section", where),
        "/news/lost-a": ("never-listed", ""),
        "/news/advert-a": ("never-listed", ""),
    }
    assert report(site, archive) == DONE
    assert {path: row[2:] for path, row in rows(site).items()} == expected
    assert report(site, archive) == DONE
    assert {path: row[2:] for path, row in rows(site).items()} == expected

    site.pages["/list?page=2"] = SECOND.replace("/news/opinion-a", "/news/lost-a")
    site.crawl(LIST)
    assert report(site, archive) == DONE
    assert rows(site)["/news/lost-a"][2:] == ("not-selected", "on /list?page=2 (column news)")


def test_pages_are_read_again_with_new_link_rules(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    site.crawl(LIST)
    report(site, archive)
    capfd.readouterr()
    rules = LIST.replace("{css: h2 a, text: {starts: News}}", "h2 a")
    site.write(rules)
    report(site, archive)
    assert "the link rules have changed" in capfd.readouterr().err
    site.build(rules)
    report(site, archive)
    assert "the link rules have changed" not in capfd.readouterr().err
    assert rows(site)["/news/opinion-a"][2:] == ("pending", "")
    assert rows(site)["/news/aside-a"][2] == "not-selected"


def test_what_a_filter_of_a_sitemap_leaves_out_is_not_taken_for_unlisted(
    site: SmallPortal, archive: WaybackMachine
):
    site.crawl(SITEMAP)
    assert report(site, archive) == DONE
    found = rows(site)
    assert found["/news/advert-a"][2:] == (
        "left-out",
        "exclude: /news/advert- of sitemap, on /map.xml (column all)",
    )
    assert found["/news/lost-a"][2] == "never-listed"


def test_addresses_are_found_in_links_attributes_and_json():
    html = b'<base href="/b/"><a href="one#x">1</a><div data-href="two"></div><a href="mailto:x">'
    json = b'{"items": [{"url": "/one", "title": "/"}], "html": "<p><a href=\\"two\\">2</a></p>"}'
    base = "https://a.example"
    assert find_linked_addresses(read_page(f"{base}/list", html, "text/html")) == (
        f"{base}/b/",
        f"{base}/b/one",
        f"{base}/b/two",
    )
    found = find_linked_addresses(read_page(f"{base}/list", json, "application/json"))
    assert {*found} == {f"{base}/one", f"{base}/two", f"{base}/"}
