"""A page cannot stop a crawl or a build with huge values: workers go on reading the index while the
changes of many pages wait for their commit, and of each value the index keeps a part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, listing, small_portal

from webarticlecurator.base.model.article_facts import MAX_NAME, MAX_NAMES, MAX_VALUE
from webarticlecurator.base.portal.hosts import MAX_ADDRESS
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.states.archive_listing import MAX_LISTED
from webarticlecurator.crawling.workers.run_options import BuildOptions, CrawlOptions
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.view import view_corpus

RULES = """
fetch: {delay: 0, robots: ignore}
archive: {url: "BASE/list", dates: none, links: h2, listed: {summary: i}}
article: {body: {root: article}, metadata: {title: h1, authors: {css: b, pick: all}}}
"""
TITLE = ("A long title. " * 50_000).strip()
ARTICLES = 150
HUGE = ("/huge/0", "/huge/1", "/huge/2")


def page(title: str, more: str = "", words: str = "The text of an article.") -> str:
    return f"<html><body><h1>{title}</h1>{more}<article><p>{words}</p></article></body></html>"


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """A portal with three huge titles among others."""
    pages: dict[str, str | Answer] = {
        f"/{number}": page(f"T{number}", words=f"The text of number {number}.")
        for number in range(ARTICLES)
    }
    names = list(pages)
    pages.update({path: page(TITLE, words=f"The text of {path}.") for path in HUGE})
    pages["/list"] = listing(*names[:20], *HUGE, *names[20:])
    with small_portal(tmp_path, pages) as running:
        yield running


def check_all_is_built(portal: SmallPortal) -> None:
    assert set(portal.articles().values()) == {"tei"}
    assert sum(TITLE in text for text in portal.tei().values()) == len(HUGE)
    assert len(portal.tei()) == ARTICLES + len(HUGE)


def remarks(portal: SmallPortal) -> dict[str, str]:
    """Path → the remark that values were shortened."""
    with view_corpus(portal.corpus, "small") as corpus:
        found = corpus.run_log.problems(["shortened"])
        return {each.where.removeprefix(portal.base): each.message for each in found}


def test_three_huge_titles_stop_no_crawl(portal: SmallPortal) -> None:
    summary = portal.crawl(RULES, CrawlOptions(jobs=2))
    assert summary.built == ARTICLES + len(HUGE)
    assert summary.problems == {"field-empty": 1}, "none names an author"
    check_all_is_built(portal)


def test_three_huge_titles_stop_no_build(portal: SmallPortal) -> None:
    rules = portal.write(RULES)
    portal.crawl(RULES, CrawlOptions(warc_only=True))
    assert build(rules, portal.corpus, BuildOptions(jobs=2), portal.runtime).built == 153
    check_all_is_built(portal)
    built = portal.tei()
    rebuild_index(portal.corpus, "small")
    build(rules, portal.corpus, BuildOptions(jobs=2), portal.runtime)
    assert portal.tei() == built


def test_the_index_keeps_a_part_of_huge_values_with_a_remark(tmp_path: Path) -> None:
    names = "".join(f"<b>Name {number}</b>" for number in range(MAX_NAMES + 1))
    pages = {
        "/list": "".join(
            f"<div><h2><a href='/{path}'>{path}</a></h2><i>{summary}</i></div>"
            for path, summary in (("a", "short"), ("b", "short"), ("c", "s" * 700_000))
        ),
        "/a": page("T", f"<b>{'n' * 700_000}</b>"),
        "/b": page(TITLE, names),
        "/c": page("T"),
    }
    with small_portal(tmp_path, pages) as portal:
        assert portal.crawl(RULES).problems == {}
        assert remarks(portal) == {
            "/a": f"authors: one of 700000 characters (at most {MAX_NAME} are kept); the TEI has all"
            " of it",
            "/b": f"title: {len(TITLE)} characters (at most {MAX_VALUE} are kept); authors: 101 (at"
            " most 100 are kept); the TEI has all of it",
            "/list": f"values beside links: summary (at most {MAX_LISTED} characters of each are kept)",
        }
        assert (portal.corpus / "corpus.sqlite").stat().st_size < 1_000_000
        report = (portal.corpus / "reports" / "problems.tsv").read_text(encoding="utf-8")
        assert f"no\tshortened\t{portal.base}/b\t" in report
        with view_corpus(portal.corpus, "small") as corpus:
            facts = [facts for _, facts in corpus.article_facts.all()]
        assert [len(each.title) for each in facts] == [1, MAX_VALUE, 1]
        assert [len(each.authors) for each in facts] == [1, MAX_NAMES, 0]
        assert sum("Name 100" in text for text in portal.tei().values()) == 1
        # a shorter page, and the remarks are gone
        portal.pages["/list"] = pages["/list"].replace("s" * 700_000, "short")
        portal.crawl(RULES, CrawlOptions(full=True))
        assert set(remarks(portal)) == {"/a", "/b"}


def test_addresses_that_are_too_long_get_their_verdict(tmp_path: Path) -> None:
    long = ["/" + digit * 700_000 for digit in "12"]
    with small_portal(tmp_path, {"/list": listing("/a", *long), "/a": page("T")}) as portal:
        portal.crawl(RULES)
        articles = portal.articles()
        assert sorted(articles.values()) == ["bad-address", "bad-address", "tei"]
        assert max(map(len, articles)) < MAX_ADDRESS + 100
        assert (portal.corpus / "corpus.sqlite").stat().st_size < 1_500_000
        with view_corpus(portal.corpus, "small") as corpus:
            evidence = {row.evidence for row in corpus.frontier.articles("rejected")}
        assert all("more than 16000 characters" in each for each in evidence)
