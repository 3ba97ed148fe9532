"""Walks, listings, articles and problems in the index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from store_material import ARTICLE, TIME, failure, opened, page

from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.storage.frontier.index_values import Counts, Listing, PageRow
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.index import Index, Row
from webarticlecurator.storage.store.corpus import WritableCorpus

KEY = WalkKey("news", 0, "2024-02-01")
OTHER = WalkKey("sport", 0, "2024-02-01")
HOME = "https://echo.example/"


def canonical(url: str) -> str:
    return url.partition("?")[0]


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[WritableCorpus]:
    with opened(tmp_path) as found:
        found.walks.begin(KEY)
        found.walks.begin(OTHER)
        yield found


def number_of(corpus: WritableCorpus, url: str) -> int:
    article = corpus.frontier.article(url)
    assert article is not None
    return article.id


def links(*names: str) -> list[Link]:
    return [Link(HOME + name) for name in names]


def test_a_listing_adds_articles_in_the_order_of_the_page(corpus: WritableCorpus) -> None:
    result = corpus.listings.add(
        KEY,
        HOME,
        [Link(HOME + "b", (("title", "B és b"),)), *links("a", "b?utm=1", "c")],
        canonical,
    )
    assert result.new_articles == (HOME + "b", HOME + "a", HOME + "c")
    assert (result.new_to_walk, result.all_known_complete) == (4, False)
    assert [a.canonical for a in corpus.frontier.articles("pending")] == list(result.new_articles)
    assert corpus.frontier.aliases(HOME + "b") == (HOME + "b?utm=1",)
    assert corpus.listings.of(HOME + "b") == (
        Listing(KEY, HOME, 0, (("title", "B és b"),)),
        Listing(KEY, HOME, 2, ()),
    )
    assert corpus.listings.of(HOME + "b?utm=1") == (Listing(KEY, HOME, 2, ()),)


def test_the_first_listing_keeps_its_column(corpus: WritableCorpus) -> None:
    corpus.listings.add(OTHER, HOME, links("a"), canonical)
    result = corpus.listings.add(KEY, HOME, links("a"), canonical)
    assert (result.new_to_walk, result.new_articles) == (1, ())
    article = corpus.frontier.article(HOME + "a")
    assert article is not None and article.column == "sport"


def test_new_to_this_walk(corpus: WritableCorpus) -> None:
    def add(*names: str) -> int:
        return corpus.listings.add(KEY, HOME, links(*names), canonical).new_to_walk

    assert [add("a", "b"), add("b", "c"), add("a", "c")] == [2, 1, 0]
    corpus.walks.save(KEY, {}, complete=True)
    corpus.walks.begin(KEY)
    assert [add("a", "b"), add("a", "d"), add("c")] == [2, 1, 1]


def test_links_listed_in_a_completed_generation_are_known(corpus: WritableCorpus) -> None:
    def known(*names: str, key: WalkKey = KEY) -> bool:
        return corpus.listings.add(key, HOME, links(*names), canonical).all_known_complete

    assert not known("a") and not known("a")
    corpus.walks.save(KEY, {}, complete=True)
    corpus.walks.begin(KEY)  # broken off
    assert known("a") and not known("a", "b") and not known("b") and not known()
    corpus.walks.begin(KEY)  # b was listed by a traversal that did not reach its end
    assert not known("b") and known("a")
    corpus.walks.save(KEY, {}, complete=True)
    corpus.walks.begin(KEY)
    assert known("a", "b")
    assert not known("a", key=OTHER), (
        "another column's walk says nothing about what lies below in this one"
    )


def test_a_listing_needs_a_walk(corpus: WritableCorpus) -> None:
    with pytest.raises(ValueError, match="not begun"):
        corpus.listings.add(WalkKey("x", 0), HOME, links("a"), canonical)


def test_walks_keep_their_state(corpus: WritableCorpus) -> None:
    corpus.walks.save(KEY, {"next": HOME + "?page=2", "pages": 1, "ő": None}, complete=False)
    walk = corpus.walks.get(KEY)
    assert walk is not None and walk.state == {"next": HOME + "?page=2", "pages": 1, "ő": None}
    assert (walk.generation, walk.completed, walk.complete) == (1, 0, False)
    corpus.walks.save(KEY, {}, complete=True)
    assert [(w.key, w.complete) for w in corpus.walks.all()] == [(KEY, True), (OTHER, False)]
    corpus.walks.begin(KEY)
    again = corpus.walks.get(KEY)
    assert again is not None
    assert (again.generation, again.completed, again.complete, again.state) == (2, 1, False, {})
    assert corpus.walks.get(WalkKey("news", 1)) is None


def test_pages_requested_in_a_generation(corpus: WritableCorpus) -> None:
    neighbour = WalkKey("news", 0, "2024-02-02")
    corpus.walks.begin(neighbour)
    corpus.walks.save(neighbour, {"rules": "abc"}, complete=False)
    corpus.walks.mark_requested(neighbour, HOME + "p2")
    assert corpus.walks.was_requested(KEY, HOME + "p2", "abc")
    assert not corpus.walks.was_requested(KEY, HOME + "p2")
    assert not corpus.walks.was_requested(KEY, HOME + "p2", "other rules")
    assert not corpus.walks.was_requested(OTHER, HOME + "p2", "abc")
    corpus.walks.begin(neighbour)
    assert not corpus.walks.was_requested(neighbour, HOME + "p2", "abc")
    corpus.walks.mark_requested(neighbour, HOME + "p2")
    assert corpus.walks.was_requested(neighbour, HOME + "p2")


def test_states_and_counts(corpus: WritableCorpus) -> None:
    corpus.listings.add(KEY, HOME, links(*"abcdefg"), canonical)
    for name, state, reason in (
        ("a", "tei", None),
        ("b", "rejected", "gone"),
        ("c", "rejected", "gone"),
        ("d", "rejected", "no-root"),
        ("e", "failed", "timeout"),
        ("f", "stored", None),
    ):
        corpus.frontier.set_state(HOME + name, state, reason=reason, evidence="because")
    assert corpus.article_counts.by_state() == Counts(
        7, 1, {"gone": 2, "no-root": 1}, failed=1, pending=1, stored=1
    )
    assert [a.canonical[-1] for a in corpus.frontier.articles("failed", "pending", "tei")] == [
        "a",
        "e",
        "g",
    ]
    assert [a.canonical[-1] for a in corpus.frontier.articles()] == list("abcdefg")
    article = corpus.frontier.article(HOME + "d")
    assert article is not None and (article.reason, article.evidence) == ("no-root", "because")


def test_articles_may_change_during_iteration(corpus: WritableCorpus) -> None:
    names = [f"{i:04}" for i in range(1203)]
    corpus.listings.add(KEY, HOME, links(*names), canonical)
    seen = []
    for article in corpus.frontier.articles("pending"):
        corpus.frontier.set_state(article.canonical, "stored")
        seen.append(article.canonical[-4:])
        if len(seen) % 100 == 0:
            corpus.commit()
    assert seen == names


def test_stale_articles(corpus: WritableCorpus) -> None:
    corpus.listings.add(KEY, HOME, links(*"abcdef"), canonical)
    for name, state, build in (
        ("a", "tei", "2"),
        ("b", "tei", "1"),
        ("c", "stored", None),
        ("d", "rejected", "3"),
        ("e", "failed", None),
    ):
        corpus.frontier.set_state(HOME + name, state)
        corpus.frontier.set_build(HOME + name, f"{name}.xml" if state == "tei" else None, build)
    assert [a.canonical[-1] for a in corpus.build_queue.stale("2")] == ["b", "c", "d"]


def test_a_redirect_gives_a_new_canonical_address(corpus: WritableCorpus) -> None:
    corpus.listings.add(KEY, HOME, links("old"), canonical)
    article = corpus.frontier.rename(HOME + "old", HOME + "new")
    assert (article.canonical, article.requested) == (HOME + "new", HOME + "old")
    assert corpus.frontier.aliases(HOME + "new") == (HOME + "old",)
    assert corpus.frontier.article(HOME + "old") == article
    assert corpus.listings.add(OTHER, HOME, links("new", "old"), canonical).new_articles == ()
    assert corpus.article_counts.by_state().articles == 1


@pytest.mark.parametrize("order", ["old first", "new first"])
def test_merging_two_articles_does_not_depend_on_the_order_of_listing(
    corpus: WritableCorpus, order: str
) -> None:
    names = ["old", "new"] if order == "old first" else ["new", "old"]
    corpus.listings.add(KEY, HOME, links(names[0]), canonical)
    corpus.listings.add(OTHER, HOME, links(names[1]), canonical)
    corpus.frontier.set_state(HOME + "new", "stored")
    corpus.frontier.set_pages(
        number_of(corpus, HOME + "new"),
        [PageRow(HOME + "new", "<urn:uuid:1>"), PageRow(HOME + "new2", None)],
    )
    article = corpus.frontier.rename(HOME + "old", HOME + "new")
    assert (article.canonical, article.column, article.state) == (HOME + "new", "news", "stored")
    assert corpus.frontier.aliases(HOME + "new") == (HOME + "old",)
    assert corpus.frontier.pages(HOME + "new") == (
        PageRow(HOME + "new", "<urn:uuid:1>"),
        PageRow(HOME + "new2", None),
    )
    assert corpus.article_counts.by_state() == Counts(1, 0, {}, failed=0, pending=0, stored=1)
    assert [listing.walk for listing in corpus.listings.of(HOME + "new")] == [KEY, OTHER]


def test_a_merge_into_an_article_not_requested_yet_keeps_what_is_stored(
    corpus: WritableCorpus,
) -> None:
    corpus.listings.add(KEY, HOME, links("new", "old"), canonical)
    corpus.frontier.set_state(HOME + "old", "stored")
    corpus.frontier.set_pages(
        number_of(corpus, HOME + "old"), [PageRow(HOME + "old", "<urn:uuid:1>")]
    )
    article = corpus.frontier.rename(HOME + "old", HOME + "new")
    assert (article.state, corpus.frontier.pages(HOME + "new")) == (
        "stored",
        (PageRow(HOME + "old", "<urn:uuid:1>"),),
    )


def test_pages_of_an_article(corpus: WritableCorpus) -> None:
    corpus.frontier.add(HOME + "a", HOME + "a", None)
    corpus.frontier.set_pages(
        number_of(corpus, HOME + "a"), [PageRow(HOME + "a", "<x>"), PageRow(HOME + "a?p=2", None)]
    )
    owner = corpus.frontier.page_owner(HOME + "a?p=2")
    assert owner is not None and owner.canonical == HOME + "a"
    corpus.frontier.set_pages(number_of(corpus, HOME + "a"), [PageRow(HOME + "a", "<x>")])
    assert corpus.frontier.page_owner(HOME + "a?p=2") is None


def test_changes_are_invisible_before_the_commit(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        corpus.walks.begin(KEY)
        corpus.commit()
        corpus.listings.add(KEY, HOME, links("a"), canonical)
        corpus.run_log.renew_problems([Problem("kind", HOME, "text")], kinds=None, places=())
    with opened(tmp_path) as corpus:
        assert corpus.article_counts.by_state().articles == 0
        assert list(corpus.run_log.problems()) == []


def test_problems_runs_and_meta(corpus: WritableCorpus) -> None:
    corpus.run_log.renew_problems([Problem("no-root", HOME + "b", "first")], kinds=None, places=())
    corpus.run_log.renew_problems([Problem("no-root", HOME + "b", "second")], kinds=None, places=())
    corpus.run_log.renew_problems([Problem("missing-page", HOME + "a", "x")], kinds=None, places=())
    assert [(p.where[-1], p.message) for p in corpus.run_log.problems()] == [
        ("a", "x"),
        ("b", "second"),
    ]
    corpus.run_log.renew_problems([], kinds=None, places=[HOME + "b"])
    assert [p.kind for p in corpus.run_log.problems()] == ["missing-page"]
    run = corpus.run_log.begin_run("crawl", TIME)
    assert corpus.run_log.runs()[0].finished is None
    corpus.run_log.end_run(run, TIME, "done")
    assert corpus.run_log.runs()[0].outcome == "done"
    corpus.run_log.set_meta("link-digest", "1")
    corpus.run_log.set_meta("link-digest", "2")
    assert (corpus.run_log.get_meta("link-digest"), corpus.run_log.get_meta("nothing")) == (
        "2",
        None,
    )


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM articles WHERE state = 'pending' AND id > 5 ORDER BY id LIMIT 500",
        "SELECT * FROM articles WHERE state IN ('stored', 'tei', 'rejected') AND build IS 'x' AND id > 5 ORDER BY id LIMIT 500",
        "SELECT * FROM articles WHERE state = 'failed' AND reason = 'x' AND id > 5 ORDER BY id LIMIT 500",
        "SELECT * FROM articles WHERE tei > '2019/01/' AND tei < '2019/010' AND +state = 'tei' ORDER BY tei LIMIT 500",
        "SELECT * FROM problems WHERE kind = 'x' AND place > 'y' ORDER BY place LIMIT 500",
        "SELECT * FROM addresses WHERE url = 'x'",
        "SELECT first, seen FROM listings WHERE walk = 1 AND address = 2",
        "SELECT * FROM fetches WHERE recovered = 1 AND id > 5 AND +level IN ('article') ORDER BY id LIMIT 500",
        "SELECT * FROM captures WHERE url = 'x'",
        "SELECT * FROM requests WHERE url = 'x'",
    ],
)
def test_queries_use_an_index(corpus: WritableCorpus, query: str) -> None:
    plan = " ".join(row[3] for row in corpus._index.read("EXPLAIN QUERY PLAN " + query))
    assert "SEARCH" in plan and "SCAN" not in plan, plan


def test_counts_and_samples_of_a_large_corpus_read_no_table_as_a_whole(
    corpus: WritableCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the statistics of a million articles of one build, SQLite prefers to read all of them."""
    corpus.listings.add(KEY, HOME, links("a", "b"), str)
    for name in "ab":
        corpus.frontier.set_state(HOME + name, "stored")
    corpus._index.write("ANALYZE")
    corpus._index.write(
        "UPDATE sqlite_stat1 SET stat = '1000000 1000000 1' WHERE idx = 'articles_build'"
    )
    corpus._index.write("ANALYZE sqlite_schema")
    plans: list[str] = []
    one = Index.one

    def explain(self: Index, sql: str, values: tuple[object, ...] = ()) -> Row | None:
        plans.extend(row[3] for row in self.read(f"EXPLAIN QUERY PLAN {sql}", values))
        return one(self, sql, values)

    monkeypatch.setattr(Index, "one", explain)
    assert corpus.build_queue.count_stale("x") == 2
    assert len(corpus.frontier.sample(2, "stored")) == 2
    slow = [plan for plan in plans if "PRIMARY KEY (rowid>?)" in plan or plan.startswith("SCAN a")]
    assert plans and slow == []


