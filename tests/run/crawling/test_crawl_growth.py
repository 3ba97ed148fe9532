"""Each crawl and build records what the corpus holds when it has ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.model.corpus_run import Run, RunCounts
from webarticlecurator.run.analysis.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.run.crawling.article_fetching import ArticleFetcher
from webarticlecurator.run.setup import CrawlOptions
from webarticlecurator.store import view_corpus

RULES = "archive: {url: BASE/list, links: h2 a}\nfetch: {delay: 0}\n"


def read_runs(portal: SmallPortal) -> tuple[Run, ...]:
    with view_corpus(portal.corpus, "small") as corpus:
        return corpus.run_log.runs()


def read_growth(portal: SmallPortal, rules: str = RULES) -> list[RunCounts | None]:
    with open_counted_corpus(portal.write(rules), portal.corpus) as corpus:
        return [run.counts for run in count_corpus(corpus).runs]


def test_runs_show_how_the_corpus_grew(tmp_path: Path):
    pages = {
        "/list": listing("/a", "/gone"),
        "/a": article("One two three."),
        "/b": article("Four five."),
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(RULES)
        first = RunCounts(listed=2, fetched=2, rejected=1, tei=1, words=3)
        assert read_growth(portal) == [first]
        portal.build(RULES)
        assert read_growth(portal) == [first]

        portal.pages["/list"] = listing("/b", "/a", "/gone")
        portal.clock.sleep(90_000)
        portal.crawl(RULES, CrawlOptions(warc_only=True))
        fetched = RunCounts(listed=3, fetched=3, rejected=1, tei=1, words=3)
        assert read_growth(portal) == [first, fetched]

        portal.clock.sleep(600)
        portal.build(RULES)
        built = RunCounts(listed=3, fetched=3, rejected=1, tei=2, words=5)
        assert read_growth(portal) == [first, fetched, built]
        assert [(run.command, run.started[:13], run.outcome) for run in read_runs(portal)] == [
            ("crawl", "2024-05-02T12", "done"),
            ("crawl", "2024-05-03T13", "done"),
            ("build", "2024-05-03T13", "done"),
        ]


def test_an_interrupted_crawl_counts_what_it_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def interrupt(_: ArticleFetcher) -> None:
        raise KeyboardInterrupt

    pages = {"/list": listing("/a", "/b"), "/a": article("One."), "/b": article("Two.")}
    with small_portal(tmp_path, pages) as portal:
        with monkeypatch.context() as patched:
            patched.setattr(ArticleFetcher, "fetch_remaining", interrupt)
            with pytest.raises(KeyboardInterrupt):
                portal.crawl(RULES)
        left = RunCounts(listed=2, fetched=2, rejected=0, tei=0, words=0)
        (interrupted,) = read_runs(portal)
        assert (interrupted.finished, interrupted.counts) == (None, None)
        assert read_growth(portal) == [left]
        portal.clock.sleep(600)
        portal.crawl(RULES)
        assert read_growth(portal) == [left, RunCounts(2, 2, 0, 2, 2)]
        assert read_runs(portal)[0] == replace(interrupted, counts=left)
