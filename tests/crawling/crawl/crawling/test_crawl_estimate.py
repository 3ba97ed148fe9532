"""How many requests a crawl still makes: exact where it is known, a range where it follows from the
parts walked so far, and no upper end where nothing is known."""

from __future__ import annotations

import random

from webarticlecurator.crawling.crawl.request_estimate import CrawlEstimate, Remaining, SpanParts

NEWS, FILM = ("news", 0), ("film", 0)


def walk_part(estimate: CrawlEstimate, articles: int, span: tuple[str, int] = NEWS) -> None:
    estimate.begin_part(span)
    estimate.count_page(articles, has_next=False)
    for _ in range(articles):
        estimate.count_article()
    estimate.finish_part()


def test_before_the_first_part_only_the_least_number_is_known() -> None:
    estimate = CrawlEstimate([SpanParts(NEWS, 40)], waiting=5)
    assert estimate.remaining() == Remaining(45, None)


def test_a_part_that_has_begun_is_known_as_far_as_it_was_read() -> None:
    estimate = CrawlEstimate([SpanParts(NEWS, 1)], waiting=0)
    estimate.begin_part(NEWS)
    assert estimate.remaining() == Remaining(1, None)
    estimate.count_page(10, has_next=True)
    assert estimate.remaining() == Remaining(11, None)
    estimate.count_article()
    assert estimate.remaining() == Remaining(10, None)
    for _ in range(9):
        estimate.count_article()
    estimate.count_page(3, has_next=False)
    assert estimate.remaining() == Remaining(3, 3)


def test_parts_of_the_same_size_give_one_number() -> None:
    estimate = CrawlEstimate([SpanParts(NEWS, 10)], waiting=2)
    for _ in range(3):
        walk_part(estimate, 4)
    assert estimate.remaining() == Remaining(7 * 5 + 2, 7 * 5 + 2)


def test_waiting_articles_are_counted_after_the_walks() -> None:
    estimate = CrawlEstimate([SpanParts(NEWS, 1)], waiting=2)
    walk_part(estimate, 1)
    assert estimate.remaining() == Remaining(2, 2)
    estimate.count_article()
    assert estimate.remaining() == Remaining(1, 1)


def test_a_span_that_is_not_begun_is_guessed_by_the_others() -> None:
    estimate = CrawlEstimate([SpanParts(NEWS, 3), SpanParts(FILM, 10)], waiting=0)
    for _ in range(3):
        walk_part(estimate, 4)
    assert estimate.remaining() == Remaining(10, 100)  # one to ten pages each


def test_a_walk_that_ends_early_leaves_no_parts() -> None:
    estimate = CrawlEstimate([SpanParts(NEWS, 100, may_end_early=True)], waiting=0)
    assert estimate.remaining() == Remaining(0, None)
    for _ in range(3):
        walk_part(estimate, 0)
    assert estimate.remaining() == Remaining(0, 97)
    estimate.end_span(NEWS)
    assert estimate.remaining() == Remaining(0, 0)


def test_there_is_no_upper_end_while_pages_may_name_more_of_them() -> None:
    estimate = CrawlEstimate([SpanParts(NEWS, 5, is_open=True)], waiting=0)
    for _ in range(4):
        walk_part(estimate, 2)
    assert estimate.remaining() == Remaining(3, None)
    for _ in range(3):  # more than were known before
        walk_part(estimate, 2)
    assert estimate.remaining() == Remaining(0, None)


def test_a_limit_of_articles_is_an_upper_end() -> None:
    estimate = CrawlEstimate([SpanParts(NEWS, 1000)], waiting=0, limit=20)
    assert estimate.remaining() == Remaining(40, 40)
    for _ in range(3):
        walk_part(estimate, 5)
    assert estimate.remaining() == Remaining(10, 10)


def test_the_range_holds_the_true_number_nearly_always_and_narrows() -> None:
    checked = held = 0
    for seed in range(20):
        chance = random.Random(seed)
        sizes = [max(0, round(chance.gauss(30, 10))) for _ in range(200)]
        estimate = CrawlEstimate([SpanParts(NEWS, len(sizes))], waiting=0)
        widths = []
        for number, articles in enumerate(sizes, 1):
            walk_part(estimate, articles)
            found = estimate.remaining()
            if number >= 10 and found.high is not None:
                true = sum(size + 1 for size in sizes[number:])
                checked += 1
                held += found.low <= true <= found.high
                widths.append(found.high - found.low)
        assert widths[0] > widths[len(widths) // 2] > widths[-1] == 0
    assert held >= 0.9 * checked
