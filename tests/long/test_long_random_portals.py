"""Portals made at random: what a new user gets wrong without a word, from ``new`` and a crawl with
nothing edited (bench/portals/random_sites).
"""

from __future__ import annotations

import pytest
from benches import import_bench

SEED, LONG_SEED = 531, 532
FEW, MANY = 6, 300
MAX_SILENT, MIN_RIGHT = 3, 0.85
"""The limits of 300 portals."""
TEXTS_AND_FIELDS = {"text lost", "boilerplate", "authors", "title", "day"}
"""What none of the few may lack without a word: what a list or a later page lacks has tests of its
own."""


def one_list() -> dict[str, str]:
    """Return the traits of portals whose archive is one list in pages."""
    traits = import_bench("portals.random_sites.traits")
    return {name: traits.PLAIN[name] for name in traits.SINCE_ARCHIVES}


def test_texts_and_fields_of_a_few_portals() -> None:
    run = import_bench("portals.random_sites.run")
    outcomes = run.run_portals(SEED, range(FEW), fixed={**one_list(), "articles": "16"})
    silent = [each.line() for each in outcomes if TEXTS_AND_FIELDS & {*each.silent}]
    assert not silent, "\n".join(silent)


@pytest.mark.long
def test_of_many_portals_next_to_none_is_silently_wrong() -> None:
    run = import_bench("portals.random_sites.run")
    outcomes = run.run_portals(LONG_SEED, range(MANY), fixed=one_list())
    silent = [each.line() for each in outcomes if each.silent]
    right = sum(each.verdict == run.RIGHT for each in outcomes)
    assert (len(silent) <= MAX_SILENT, right >= MIN_RIGHT * MANY) == (True, True), "\n".join(
        [f"right {right} of {MANY}", *silent]
    )


def list_shapes() -> list[str]:
    return [*import_bench("portals.random_sites.archives").ARCHIVES]


@pytest.mark.parametrize("shape", list_shapes())
def test_archive_of_each_shape_shows_all_articles(shape: str) -> None:
    traits = import_bench("portals.random_sites.traits")
    values = {**traits.single_trait("archive", shape), "articles": "24"}
    site = import_bench("portals.random_sites.site").RandomSite(traits.draw_traits(1, 0, values))
    pages = {path for article in site.articles for path in article.addresses}
    # what is on other pages of the portal is no part of the archive
    others = ("/section/", "/tag/", "/author/")
    shown = [
        answer.content.decode("utf-8")
        for path, answer in [*site.answers.items(), *site.posted.items()]
        if path not in pages and not str(path).startswith(others)
    ]
    missing = [each.path for each in site.articles if not any(each.path in text for text in shown)]
    assert site.start in site.answers
    assert not missing


@pytest.mark.parametrize(
    ("seed", "shape"),
    [
        (20041, "overlapping-days"),  # each day shows those before it, too
        (22003, "get-form"),  # of three months, one has four pages; most articles have tags
    ],
)
def test_all_articles_of_a_portal_are_read(seed: int, shape: str) -> None:
    run = import_bench("portals.random_sites.run")
    (outcome,) = run.run_portals(seed, [0])
    assert (outcome.traits["archive"], outcome.verdict) == (shape, run.RIGHT)
