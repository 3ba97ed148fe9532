"""The days of pages of wikis, authorities, static sites, old pages and small blogs, without rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from all_dated_pages import DATED_PAGES, FURTHER_PAGES, LATER_PAGES
from dated_page import CAPTURED, DatedPage
from dated_page_reading import read_days, read_page_metadata


@pytest.mark.parametrize(
    "page", (*DATED_PAGES, *LATER_PAGES, *FURTHER_PAGES), ids=lambda page: page.name
)
def test_the_days_that_a_page_says(page: DatedPage) -> None:
    assert read_days(page) == {"published": page.published, "modified": page.modified}


def _page(body: str, language: str = "en") -> DatedPage:
    return DatedPage("made", language, f"<main><h1>{{title}}</h1>{body}</main>")


def test_a_page_that_only_says_when_it_was_changed_has_a_remark() -> None:
    _, changed = read_page_metadata(_page("{text}<p>Last updated: 12 March 2024</p>"))
    _, both = read_page_metadata(
        _page("<p>Published 11 March 2024</p>{text}<p>Last updated: 12 March 2024</p>")
    )
    assert [problem.kind for problem in changed] == ["published-unknown"]
    assert "2024-03-12 from page:date-line" in changed[0].message
    assert both == ()


def test_lines_with_several_days_after_the_text_are_a_list() -> None:
    posts = "".join(
        f"<div><b>Harbour {day}</b><span>Published {day} March 2024</span></div>" for day in (1, 2)
    )
    assert read_days(_page(f"{{text}}{posts}"))["published"] is None


def test_the_same_day_in_several_lines_after_the_text_counts() -> None:
    line = "<p>Published 2 March 2024</p>"
    assert read_days(_page(f"{{text}}{line}{line}"))["published"] == "2024-03-02"


@pytest.mark.parametrize(
    "paragraph",
    [
        "The report on the bridge, which the council had asked for, was published on 12 March 2024.",
        "On Tuesday, 12 March 2024 – a day of rain – the council came together to open the bridge,"
        " and many people from all the villages around had come to be the first who cross it.",
    ],
)
def test_a_day_in_a_sentence_of_the_text_does_not_count(paragraph: str) -> None:
    body = f"{{text}}<p>{paragraph}</p>{{text}}"
    assert read_days(_page(body))["published"] is None


def test_the_signs_of_vowels_do_not_make_a_line_a_sentence() -> None:
    """Five words of Hindi have eight runs of letters between them."""
    line = "<div>मंगलवार, 23 अप्रैल 2024 · लेखक राजेश गुप्ता</div>"
    assert read_days(_page(f"{line}{{text}}", "hi"))["published"] == "2024-04-23"


def test_a_day_above_the_title_may_be_that_of_the_visit() -> None:
    top = '<div class="top">{}</div><div><h1>{{title}}</h1>{{text}}</div>'
    earlier = DatedPage("earlier", "en", top.format("12 March 2024"))
    same = DatedPage("same", "en", top.format(f"{CAPTURED:%d %B %Y}"))
    assert read_days(earlier)["published"] == "2024-03-12"
    assert read_days(same)["published"] is None
    assert read_days(earlier, captured=None)["published"] is None


@pytest.mark.parametrize(
    ("line", "published", "modified"),
    [
        ("Published 11 March 2024, updated 12 March 2024", "2024-03-11", "2024-03-12"),
        ("Updated 12 March 2024; first published 11 March 2024", "2024-03-11", "2024-03-12"),
        ("12 March 2024 (updated)", None, "2024-03-12"),
        ("Edited by Bea Baker | 11 March 2024", "2024-03-11", None),
        ("11 March 2024, 6:21 PM EST", "2024-03-11T23:21", None),
        ("As of 11 March 2024", "2024-03-11", None),
    ],
)
def test_labels_below_the_title(line: str, published: str | None, modified: str | None) -> None:
    page = replace(_page(f"<p>{line}</p>{{text}}"), published=published, modified=modified)
    assert read_days(page) == {"published": published, "modified": modified}


def test_a_day_in_markup_gets_the_time_that_the_page_shows() -> None:
    body = "<p>Tuesday, 12 March 2024, 10:11</p>{text}"
    head = '<meta name="date" content="{}">'
    same = replace(_page(body), head=head.format("2024-03-12"), published="2024-03-12T10:11")
    other = replace(_page(body), head=head.format("2024-03-11"), published="2024-03-11")
    assert read_days(same)["published"] == "2024-03-12T10:11"
    assert read_days(other)["published"] == "2024-03-11"


def test_a_comment_of_the_same_day_gives_no_time() -> None:
    main = "<main><h1>{title}</h1><p>12 March 2024</p>%s{text}</main>"
    opinions = "<div><h2>Opinions</h2><p>How fine.</p><p>It is.</p><p>%s</p></div>"
    comment = DatedPage(
        "c", "en", main % "" + opinions % "Posted by Bea, 12 March 2024, 21:12", "T"
    )
    byline = DatedPage("b", "en", main % "<p>12 March 2024, 10:11</p>", "T")
    assert read_days(comment)["published"] == "2024-03-12"
    assert read_days(byline)["published"] == "2024-03-12T10:11"


def test_the_language_of_the_page_counts_where_the_portal_file_has_none() -> None:
    page = _page("<p>12 mars 2024</p>{text}", "fr")
    assert read_days(page, portal_language="und")["published"] == "2024-03-12"
    english = replace(page, language="en")
    assert read_days(english, portal_language="und")["published"] is None


def test_the_one_day_of_a_page_counts_wherever_it_stands_alone() -> None:
    body = '{text}<div class="sidebar"><h2>About</h2><p>12 March 2024</p>%s</div>'
    other = "<p>Anna Author</p><p>%s</p>"
    alone = replace(_page(body % ""), published="2024-03-12")
    again = replace(_page(body % (other % "12 March 2024, 10:11")), published="2024-03-12")
    two = _page(body % (other % "13 March 2024"))
    visit = _page(f"{{text}}<div class='sidebar'><p>{CAPTURED:%d %B %Y}</p></div>")
    found = [read_days(page)["published"] for page in (alone, again, two, visit)]
    assert found == ["2024-03-12", "2024-03-12", None, None]
    assert read_days(alone, captured=None)["published"] is None


def test_the_day_beside_the_title_of_another_page_does_not_count() -> None:
    teaser = (
        '{text}<div><h3><a href="/harbour">The harbour</a></h3><span>12 March 2024</span></div>'
    )
    own = "{text}<div><h3>{title}</h3><span>12 March 2024</span></div>"
    assert read_days(_page(teaser))["published"] is None
    assert read_days(_page(own))["published"] == "2024-03-12"
