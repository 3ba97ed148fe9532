"""Lines of a template at the edges of the text of articles: which are dropped, and which are not."""

from __future__ import annotations

import pytest
from learn_pages import WORDS, paragraphs
from lxml import html
from test_samples_read import HOST, LIST, PageVisits

from webarticlecurator.base.proposal.proposal import LinkProposal, Proposal
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.title_rules import find_heading
from webarticlecurator.proposing.propose.article_samples import add_articles
from webarticlecurator.proposing.text_rules.block_drops import make_drop_rule

NAMES = ("Anna Kis", "Ben Ode", "Cleo Wren", "Dora Lund")


def title_of(number: int) -> str:
    return f"What happened on day {number} at the {WORDS[number]}"


def list_dropped(above: list[str], below: list[str]) -> list[set[str]]:
    """Return the texts of what is dropped of pages with these lines above and below their
    paragraphs, but for the title above the text; the rules are from the first six."""
    pages = {
        f"{HOST}/a/{n}-{WORDS[n]}.html": f"<html><head><title>{title_of(n)}</title></head><body>"
        f"<h1>{title_of(n)}</h1><div class='text'>{a}{paragraphs(n)}{b}</div></body></html>"
        for n, (a, b) in enumerate(zip(above, below, strict=True))
    }
    links = tuple(pages)[:6]
    known = Proposal(LIST, language="en", links=(LinkProposal("a", links),))
    rules = add_articles(known, links, PageVisits(pages), Runtime()).article.drops
    found = []
    for url, content in pages.items():
        each = Page(url, content)
        elements = select_elements([*map(make_drop_rule, rules)], each, any_of=True)
        found.append({" ".join(element.itertext()) for element in elements if element.tag != "h1"})
    return found


def words_of(line: str) -> str:
    return " ".join(html.fromstring(line).itertext())


@pytest.mark.parametrize(
    "line",
    [
        "<p class='share'><a class='btn' href='/f'>Share</a></p>",
        "<p>({} comments)</p>",
        "<h2>{title}</h2>",
        "<div class='facts'><span>{name}</span><span>{day}/16/18</span><span>Town</span></div>",
    ],
)
def test_a_line_of_a_template_above_the_text_is_dropped(line: str) -> None:
    lines = [line.format(n + 3, title=title_of(n), name=NAMES[n % 4], day=n + 1) for n in range(6)]
    below = [f"<h2>On the {WORDS[n + 9]}</h2>{paragraphs(n, 2, 7)}" for n in range(6)]
    for number, dropped in enumerate(list_dropped(lines, below)):
        assert words_of(lines[number]) in dropped
        assert f"On the {WORDS[number + 9]}" not in dropped


@pytest.mark.parametrize(
    "line",
    [
        "<p class='short'>{0} {1} {2}.</p>",
        "<p class='end'>{0} and {1} at {2} o'clock.</p>",
        "<p class='lead'>On {day}/16/18 <b>{0}</b></p>",
    ],
)
def test_short_lines_of_their_own_words_stay(line: str) -> None:
    lines = [line.format(WORDS[n], WORDS[n + 8], WORDS[n + 16], day=n + 1) for n in range(6)]
    for number, dropped in enumerate(list_dropped(lines, [""] * 6)):
        assert words_of(lines[number]) not in dropped


def test_headings_in_the_text_of_another_article_stay() -> None:
    above = [f"<h2>{title_of(n)}</h2>" for n in range(7)]
    below = [*[""] * 6, f"<h2>On the {WORDS[9]}</h2>{paragraphs(6, 2, 7)}"]
    dropped = list_dropped(above, below)
    assert all(title_of(n) in own for n, own in enumerate(dropped))
    assert f"On the {WORDS[9]}" not in dropped[6]


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
