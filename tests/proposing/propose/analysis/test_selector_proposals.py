"""Selectors for elements that are pointed at by their text."""

from __future__ import annotations

import re

import pytest

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.proposing.text_rules.pointed_drops import (
    KeptText,
    propose_drops,
    write_line_patterns,
)
from webarticlecurator.proposing.text_rules.pointed_selectors import (
    SelectorProposal,
    find_by_number,
    find_by_text,
    propose_selectors,
)
from webarticlecurator.proposing.trial.selector_survey import count_matches

PAGE = """<html><head><title>News of today</title><script>var t = "A park is built";</script></head><body>
<div id="menu"><a href="/">News of today</a></div>
<main><div class="teaser"><h2 class="title"><a href="/1">A park
 is built</a></h2><p>In short.</p></div>
<div class="teaser"><h2 class="title"><a href="/2">Two bridges</a></h2><p>In short.</p></div>
<div class="teaser"><h2 class="title"><a href="/3">Three fires</a></h2></div></main>
<aside class="most-read"><h2 class="title"><a href="/2">Two bridges</a></h2></aside></body></html>"""


@pytest.fixture
def page() -> Page:
    return read_page("https://echo.example/", PAGE.encode())


def proposed(page: Page, *texts: str) -> dict[str, tuple[int, int]]:
    chains = [find_by_text(page, text) for text in texts]
    found = propose_selectors(page, [chain for chain in chains if chain is not None])
    return {each.css: (each.selected, each.others) for each in found}


def test_an_element_is_found_by_what_it_shows(page: Page):
    chain = find_by_text(page, " A park is  built ")
    assert chain is not None
    assert [element.tag for element in chain] == ["a", "h2"]
    part = find_by_text(page, "bridges")
    assert part is not None
    assert part[0].get("href") == "/2"
    assert find_by_text(page, "Four") is None
    assert find_by_text(page, "  ") is None


def test_a_text_of_a_script_or_the_head_is_not_pointed_at(page: Page):
    chain = find_by_text(page, "A park is built")
    assert chain is not None
    assert chain[0].tag == "a"
    title = find_by_text(page, "News of today")
    assert title is not None
    assert title[0].getparent().get("id") == "menu"


def test_one_element_gets_the_narrowest_selectors_first(page: Page):
    found = proposed(page, "Two bridges")
    assert "h2" in found or "h2.title" in found or ".title" in found
    assert all(selected - others <= 2 for selected, others in found.values())
    assert [*found.values()] == sorted(found.values(), key=lambda each: each[1])


def test_two_elements_get_what_selects_both_and_the_third_of_their_kind(page: Page):
    found = proposed(page, "A park is built", "Two bridges")
    assert (3, 1) in [(selected, others) for selected, others in found.values()]
    narrow = next(css for css, (selected, _) in found.items() if selected == 3)
    assert count_matches(page, [narrow])[0].selected == 3
    assert not any(css.startswith("#menu") for css in found)


def test_selectors_of_another_page_are_counted_there(page: Page):
    other = read_page("https://echo.example/2", b"<h2 class=title>One</h2><p>x</p><p>y</p>")
    counts = count_matches(other, ["h2.title", "p", "ul"])
    assert [(each.selected, each.text) for each in counts] == [(1, "One"), (2, "x"), (0, "")]


def test_an_element_that_is_clicked_comes_with_what_wraps_it(page: Page):
    heading = page.root.find(".//h2")
    link = page.elements.all.index(heading[0])
    chain = find_by_number(page, link)
    assert chain is not None
    assert [element.tag for element in chain] == ["a", "h2"]
    assert find_by_number(page, len(page.elements.all)) is None
    assert find_by_number(page, -1) is None


def test_a_picture_comes_with_what_holds_nothing_else():
    page = read_page(
        "https://echo.example/",
        b"<div class=cards><a class=card href=/1><i><img src=1.png></i></a>"
        b"<a class=card href=/2><i><img src=2.png></i></a></div>",
    )
    chain = find_by_number(page, page.elements.all.index(page.root.find(".//img")))
    assert chain is not None
    assert [element.tag for element in chain] == ["img", "i", "a"]
    assert propose_selectors(page, [chain])[0].selected == 2


