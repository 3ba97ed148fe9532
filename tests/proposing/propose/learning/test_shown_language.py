"""The language that pages declare by mistake, and the order of day and month that all pages show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from plain_pages import Form, Story, make_stories
from test_samples_read import LIST, PageVisits

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.base.text.calendar_words import calendar_names
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.fields.shown_language import (
    choose_encoding,
    choose_language,
    list_encodings,
)
from webarticlecurator.proposing.propose.article_samples import add_articles


def write(language: str, declared: str, shown: Callable[[date], str]) -> list[Story]:
    """Return articles in a language whose pages declare another, each with its day so written."""
    stories = []
    for n, story in enumerate(make_stories(Form(language, byline="{day}"))):
        html = story.html.replace("<html", f'<html lang="{declared}"', 1)
        line = f"{story.day.day}. {story.day.month}. {story.day.year}"
        day = date(2024, 6, 20) - timedelta(days=29 * n)
        assert line in html
        stories.append(replace(story, day=day, html=html.replace(line, shown(day), 1)))
    return stories


def propose(stories: list[Story], declared: str) -> Proposal:
    pages = {story.url: story.html for story in stories}
    known = Proposal(LIST, title="Echo", language=declared)
    return add_articles(known, tuple(pages), PageVisits(pages), Runtime())


def read_days(proposal: Proposal, stories: list[Story]) -> list[str]:
    portal = load_portal(Path("new.yaml"), content=proposed_yaml(proposal).encode())
    read = [read_metadata(story.page, portal, portal.article)[0] for story in stories]
    return [" ".join(metadata.texts("published"))[:10] for metadata in read]


@pytest.mark.parametrize(
    ("language", "declared", "written", "expected"),
    [
        ("ar", "en-US", "%d/%m/%Y", "und-Arab"),
        ("ar", "en-US", "%d/%m/%Y, %H:%M", "und-Arab"),
        ("el", "en-US", "%d/%m/%Y", "el"),
        ("de", "en-US", "%d/%m/%Y", "en"),
        ("de", "en-US", "Echo · <abbr>%d/%m/%Y</abbr> · Town", "en"),
        ("de", "en", "%d-%m-%Y", "en"),
        ("de", "en-GB", "%m/%d/%Y", "en"),
        ("de", "en-US", "%m/%d/%Y", "en-US"),
    ],
)
def test_the_pages_together_show_the_order_of_day_and_month(
    language: str, declared: str, written: str, expected: str
) -> None:
    """The language that pages declare by mistake has another order."""
    stories = write(language, declared, lambda day: f"{day:{written}}")
    proposal = propose(stories, declared)
    assert proposal.language == expected
    assert read_days(proposal, stories) == [f"{story.day}" for story in stories]


def test_the_names_of_months_are_evidence_against_the_language_that_is_declared() -> None:
    def name(language: str) -> Callable[[date], str]:
        months = calendar_names(language).months
        return lambda day: f"{day.day} {months[day.month - 1]} {day.year}"

    assert propose(write("tr", "en-US", name("tr")), "en-US").language == "tr"
    assert propose(write("ru", "en", name("ru")), "en").language == "ru"
    assert propose(write("tr", "tr-TR", name("tr")), "tr-TR").language == "tr-TR"
    assert propose(write("tr", "tr", name("en")), "tr").language == "tr"


def test_days_in_both_orders_show_none() -> None:
    pages = [story.page for story in write("de", "en-US", lambda day: f"{day:%d/%m/%Y}")]
    other = [story.page for story in write("de", "en-US", lambda day: f"{day:%m/%d/%Y}")]
    assert choose_language("en-US", pages)[0] == "en"
    assert choose_language("en-US", [*pages, *other]) == ("en-US", "")


def test_the_encoding_that_no_page_declares_is_written_if_all_letters_agree() -> None:
    sentence = "<p>Az őszi időszakban hűvösebb idő várható, mondta a város főjegyzője.</p>"
    found = {
        "hu": "encoding: iso-8859-2 ",
        "": "# timezone",  # a guess by bytes alone is not written
    }
    for language, line in found.items():
        stories = write("de", "hu", lambda day: f"{day:%Y. %m. %d}.")
        pages = {}
        for story in stories:
            html = story.html.replace("</p>", f"</p>{sentence}", 1)
            html = html if language else html.replace(' lang="hu"', "").replace(' lang="de"', "")
            pages[story.url] = html.replace('<meta charset="utf-8">', "")
        visits = PageVisits(pages, "iso-8859-2")
        proposal = add_articles(
            Proposal(LIST, title="Echo", language="hu"), tuple(pages), visits, Runtime()
        )
        assert f"\n{line}" in proposed_yaml(proposal)
        assert ("encoding:" in proposed_yaml(proposal)) == bool(language)


def test_an_encoding_that_pages_declare_or_do_not_share_is_not_written() -> None:
    html = "<html lang=hu><p>Az őszi időszakban hűvösebb idő várható.</p></html>"

    def read(encoding: str, text: str = html, content_type: str = "text/html") -> Page:
        return read_page("https://echo.example/a", text.encode(encoding), content_type)

    def choose(*pages: Page) -> str:
        return choose_encoding(map(list_encodings, pages))

    first = read("iso-8859-2")
    assert choose(first, first) == "iso-8859-2"
    assert choose(first) == ""
    assert choose(first, read("utf-8", "<html lang=hu><p>Plain</p>")) == ""
    assert choose(first, read("utf-8"), first) == ""
    declared = read("iso-8859-2", content_type="text/html; charset=iso-8859-2")
    assert choose(declared, declared) == ""
    curved = read("cp1250", html.replace("Az", "„Az”"))
    assert curved.encoding == "cp1250"
    # the letters of the first two are the same bytes in both
    assert choose(first, first, curved) == "windows-1250"
    other = read("iso-8859-2", html.replace("lang=hu", "lang=cs").replace("őszi", "šťastný"))
    assert choose(other, other, curved) == ""
