"""Which pages are taken for threads when the rules for posts are learned from several of them."""

from __future__ import annotations

from dataclasses import replace

from made_up_forum import Thread, make_pages, make_threads

from webarticlecurator.articles.without_rules.threads import find_thread
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.proposing.text_rules.post_rules import learn_posts


def read_pages(threads: list[Thread]) -> list[Page]:
    """The first pages of threads, on all of which a thread is found."""
    known = make_pages(threads)
    urls = [each.address for each in threads]
    pages = [read_page(f"http://quay.example{url}", known[url].encode()) for url in urls]
    assert all(map(find_thread, pages))
    return pages


def make_long_threads() -> list[Thread]:
    chosen = (each for each in make_threads() if len(each.posts) > 3)
    return [replace(each, board=2 + n % 2) for n, each in enumerate(chosen)]


def test_what_every_page_repeats_is_no_post():
    first, *threads = make_long_threads()
    beside = [replace(each, posts=[*first.posts[:3], *each.posts[:2]]) for each in threads]
    assert learn_posts(read_pages(beside), lambda _url: None, lambda *_: False) is None


def test_a_post_that_every_thread_begins_with_leaves_them_threads():
    threads = make_long_threads()
    notice = threads[0].posts[0]
    noticed = [replace(each, posts=[notice, *each.posts[1:4]]) for each in threads]
    posts = learn_posts(read_pages(noticed), lambda _url: None, lambda *_: False)
    assert posts is not None
    assert posts.root == "div.content"


def test_the_same_thread_at_two_addresses_counts_once():
    pages = read_pages(make_long_threads())
    once = learn_posts(pages, lambda _url: None, lambda *_: False)
    twice = learn_posts([*pages, pages[0]], lambda _url: None, lambda *_: False)
    assert once is not None and twice is not None
    assert (twice.root, twice.author.rule) == (once.root, once.author.rule)
    assert twice.evidence.split(" on ")[0] == once.evidence.split(" on ")[0]
