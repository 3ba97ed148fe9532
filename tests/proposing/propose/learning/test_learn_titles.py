"""Rules for titles that several pages suggest, and the signs of links of headings to themselves."""

from __future__ import annotations

import re

from learn_pages import WORDS, blog_page, learned, page, rules

from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.title_rules import find_anchor_signs

DECLARED = (
    '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Echo"}</script>'
)


def with_site_name(html: str, *, heading: str = "h2") -> str:
    """Return a page whose first heading is the name of the site."""
    html = html.replace("h1>", f"{heading}>").replace("</title>", " - Echo</title>")
    return html.replace("<main>", '<h1><a href="/">Echo</a></h1><main>')


def test_a_title_that_several_articles_have_is_no_title():
    pages = [with_site_name(blog_page(number, "")) for number in range(4)]
    # what the window is called says which heading is the title; else the first one is taken
    assert "title" not in learned(*pages)
    pages = [page.replace("<head>", f"<head>{DECLARED}") for page in pages]
    found = learned(*pages)["title"]
    assert rules(found) == [("main h2", "")]
    assert found[0].evidence == "the default one is the same on 4 of 4 pages"


def test_without_a_heading_the_title_is_that_of_the_window_without_the_site():
    pages = [with_site_name(blog_page(number, ""), heading="b") for number in range(5)]
    # found without a rule, unless the pages declare the name of the site as their headline
    assert "title" not in learned(*pages)
    pages = [page.replace("<head>", f"<head>{DECLARED}") for page in pages]
    assert rules(learned(*pages)["title"]) == [("head > title", r"\s+\-\s+Echo$")]


def test_what_ends_each_main_heading_is_left_out_of_the_title():
    def one(number: int, tools: str) -> str:
        html = blog_page(number, "").replace("</h1>", f"{tools}</h1>")
        return html.replace("</title>", "</title><title>Echo</title>")

    def pages(tools: str) -> list[str]:
        heads = (one(number, tools.format(number)) for number in range(5))
        return [html.replace("<title>What", "<meta name=x content=What") for html in heads]

    found = learned(*pages(' <ul><li><a href="/{}/old">History</a><li>Print</ul>'))["title"]
    assert rules(found) == [("h1", r"\s*History\ Print$")]
    assert "title" not in learned(*pages(" <em>of {}</em>"))
    # the words may be those of a series
    assert "title" not in learned(*pages(" of the season"))


def test_a_heading_with_nothing_but_a_number_or_that_other_pages_have_is_no_title():
    def one(number: int, heading: str, title: str) -> str:
        html = blog_page(number, "")
        html = re.sub("<title>.*</title>", f"<title>{title} - Echo</title>", html)
        return re.sub("<h1>.*</h1>", f"<h1>{heading}</h1>", html)

    titles = [f"What happened at the {word}" for word in WORDS[:5]]
    numbered = [one(n, f"Ticket{n}", f"Ticket{n}: {each}") for n, each in enumerate(titles)]
    assert rules(learned(*numbered)["title"]) == [("head > title", r"\s+\-\s+Echo$")]
    # each page for itself reads the heading where the title of the window has few words
    mixed = [one(n, "Ticket", each) for n, each in enumerate([*titles, "Broken lamps"])]
    assert rules(learned(*mixed)["title"]) == [("head > title", r"\s+\-\s+Echo$")]
    chapters = [one(n, f"Chapter {n}", f"Chapter {n}") for n in range(5)]
    assert "title" not in learned(*chapters)


def test_titles_that_differ_need_no_rule():
    assert "title" not in learned(*(blog_page(number, "") for number in range(4)))


def test_links_of_headings_to_themselves_are_found_by_their_sign():
    def one(number: int, sign: str = "¶") -> Page:
        heading = f'<h2 id="b">On it<a class="link-here" href="#b">{sign}</a></h2>'
        note = '<p>See<a class="note" href="#n1">*</a></p>'
        return page(number, blog_page(number, heading + note))

    assert find_anchor_signs([one(1), one(2), one(3)]) == ("a.link-here",)
    assert find_anchor_signs([one(1), one(2), one(3, "more")]) == ()
