"""What the classifier of text units may change in a choice of the heuristics, and when."""

from __future__ import annotations

from lxml import html

from webarticlecurator.articles.without_rules.article_text import (
    find_article_text,
    rate_article_text,
)
from webarticlecurator.articles.without_rules.chosen_elements import find_chosen_elements
from webarticlecurator.articles.without_rules.judge_choice import judge_units
from webarticlecurator.articles.without_rules.text_units import Unit, list_units
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page

LINE = "The town library opened its doors again on Monday, after works of two years, twice what was planned."


def units_of(content: str) -> list[Unit]:
    return list_units(html.document_fromstring(f"<body>{content}</body>").find("body"))


def judged(
    content: str,
    taken: list[int],
    probabilities: list[int],
    teasers: frozenset[int] = frozenset(),
    *,
    is_article: bool = True,
):
    found = judge_units(taken, units_of(content), probabilities, teasers, is_article=is_article)
    return sorted(found.units), found.is_replacement


FIVE = f"<p>{LINE}</p>" * 5


def test_improbable_units_are_left_out_where_the_whole_is_probable() -> None:
    assert judged(FIVE, [0, 1, 2, 3], [990, 990, 990, 20, 0]) == ([0, 1, 2], False)


def test_nothing_is_left_out_where_the_classifier_expects_another_text() -> None:
    assert judged(FIVE, [0, 1], [400, 100, 250, 250, 250]) == ([0, 1], False)


def test_entries_of_lists_are_never_left_out_one_by_one() -> None:
    items = FIVE.replace("<p>", "<li>").replace("</p>", "</li>")
    assert judged(items, [0, 1, 2, 3], [990, 990, 990, 20, 0]) == ([0, 1, 2, 3], False)


def test_parts_of_quoted_posts_are_never_left_out_one_by_one() -> None:
    quoted = f"<p>{LINE}</p>" * 3 + f"<blockquote><p>{LINE}</p><p>17 May</p></blockquote>"
    assert judged(quoted, [0, 1, 2, 3, 4], [990, 990, 990, 20, 0]) == ([0, 1, 2, 3, 4], False)


def test_a_choice_of_what_is_hardly_text_is_replaced() -> None:
    assert judged(FIVE, [4], [990, 990, 990, 990, 10]) == ([0, 1, 2, 3], True)
    assert judged(FIVE, [], [990, 990, 990, 990, 10]) == ([0, 1, 2, 3], True)


def test_a_part_of_the_text_is_extended() -> None:
    assert judged(FIVE, [0], [980] + [990] * 4) == ([0, 1, 2, 3, 4], True)
    assert judged(FIVE, [0], [600] + [990] * 4) == ([0, 1, 2, 3, 4], True)


def test_what_calls_itself_an_article_is_extended_for_a_larger_gain_only() -> None:
    article = f"<main><p>{LINE}</p><div>{FIVE}</div></main>"
    probabilities = [980, 600, 500, 500, 400, 300]
    assert judged(article, [0], probabilities) == ([0], False)
    assert judged(article, [0], probabilities, is_article=False) == ([0, 1, 2, 3, 4], True)
    teasers = frozenset((1,))
    assert judged(article, [0], probabilities, teasers, is_article=False) == ([0], False)


def test_what_is_probable_comes_back_between_the_text_and_not_behind_it() -> None:
    assert judged(FIVE, [0, 1, 4], [990, 990, 850, 850, 990]) == ([0, 1, 2, 3, 4], False)
    assert judged(FIVE, [0, 1, 2], [990, 990, 990, 850, 850]) == ([0, 1, 2], False)


def test_a_heading_comes_back_with_the_text_below_it_only() -> None:
    boxed = f"<p>{LINE}</p><h3>The bridge stays closed</h3><p>{LINE}</p><p>{LINE}</p>"
    assert judged(boxed, [0, 3], [990, 900, 850, 990]) == ([0, 1, 2, 3], False)
    assert judged(boxed, [0, 3], [990, 900, 300, 990]) == ([0, 3], False)


