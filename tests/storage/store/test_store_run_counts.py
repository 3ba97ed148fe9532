"""What the run log knows of the corpus at the end of each run."""

from __future__ import annotations

from pathlib import Path

from store_material import TIME, opened

from webarticlecurator.base.model.corpus_run import RunCounts
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus

HOME = "https://echo.example/"
KEY = WalkKey("news", 0, "2024-02-01")
NOTHING = RunCounts(0, 0, 0, 0, 0)


def add_article(corpus: WritableCorpus, name: str, state: str, reason: str | None = None) -> None:
    corpus.walks.begin(KEY)
    corpus.listings.add(KEY, HOME, [Link(HOME + name)], str)
    corpus.frontier.set_state(HOME + name, state, reason=reason)


def list_counts(corpus: WritableCorpus) -> list[RunCounts | None]:
    return [run.counts for run in corpus.run_log.runs()]


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return the files of the index with what SQLite has written to them."""
    return {path.name: path.read_bytes() for path in folder.glob("corpus.sqlite*")}


def test_a_run_counts_what_the_corpus_holds_at_its_end(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        first = corpus.run_log.begin_run("crawl", TIME)
        assert list_counts(corpus) == [None]
        for name, state, reason in (
            ("a", "tei", None),
            ("b", "stored", None),
            ("c", "rejected", "gone"),
            ("d", "pending", None),
            ("e", "failed", "timeout"),
        ):
            add_article(corpus, name, state, reason)
        corpus.run_log.end_run(first, TIME, "done")
        counts = RunCounts(listed=5, fetched=3, rejected=1, tei=1, words=0)
        assert list_counts(corpus) == [counts]

        corpus.frontier.set_state(HOME + "b", "tei")
        corpus.run_log.count_run(first)
        assert list_counts(corpus) == [RunCounts(5, 3, 1, 2, 0)]


def test_an_interrupted_run_is_counted_by_the_next_one(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        corpus.run_log.begin_run("crawl", TIME)
        add_article(corpus, "a", "stored")
        corpus.commit()
    with opened(tmp_path) as corpus:
        assert list_counts(corpus) == [None]
        corpus.run_log.begin_run("crawl", TIME)
        add_article(corpus, "b", "stored")
        interrupted, running = corpus.run_log.runs()
        assert interrupted.counts == RunCounts(1, 1, 0, 0, 0)
        assert interrupted.finished is None
        assert running.counts is None


def test_only_a_build_that_changes_something_is_a_run(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        corpus.run_log.end_run(corpus.run_log.begin_run("crawl", TIME), TIME, "done")
        corpus.commit()
        before = bytes_of(tmp_path)
        corpus.run_log.add_build(TIME, TIME)
        corpus.commit()
        assert bytes_of(tmp_path) == before, "nothing is written"
        add_article(corpus, "a", "tei")
        corpus.run_log.add_build(TIME, TIME)
        crawl, build = corpus.run_log.runs()
        assert (crawl.counts, build.counts) == (NOTHING, RunCounts(1, 1, 0, 1, 0))
        assert (build.command, build.outcome) == ("build", "done")
        assert corpus.run_log.last_run("crawl") == crawl
        assert corpus.run_log.latest_runs("crawl", 5) == (crawl,)


def test_words_are_not_known_while_those_of_an_article_are_not(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        add_article(corpus, "a", "tei")
        corpus.frontier.set_build(HOME + "a", "2024/02/a.xml", "1")
        assert corpus.run_log.count_now() == RunCounts(1, 1, 0, 1, None)
