"""Lines of a template inside the text of articles: which are dropped, and which are not."""

from __future__ import annotations

from learn_pages import WORDS, page, paragraphs

from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.title_rules import find_heading
from webarticlecurator.proposing.text_rules.template_lines import learn_template_lines

NAMES = ("Anna Kis", "Ben Ode", "Cleo Wren", "Dora Lund")


def title_of(number: int) -> str:
    return f"What happened on day {number} at the {WORDS[number]}"


def learned(above: list[str], below: list[str]) -> list[str]:
    """Return the rules for pages with these lines above and below their paragraphs."""
    pages = [
        page(n, f"<body><h1>{title_of(n)}</h1><div class='text'>{a}{paragraphs(n)}{b}</div></body>")
        for n, (a, b) in enumerate(zip(above, below, strict=True))
    ]
    return [line.rule for line in learn_template_lines(pages, ["div.text"], [], "h1")]


def test_the_line_of_the_author_what_is_behind_it_and_links_to_share():
    above = [
        f"<h6 class='meta'>Posted by: <a href='/by/{n}'>{NAMES[n % 4]}</a> {n + 2} years ago</h6><p>({n + 3} comments)</p>"
        for n in range(6)
    ]
    below = ["<p class='share'><a class='btn' href='/f'>Share</a></p>"] * 6
    assert learned(above, below) == ["h6.meta", "h6.meta + p", "a.btn"]


def test_a_line_of_facts_beside_each_other_is_dropped_and_a_sentence_with_a_day_stays():
    """Each has other words on each page."""
    facts = [
        f"<div class='facts'><span>{NAMES[n % 4]}</span><span>{n + 1}/16/18</span>"
        f"<span>{WORDS[n]}</span></div>"
        for n in range(6)
    ]
    assert learned(facts, [""] * 6) == ["div.facts"]
    lines = [
        f"<p class='lead'><b>{WORDS[n].title()}</b>, <i>{n + 1}/16/18</i>.</p>" for n in range(6)
    ]
    assert learned(lines, [""] * 6) == []
    own = [f"<p class='lead'>On {n + 1}/16/18 <b>{WORDS[n]}</b></p>" for n in range(6)]
    assert learned(own, [""] * 6) == []


def test_paragraphs_without_spaces_are_no_line_of_facts():
    """A whole article in Thai has fewer words than a sentence."""
    letters = "กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ"
    texts = [letters[n:] + letters[:n] for n in range(6)]
    above = [
        f"<div class='all'><b>{n + 1}/16/2018</b><p>{text * 3}</p><p>{text[::-1] * 3}</p></div>"
        for n, text in enumerate(texts)
    ]
    assert learned(above, [""] * 6) == []


def test_the_title_once_more_as_a_heading_among_others():
    above = [f"<h2>{title_of(n)}</h2>" for n in range(6)]
    below = [f"<h2>On the {WORDS[n + 9]}</h2>{paragraphs(n, 2, 7)}" for n in range(6)]
    assert learned(above, below) == ["div.text > h2:first-child"]


def test_short_paragraphs_of_their_own_words_stay():
    above = [f"<p class='short'>{WORDS[n]} {WORDS[n + 8]} {WORDS[n + 16]}.</p>" for n in range(6)]
    below = [
        f"<p class='end'>{WORDS[n + 2]} and {WORDS[n + 9]} at {n} o'clock.</p>" for n in range(6)
    ]
    assert learned(above, below) == []


def test_a_line_on_few_pages_is_no_template():
    above = ["<p class='note'>This is a note.</p>" if n < 2 else "" for n in range(6)]
    assert learned(above, [""] * 6) == []


def test_a_named_element_is_the_title_where_no_heading_is():
    def made(number: int, tag: str) -> Page:
        title = title_of(number)
        return Page(
            f"https://echo.example/{number}",
            f"<html><head><title>{title} · Echo</title></head><body><div class='name'>Echo</div>"
            f"<{tag} id='post-title'>{title}</{tag}>{paragraphs(number)}</body></html>",
        )

    assert find_heading([made(n, "div") for n in range(6)], ("Echo",)) == "div#post-title"
    assert find_heading([made(n, "h1") for n in range(6)], ("Echo",)) == "h1#post-title"