def test_texts_of_a_crawl_are_found_among_those_of_all_runs_by_index(
    corpus: WritableCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def note_query(sql: str, _values: object = ()) -> list[tuple[object, ...]]:
        asked.append(sql)
        return []

    with monkeypatch.context() as patch:
        patch.setattr(corpus._index, "read", note_query)
        assert list(corpus.headlines.same_texts()) == []
    plan = [row[3].split() for row in corpus._index.read("EXPLAIN QUERY PLAN " + asked[0])]
    # of the tables only that of the runs is read as a whole: twice
    assert {step[1] for step in plan if step[0] == "SCAN"} == {"s", "t"}


def test_pending_articles_with_stored_fetches(corpus: WritableCorpus) -> None:
    corpus.listings.add(KEY, HOME, links("never", "page", "in vain", "done"), str)
    for name in ("page", "done"):
        corpus.append(page(HOME + name), ARTICLE)
    corpus.append(failure(HOME + "in vain"), ARTICLE)  # stands in the index as in%20vain
    corpus.frontier.set_state(HOME + "done", "stored")
    assert [a.canonical for a in corpus.build_queue.pending_with_fetches()] == [
        HOME + "page",
        HOME + "in vain",
    ]


def test_a_sample_of_articles_is_spread_and_has_no_parts_of_pages(corpus: WritableCorpus) -> None:
    assert corpus.frontier.sample(3, "tei") == []
    names = [f"a{number}" for number in range(20)]
    corpus.listings.add(KEY, HOME, links(*names, "page#part"), canonical)
    for number, name in enumerate(names):
        state = "stored" if number % 2 else "tei"
        corpus.frontier.set_state(HOME + name, "pending" if number < 5 else state)
    corpus.frontier.set_state(HOME + "page#part", "tei")
    sample = [row.canonical for row in corpus.frontier.sample(4, "tei", "stored")]
    assert sample == [HOME + "a5", HOME + "a10", HOME + "a15"]
    every = [row.canonical for row in corpus.frontier.sample(1000, "tei", "stored")]
    assert every == [HOME + name for name in names[5:]]
    assert [row.canonical for row in corpus.frontier.sample(2, "failed")] == []


def test_articles_with_a_reason_are_found_by_any_of_their_addresses(
    corpus: WritableCorpus,
) -> None:
    corpus.listings.add(KEY, HOME, links("a?utm=1", "b", "c"), canonical)
    corpus.frontier.set_state(HOME + "a", "rejected", reason="gone")
    corpus.frontier.set_state(HOME + "b", "rejected", reason="empty")

    def found(*names: str) -> list[str]:
        rows = corpus.frontier.with_reasons([HOME + name for name in names], ("gone", "failed"))
        return [row.canonical for row in rows]

    assert found("a") == found("a?utm=1") == found("c", "a", "a?utm=1", "b") == [HOME + "a"]
    assert found("b", "c", "d") == found() == []
