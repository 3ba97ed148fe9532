"""What a judged sample and two lists say, on made-up corpora whose truth is known."""

from math import comb, inf
from random import Random

import pytest

from webarticlecurator.corpus.judging.agreement import measure_agreement
from webarticlecurator.corpus.judging.capture_recapture import (
    ListCounts,
    estimate_totals,
    find_dependence,
)
from webarticlecurator.corpus.judging.share_interval import JudgedStratum, estimate_share
from webarticlecurator.corpus.judging.stratified_sample import (
    allocate_sample,
    choose_sample_size,
    join_strata,
    rank_articles,
)


def judge(random: Random, sizes: list[int], faults: list[int]) -> list[JudgedStratum]:
    """Draw and judge the sample that `curator judge` would choose of a corpus."""
    wanted = choose_sample_size(sum(sizes), 0.05)
    places = join_strata(sizes, wanted)
    joined = [(0, 0)] * (places[-1] + 1)
    for place, size, fault in zip(places, sizes, faults, strict=True):
        joined[place] = (joined[place][0] + size, joined[place][1] + fault)
    counts = allocate_sample([size for size, _ in joined], wanted)
    assert sum(counts) == wanted
    return [
        JudgedStratum(
            size, count, sum(random.sample([False] * fault + [True] * (size - fault), count))
        )
        for (size, fault), count in zip(joined, counts, strict=True)
    ]


def test_the_interval_of_the_printed_sentence_is_wilsons():
    # 71 of 73 in a corpus so large that its size is no matter: 90.5 to 99.2 (Wilson 1927)
    share = estimate_share([JudgedStratum(10**9, 73, 71)])
    assert (round(share.low, 3), round(share.high, 3)) == (0.905, 0.992)


@pytest.mark.parametrize(("articles", "judged"), [(20, 7), (200, 7), (200, 12), (2000, 7)])
def test_the_interval_of_a_very_small_sample_holds_every_share(articles: int, judged: int):
    found = [estimate_share([JudgedStratum(articles, judged, each)]) for each in range(judged + 1)]
    for right in range(articles + 1):
        chance = sum(
            comb(right, each) * comb(articles - right, judged - each) / comb(articles, judged)
            for each in range(judged + 1)
            if found[each].low - 1e-9 <= right / articles <= found[each].high + 1e-9
        )
        assert chance >= 0.92, right


def test_five_points_are_73_articles_of_five_thousand():
    assert choose_sample_size(10**6, 0.05) == 73
    assert choose_sample_size(5120, 0.05) == 72
    assert choose_sample_size(20, 0.05) == 16
    assert choose_sample_size(1, 0.05) == 1
    assert choose_sample_size(0, 0.05) == 0


