"""What decides when articles are asked for again: days, changed listings, and how they are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from store_material import opened

from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.storage.frontier.refreshes import CAPTURED, FOUND_LATER, PUBLISHED
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.index import Index, Row
from webarticlecurator.storage.store.corpus import WritableCorpus

NEWS, SPORT = WalkKey("news", 0), WalkKey("sport", 0)
NOON = datetime(2024, 5, 2, 12, tzinfo=timezone.utc)
URL = "https://echo.example/{}".format


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[WritableCorpus]:
    """Five articles that two columns list, the one of number n published on 1 May plus n days."""
    with opened(tmp_path / "corpus") as found:
        for key in (NEWS, SPORT):
            found.walks.begin(key)
            listed = (("comments", "0"), ("title", "T"))
            links = [Link(URL(n), listed) for n in range(5)]
            found.listings.add(key, URL("list"), links, str)
        for n in range(5):
            found.frontier.set_state(URL(n), "tei")
            found.refreshes.set_day(number(found, n), f"2024-05-0{n + 1}", PUBLISHED)
        yield found


def number(corpus: WritableCorpus, n: int) -> int:
    row = corpus.frontier.article(URL(n))
    assert row is not None
    return row.id


def see(corpus: WritableCorpus, n: int, key: WalkKey, hours: int, **listed: str) -> None:
    corpus.refreshes.note_listed(key.column, URL(n), listed, NOON + timedelta(hours=hours))


def test_articles_are_found_by_day_and_state(corpus: WritableCorpus):
    corpus.frontier.set_state(URL(4), "rejected", reason="not-article")
    corpus.frontier.set_state(URL(3), "rejected", reason="split")
    since = [row.canonical for row in corpus.refreshes.dated_since("2024-05-03")]
    assert since == [URL(2), URL(3)]
    assert [row.canonical for row in corpus.refreshes.all_articles()] == [URL(n) for n in range(4)]


def test_no_query_goes_through_all_articles(
    corpus: WritableCorpus, monkeypatch: pytest.MonkeyPatch
):
    """Without a hint SQLite begins with the articles of a state: all of them."""
    plans: list[str] = []
    read = Index.read

    def explain(self: Index, sql: str, values: tuple[object, ...] = ()) -> list[Row]:
        plans.extend(row[3] for row in read(self, f"EXPLAIN QUERY PLAN {sql}", values))
        return read(self, sql, values)

    monkeypatch.setattr(Index, "read", explain)
    corpus.refreshes.mark_due(number(corpus, 1))
    assert len(list(corpus.refreshes.dated_since("2024-05-03"))) == 3
    assert len(corpus.refreshes.due()) == 1
    assert len(list(corpus.refreshes.all_articles())) == 5
    about_articles = [plan for plan in plans if " a " in f"{plan} "]
    assert len(about_articles) == 5
    assert all("SEARCH a USING INTEGER PRIMARY KEY" in plan for plan in about_articles), plans


@pytest.mark.parametrize(
    ("happens", "is_due"),
    [
        (lambda see: see(NEWS, 1, comments="1"), True),
        (lambda see: see(NEWS, 1, comments="0"), False),
        (lambda see: see(NEWS, 1, other="1"), False),
        (lambda see: (see(NEWS, 1, comments="1"), see(NEWS, 2, comments="0")), False),
        (lambda see: (see(NEWS, -2, comments="1"), see(NEWS, 1, comments="1")), False),
        (lambda see: (see(NEWS, -2, comments="1"), see(SPORT, 1, comments="1")), True),
    ],
    ids=["changed", "same", "another value", "back again", "changed before", "another column"],
)
def test_a_listing_counts_from_the_last_capture_in_its_column(
    corpus: WritableCorpus, happens: Callable[..., object], is_due: bool
):
    happens(lambda key, hours, **listed: see(corpus, 1, key, hours, **listed))
    changed = corpus.refreshes.has_changed_listing(number(corpus, 1), ("comments",), NOON)
    assert changed == is_due
    assert not is_due or [row.canonical for row in corpus.refreshes.due()] == [URL(1)]


def test_a_merged_article_keeps_one_day_and_a_deleted_one_none(corpus: WritableCorpus):
    first, second = number(corpus, 0), number(corpus, 1)
    corpus.refreshes.forget_day(first)
    corpus.refreshes.mark_due(second)
    corpus.frontier.rename(URL(0), URL(1))
    assert corpus.refreshes.basis_of(first) == PUBLISHED
    assert corpus.refreshes.basis_of(second) is None
    assert [row.id for row in corpus.refreshes.due()] == [first]
    corpus.index_reset.remove(URL(1))
    assert corpus.refreshes.basis_of(first) is None and corpus.refreshes.due() == ()


def test_an_article_that_was_found_later_gets_the_day_of_its_capture(corpus: WritableCorpus):
    corpus.refreshes.mark_found_later(URL(1))
    assert corpus.refreshes.basis_of(number(corpus, 1)) == PUBLISHED, "which it had"
    corpus.refreshes.forget_day(number(corpus, 1))
    corpus.refreshes.mark_found_later(URL(1))
    assert corpus.refreshes.basis_of(number(corpus, 1)) == FOUND_LATER
    corpus.refreshes.set_day(number(corpus, 1), "2024-05-09", CAPTURED)
    found = [row.canonical for row in corpus.refreshes.dated_since("2024-05-06")]
    assert found == [URL(1)]
