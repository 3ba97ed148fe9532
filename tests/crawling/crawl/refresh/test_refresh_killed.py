"""A refresh that is killed at any step and repeated ends like an undisturbed one, and the index that
is rebuilt from the WARC files says the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from blog import ALL, RULES, Blog, Post, counts, open_blog
from killed_runs import Killed, end_after
from long_parameters import one_in
from small_portal import Answer

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus


@dataclass(frozen=True)
class State:
    """What a corpus holds, without times and record ids."""

    articles: dict[str, str]
    words: dict[str, str]
    pages: dict[str, str]
    days: list[tuple[str, str]]
    gone: int


def state_of(blog: Blog) -> State:
    portal = blog.portal
    words = {name: text.partition("<text")[2] for name, text in portal.tei().items()}
    with view_corpus(portal.corpus, "small") as corpus:
        latest = {c.url.removeprefix(portal.base): c.body_digest for c in corpus.captures.all()}
        days = corpus._index.read(
            "SELECT a.canonical, d.day || d.basis FROM article_days d JOIN articles a"
            " ON a.id = d.article ORDER BY 1"
        )
        return State(portal.articles(), words, latest, days, corpus.refreshes.count_gone())


@pytest.fixture(scope="module")
def blog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Blog]:
    """A blog after its first crawl, which is laid aside; then a post of three pages is edited on all
    of them, another one is deleted, and a third gets a comment."""
    posts = [Post(1, "The first page", more=["The second page", "The third page"])]
    posts += [Post(2, "The deleted text", "etag"), Post(3, "The third text", "modified")]
    with open_blog(tmp_path_factory.mktemp("killed"), posts) as running:
        running.rules = RULES + "  refresh: {listed: [comments]}\n"
        running.crawl()
        shutil.copytree(running.portal.corpus, running.portal.folder / "before")
        running.wait(days=1)
        running.posts[1].text = "The first page, edited"
        running.posts[1].more[:] = ["The second page, edited", "The third page, edited"]
        running.posts[2].answer = Answer("gone", 410)
        running.posts[3].comments.append("A comment")
        yield running


@pytest.fixture(scope="module")
def undisturbed(blog: Blog) -> State:
    start_over(blog)
    assert blog.crawl(ALL).refreshed == counts(3, changed=2, gone=1)
    assert blog.asked == ["/3", "/1", "/1?p=2", "/1?p=3", "/2"], "changed listings come first"
    return state_of(blog)


def start_over(blog: Blog) -> None:
    shutil.rmtree(blog.portal.corpus)
    shutil.copytree(blog.portal.folder / "before", blog.portal.corpus)


def crawl_until(blog: Blog, event: str, number: int) -> bool:
    """Crawl until a step of the store has occurred ``number`` times since the first request for an
    article; return False if it has not."""
    blog.portal.asked.clear()
    stop = end_after(number, event, has_begun=lambda: bool(blog.asked))
    store = StoreOptions(now=blog.portal.clock.now, events=stop)
    runtime = replace(blog.runtime(), store=store)
    portal = blog.portal.write(blog.rules)
    try:
        crawl(portal, blog.portal.corpus, CrawlOptions(refresh=ALL), runtime)
    except Killed:
        return True
    return False


KILLS = [("warc-append", n) for n in range(1, 6)] + [("index-commit", n) for n in range(1, 7)]


@pytest.mark.parametrize("kill", one_in(2, KILLS))
def test_killed_and_repeated(blog: Blog, undisturbed: State, kill: tuple[str, int]):
    start_over(blog)
    assert crawl_until(blog, *kill)
    blog.crawl(ALL)
    found = state_of(blog)
    assert found == undisturbed
    assert not verify_corpus(blog.portal.corpus, "small").findings


def test_a_repeated_refresh_goes_on_where_it_was_killed(blog: Blog, undisturbed: State):
    start_over(blog)
    assert crawl_until(blog, "warc-append", 3)
    asked_before = blog.asked
    blog.crawl(ALL)
    assert (asked_before, blog.asked) == (["/3", "/1", "/1?p=2"], ["/1?p=3", "/2"])
    assert state_of(blog) == undisturbed


def test_the_rebuilt_index_says_the_same(blog: Blog, undisturbed: State):
    start_over(blog)
    blog.crawl(ALL)
    (blog.portal.corpus / "corpus.sqlite").unlink()
    portal = blog.portal.write(blog.rules)
    rebuild_corpus(portal, blog.portal.corpus, blog.runtime())
    build(portal, blog.portal.corpus, None, blog.runtime())
    assert state_of(blog) == undisturbed
    summary = blog.crawl()
    assert (summary.refreshed, summary.built, blog.asked) == (counts(0), 0, [])
