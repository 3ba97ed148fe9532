"""Each crawl and build records what the corpus holds when it has ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.model.corpus_run import Run, RunCounts
from webarticlecurator.corpus.charts.growth_chart import choose_runs
from webarticlecurator.corpus.corpora.corpus_articles import count_captured, list_articles
from webarticlecurator.corpus.corpora.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.crawling.crawl.article_fetching import ArticleFetcher
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.view import view_corpus

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
        assert read_captured(portal) == {
            "2024-05-02/2024-05-02": ["/a"],
            "2024-05-03/2024-05-03": ["/b"],
        }


def read_captured(portal: SmallPortal) -> dict[str, list[str]]:
    """Return the articles that the bars of the runs lead to, by the days of these."""
    with open_counted_corpus(portal.write(RULES), portal.corpus) as corpus:
        bars = [each.bar for each in choose_runs(count_corpus(corpus).runs)]
        counts = count_captured(corpus, bars)
        found = list_articles(corpus, bars, 10)
    assert {bar: len(found[bar]) for bar in bars} == counts
    return {bar[1]: [each.url.removeprefix(portal.base) for each in found[bar]] for bar in bars}


def test_the_days_of_a_run_are_those_of_the_portal(tmp_path: Path):
    """Half past eleven in the evening in UTC is the next day in Budapest."""
    rules = f"timezone: Europe/Budapest\n{RULES}"
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": article("One.")}) as portal:
        portal.clock.sleep(41_400)
        portal.crawl(rules)
        (run,) = read_runs(portal)
        assert run.started[:16] == "2024-05-02T23:30"
        with open_counted_corpus(portal.write(rules), portal.corpus) as corpus:
            numbers = count_corpus(corpus)
            (shown,) = choose_runs(numbers.runs)
            assert shown.bar == ("captured", "2024-05-03/2024-05-03")
            assert count_captured(corpus, [shown.bar]) == {shown.bar: 1}


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
