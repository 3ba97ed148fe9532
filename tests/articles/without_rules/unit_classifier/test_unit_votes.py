"""Heuristics and classifier vote on each unit; parts that are improbable as a whole are left out."""

from __future__ import annotations

from lxml import html

from webarticlecurator.articles.without_rules.text_units import Unit, list_units
from webarticlecurator.articles.without_rules.unit_votes import (
    choose_by_votes_and_odds,
    find_improbable_parts,
)

LINE = (
    "The town library opened its doors again on Monday, after works of two years, as was planned."
)


def units_of(content: str) -> list[Unit]:
    return list_units(html.document_fromstring(f"<body>{content}</body>").find("body"))


def chosen(content: str, taken: list[int], probabilities: list[int]) -> list[int]:
    return sorted(choose_by_votes_and_odds(taken, units_of(content), probabilities))


SIX = f"<main>{f'<p>{LINE}</p>' * 6}</main>"


def test_a_unit_is_left_out_or_added_where_the_classifier_is_sure() -> None:
    assert chosen(SIX, [0, 1, 2, 3, 4], [990, 990, 990, 990, 20, 10]) == [0, 1, 2, 3]
    assert chosen(SIX, [0, 1, 2], [990, 990, 990, 980, 20, 10]) == [0, 1, 2, 3]


def test_the_heuristics_decide_where_the_classifier_is_not_sure() -> None:
    assert chosen(SIX, [0, 1, 2, 3], [990, 990, 990, 350, 350, 10]) == [0, 1, 2, 3]


def test_a_short_line_stays_unless_it_is_most_improbable() -> None:
    short = f"<main>{f'<p>{LINE}</p>' * 4}<h2>A heading</h2><p>{LINE}</p></main>"
    assert chosen(short, [0, 1, 2, 3, 4, 5], [990] * 4 + [60, 60]) == [0, 1, 2, 3, 4]
    assert chosen(short, [0, 1, 2, 3, 4, 5], [990] * 4 + [40, 990]) == [0, 1, 2, 3, 5]


def test_entries_of_lists_and_parts_of_quoted_posts_stay_one_by_one() -> None:
    items = SIX.replace("<p>", "<li>").replace("</p>", "</li>")
    assert chosen(items, [0, 1, 2, 3], [990, 990, 990, 20, 0, 0]) == [0, 1, 2, 3]
    quoted = f"<p>{LINE}</p>" * 3 + f"<blockquote><p>{LINE}</p><p>17 May</p></blockquote>"
    assert chosen(quoted, [0, 1, 2, 3, 4], [990, 990, 990, 20, 0]) == [0, 1, 2, 3, 4]


COMMENTS = (
    f"<main>{f'<p>{LINE}</p>' * 3}<ol>{f'<li>By a reader <p>{LINE}</p></li>' * 2}</ol></main>"
)


def test_a_part_in_which_all_is_improbable_is_left_out_as_a_whole() -> None:
    probabilities = [990, 990, 990, 160, 250, 120, 160]
    assert chosen(COMMENTS, list(range(7)), probabilities) == [0, 1, 2]
    assert find_improbable_parts(range(7), units_of(COMMENTS), probabilities) == {3, 4, 5, 6}


def test_a_part_with_one_probable_unit_or_of_two_units_stays() -> None:
    probabilities = [990, 990, 990, 160, 350, 120, 160]
    assert find_improbable_parts(range(7), units_of(COMMENTS), probabilities) == set()
    two = f"<main>{f'<p>{LINE}</p>' * 3}<div>{f'<p>{LINE}</p>' * 2}</div></main>"
    assert find_improbable_parts(range(5), units_of(two), [990, 990, 990, 100, 100]) == set()


def test_a_list_is_no_improbable_part() -> None:
    items = f"<main>{f'<p>{LINE}</p>' * 3}<ul>{f'<li>{LINE}</li>' * 4}</ul></main>"
    assert find_improbable_parts(range(7), units_of(items), [990] * 3 + [100] * 4) == set()


def test_what_holds_all_that_was_taken_is_no_improbable_part() -> None:
    assert find_improbable_parts(range(6), units_of(SIX), [100] * 6) == set()
