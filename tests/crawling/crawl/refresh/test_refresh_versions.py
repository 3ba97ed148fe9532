"""Which capture is the text of an article, and what its TEI says of the others."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from blog import ALL, RULES, Blog, Post, counts, open_blog
from small_portal import Answer, moved

from webarticlecurator.articles.by_rules import one_page
from webarticlecurator.base.model.article import Article, Metadata, TextAccount, Value
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.captures import page_inspection
from webarticlecurator.crawling.captures.article_content import content_of
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.read import Header, read_header

WALL = "<html><title>Just a moment...</title><body>Checking your browser</body></html>"
MISSING = "<html><title>Page not found</title><body><p>Nothing here.</p></body></html>"


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Blog]:
    with open_blog(tmp_path, [Post(1, "The first text", "etag", access="free")]) as running:
        running.crawl()
        yield running


def refresh(blog: Blog) -> None:
    blog.wait(days=1)
    blog.crawl(ALL)


def header(blog: Blog) -> Header:
    [path] = (blog.portal.corpus / "tei").rglob("*.xml")
    return read_header(path.read_bytes())


def days(blog: Blog) -> tuple[list[str], list[str], list[str]]:
    """The days of the captures of the text, of the versions, and of those that are not used."""
    read = header(blog)
    notes = (read.captures, read.versions, read.unused)
    captures, versions, unused = ([note.time[8:10] for note in each] for each in notes)
    return captures, versions, unused


def test_an_article_that_has_not_changed_keeps_its_bytes(blog: Blog):
    before = blog.portal.tei()
    refresh(blog)
    assert blog.portal.tei() == before and days(blog) == (["02"], [], [])
    again(blog)
    assert blog.portal.tei() == before


def again(blog: Blog, jobs: int = 0) -> None:
    """Build everything again from an index that is made of the WARC files, in ``jobs`` processes."""
    portal, runtime = blog.portal.write(blog.rules), blog.runtime()
    shutil.rmtree(blog.portal.corpus / "tei")
    rebuild_corpus(portal, blog.portal.corpus, runtime)
    if jobs:
        runtime = Runtime(clock=blog.portal.clock)
    build(portal, blog.portal.corpus, BuildOptions(jobs=jobs or 1), runtime)


def test_each_state_with_other_words_or_metadata_is_a_version(blog: Blog):
    post = blog.posts[1]
    for text in ("The second text", "The second text", "The first text"):
        post.text = text
        refresh(blog)
    assert days(blog) == (["05"], ["02", "03", "05"], [])
    assert "The first text" in blog.text("/1")
    made = blog.portal.tei()
    again(blog, jobs=2)
    assert blog.portal.tei() == made


def test_pages_that_differ_outside_the_article_are_one_version(blog: Blog):
    blog.posts[1].footer = "Visitors today: 17"
    blog.wait(days=1)
    assert blog.crawl(ALL, warc_only=True).refreshed == counts(1, changed=1)
    blog.posts[1].footer = "Visitors today: 18"
    assert blog.crawl(ALL).refreshed == counts(1, unchanged=1)
    assert days(blog) == (["03"], [], [])
    assert len({capture.body_digest for capture in blog.captures("/1")}) == 3


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(WALL), "challenge: "),
        (Answer(MISSING), "soft-404: "),
        (moved("/"), "soft-404: "),
        (Answer("<html><body><article></article></body></html>"), "empty: "),
    ],
    ids=["wall", "soft 404", "front page", "empty"],
)
def test_a_later_page_that_is_no_article_is_not_used(blog: Blog, answer: Answer, reason: str):
    blog.posts[1].answer = answer
    refresh(blog)
    assert "The first text" in blog.text("/1")
    assert days(blog) == (["02"], [], ["03"])
    assert header(blog).unused[0].reason.startswith(reason)
    blog.posts[1].answer = None
    blog.posts[1].text = "The second text"
    refresh(blog)
    assert days(blog) == (["04"], ["02", "04"], [])


def test_a_page_that_shows_less_is_not_used_until_it_shows_all_again(blog: Blog):
    post = blog.posts[1]
    post.text, post.access = "The teaser", "closed"
    refresh(blog)
    assert "The first text" in blog.text("/1") and days(blog) == (["02"], [], ["03"])
    assert header(blog).unused[0].reason == "access: closed (an earlier capture: free)"
    post.text, post.access = "The second text", "free"
    refresh(blog)
    assert "The second text" in blog.text("/1") and days(blog) == (["04"], ["02", "04"], [])


def test_captures_first_still_means_the_first(blog: Blog):
    blog.rules = RULES + "captures: first\n"
    blog.posts[1].text = "The second text"
    refresh(blog)
    assert "The first text" in blog.text("/1") and days(blog) == (["02"], ["02", "03"], [])


def test_a_deleted_article_says_since_when(blog: Blog):
    blog.posts[1].answer = Answer("gone", 404)
    refresh(blog)
    refresh(blog)
    gone = header(blog).gone
    assert gone is not None and gone.time.startswith("2024-05-03T")
    made = blog.portal.tei()
    again(blog)
    assert blog.portal.tei() == made
    blog.posts[1].answer = None
    refresh(blog)
    assert header(blog).gone is None


def test_a_page_that_the_rules_do_not_read_is_a_problem_and_not_used(blog: Blog):
    blog.posts[1].answer = Answer(
        "<html><body><main><p>A new layout of the portal with a text.</p></main></body></html>"
    )
    refresh(blog)
    assert "The first text" in blog.text("/1") and days(blog) == (["02"], [], ["03"])
    with view_corpus(blog.portal.corpus, "small") as corpus:
        [problem] = corpus.run_log.problems()
    assert (problem.kind, problem.where) == ("later-capture", blog.portal.base + "/1")


def test_a_thread_has_a_version_for_each_page_that_changed(tmp_path: Path):
    with open_blog(tmp_path, [Post(1, "The first page", more=["The second"])]) as blog:
        blog.crawl()
        blog.posts[1].more.append("The third")
        refresh(blog)
        refresh(blog)
        read = header(blog)
        assert [note.url.rpartition("/")[2] for note in read.captures] == ["1", "1?p=2", "1?p=3"]
        assert [(note.url.rpartition("/")[2], note.time[8:10]) for note in read.versions] == [
            ("1", "02"),
            ("1?p=2", "03"),
        ]


SPLIT = RULES.replace("body: {root: article}", "split: {css: p, id: '@id'}")


def page(**posts: str) -> Answer:
    texts = "".join(f'<p id="{name}">{text}</p>' for name, text in posts.items())
    return Answer(f"<html><head><title>Thread</title></head><body>{texts}</body></html>")


def test_posts_of_a_split_page_have_versions_and_are_kept_when_they_go(tmp_path: Path):
    first = page(a="The first post", b="The second post", c="The third post")
    later = page(a="The first post, edited", c="The third post", d="The fourth post")
    with open_blog(tmp_path, [Post(1, "", answer=first)], SPLIT) as blog:
        blog.crawl()
        blog.posts[1].answer = later
        blog.wait(days=1)
        summary = blog.crawl(ALL)
        assert (summary.refreshed, summary.tei) == (counts(1, changed=1), 4)
        read = {
            header.url.rpartition("#")[2]: header
            for header in (read_header(text.encode("utf-8")) for text in blog.portal.tei().values())
        }
        assert {name: len(each.versions) for name, each in read.items()} == {
            "a": 2,
            "b": 0,
            "c": 0,
            "d": 0,
        }
        assert "edited" in blog.text("/1#a") and "second post" in blog.text("/1#b")
        assert {name for name, each in read.items() if each.gone} == {"b"}
        made = blog.portal.tei()
        again(blog)
        assert blog.portal.tei() == made


def test_with_one_capture_each_page_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    read: list[str] = []

    def count(module: object, name: str) -> None:
        called = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *a, **k: read.append(name) or called(*a, **k))

    with open_blog(tmp_path, [Post(1, "The first page", more=["The second"] * 3)]) as blog:
        blog.crawl(warc_only=True)
        count(page_inspection, "read_stored_page")
        count(one_page, "read_article_page")
        build(blog.portal.write(blog.rules), blog.portal.corpus, None, blog.runtime())
    assert sorted(read) == ["read_article_page"] * 4 + ["read_stored_page"] * 4


def test_the_source_of_a_value_makes_no_version():
    def made(source: str, value: str) -> Article:
        metadata = Metadata((("title", (Value(value, source, "as it stood"),)),))
        return Article("a1", "https://x.example/", (), None, (), metadata, (), TextAccount())

    assert content_of(made("css:h1", "A")) == content_of(made("meta:og:title", "A"))
    assert content_of(made("css:h1", "A")) != content_of(made("css:h1", "B"))


def test_why_names_versions_unused_captures_and_since_when_it_is_gone(blog: Blog, capsys):
    post, config = blog.posts[1], str(blog.portal.write(RULES).path)
    post.text = "The second text"
    refresh(blog)
    post.answer = Answer(WALL)
    refresh(blog)
    post.answer = Answer("gone", 410)
    refresh(blog)
    url, corpus = f"{blog.portal.base}/1", str(blog.portal.corpus)
    capsys.readouterr()
    assert main(["why", config, url, "--corpus", corpus]) == 0
    said = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"version 1: 2024-05-02 12:\S+ UTC, record <urn:uuid:\S+>", said[-4])
    assert re.fullmatch(r"version 2: 2024-05-03 12:.* UTC, record <\S+>, the text", said[-3])
    assert re.fullmatch(r"not used: 2024-05-04 12:.* UTC, record <\S+>: challenge: .*", said[-2])
    assert re.fullmatch(r"gone since 2024-05-05 12:\S+ UTC: 410; the article is kept", said[-1])
    assert main(["why", config, url, "--corpus", corpus, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (len(answer["versions"]), len(answer["unused"])) == (2, 1)
    assert answer["gone"].startswith("2024-05-05")
    fetched = [line for line in said if line.startswith("requested ")]
    assert len(fetched) == 4 and "unchanged since" not in "".join(fetched)
