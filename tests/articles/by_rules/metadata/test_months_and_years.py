"""A month or a year alone as the date of an article: where it is read, and what wins over it."""

from __future__ import annotations

from datetime import date

import pytest

from webarticlecurator.articles.by_rules.field_candidates import list_field_candidates
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.page_claims import PageClaims, is_own_article
from webarticlecurator.base.model.article_rules import ArticleRules
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.rule import Rule
from webarticlecurator.corpus.corpora.reporting import _are_same_time
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import builtin_rules

PORTAL = Portal(id="echo", home="https://echo.example/", language="en", timezone="Europe/Budapest")
TEXT = "<p>" + "The ferry to the northern islands runs late today, says the captain. " * 8 + "</p>"


def page(head: str = "", line: str = "", text: str = TEXT) -> Page:
    return Page(
        "https://echo.example/1",
        f"<html><head>{head}</head><body><article><h1>The ferry is late</h1>{line}{text}</article>",
        captured=date(2024, 5, 1),
    )


def jsonld(fields: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "Article", {fields}}}</script>'


YEAR = jsonld('"datePublished": "2019"')


@pytest.mark.parametrize(
    ("given", "published", "source"),
    [
        (page(YEAR), "2019", "jsonld:datePublished"),
        (page(jsonld('"datePublished": 2019')), "2019", "jsonld:datePublished"),
        (page(jsonld('"datePublished": "2020-02"')), "2020-02", "jsonld:datePublished"),
        (page('<meta name="citation_date" content="2020/02">'), "2020-02", "meta:citation_date"),
        (
            page(line='<p><time datetime="2019">2019</time></p>'),
            "2019",
            "css:article time[datetime]",
        ),
        (page(line="<p><time>March 2019</time></p>"), "2019-03", "css:article time"),
        # a year of which a sentence tells
        (page(text=f'<p>In <time datetime="1848">1848</time> {TEXT[3:]}'), None, None),
        # a day wins, wherever the page has it
        (page(YEAR + '<meta name="date" content="2019-03-15">'), "2019-03-15", "meta:date"),
        (page(YEAR, line="<p>Published 15 March 2019</p>"), "2019-03-15", "page:byline"),
        (page(jsonld('"datePublished": "2030"')), None, None),
    ],
)
def test_without_rules(given: Page, published: str | None, source: str | None) -> None:
    found, problems = read_metadata(given, PORTAL, builtin_rules())
    values = found.all("published")
    assert [(each.value, each.source) for each in values] == (
        [(published, source)] if published else []
    )
    assert all(each.kind == "date-impossible" for each in problems)


def test_of_two_of_a_rule_the_earliest_or_latest_counts_and_a_day_before_them() -> None:
    body = "<i>2020</i><i>2019-05</i><i>2021</i>"

    def read(body: str, pick: str | None) -> str | None:
        rule = Rule(kind="css", expression="i", pick=pick)
        rules = ArticleRules(metadata=(("published", (rule,)),))
        return read_metadata(page(text=body), PORTAL, rules)[0].first("published")

    assert read(body, "earliest") == "2019-05"
    assert read(body, "latest") == "2021"
    assert read(body, None) == "2020"
    assert read(f"{body}<i>2020-07-01</i>", "latest") == "2020-07-01"
    assert read(f"{body}<i>2020-07-01</i>", None) == "2020-07-01"


def test_a_change_in_the_year_of_publication_is_none_of_its_own() -> None:
    head = jsonld('"datePublished": "2019-03-15", "dateModified": "2019"')
    assert read_metadata(page(head), PORTAL, builtin_rules())[0].first("modified") is None
    head = jsonld('"datePublished": "2019", "dateModified": "2020-01-05T10:00:00Z"')
    found = read_metadata(page(head), PORTAL, builtin_rules())[0]
    assert found.first("published") == "2019"
    assert found.first("modified") == "2020-01-05T10:00:00+00:00"


def test_a_later_page_with_the_month_is_of_the_same_article() -> None:
    first, other = PageClaims(frozenset(), "2019-03-15"), PageClaims(frozenset(), "2019-03")
    assert not is_own_article(first, other)
    assert not is_own_article(other, first)
    assert is_own_article(first, PageClaims(frozenset(), "2018"))


def test_the_report_of_sources_compares_by_days() -> None:
    rules = ArticleRules(
        metadata=(("published", (Rule("meta", "year"), Rule("meta", "day"))),),
        body=builtin_rules().body,
    )
    given = page('<meta name="year" content="2019"><meta name="day" content="2019-03-15">')
    portal = Portal(id="echo", home="https://echo.example/", language="en", article=rules)
    found = [each for each in list_field_candidates(portal, given) if each.field == "published"]
    # the day is in force
    assert [each.values for each in found] == [("2019-03-15",), ("2019",)]
    assert _are_same_time("2019", "2019-03-15T23:30:00Z", "Europe/Budapest")
    assert not _are_same_time("2019", "2019-12-31T23:30:00Z", "Europe/Budapest")
