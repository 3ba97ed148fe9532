"""Which units are taken as the article by their probabilities, and which elements they become."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from lxml import html

from webarticlecurator.articles.units.classify_units import read_classifier
from webarticlecurator.articles.units.expected_f1 import soften_probabilities
from webarticlecurator.articles.units.text_units import Unit, list_units
from webarticlecurator.articles.without_rules import article_text
from webarticlecurator.articles.without_rules.article_text import (
    find_article_text,
    rate_article_text,
)
from webarticlecurator.articles.without_rules.chosen_elements import find_chosen_elements
from webarticlecurator.articles.without_rules.chosen_units import choose_units
from webarticlecurator.base.portal.trained_models import UNIT_CLASSIFIER, read_trained_model
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page

LINE = "The town library opened its doors again on Monday, after works of two years, twice what was planned."


def units_of(content: str) -> list[Unit]:
    return list_units(html.document_fromstring(f"<body>{content}</body>").find("body"))


def chosen(content: str, probabilities: list[int], known: Sequence[int] = ()) -> list[int]:
    """Return the units that are chosen; ``known``: those that are no text, whatever trees say."""
    likely = [0 if n in known else p for n, p in enumerate(probabilities)]
    return sorted(choose_units(units_of(content), likely, dict.fromkeys(known, "title")))


FIVE = f"<p>{LINE}</p>" * 5


def test_the_units_with_the_highest_expected_f1_are_chosen() -> None:
    assert chosen(FIVE, [990, 990, 990, 20, 0]) == [0, 1, 2]
    assert chosen(FIVE, [10, 990, 990, 990, 990]) == [1, 2, 3, 4]


def test_a_list_is_chosen_as_a_whole_or_not() -> None:
    items = f"<p>{LINE}</p>" * 4 + f"<ul>{f'<li>{LINE}</li>' * 3}</ul>"
    assert chosen(items, [990] * 4 + [900, 900, 100]) == [0, 1, 2, 3, 4, 5, 6]
    assert chosen(items, [990] * 4 + [100, 100, 100]) == [0, 1, 2, 3]


def test_parts_of_quoted_posts_are_not_left_out_one_by_one() -> None:
    quoted = f"<p>{LINE}</p>" * 3 + f"<blockquote><p>{LINE}</p><p>17 May</p></blockquote>"
    assert chosen(quoted, [990, 990, 990, 700, 0]) == [0, 1, 2, 3, 4]


def test_a_page_that_is_one_table_is_no_part_of_its_text() -> None:
    rows = f"<table>{f'<tr><td>{LINE}</td></tr>' * 5}</table>"
    assert chosen(rows, [990, 990, 990, 20, 20]) == [0, 1, 2]


def test_a_short_line_between_two_paragraphs_stays_unless_it_is_improbable() -> None:
    short = f"<p>{LINE}</p><p>So it was.</p><p>{LINE}</p>"
    assert chosen(short, [990, 200, 990]) == [0, 1, 2]
    assert chosen(short, [990, 60, 990]) == [0, 2]


def test_a_short_sentence_beside_the_text_stays_unless_it_is_improbable() -> None:
    short = f"<div><p>It was time.</p><p>{LINE}</p><p>{LINE}</p><p>Picture: Echo</p></div>"
    assert chosen(short, [200, 990, 990, 200]) == [0, 1, 2]
    assert chosen(short, [60, 990, 990, 60]) == [1, 2]


def test_a_heading_is_chosen_with_the_text_below_it_only() -> None:
    boxed = f"<p>{LINE}</p><h3>The bridge stays closed</h3><p>{LINE}</p><p>{LINE}</p>"
    assert chosen(boxed, [990, 900, 850, 990]) == [0, 1, 2, 3]
    assert chosen(boxed, [990, 900, 100, 990]) == [0, 3]


def test_what_says_itself_that_it_is_no_text_is_never_chosen() -> None:
    assert chosen(FIVE, [990] * 5, known=[0, 2]) == [1, 3, 4]
    items = f"<p>{LINE}</p>" * 4 + f"<ul>{f'<li>{LINE}</li>' * 3}</ul>"
    assert chosen(items, [990] * 7, known=[5]) == [0, 1, 2, 3, 4, 6]


def test_a_copy_of_the_text_in_one_piece_is_left_out() -> None:
    lines = [f"{n}. {LINE} {LINE}" for n in range(4)]
    content = "".join(f"<p>{line}</p>" for line in lines) + f"<div>{' '.join(lines)}</div>"
    assert chosen(content, [900] * 5) == [0, 1, 2, 3]


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


def test_the_text_has_a_confidence() -> None:
    content = (
        f"<html><body><nav>Home</nav><article><h1>Open again</h1>{FIVE}</article></body></html>"
    )
    page = Page("https://echo.example/a", content)
    found = find_article_text(page)
    assert found is not None
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


def test_softened_probabilities_keep_the_order_and_what_is_certain() -> None:
    softened = soften_probabilities(range(1001))
    assert softened == sorted(softened)
    assert (softened[0], softened[500], softened[1000]) == (0, 500, 1000)
    # odds of 16 to 1 become 8 to 1
    assert abs(softened[941] - 889) <= 1


@pytest.mark.parametrize(("kind", "entries"), [("article", 0), ("other", 0), ("list", 12)])
def test_entries_of_a_list_that_trees_hold_for_improbable_are_taken(
    kind: str, entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_size = {"start": 0, "trees": [[0, len(LINE), -700, 3000]]}
    stored = json.loads(read_trained_model(UNIT_CLASSIFIER)) | {"first": by_size, "second": by_size}
    trees = read_classifier(json.dumps(stored).encode())
    monkeypatch.setattr(article_text, "load_classifier", lambda: trees)
    entry = "<div><p>The mill opens again in May, and the ferry sails each hour from the old quay in summer.</p></div>"
    content = f"<html><body>{f'<p>{LINE} {LINE}</p>' * 3}<hr>{entry * 12}</body></html>"
    found = article_text.find_article_text(Page("https://echo.example/a", content, kind=kind))
    assert found is not None
    left = {e for root in found.roots for e in root.iter("p")}
    left -= {e for drop in found.drops for e in drop.iter("p")}
    assert len([e for e in left if "mill" in (e.text or "")]) == entries
