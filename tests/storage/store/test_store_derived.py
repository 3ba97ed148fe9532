"""What triggers keep in the index is what counting and searching would find."""

from __future__ import annotations

from pathlib import Path

import pytest
from store_material import ARCHIVE, ARTICLE, failure, opened, page

from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.counts import read_counts
from webarticlecurator.storage.store.corpus import WritableCorpus

HOME = "https://echo.example/"
KEY = WalkKey("news", 0, "2024-02-01")
COUNTED = {
    "article": "SELECT state, COALESCE(reason, ''), COUNT(*) FROM articles GROUP BY 1, 2",
    "page": "SELECT level, '', COUNT(DISTINCT url) FROM fetches WHERE failure IS NULL GROUP BY 1",
    "problem": "SELECT kind, '', COUNT(*) FROM problems GROUP BY 1",
}
"""What is counted, with the query that counts everything of its kind."""


@pytest.fixture
def corpus(tmp_path: Path):
    with opened(tmp_path) as corpus:
        corpus.walks.begin(KEY)
        yield corpus


def list_articles(corpus: WritableCorpus, *names: str) -> None:
    corpus.listings.add(KEY, HOME, [Link(HOME + name) for name in names], str)


def assert_counts_are_right(corpus: WritableCorpus) -> None:
    for what, query in COUNTED.items():
        assert read_counts(corpus._index, what) == sorted(corpus._index.read(query)), what


def settle(corpus: WritableCorpus) -> list[str]:
    found = [
        article.canonical[len(HOME) :] for article in corpus.build_queue.pending_with_fetches()
    ]
    corpus.build_queue.forget_unfetched()
    return found


def change_states(corpus: WritableCorpus) -> None:
    for name, state, reason in (
        ("a", "stored", None),
        ("a", "tei", None),
        ("b", "rejected", "gone"),
        ("b", "rejected", "no-root"),
        ("c", "failed", "timeout"),
    ):
        corpus.frontier.set_state(HOME + name, state, reason=reason)


def merge(corpus: WritableCorpus) -> None:
    change_states(corpus)
    corpus.frontier.rename(HOME + "a", HOME + "d")


def remove_one(corpus: WritableCorpus) -> None:
    corpus.index_reset.remove(HOME + "a")


def remove_unlisted(corpus: WritableCorpus) -> None:
    change_states(corpus)
    corpus.unlisted.unlist_all()
    list_articles(corpus, "a")
    corpus.unlisted.end_unlisting()


def forget_articles(corpus: WritableCorpus) -> None:
    change_states(corpus)
    corpus.index_reset.forget_articles()


def fetch(corpus: WritableCorpus) -> None:
    for url in ("list?1", "list?1", "list?2"):
        corpus.append(page(HOME + url), ARCHIVE)
    corpus.append(failure(HOME + "list?3"), ARCHIVE)
    corpus.append(page(HOME + "a"), ARTICLE)


def note_problems(corpus: WritableCorpus) -> None:
    for place in "xyx":
        corpus.run_log.renew_problems([Problem("no-links", place, "text")], kinds=None, places=())
    corpus.run_log.renew_problems([Problem("page-limit", "x", "text")], kinds=None, places=())
    corpus.run_log.renew_problems([], kinds=None, places=["y"])


CHANGES = (
    change_states,
    merge,
    remove_one,
    remove_unlisted,
    forget_articles,
    fetch,
    note_problems,
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_numbers_are_those_of_counting(corpus: WritableCorpus, change) -> None:
    list_articles(corpus, *"abcde")
    change(corpus)
    assert_counts_are_right(corpus)
    corpus.rollback()
    assert_counts_are_right(corpus)


def test_archive_pages_are_counted_once_and_only_with_an_answer(corpus: WritableCorpus) -> None:
    fetch(corpus)
    assert corpus.captures.count_pages("archive") == 2


def test_a_pending_article_is_looked_up_once_until_something_of_it_is_stored(
    corpus: WritableCorpus,
) -> None:
    list_articles(corpus, *"abc", "in vain")
    corpus.append(page(HOME + "a"), ARTICLE)
    assert settle(corpus) == ["a", "in vain"]
    assert corpus._index.read("SELECT COUNT(*) FROM articles_to_settle") == [(2,)]
    assert settle(corpus) == ["a", "in vain"]
    corpus.append(page(HOME + "b"), ARTICLE)
    corpus.append(failure(HOME + "c"), ARTICLE)
    assert settle(corpus) == ["a", "b", "c", "in vain"]
    corpus.frontier.set_state(HOME + "b", "stored")
    corpus.frontier.set_requested(HOME + "c", HOME + "other")
    assert settle(corpus) == ["a", "in vain"]
    corpus.frontier.set_state(HOME + "b", "pending")
    assert settle(corpus) == ["a", "b", "in vain"]
    corpus.frontier.set_requested(HOME + "c", HOME + "a")
    assert settle(corpus) == ["a", "b", "c", "in vain"]


def test_problems_come_by_place_and_kind(corpus: WritableCorpus) -> None:
    for place, kind in (("y", "b"), ("x", "c"), ("", "c"), ("x", "a")):
        corpus.run_log.renew_problems([Problem(kind, place, "text")], kinds=None, places=())
    found = [(problem.where, problem.kind) for problem in corpus.run_log.problems()]
    assert found == [("", "c"), ("x", "a"), ("x", "c"), ("y", "b")]
    chosen = [(problem.where, problem.kind) for problem in corpus.run_log.problems(["c", "d"])]
    assert chosen == [("", "c"), ("x", "c")]
    assert [problem.kind for problem in corpus.run_log.problems_at("x", "z")] == ["a", "c"]


def set_state(corpus: WritableCorpus) -> None:
    corpus.frontier.set_state(HOME + "a", "tei")


def set_tei(corpus: WritableCorpus) -> None:
    corpus.frontier.set_build(HOME + "b", "2024/02/other.xml", "1")


def rewrite_tei(corpus: WritableCorpus) -> None:
    corpus.tei_files.record("2024/02/b.xml", "other", (1, 1))


def add_tei(corpus: WritableCorpus) -> None:
    corpus.tei_files.record("2024/02/a.xml", "digest", (1, 1))


def reject(corpus: WritableCorpus) -> None:
    corpus.frontier.set_state(HOME + "b", "rejected", reason="gone")


def remove(corpus: WritableCorpus) -> None:
    corpus.index_reset.remove(HOME + "b")


def keep_tei(corpus: WritableCorpus) -> None:
    corpus.tei_files.record("2024/02/b.xml", "digest", (2, 2))
    corpus.frontier.set_state(HOME + "b", "tei")
    corpus.frontier.set_state(HOME + "a", "failed", reason="timeout")
    corpus.append(page(HOME + "a"), ARTICLE)


@pytest.mark.parametrize(
    ("change", "is_other"),
    [
        (set_state, True),
        (set_tei, True),
        (rewrite_tei, True),
        (add_tei, True),
        (reject, True),
        (remove, True),
        (keep_tei, False),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_the_state_of_the_tei_is_another_one_where_some_has_changed(
    corpus: WritableCorpus, change, is_other: bool
) -> None:
    list_articles(corpus, "a", "b")
    corpus.frontier.set_state(HOME + "b", "tei")
    corpus.frontier.set_build(HOME + "b", "2024/02/b.xml", "1")
    corpus.tei_files.record("2024/02/b.xml", "digest", (1, 1))
    before = corpus.tei_files.read_state()
    change(corpus)
    assert (corpus.tei_files.read_state() != before) is is_other
