"""The open problems of a corpus: what is found stands in place of what was known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus

KNOWN = [Problem(kind, place, "known") for place in "xy" for kind in ("teaser", "undecodable")]


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[WritableCorpus]:
    with open_corpus(tmp_path, "small") as opened:
        opened.run_log.renew_problems(KNOWN, kinds=None, places=None)
        yield opened


def list_problems(corpus: WritableCorpus) -> list[tuple[str, str, str]]:
    return [(each.where, each.kind, each.message) for each in corpus.run_log.problems()]


@pytest.mark.parametrize(
    ("kinds", "places", "rest"),
    [
        (None, None, []),
        (("teaser",), None, ["x undecodable", "y undecodable"]),
        (None, ("x",), ["y teaser", "y undecodable"]),
        (("teaser",), ("x",), ["x undecodable", "y teaser", "y undecodable"]),
        ((), None, ["x teaser", "x undecodable", "y teaser", "y undecodable"]),
        (None, (), ["x teaser", "x undecodable", "y teaser", "y undecodable"]),
    ],
)
def test_only_what_was_judged_is_over(
    corpus: WritableCorpus,
    kinds: tuple[str, ...] | None,
    places: tuple[str, ...] | None,
    rest: list[str],
) -> None:
    corpus.run_log.renew_problems([], kinds=kinds, places=places)
    assert [f"{place} {kind}" for place, kind, _ in list_problems(corpus)] == rest


def test_what_is_found_stands_in_place_of_what_was_known(corpus: WritableCorpus) -> None:
    found = [Problem("teaser", "x", "known"), Problem("undecodable", "x", "found")]
    found += [Problem("tag-tie", "z", "first"), Problem("tag-tie", "z", "last")]
    corpus.run_log.renew_problems(iter(found), kinds=None, places=("x",))
    assert list_problems(corpus) == [
        ("x", "teaser", "known"),
        ("x", "undecodable", "found"),
        ("y", "teaser", "known"),
        ("y", "undecodable", "known"),
        ("z", "tag-tie", "last"),
    ]


def test_what_is_found_again_changes_nothing(corpus: WritableCorpus) -> None:
    before = corpus.run_log.count_report_changes()
    corpus.run_log.renew_problems(reversed(KNOWN), kinds=None, places=None)
    assert corpus.run_log.count_report_changes() == before
    corpus.run_log.renew_problems(KNOWN[1:], kinds=None, places=None)
    assert corpus.run_log.count_report_changes() == before + 1


def test_an_article_that_goes_takes_its_problems_with_it(corpus: WritableCorpus) -> None:
    corpus.walks.begin(WalkKey("list", 0))
    corpus.listings.add(WalkKey("list", 0), "list", [Link("x"), Link("y")], str)
    corpus.index_reset.remove("x")
    assert {place for place, *_ in list_problems(corpus)} == {"y"}
    article = corpus.frontier.article("y")
    assert article is not None
    corpus.redirects.split_article(article, str)
    assert list_problems(corpus) == []
