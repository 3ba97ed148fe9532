"""The title of articles whose windows all have the name of the site, which is a heading as well."""

from __future__ import annotations

from learn_pages import WORDS, paragraphs

from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.title_rules import find_heading

SITE = '<header><h1><a href="/">Echo Daily</a></h1></header>'


def pages(form: str) -> list[Page]:
    return [
        Page(
            f"https://echo.example/{n}",
            f"<title>Echo Daily</title><body>{SITE}<main>{form.format(WORDS[n])}"
            f"{paragraphs(n)}</main></body>",
        )
        for n in range(6)
    ]


def test_the_heading_that_each_page_has_for_itself_is_the_title() -> None:
    found = find_heading(pages("<h1>What the {} says</h1>"), ["Echo Daily"])
    assert found and [page.root.cssselect(found)[0].text for page in pages("<h1>{}</h1>")] == [
        *WORDS[:6]
    ]


def test_a_heading_that_all_pages_have_is_none() -> None:
    assert find_heading(pages("<h1>Welcome</h1>"), ["Echo Daily"]) == ""


def test_hidden_words_of_a_heading_are_not_compared() -> None:
    heading = "<h1>What the {} says<span hidden> Share it</span></h1>"
    windows = [
        Page(each.url, each.text.replace("Echo Daily</t", f"What the {WORDS[n]} says</t"))
        for n, each in enumerate(pages(heading))
    ]
    assert find_heading(windows, ["Echo Daily"]) != ""
