"""``curator new`` with the address of a month, of a tag, and of a feed in place of the front page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from blog_reading import BlogScore, read_blog
from blog_site import Blog
from blog_themes import BLOGS

from webarticlecurator.crawling.archive.feed_file import is_feed, read_feed

POSTS = 12
READ = ("titles", "bodies", "dates")
Read = Callable[[str, str], tuple[Blog, BlogScore]]


@pytest.fixture(scope="module")
def read_start(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """A function that reads a blog of a theme from one of its starts, once for all tests."""

    @cache
    def read(theme: str, start: str) -> tuple[Blog, BlogScore]:
        blog = BLOGS[theme](POSTS, 7)
        return blog, read_blog(blog, tmp_path_factory.mktemp("blog"), start)

    return read


@pytest.mark.parametrize(
    ("theme", "start"),
    [
        # its sidebar has the newest posts on every page, and its newest month one post
        ("twentytwentyone", "month"),
        pytest.param("twentyseventeen", "month", marks=pytest.mark.long),
        pytest.param("twentytwentyone", "tag", marks=pytest.mark.long),
        # its pages of posts show no date: that beside the links counts
        ("twentytwentyfive", "tag"),
        pytest.param("casper", "feed", marks=pytest.mark.long),
        ("contempo", "feed"),
        pytest.param("cassiopeia-5", "feed", marks=pytest.mark.long),
    ],
)
def test_new_reads_the_posts_of_a_start(theme: str, start: str, read_start: Read) -> None:
    blog, score = read_start(theme, start)
    assert (score.found, score.others) == (len(blog.posts_from(start)), [])
    # two posts of a tag are too few for rules that hold for every text
    read = READ if start != "tag" else ("titles", "dates")
    assert {name: score.right[name] for name in read} == dict.fromkeys(read, score.posts)


def test_a_month_begins_the_archive_with_the_first_month_that_lists_articles(
    read_start: Read,
) -> None:
    blog, score = read_start("twentytwentyone", "month")
    first = min(post.published for post in blog.posts)
    assert f"dates: {{from: {first:%Y-%m}-01, " in score.proposal
    assert ", step: month}" in score.proposal
    assert "the first month that lists articles" in score.proposal


def test_a_feed_whose_site_has_no_list_is_the_archive(tmp_path: Path) -> None:
    blog = BLOGS["casper"](POSTS, 7)
    for path in ("/", *(path for path in blog.answers if path.startswith("/page/"))):
        blog.answers[path] = ("text/html", "<h1>Welcome</h1><p>Nothing is listed here.</p>")
    score = read_blog(blog, tmp_path, "feed")
    assert "\n  feed: http://casper.example/rss/\n" in score.proposal
    assert "title: Copper & Candle" in score.proposal
    assert (score.found, score.others) == (POSTS, [])
    assert {name: score.right[name] for name in READ} == dict.fromkeys(READ, POSTS)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'<?xml version="1.0"?>\n<rss version="2.0"><channel/></rss>', True),
        (b'\xef\xbb\xbf<?xml version="1.0"?><!-- made --><feed xmlns="x"></feed>', True),
        (b'<?xml version="1.0"?><rdf:RDF xmlns="http://purl.org/rss/1.0/"></rdf:RDF>', True),
        (b'<?xml version="1.0"?><urlset></urlset>', False),
        (b"<!DOCTYPE html><html><body><feed></body></html>", False),
        (b"", False),
    ],
)
def test_feeds_are_recognised_by_their_root(content: bytes, expected: bool) -> None:
    assert is_feed(content) is expected


def test_a_feed_names_its_site() -> None:
    feed = read_feed(
        "https://echo.example/atom.xml",
        b'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="hu"><title>Echo &amp; Co</title>'
        b'<link rel="self" href="/atom.xml"/><link href="/blog/"/>'
        b'<entry><title>One</title><link href="/one"/></entry></feed>',
    )
    assert (feed.title, feed.home) == ("Echo & Co", "https://echo.example/blog/")
    assert [entry.address for entry in feed.entries] == ["https://echo.example/one"]
