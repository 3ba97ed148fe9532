"""Crawls along an RSS or Atom feed."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import Answer
from source_site import (
    FEED,
    RSS,
    SourceSite,
    files_asked,
    listed_values,
    rss,
    snapshot,
    walks,
)
from walk_site import messages, names, problems, running

from webarticlecurator.crawling.building.recovery import rebuild_corpus

ATOM = """<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Echo</title><entry>
<title type="html">One &lt;i&gt;and&lt;/i&gt; only</title><link href="/a/one"/>
<published>2024-01-05T10:00:00Z</published><updated>2024-01-06T10:00:00Z</updated>
</entry></feed>"""
HTML = "<!DOCTYPE html><html><body><p>Sign in</p></body></html>"


def test_a_feed_is_read_at_every_crawl_and_loses_nothing_it_listed_before(tmp_path: Path):
    site = SourceSite({"/feed": rss("two", "one")})
    with running(tmp_path, site) as portal:
        site.base = portal.base
        assert portal.crawl(FEED % "").ok, messages(portal)
        assert names(portal) == {"one", "two"} and walks(portal) == {"": ("file-read", True)}
        assert listed_values(portal, "/a/one") == {
            "date": "Fri, 05 Jan 2024 10:00:00 GMT",
            "title": "One",
        }
        files_asked(portal)
        site.files["/feed"] = rss("three", "two")
        assert portal.crawl(FEED % "").ok and names(portal) == {"one", "two", "three"}
        assert portal.crawl(FEED % "").ok and files_asked(portal) == ["/feed", "/feed"]

        before = snapshot(portal)
        (portal.corpus / "corpus.sqlite").unlink()
        rebuild_corpus(portal.write(FEED % ""), portal.corpus, portal.runtime)
        assert snapshot(portal) == before


def test_atom_and_what_include_leaves_out(tmp_path: Path):
    site = SourceSite({"/feed": ATOM})
    with running(tmp_path, site) as portal:
        site.base = portal.base
        assert portal.crawl(FEED % "").ok
        assert listed_values(portal, "/a/one") == {
            "date": "2024-01-05T10:00:00Z",
            "lastmod": "2024-01-06T10:00:00Z",
            "title": "One and only",
        }
        portal.crawl(FEED % ", exclude: /one$")
        assert portal.articles() == {"/a/one": "stored"}, "what is stored is kept, unlisted"


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (HTML, "archive-page-failed", "not a feed"),
        (Answer(b"%PDF-1.7"), "archive-page-failed", "not a feed"),
        (Answer(b""), "archive-page-failed", "not a feed"),
        (Answer("", 404), "missing-archive-page", "status 404"),
        (Answer("", 503), "archive-page-failed", "no usable answer"),
        (RSS % "", "empty-archive-page", "it lists nothing"),
        (rss("one", "two")[:-90], "damaged-source", "the feed is damaged"),
    ],
)
def test_a_feed_that_cannot_be_read_is_a_problem_and_tried_again(
    answer, kind, words, tmp_path: Path
):
    site = SourceSite({"/feed": answer})
    with running(tmp_path, site) as portal:
        site.base = portal.base
        assert not portal.crawl(FEED % "").ok
        assert problems(portal) == [kind] and words in messages(portal)
        site.files["/feed"] = rss("one", "two")
        assert portal.crawl(FEED % "").ok and names(portal) == {"one", "two"}
