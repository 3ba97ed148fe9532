"""tdmrep.json: asked for once per run and host before anything else, and stored as evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, moved, small_portal

from webarticlecurator.base.model.capture import Capture
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.store.view import view_corpus

TDMREP = "/.well-known/tdmrep.json"
RULES = """\
fetch: {delay: 2, retries: 2, breaker: 2}
archive: {url: "BASE/list", dates: none, links: h2}
article: {body: {root: article}}
"""
PAGES = {"/list": listing("/a", "/b"), "/a": article("Text of a."), "/b": article("Text of b.")}


def fetches(site: SmallPortal) -> tuple[Fetch, ...]:
    with view_corpus(site.corpus, "small") as corpus:
        return corpus.captures.fetches(site.base + TDMREP)


def stored(site: SmallPortal) -> list[Capture]:
    return [fetch.captures[-1] for fetch in fetches(site)]


def test_it_is_asked_for_once_in_each_run_before_the_first_page(tmp_path: Path):
    with small_portal(tmp_path, {**PAGES, TDMREP: "[]"}) as site:
        assert site.crawl(RULES).ok
        (first,) = stored(site)
        with view_corpus(site.corpus, "small") as corpus:
            times = [capture.time for capture in corpus.captures.all("article")]
            robots = next(corpus.captures.all("robots"))
        assert robots.time < first.time < min(times)
        assert (first.origin.level, first.file.split("-")[1]) == ("permissions", "archive")
        assert site.crawl(RULES).ok
        assert len(stored(site)) == 2
        assert 2.0 in site.clock.slept, "it is paced as any other request"


def test_there_is_none_which_is_evidence_and_no_problem(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as site:
        summary = site.crawl(RULES)
        assert summary.ok and summary.problems == {}
        assert [capture.status for capture in stored(site)] == [404]


@pytest.mark.parametrize("status", [403, 429, 503])
def test_a_refusal_is_not_repeated_and_does_not_count(tmp_path: Path, status: int):
    """With one refusal less than the breaker allows before it, and a wall right after it."""
    pages = {**PAGES, TDMREP: Answer("no", status), "/a": Answer("no", 404)}
    with small_portal(tmp_path, pages) as site:
        assert site.crawl(RULES).stopped is None
        assert [capture.status for capture in stored(site)] == [status]


def test_a_lost_connection_is_stored_as_a_failure(tmp_path: Path):
    def lost() -> Answer:
        raise ConnectionAbortedError

    with small_portal(tmp_path, {**PAGES, TDMREP: lost}) as site:
        assert site.crawl(RULES).ok
        (fetch,) = fetches(site)
        assert fetch.failure is not None and fetch.failure.kind == "disconnect"


def test_robots_txt_may_forbid_it(tmp_path: Path):
    robots = Answer("User-agent: *\nDisallow: /.well-known/\n")
    with small_portal(tmp_path, {**PAGES, "/robots.txt": robots, TDMREP: "[]"}) as site:
        assert site.crawl(RULES).ok
        (fetch,) = fetches(site)
        assert fetch.failure is not None and fetch.failure.kind == "robots"


def test_a_host_that_is_not_the_portals_is_not_asked(tmp_path: Path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with (
        small_portal(tmp_path / "two", {"/x": article("Elsewhere.")}) as other,
        small_portal(tmp_path / "one", PAGES) as site,
    ):
        other_base = other.base.replace("127.0.0.1", "localhost")
        site.pages["/a"] = moved(f"{other_base}/x")
        site.crawl(RULES)
        with view_corpus(site.corpus, "small") as corpus:
            asked = {capture.url for capture in corpus.captures.all("permissions")}
        assert asked == {site.base + TDMREP}


def test_a_rebuilt_index_has_it(tmp_path: Path):
    with small_portal(tmp_path, {**PAGES, TDMREP: "[]"}) as site:
        site.crawl(RULES)
        before = stored(site)
        rebuild_corpus(site.write(RULES), site.corpus)
        assert stored(site) == before
        with view_corpus(site.corpus, "small") as corpus:
            assert list(corpus.captures.recovered("permissions")) == []
