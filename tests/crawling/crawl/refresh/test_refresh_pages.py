"""Articles of several pages, and threads that grow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blog import ALL, RULES, Blog, Post, counts, open_blog
from small_portal import Answer

THREAD = ["The second page", "The third page"]


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Blog]:
    with open_blog(tmp_path, [Post(1, "The first page", "etag", more=list(THREAD))]) as running:
        running.crawl()
        assert running.asked == ["/1", "/1?p=2", "/1?p=3"]
        running.wait(days=1)
        yield running


def test_of_an_unchanged_article_the_first_and_the_last_page_are_asked_for(blog: Blog):
    blog.posts[1].more[0] = "A second page that nobody asks for"
    assert blog.crawl(ALL).refreshed == counts(1, unchanged=1)
    assert blog.asked == ["/1", "/1?p=3"]


def test_if_the_first_page_has_changed_all_are_asked_for(blog: Blog):
    blog.posts[1].text = "The edited first page"
    blog.posts[1].more[0] = "The edited second page"
    assert blog.crawl(ALL).refreshed == counts(1, changed=1)
    assert blog.asked == ["/1", "/1?p=2", "/1?p=3"]
    assert [len(blog.captures(path)) for path in blog.asked] == [2, 2, 2]
    assert "edited first" in blog.text("/1") and "edited second" in blog.text("/1")


def test_a_thread_that_grows_gets_its_new_pages(blog: Blog):
    blog.posts[1].more += ["The fourth page", "The fifth page"]
    assert blog.crawl(ALL).refreshed == counts(1, changed=1)
    assert blog.asked == ["/1", "/1?p=3", "/1?p=4", "/1?p=5"]
    assert "The fifth page" in blog.text("/1")
    blog.wait(days=1)
    assert blog.crawl(ALL).refreshed == counts(1, unchanged=1)
    assert blog.asked == ["/1", "/1?p=5"]


def test_a_later_page_that_fails_or_is_gone_stays_as_it_was(blog: Blog):
    blog.portal.pages["/1?p=3"] = Answer("gone", 404)
    blog.posts[1].text = "The edited first page"
    assert blog.crawl(ALL).refreshed == counts(1, changed=1)
    assert "edited first" in blog.text("/1") and "The third page" in blog.text("/1")


SPLIT = RULES.replace("body: {root: article}", "split: {css: p, id: '@id'}")


def test_a_split_thread_gets_its_new_posts(tmp_path: Path):
    def page(*names: str) -> str:
        posts = "".join(f'<p id="{name}">The words of {name}</p>' for name in names)
        return f"<html><head><title>Thread</title></head><body>{posts}</body></html>"

    with open_blog(tmp_path, [Post(1, "", answer=Answer(page("a", "b")))], SPLIT) as blog:
        assert blog.crawl().tei == 2
        blog.wait(days=1)
        blog.posts[1].answer = Answer(page("a", "b", "c"))
        summary = blog.crawl(ALL)
        assert (summary.refreshed, summary.tei) == (counts(1, changed=1), 3)
        assert "The words of c" in blog.text("/1#c")


PARTS = RULES.replace("next_page: a.next", "parts: [{address: {css: a.c}, as: comments}]")


def test_what_an_article_loads_apart_is_asked_for_with_it(tmp_path: Path):
    post = Post(1, "The text", "etag", footer='<a class="c" href="/c1">comments</a>')
    with open_blog(tmp_path, [post], PARTS) as blog:
        blog.portal.pages["/c1"] = "<html><body><p>The first comment</p></body></html>"
        blog.crawl()
        assert blog.asked == ["/1", "/c1"] and "The first comment" in blog.text("/1")
        blog.portal.pages["/c1"] = "<html><body><p>The second comment</p></body></html>"
        blog.wait(days=1)
        assert blog.crawl(ALL).refreshed == counts(1, changed=1)
        assert blog.asked == ["/1", "/c1"] and "The second comment" in blog.text("/1")
        blog.wait(days=1)
        assert blog.crawl(ALL).refreshed == counts(1, unchanged=1)
