"""Which articles and pages a crawl asks for again, and that it asks for nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from blog import ALL, RULES, Blog, Post, counts, open_blog
from small_portal import Answer, moved

from webarticlecurator.base.errors import UsageError
from webarticlecurator.cli.run_end import summary_exit_code
from webarticlecurator.crawling.workers.run_options import RefreshSelection
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.view import view_corpus


def refreshing(rules: str) -> str:
    return RULES + f"  refresh: {rules}\n"


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Blog]:
    posts = [Post(1, "The first text", "etag"), Post(2, "The second text", "modified")]
    posts += [Post(20, "The twentieth text", chunk=7), Post(30, "The thirtieth text")]
    with open_blog(tmp_path, posts) as running:
        assert running.crawl().tei == 4
        running.wait(days=3)
        yield running


def test_without_refresh_nothing_is_asked_for_again(blog: Blog):
    blog.posts[1].text = "An edited text"
    assert blog.crawl().refreshed is None
    assert blog.asked == [] and not any(line.startswith("articles due") for line in blog.log)


def test_all_are_asked_for_and_only_what_has_changed_is_stored_and_built(blog: Blog):
    blog.posts[2].text, blog.posts[30].comments = "An edited text", ["A comment"]
    before = {path: len(blog.captures(path)) for path in ("/1", "/2", "/20", "/30")}
    summary = blog.crawl(ALL)
    assert summary.refreshed == counts(4, unchanged=2, changed=2)
    assert sorted(blog.asked) == ["/1", "/2", "/20", "/30"]
    assert (summary.built, summary.new_articles, summary.tei) == (2, 0, 4)
    assert "An edited text" in blog.text("/2") and "A comment" in blog.text("/30")
    for path, number in before.items():
        first, last = blog.captures(path)[0], blog.captures(path)[-1]
        assert len(blog.captures(path)) == number + 1
        assert (first.body_digest == last.body_digest) == (path in ("/1", "/20"))
        assert (first.offset == last.offset) == (path in ("/1", "/20"))
    assert "articles due for a refresh: 4" in blog.log
    assert blog.log.index("articles due for a refresh: 4") == 1, "before the first request"


def test_requests_are_conditional_where_the_server_said_what_to_ask(blog: Blog):
    named = ("If-None-Match", "If-Modified-Since")
    assert not any(name in sent for sent in blog.portal.headers for name in named)
    blog.portal.headers.clear()
    blog.crawl(ALL)
    sent = [headers for headers in blog.portal.headers if headers.keys() & {*named}]
    assert [tuple(name in headers for name in named) for headers in sent] == [
        (True, False),
        (False, True),
    ]
    assert blog.asked[:2] == ["/1", "/2"]


def test_of_many_posts_exactly_those_that_changed_are_noticed(tmp_path: Path):
    kinds = ("etag", "modified", "", "")
    posts = [Post(n, f"The text of post {n}", kinds[n % 4], chunk=9 * (n % 3)) for n in range(40)]
    edited, commented = {3, 17, 38}, {1, 2, 4, 20, 39}
    with open_blog(tmp_path, posts) as blog:
        blog.crawl()
        for number in edited:
            blog.posts[number].text += ", edited"
        for number in commented:
            blog.posts[number].comments.append("A new comment")
        before = blog.portal.tei()
        blog.wait(days=1)
        assert blog.crawl().refreshed is None and blog.portal.tei() == before
        summary = blog.crawl(ALL)
        assert (summary.refreshed, summary.built) == (counts(40, unchanged=32, changed=8), 8)
        after = blog.portal.tei()
        noticed = {text for name, text in after.items() if text != before[name]}
        assert len(noticed) == 8
        assert all("edited" in text or "A new comment" in text for text in noticed)


def test_the_next_crawl_asks_for_none_of_them_again(blog: Blog):
    blog.crawl(ALL)
    assert blog.crawl().refreshed is None and blog.asked == []


def test_within_counts_from_the_day_of_publication_and_every_from_the_last_capture(blog: Blog):
    """The clock stands at 5 May: 20 days ago was 15 April, the day of nobody; 11 April is 24 days ago."""
    blog.rules = refreshing("{within: 25d, every: 2d}")
    assert blog.crawl().refreshed == counts(3, unchanged=3)
    assert blog.asked == ["/1", "/2", "/20"]
    blog.wait(days=1)  # of 6 May, 11 April is 25 days ago
    assert blog.crawl().refreshed == counts(0)
    blog.wait(days=1, seconds=1)
    assert blog.crawl().refreshed == counts(2, unchanged=2)
    assert blog.asked == ["/1", "/2"]


def test_a_changed_value_beside_the_link_is_asked_for_at_once(blog: Blog):
    blog.rules = refreshing("{listed: [comments]}")
    blog.posts[30].comments.append("A comment")
    blog.posts[2].text = "The SECOND text"  # its title is not among the values
    assert blog.crawl().refreshed == counts(1, changed=1)
    assert blog.asked == ["/30"] and "A comment" in blog.text("/30")
    assert blog.crawl().refreshed == counts(0) and blog.asked == []
    blog.posts[30].comments.clear()
    blog.wait(hours=1)
    assert blog.crawl().refreshed == counts(1, changed=1)


def test_addresses_and_days_can_be_given(blog: Blog):
    blog.crawl(blog.select("/30", "/30"))
    assert blog.asked == ["/30"]
    blog.wait(days=1)
    blog.crawl(RefreshSelection(published_since=date(2024, 4, 11)))
    assert blog.asked == ["/20", "/2", "/1"]
    with pytest.raises(UsageError, match=r"no article of the corpus has the address .*/404"):
        blog.crawl(blog.select("/404"))


def test_a_deleted_article_is_kept_and_counted_once(blog: Blog):
    blog.posts[1].answer = Answer("gone", 410)
    assert blog.crawl(ALL).refreshed == counts(4, unchanged=3, gone=1)
    assert "The first text" in blog.text("/1")
    summary = blog.crawl(ALL)
    assert (summary.tei, summary.gone, summary.built) == (4, 1, 0)
    blog.posts[1].answer = None
    blog.wait(days=1)
    assert blog.crawl(ALL).refreshed == counts(4, unchanged=4), "its words are as they were"
    assert blog.crawl().gone == 0


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer("busy", 500), "status-500: "),
        (
            Answer(
                "<html><title>Just a moment...</title><body>Checking your browser</body></html>"
            ),
            "challenge: ",
        ),
        (moved("/"), "soft-404: "),
    ],
    ids=["error", "challenge", "front page"],
)
def test_no_article_is_worse_for_it(blog: Blog, answer: Answer, reason: str):
    blog.posts[1].answer = answer
    summary = blog.crawl(ALL)
    assert summary.refreshed == counts(4, unchanged=3, failed=1)
    assert (summary.tei, summary.ok, summary_exit_code(summary)) == (4, False, 1)
    assert "The first text" in blog.text("/1")
    (line,) = (line for line in summary.lines() if line.startswith("  refresh failed: "))
    assert line.startswith(f"  refresh failed: {blog.portal.base}/1: {reason}"), line
    assert not any("problems.tsv" in line for line in summary.lines()), "it is not listed there"
    blog.posts[1].answer = None
    assert blog.crawl(ALL).ok


def test_a_later_page_that_does_not_answer_is_a_failed_refresh(tmp_path: Path):
    posts = [Post(1, "The first text", more=["Its second page"]), Post(2, "The second text")]
    with open_blog(tmp_path, posts) as blog:
        blog.crawl()
        blog.wait(days=1)
        blog.portal.pages["/1?p=2"] = Answer("busy", 503)
        summary = blog.crawl(ALL)
        assert summary.refreshed == counts(2, unchanged=1, failed=1)
        assert summary_exit_code(summary) == 1
        base = blog.portal.base
        assert summary.refresh_failures == (f"{base}/1: status-503: {base}/1?p=2 answers 503",)
        assert "Its second page" in blog.text("/1")


def test_two_columns_and_aliases_are_asked_for_once(tmp_path: Path):
    rules = RULES.replace("url: BASE/,", "url: 'BASE/{column}', columns: [a, b],")
    with open_blog(tmp_path, [Post(1, "The first text")], rules) as blog:
        listing = '<h2><a href="/1">t</a></h2><h2><a href="/old">t</a></h2>'
        blog.portal.pages.update({"/a": listing, "/b": listing, "/old": moved("/1")})
        assert blog.crawl().articles == 1
        assert blog.asked == ["/a", "/1", "/old", "/b"]
        blog.wait(days=1)
        assert blog.crawl(ALL).refreshed == counts(1, unchanged=1)
        assert blog.asked == ["/a", "/b", "/1"]


def test_an_article_that_moves_to_another_one_asks_for_it_once(blog: Blog):
    blog.posts[2].answer = moved("/1")
    assert blog.crawl(ALL).refreshed == counts(4, unchanged=4), "it keeps its text for a day"
    assert sorted(blog.asked) == ["/1", "/2", "/20", "/30"]
    base = blog.portal.base
    for _ in range(2):
        with view_corpus(blog.portal.corpus, "small") as corpus:
            fetch = corpus.captures.last_fetch(f"{base}/2")
            assert fetch is not None and len(fetch.captures) == 1
            assert fetch.final is not None and fetch.final.url == f"{base}/1"
        (blog.portal.corpus / "corpus.sqlite").unlink()
        rebuild_index(blog.portal.corpus, "small")
    blog.wait(days=1.01)
    summary = blog.crawl(ALL)
    assert (summary.refreshed, summary.articles) == (counts(4, unchanged=4), 3), "two are one now"
    with view_corpus(blog.portal.corpus, "small") as corpus:
        merged = corpus.frontier.article(f"{base}/2")
        assert merged is not None and merged.canonical == f"{base}/1"