KINDS = {
    "no fault": lambda random: ([300] * 10, [0] * 10),
    "one fault": lambda random: ([300] * 10, [1] + [0] * 9),
    "two faults": lambda random: ([300] * 10, [1, 1] + [0] * 8),
    "in one stratum": lambda random: ([300] * 10, [180] + [3] * 9),
    "strata with one article": lambda random: (
        [1] * 30 + [400] * 4,
        [1] * 12 + [0] * 18 + [16] * 4,
    ),
    "20 articles": lambda random: ([5] * 4, [random.randint(0, 2) for _ in range(4)]),
    "many": lambda random: ([400] * 8, [random.randint(40, 240) for _ in range(8)]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_interval_holds_the_truth_of_each_kind_of_corpus(kind):
    random, held = Random(78), 0
    for _ in range(200):
        sizes, faults = KINDS[kind](random)
        share = estimate_share(judge(random, sizes, faults))
        held += share.low - 1e-9 <= 1 - sum(faults) / sum(sizes) <= share.high + 1e-9
    assert held >= 184


def test_an_interval_never_contradicts_what_was_counted():
    judged = [JudgedStratum(10, 9, 8), JudgedStratum(10, 9, 9)]
    share = estimate_share(judged)
    assert 17 / 20 <= share.low <= share.share <= share.high <= 19 / 20
    whole = estimate_share([JudgedStratum(20, 20, 19)])
    assert (whole.low, whole.high) == (0.95, 0.95)


def test_a_large_stratum_counts_for_more_than_a_small_one():
    share = estimate_share([JudgedStratum(900, 10, 10), JudgedStratum(100, 10, 0)])
    assert share.share == pytest.approx(0.9)
    assert share.found == 10


def test_the_order_of_a_seed_stays_when_articles_are_added():
    ids = [f"a{number}" for number in range(200)]
    order = rank_articles(ids, 1)
    assert sorted(order) == sorted(ids)
    assert order != rank_articles(ids, 2)
    assert [each for each in rank_articles([*ids, "new"], 1) if each != "new"] == order


def test_small_strata_are_joined_with_their_neighbours():
    assert join_strata([1] * 10 + [100], 10) == [0] * 11
    assert join_strata([100, 1, 1, 100], 10) == [0, 1, 1, 1]
    assert join_strata([50, 50], 10) == [0, 1]


def test_kappa_is_that_of_cohen():
    # the example of Cohen's article (1960, table 1), as counts of 200: κ = .492
    table = [("a", "a", 88), ("a", "b", 14), ("a", "c", 18), ("b", "a", 10), ("b", "b", 40)]
    table += [("b", "c", 10), ("c", "a", 2), ("c", "b", 6), ("c", "c", 12)]
    found = measure_agreement([(one, two) for one, two, number in table for _ in range(number)])
    assert (found.judged, found.same) == (200, 140)
    assert found.kappa == pytest.approx(0.492, abs=0.0005)
    assert found.low < 0.492 < found.high


def test_kappa_has_an_interval_where_both_agree_on_all_and_is_none_where_chance_explains_it():
    found = measure_agreement([("right", "right")] * 18 + [("cut", "cut")] * 2)
    assert found.kappa == 1.0
    assert found.low < 0.6
    assert measure_agreement([("right", "right")] * 20).kappa is None


def make_lists(random: Random, articles: int, first: float, second: float) -> ListCounts:
    counts = [0, 0, 0, 0]
    for _ in range(articles):
        counts[(random.random() < first) + 2 * (random.random() < second)] += 1
    return ListCounts(counts[3], counts[1], counts[2])


def test_two_independent_lists_say_how_many_articles_there_are():
    random, held = Random(78), 0
    for _ in range(100):
        articles = [random.randint(80, 400) for _ in range(5)]
        years = {
            f"{2000 + number}": make_lists(random, each, random.uniform(0.3, 0.9), 0.5)
            for number, each in enumerate(articles)
        }
        *_, total = estimate_totals(years)
        held += total.low <= sum(articles) <= total.high
    assert held >= 90


def test_chapmans_number_by_year_and_years_with_few_articles_together():
    years = {
        "2001": ListCounts(40, 10, 20),
        "2002": ListCounts(2, 1, 1),
        "2003": ListCounts(9, 3, 0),
    }
    first, rest, total = estimate_totals(years)
    assert (first.period, rest.period, total.period) == ("2001", "2002–2003", "")
    assert first.total == pytest.approx(51 * 61 / 41 - 1)
    assert total.total == pytest.approx(first.total + rest.total)
    assert rest.low >= 16
    assert first.low < first.total < first.high


def test_without_a_common_article_there_is_no_upper_limit():
    (_, total) = estimate_totals({"2001": ListCounts(0, 5, 6)})
    assert total.high == inf
    assert "no article in common" in find_dependence(ListCounts(0, 5, 6), ({}, {}))


def test_lists_of_one_source_give_no_number():
    months = {f"2001-{month:02}" for month in range(1, 13)}
    assert not find_dependence(ListCounts(100, 40, 60), (months, months))
    assert "one list" in find_dependence(ListCounts(1000, 400, 9), (months, months))
    assert "one list" in find_dependence(ListCounts(1000, 9, 400), (months, months))
    lost = months - {"2001-07"}
    assert not find_dependence(ListCounts(100, 40, 60), (months, lost))
    assert "2001-07" in find_dependence(ListCounts(100, 40, 60), (lost, lost))
    # in a list with few articles a month without any is chance
    assert not find_dependence(ListCounts(20, 5, 5), (lost, lost))
