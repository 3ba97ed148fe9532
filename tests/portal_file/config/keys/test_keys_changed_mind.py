"""Keys of ``fetch`` that are changed between two crawls count for what the first one left."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, listing, small_portal

FILE = "archive: {url: BASE/list}\nfetch: {delay: 0%s}\n"
PAGES = {"/list": listing("/a", "/b"), "/a": article("long " * 4000), "/b": article("b")}
RULES = "User-agent: *\nDisallow: /a\n"


def test_robots_ignored_later(tmp_path: Path):
    with small_portal(tmp_path, PAGES | {"/robots.txt": RULES}) as portal:
        assert portal.crawl(FILE % "").rejected == {"robots": 1}
        assert portal.crawl(FILE % "").built == 0
        assert portal.crawl(FILE % ", robots: ignore").built == 1
        assert portal.articles() == {"/a": "tei", "/b": "tei"}


def test_robots_that_allow_it_later(tmp_path: Path):
    with small_portal(tmp_path, PAGES | {"/robots.txt": RULES}) as portal:
        portal.crawl(FILE % "")
        portal.pages["/robots.txt"] = "User-agent: *\nDisallow:\n"
        portal.crawl(FILE % "")
        assert portal.articles() == {"/a": "tei", "/b": "tei"}


@pytest.mark.parametrize("first", [", max_bytes: 5000", ", user_agent: Forbidden"])
def test_what_failed_is_tried_with_the_new_keys(tmp_path: Path, first: str):
    rules = "User-agent: Forbidden\nDisallow: /a\n"
    with small_portal(tmp_path, PAGES | {"/robots.txt": rules}) as portal:
        portal.crawl(FILE % first)
        assert portal.articles()["/a"] in ("truncated", "robots")
        portal.crawl(FILE % "")
        assert portal.articles() == {"/a": "tei", "/b": "tei"}