def test_selectors_of_the_same_result_are_proposed_where_they_are_asked_for(page: Page):
    chain = find_by_text(page, "A park is built")
    assert chain is not None
    one = propose_selectors(page, [chain])
    several = propose_selectors(page, [chain], variants=3)
    assert len(one) < len(several)
    assert {each.css for each in one} < {each.css for each in several}


# What is to be dropped.

STORY = """<html><body><div class="story">{text}
<div class="summary"><h3>In short</h3><ul><li>The park is built.</li><li>It costs little.</li></ul></div>
<p>WATCH | {film}</p></div></body></html>"""
SENTENCE = "The council of the town has said that the park will be built by the river in spring. "


def drops(text: str, *, shown: str, film: str = "How a park is built") -> list[SelectorProposal]:
    """Return the proposals to drop the element that shows a text; all elements with text of their
    own are kept."""
    stored = StoredPage(
        "https://echo.example/1", STORY.format(text=text, film=film).encode(), "text/html"
    )
    portal = Portal("echo", "https://echo.example/")
    elements = stored.page(portal).elements.all
    kept = {
        number: len(each.text)
        for number, each in enumerate(elements)
        if each.text and not each.text.isspace()
    }
    node = next(number for number, each in enumerate(elements) if each.text == shown)
    return [*propose_drops(portal, stored, node, KeptText(kept), shown)]


def test_what_is_in_a_box_can_be_dropped_with_the_box():
    found = drops(f"<p>{SENTENCE * 9}</p>", shown="The park is built.")
    boxes = [each.css for each in found if each.is_box]
    assert "div.summary" in boxes
    assert not any("story" in css.split()[-1] for css in boxes)


def test_a_section_of_the_text_is_no_box():
    sections = "".join(
        f'<div class="section s{n}"><h2>Part {n}</h2><p>{SENTENCE * 3}{n}</p></div>'
        for n in range(9)
    )
    found = drops(sections, shown=f"{SENTENCE * 3}4")
    assert not [each.css for each in found if each.is_box]


def test_no_selector_drops_much_of_the_text_with_a_line():
    text = "".join(f"<p>{SENTENCE * 2}{n}</p>" for n in range(9))
    found = drops(text, shown="WATCH | How a park is built")
    assert [each.css for each in found if not each.is_line] == []
    assert [(each.css, each.others) for each in found] == [
        (r"^WATCH \| How a park is built$", 0),
        (r"^WATCH \|.*$", 0),
    ]


def test_what_takes_text_of_other_elements_is_said_to():
    text = f"<p>{SENTENCE * 9}</p><h3 class='theme'>{SENTENCE}</h3>"
    found = {each.css: each for each in drops(text, shown="In short")}
    assert found["div.story h3"].is_wide
    assert not found["div.summary h3"].is_wide


@pytest.mark.parametrize(
    ("line", "patterns"),
    [
        ("Read more: The ferry (1999)", [r"^Read more: The ferry \(1999\)$", "^Read more:.*$"]),
        ("The ferry is back", ["^The ferry is back$"]),
        ("One line\nand another", [r"(?s)^One line\s+and another$"]),
        (
            SENTENCE.strip(),
            ["^The council of the town has said that.*$"],
        ),
        ("", []),
    ],
)
def test_a_line_is_found_by_its_words_or_its_label(line: str, patterns: list[str]):
    assert [*write_line_patterns(line)] == patterns
    assert all(re.search(each, line) for each in patterns)


def test_lines_are_counted_on_other_pages():
    page = read_page("https://echo.example/2", STORY.format(text="Bare", film="Two").encode())
    selectors = [re.compile(each) for each in (r"^WATCH \|.*$", "^Bare$", "^Nothing$")]
    assert [each.selected for each in count_matches(page, selectors)] == [1, 1, 0]
    assert count_matches(page, selectors)[0].text == "WATCH | Two"


def test_a_selector_of_much_of_another_page_is_told_apart():
    content = STORY.format(text="<p>Short.</p>", film="One").encode()
    page = read_page("https://echo.example/2", content)
    counts = count_matches(page, ["div.story", "h3", "div.absent", re.compile("^Short")])
    assert [each.is_much for each in counts] == [True, False, False, False]
