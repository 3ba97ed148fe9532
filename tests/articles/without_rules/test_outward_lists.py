"""Lists of links among the paragraphs of an article: those that lead to other sites are its text."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.units.text_units import list_text_units
from webarticlecurator.articles.without_rules.outward_lists import find_outward_lists
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

URL = "https://www.echo.example/2020/05/17/the-library-opens-again"
TITLE = "The library opens again"
PARAGRAPHS = (
    "The town library opened its doors again on Monday after the works on the roof had taken two years, twice what was planned.",
    "Readers came from all the villages around, and the mayor, who had promised to come first, stood in the queue like everybody.",
    "What is new is a room for maps on the second floor; it had been kept in boxes since the flood of the last century.",
    "The maps can be seen on every first Saturday of the month, and schools may ask for other days by letter or by telephone.",
)
SOURCES = (
    "Ann Author: Roofs of slate. A history",
    "Ports of the North, second edition",
    "Wood in water, a survey of 1956",
)
OTHER_SITES = [f"https://{name}.example/a" for name in ("press", "state", "engineers")]


def make_page(addresses: list[str], texts: tuple[str, ...], heading: str = "Sources") -> Page:
    """Return an article with a list of links before its last paragraph."""
    *first, last = (f"<p>{line}</p>" for line in PARAGRAPHS)
    items = (f"<li><a href='{a}'>{t}</a></li>" for a, t in zip(addresses, texts, strict=True))
    content = f"{''.join(first)}<h3>{heading}</h3><ul>{''.join(items)}</ul>{last}"
    return Page(
        URL,
        f"<html><head><title>{TITLE} - Echo</title></head><body><main><article class=post>"
        f"<h1>{TITLE}</h1>{content}</article></main></body></html>",
    )


def find_lines(page: Page) -> list[str]:
    """Return what is found where the paragraphs alone are known to be text."""
    units = list_text_units(page)
    chosen = {n for n, unit in enumerate(units) if unit.is_running_text}
    return [units[n].text for n in sorted(find_outward_lists(units, chosen, page.url))]


@pytest.mark.parametrize("heading", ["Sources", "Further reading", "Weblinks"])
def test_a_list_of_other_sites_among_the_paragraphs_is_text(heading: str) -> None:
    page = make_page(OTHER_SITES, SOURCES, heading)
    assert find_lines(page) == [heading, *SOURCES]
    found = read_body(page, BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    *first, last = PARAGRAPHS
    assert plain_lines(found.blocks) == [*first, heading, *SOURCES, last]


@pytest.mark.parametrize(
    ("addresses", "texts"),
    [
        pytest.param(["/2019/a", "/2019/b", "/2019/c"], SOURCES, id="own-pages"),
        pytest.param([*OTHER_SITES[:2], "https://maps.echo.example/c"], SOURCES, id="one-own-page"),
        pytest.param([*OTHER_SITES[:2], "#top"], SOURCES, id="one-place-of-the-page"),
        pytest.param(
            [f"{site}?u={URL}" for site in OTHER_SITES],
            tuple(f"Share this article with your friends on network {n}" for n in "ABC"),
            id="shares-this-page",
        ),
        pytest.param(
            OTHER_SITES,
            ("Follow us on Aaa", "Follow us on Bbb", "Follow us on Ccc"),
            id="short-labels",
        ),
    ],
)
def test_other_lists_of_links_are_judged_by_trees_alone(
    addresses: list[str], texts: tuple[str, ...]
) -> None:
    assert find_lines(make_page(addresses, texts)) == []


QUOTED = (
    "For the second year in a row the town will spend its summer without the old bridge, and"
    " nobody on the left bank is pleased about that, as the mayor found out yesterday."
)


@pytest.mark.parametrize(
    ("address", "is_text"),
    [("https://river.example/p/bridge", True), ("/2019/11/another-article-of-ours", False)],
)
def test_a_post_of_another_site_inside_one_link_is_text(address: str, is_text: bool) -> None:
    first, second, *rest = (f"<p>{line}</p>" for line in PARAGRAPHS)
    card = (
        f"<div class=card><a href='{address}'><div><span>The River Letter</span></div>"
        f"<div>A summer without the bridge</div><div>{QUOTED}</div><div>Read more</div></a></div>"
    )
    text = read_lines(f"{first}{second}{card}{''.join(rest)}")
    assert ("A summer without the bridge" in text) == is_text
    assert QUOTED in text or not is_text
    assert "Read more" not in text
    assert {*PARAGRAPHS} <= {*text}


@pytest.mark.parametrize(
    ("around", "item"),
    [
        ("<ul>{}</ul>", "<li><a href='/topic/{0}'>{0}</a></li>"),
        ("<div class=list>{}</div>", "<div><a href='/topic/{0}'>{0}</a></div>"),
        ("<div>{}</div>", "<p><a href='/topic/{0}'>{0}</a></p>"),
    ],
)
def test_a_list_of_names_that_a_sentence_introduces_is_text(around: str, item: str) -> None:
    towns = ("Aldbury", "Berrow", "Cranwell", "Dunmere", "Eastbrook", "Farleigh", "Gladstow")
    items = around.format("".join(item.format(town) for town in towns))
    *first, last = (f"<p>{line}</p>" for line in PARAGRAPHS)
    before = "<p>Readers came by bus from all of these towns and villages around:</p>"
    text = read_lines(f"{''.join(first)}{before}{items}{last}")
    assert {*towns} <= {*text}


@pytest.mark.parametrize(
    "repeated",
    [
        f"<p>{'Book Now * ' * 50}</p>",
        f"<p>Special! {'Book Now * ' * 50}</p>",
        f"<p>{'Book now, or call us at once * ' * 20}</p>",
        f"<p>{'Book Now* ' * 50} More</p>",
        f"<ul>{'<li>Book Now *</li>' * 50}</ul>",
    ],
)
def test_a_phrase_that_is_repeated_is_no_text(repeated: str) -> None:
    *first, last = (f"<p>{line}</p>" for line in PARAGRAPHS)
    text = read_lines(f"{''.join(first)}{repeated}{last}")
    assert text == list(PARAGRAPHS)


def test_refrains_and_equal_cells_are_text() -> None:
    *first, last = (f"<p>{line}</p>" for line in PARAGRAPHS)
    rows = "".join(f"<tr><td>Village {n}</td><td>yes</td></tr>" for n in range(9))
    assert read_lines(f"{''.join(first)}<table>{rows}</table>{last}").count("Village 4\tyes") == 1
    parts = "".join(
        f"<h2>Room number {n}</h2><p>Good to know:</p><p>{PARAGRAPHS[n % 4]} {n}</p>"
        for n in range(9)
    )
    assert read_lines(f"{''.join(first)}{parts}{last}").count("Good to know:") == 9
    refrain = "Sing ho, sing ho, the ship will go, sing ho, sing ho, and the wind will blow."
    assert refrain in read_lines(f"{''.join(first)}<p>{refrain}</p>{last}")


def read_lines(content: str) -> list[str]:
    page = Page(
        URL,
        f"<html><head><title>{TITLE} - Echo</title></head><body><main><article class=post>"
        f"<h1>{TITLE}</h1>{content}</article></main></body></html>",
    )
    body = read_body(page, BodyRules(), base_tags())
    assert isinstance(body, BodyResult)
    return plain_lines(body.blocks)