def test_a_probable_choice_is_replaced_by_a_longer_text_only_where_that_is_certain() -> None:
    assert judged(FIVE, [2, 3, 4], [840, 840, 800, 800, 800]) == ([2, 3, 4], False)
    assert judged(FIVE, [2, 3, 4], [940, 940, 900, 900, 900]) == ([0, 1, 2, 3, 4], True)


def test_a_copy_of_the_text_in_one_piece_is_left_out() -> None:
    lines = [f"{n}. {LINE} {LINE}" for n in range(4)]
    content = "".join(f"<p>{line}</p>" for line in lines) + f"<div>{' '.join(lines)}</div>"
    assert judged(content, [0, 1, 2, 3, 4], [900] * 4 + [0]) == ([0, 1, 2, 3], False)


def text_of(content: str, chosen: list[int]) -> list[str]:
    """The text that is left of the roots of the chosen units."""
    units = units_of(content)
    roots, drops = find_chosen_elements(units, chosen)
    left = []
    for root in roots:
        for element in root.iter():
            if not any(outer in drops for outer in self_and_ancestors(element, root)):
                left.append((element.text or "").strip())
            if element is not root and not any(
                outer in drops for outer in self_and_ancestors(element.getparent(), root)
            ):
                left.append((element.tail or "").strip())
    return [text for text in left if text]


def test_what_lies_between_chosen_units_is_left_out_as_the_largest_element() -> None:
    content = "<main><p>One</p><div><b>Ad</b><p>Buy this</p></div><p>Two</p></main><p>Three</p>"
    units = units_of(content)
    assert [unit.text for unit in units] == ["One", "Ad", "Buy this", "Two", "Three"]
    roots, drops = find_chosen_elements(units, [0, 3])
    assert ([root.tag for root in roots], [e.tag for e in drops]) == (["main"], ["div"])
    assert text_of(content, [0, 3]) == ["One", "Two"]


def test_a_chosen_lead_far_from_the_text_is_a_root_of_its_own() -> None:
    content = f"<div><p>Lead</p><p>Share</p></div><div><div>{FIVE}</div></div>"
    assert text_of(content, [0, 2, 3, 4, 5, 6]) == ["Lead"] + [LINE] * 5


def test_text_in_an_inline_element_stays_where_a_block_in_it_is_left_out() -> None:
    content = f"<div><span>{LINE}<div>Advertisement</div>{LINE}</span></div>"
    assert text_of(content, [0]) == [LINE, LINE]


def test_a_picture_with_a_line_stays_and_a_teaser_with_a_picture_goes() -> None:
    picture = "<div><img src=a.png><p>Photo: Echo</p></div>"
    teaser = "<div><img src=b.png><p><a href=/x>The bridge stays closed</a></p></div>"
    units = units_of(f"<p>One</p>{picture}{teaser}<p>Two</p>")
    _, drops = find_chosen_elements(units, [0, 3])
    assert [(e.tag, len(e)) for e in drops] == [("p", 0), ("div", 2)]


def test_the_text_has_a_confidence_and_no_remark_where_the_choice_stands() -> None:
    content = (
        f"<html><body><nav>Home</nav><article><h1>Open again</h1>{FIVE}</article></body></html>"
    )
    page = Page("https://echo.example/a", content)
    found = find_article_text(page)
    assert found is not None
    assert found.remark == ""
    assert 900 < rate_article_text(page, found.roots, found.drops) < 1000


def test_the_confidence_falls_with_what_is_left_out_and_with_what_is_too_much() -> None:
    menu = "".join(f"<li><a href=/{n}>Section number {n}</a></li>" for n in range(40))
    lines = f"<article><h1>Open again</h1>{FIVE}</article>"
    page = Page("https://echo.example/a", f"<html><body><ul>{menu}</ul>{lines}</body></html>")
    found = find_article_text(page)
    assert found is not None
    whole = rate_article_text(page, found.roots, found.drops)
    (body,) = page.root.iter("body")
    (first, *_) = page.root.iter("p")
    assert rate_article_text(page, (body,), {}) < whole
    assert rate_article_text(page, (first,), {}) < whole
    assert rate_article_text(page, (), {}) == 0
