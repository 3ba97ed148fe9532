"""Lists of links among the paragraphs of an article: those that lead to other sites are its text."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.by_rules.article_body import BodyResult, read_body
from webarticlecurator.articles.without_rules.outward_lists import find_outward_lists
from webarticlecurator.articles.without_rules.text_units import list_text_units
from webarticlecurator.base.model.article_rules import BodyRules
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
