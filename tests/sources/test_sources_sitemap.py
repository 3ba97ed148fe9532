"""Crawls along a sitemap."""

from __future__ import annotations

from pathlib import Path

from small_portal import SmallPortal
from source_site import (
    SourceSite,
    files_asked,
    listed_values,
    sitemap,
    sitemap_index,
    walks,
)
from walk_site import messages, names, problems, running

SITEMAP = 'fetch: {delay: 0, retries: 0}\narchive: {sitemap: "BASE/sitemap.xml"%s}\n'


def start(portal: SmallPortal, site: SourceSite) -> None:
    site.base = portal.base


def test_articles_of_one_file_are_fetched_with_their_listed_values(tmp_path: Path):
    site = SourceSite(
        {"/sitemap.xml": sitemap("/a/one", "/a/two", lastmod="2024-01-06", one="One")}
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        summary = portal.crawl(SITEMAP % "")
        assert summary.ok and summary.archive_pages == 1
        assert names(portal) == {"one", "two"}
        assert walks(portal) == {"": ("file-read", True)}
        assert listed_values(portal, "/a/one") == {
            "date": "2024-01-05",
            "lastmod": "2024-01-06",
            "title": "One",
        }
        assert listed_values(portal, "/a/two") == {"lastmod": "2024-01-06"}


def test_a_rerun_reads_only_files_whose_lastmod_differs(tmp_path: Path):
    files = {"/s1.xml": "2024-01-01", "/s2.xml": "2024-01-01", "/s3.xml": ""}
    site = SourceSite(
        {
            "/sitemap.xml": sitemap_index(files),
            "/s1.xml": sitemap("/a/one"),
            "/s2.xml": sitemap("/a/two"),
            "/s3.xml": sitemap("/a/three"),
        }
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(SITEMAP % "").ok
        assert files_asked(portal) == ["/sitemap.xml", "/s1.xml", "/s2.xml", "/s3.xml"]

        site.files["/sitemap.xml"] = sitemap_index({**files, "/s2.xml": "2024-02-01"})
        site.files["/s2.xml"] = sitemap("/a/two", "/a/new")
        assert portal.crawl(SITEMAP % "").ok
        assert files_asked(portal) == ["/sitemap.xml", "/s2.xml", "/s3.xml"]
        assert names(portal) == {"one", "two", "three", "new"}
        assert portal.crawl(SITEMAP % "").ok and files_asked(portal) == ["/sitemap.xml", "/s3.xml"]
        assert not problems(portal), messages(portal)
