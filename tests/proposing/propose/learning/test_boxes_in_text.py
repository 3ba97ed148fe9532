"""Boxes inside the text of few articles: they are no text, and a rule drops them."""

from __future__ import annotations

import pytest
from learn_pages import WORDS, paragraphs

from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.text_rules.block_drops import (
    learn_block_drops,
    list_form_drops,
    make_drop_rule,
)
from webarticlecurator.proposing.text_rules.shared_blocks import (
    ArticleFacts,
    JudgedPage,
    judge_blocks,
)

COUNT = 12
URL = "https://echo.example/news/{}.html"
LISTED = [URL.format(word) for word in WORDS[:COUNT]]
NEWSLETTER = "<div><h4>Our letter {n}</h4><p>Nr {n} for you</p><form><input></form></div>"
LABEL = "<div>Inzerce</div><div><iframe></iframe></div>"
LABEL_IN_BOX = '<div><small>Inzerce</small><a href="/x"><img></a></div>'
FILLED_LATER = '<p>Inzerce</p><div id="slot"></div>'
SENDS_ON = f'<p><b>Viz dále</b> <a href="/news/{WORDS[9]}.html">A title of another article</a></p>'
BOX = f'<div><span>Viz</span><h4><a href="/news/{WORDS[9]}.html">Of another article</a></h4></div>'
LIST = f'<p><b>Viz</b></p><ul><li><a href="/news/{WORDS[9]}.html">Of another one</a></li></ul>'


def story(number: int, box: str) -> Page:
    half, rest = paragraphs(number), paragraphs(number + COUNT)
    body = f"<article>{half}{box.format(n=number)}{rest}</article>"
    return Page(URL.format(WORDS[number]), f"<html><body>{body}</body></html>")


def judge(pages: list[Page]) -> list[JudgedPage]:
    units = [list_page_units(page) for page in pages]
    bad = judge_blocks(pages, units, [ArticleFacts()] * len(pages), LISTED)
    return [
        JudgedPage(
            page,
            tuple(page.root.iter("article")),
            tuple(unit for unit in own if unit in template),
            tuple(unit for unit in own if unit not in template),
        )
        for page, own, template in zip(pages, units, bad, strict=True)
    ]


@pytest.mark.parametrize(
    ("box", "having"),
    [
        (NEWSLETTER, 1),
        (LABEL, 1),
        (LABEL_IN_BOX, 2),
        (FILLED_LATER, 2),
        (SENDS_ON, 1),
        (BOX, 2),
        (LIST, 2),
    ],
)
def test_a_box_in_the_text_of_few_articles_is_dropped(box: str, having: int) -> None:
    pages = [story(n, box if n < having else "") for n in range(COUNT)]
    judged = judge(pages)
    rules = [*list_form_drops(judged), *learn_block_drops(judged, ["article"])]
    for number, page in enumerate(pages):
        dropped = {*select_elements([*map(make_drop_rule, rules)], page, any_of=True)}
        units = list_page_units(page)
        kept = [unit.text for unit in units if dropped.isdisjoint(unit.around)]
        assert kept == [unit.text for unit in list_page_units(story(number, ""))]
        assert (len(kept) < len(units)) == (number < having)


@pytest.mark.parametrize(
    ("part", "having"),
    [
        ("<p><strong>Závěr</strong></p>", 2),
        ("<p><strong>Závěr</strong></p><p><img></p>", 2),
        ("<p>Ne, to ne.</p><div></div>", 2),
        (f'<p>Psali jsme <a href="/news/{WORDS[9]}.html">o tom</a>, co se stalo.</p>', 1),
    ],
)
def test_what_two_texts_have_in_common_stays(part: str, having: int) -> None:
    pages = [story(n, part if n < having else "") for n in range(COUNT)]
    assert not any(each.template for each in judge(pages))


def test_a_form_directly_beside_the_text_has_no_rule() -> None:
    form = "<form><input></form>"
    inside = [story(n, f"<div>{paragraphs(n + 20)}{form}</div>") for n in range(COUNT)]
    assert not list_form_drops(judge(inside))
    assert list_form_drops(judge([story(n, f"<div>{form}</div>") for n in range(COUNT)]))


def test_a_short_article_with_a_box_stays() -> None:
    """The comments are in the element of the text."""
    comments = "<div><h3>Comments</h3><form><input></form></div>"
    pages = [story(n, f"<div>{paragraphs(n + 20)}{comments}</div>") for n in range(COUNT)]
    rules = [*map(make_drop_rule, list_form_drops(judge(pages)))]
    short = Page(LISTED[0], f"<body><div><p>One short line of a text.</p>{comments}</div>")
    assert [e.findtext("h3") for e in select_elements(rules, short)] == ["Comments"]


def test_a_rule_that_goes_by_no_names_takes_nothing_large() -> None:
    """An article without the box may have its whole text in such an element."""
    box = '<div><p>One of {n}</p><a href="/news/{other}.html">On the {other}</a></div>'
    pages = [
        story(n, box.replace("{n}", str(n % 3)).replace("{other}", WORDS[(n + 1) % COUNT]))
        for n in range(COUNT)
    ]
    rules = [*map(make_drop_rule, learn_block_drops(judge(pages), ["article"]))]
    whole = f'<div>{paragraphs(1, 9)}<a href="/news/{WORDS[2]}.html">source</a></div>'
    selected = [
        [*select_elements(rules, page, any_of=True)] for page in (pages[0], story(0, whole))
    ]
    assert selected[0] and not any(len(text_of(each)) > 400 for each in selected[1])


@pytest.mark.parametrize("count", [2, 3])
def test_a_line_beside_a_frame_of_one_of_two_articles_may_be_text(count: int) -> None:
    pages = [story(n, LABEL if n == 0 else "") for n in range(count)]
    rules = learn_block_drops(judge(pages), ["article"])
    assert bool(rules) == (count > 2)
