"""An edit that is captured while the clock of the computer is behind is later than what was captured
before."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from blog import ALL, Blog, Post, counts, open_blog
from small_portal import Answer

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.read import read_header

FULL = " ".join(f"word{number}" for number in range(100))


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Blog]:
    with open_blog(tmp_path, [Post(1, FULL, "etag"), Post(2, FULL, more=["The end"])]) as running:
        running.crawl()
        yield running


def again(blog: Blog) -> dict[str, str]:
    portal = blog.portal.write(blog.rules)
    shutil.rmtree(blog.portal.corpus / "tei")
    rebuild_corpus(portal, blog.portal.corpus, blog.runtime())
    build(portal, blog.portal.corpus, BuildOptions(jobs=1), blog.runtime())
    return blog.portal.tei()


def edit(blog: Blog, number: int, word: str) -> None:
    blog.posts[number].text = FULL.replace("word7 ", f"{word} ")


def days_of_versions(blog: Blog) -> list[str]:
    [text] = [text for text in blog.portal.tei().values() if "/1</ref>" in text]
    return [note.time[5:10] for note in read_header(text.encode("utf-8")).versions]


def test_an_edit_with_the_clock_behind_is_the_latest_version(blog: Blog):
    blog.wait(days=-12)
    edit(blog, 1, "edited")
    assert blog.crawl(ALL).refreshed == counts(2, unchanged=1, changed=1)
    assert "edited" in blog.text("/1")
    assert any("behind the latest record" in line for line in blog.log)
    assert days_of_versions(blog) == ["05-02", "04-20"], "the dates stay what the clock said"
    made = blog.portal.tei()
    assert again(blog) == made

    edit(blog, 1, "once-more")
    blog.wait(days=-1)
    assert blog.crawl(ALL).refreshed == counts(2, unchanged=1, changed=1)
    assert "once-more" in blog.text("/1")
    made = blog.portal.tei()
    assert again(blog) == made

    blog.wait(days=20)
    assert blog.crawl(ALL).refreshed == counts(2, unchanged=2)
    assert not any("behind the latest record" in line for line in blog.log)
    edit(blog, 1, "right-again")
    blog.wait(days=1)
    assert blog.crawl(ALL).refreshed == counts(2, unchanged=1, changed=1)
    assert "right-again" in blog.text("/1")
    assert days_of_versions(blog) == ["05-02", "04-20", "04-19", "05-10"]
    made = blog.portal.tei()
    assert again(blog) == made


def test_later_pages_keep_their_order(blog: Blog):
    blog.wait(days=-12)
    blog.posts[2].more = ["The end, edited"]
    assert blog.crawl(ALL).refreshed == counts(2, unchanged=1, changed=1)
    assert "The end, edited" in blog.text("/2") and "<gap" not in blog.text("/2")
    made = blog.portal.tei()
    assert again(blog) == made


def test_gone_and_shrunk_are_judged_in_the_order_of_the_records(blog: Blog):
    blog.wait(days=-12)
    blog.posts[1].answer = Answer("gone", 410)
    blog.posts[2].text, blog.posts[2].more = "asdf", []
    summary = blog.crawl(ALL)
    assert summary.gone == 1 and "word99" in blog.text("/2")
    blog.wait(minutes=5)
    blog.crawl(ALL)
    assert "word99" in blog.text("/2"), "the clock says that the looks are twelve days apart"
    with view_corpus(blog.portal.corpus, "small") as corpus:
        number, due = corpus.refreshes.next_looks()
    assert number == 1 and due is not None and f"{due:%m-%d}" == "05-03"
    made = blog.portal.tei()
    assert again(blog) == made
    blog.wait(days=13.1)
    blog.crawl()
    assert blog.asked == ["/2"] and "asdf" in blog.text("/2")


def test_a_clock_that_is_right_leaves_no_trace(blog: Blog):
    for _ in range(2):
        blog.wait(seconds=1)
        blog.crawl(ALL)
    blog.crawl(ALL)
    with view_corpus(blog.portal.corpus, "small") as corpus:
        assert {each.clock_behind for each in corpus.captures.all()} == {0}
