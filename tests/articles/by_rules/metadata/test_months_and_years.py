"""A month or a year alone as the date of an article: where it is read, and what wins over it."""

from __future__ import annotations

from datetime import date

import pytest

from webarticlecurator.articles.by_rules.field_candidates import list_field_candidates
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.page_claims import (
    PageClaims,
    is_own_article,
    read_claims,
)
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
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


ORWELL = '<p>A review of <time datetime="1984">1984</time> by Orwell.</p>'
CREATED = "<p><time>March 2019</time></p>"
TEASER = '<h4><a href="/other">The mill burns</a></h4>'


@pytest.mark.parametrize(
    "line",
    [
        ORWELL,
        f"<p>The captain says so.</p>{ORWELL}",
        "<p>Founded <time>1871</time></p>",
        '<p>The mill, <time datetime="1912">1912</time></p>',
        '<p><time datetime="1912">1912</time></p><p><time datetime="1913">1913</time></p>',
        "<p><time>1914</time>–<time>1918</time></p>",
        "<dl><dt>Founded</dt><dd><time>1871</time></dd></dl>",
        "<div><div>Founded:</div><div><time>1871</time></div></div>",
        "<h2><time>1871</time></h2>",
        "<p>Published by Echo Press, <time>1949</time></p>",
        "<p>First published in <time>1949</time>.</p>",
        "<p>Updated: <time>2019</time></p>",
        '<p>Joined <span data-datetime="2019">2019</span></p>',
        "<p>&copy; <time>2023</time></p>",
        "<figure><img src='a.jpg'><figcaption><time>1912</time></figcaption></figure>",
        "<div class='picture-caption'><time>1912</time></div>",
        "<aside><p><time>2019</time></p></aside>",
        f"<div>{TEASER}<p><time>2019</time></p></div>",
        '<p><a href="/archive/2019"><time>2019</time></a></p>',
        '<p><time datetime="2031">2031</time></p>',
        '<p><time datetime="2024-06">June 2024</time></p>',
    ],
)
def test_without_rules_a_year_of_something_else_is_no_date(line: str) -> None:
    for given in (page(line=line), page(text=TEXT + line), page(text=TEXT + line + TEXT)):
        assert not read_metadata(given, PORTAL, builtin_rules())[0].all("published")


@pytest.mark.parametrize("line", [ORWELL, "<p>Founded <time>1871</time></p>"])
def test_a_year_of_something_else_hides_no_other_one(line: str) -> None:
    given = page(line=line + CREATED)
    assert read_metadata(given, PORTAL, builtin_rules())[0].first("published") == "2019-03"


def test_a_year_far_from_the_title_is_no_date_without_rules() -> None:
    footer = "</article><footer><time>2023</time></footer>"
    alone = "<p><time>1912</time></p>"
    for text in (TEXT + footer, TEXT + alone, TEXT + alone + TEXT):
        given = page(text=text)
        assert not read_metadata(given, PORTAL, builtin_rules())[0].all("published")


@pytest.mark.parametrize(
    "line",
    [
        "<p>Published: <time>2019</time></p>",
        "<p>Published in <time>2019</time></p>",
        "<dl><dt>Published</dt><dd><time>2019</time></dd></dl>",
        "<p>Published: <time>2019</time></p><p><time>1912</time></p>",
        "<ul><li>Anna Author</li><li><time>2019</time></li></ul>",
        f"{TEXT}<p>It came out in <time pubdate>2019</time>, in spring.</p>",
        f'{TEXT}<p>Out <time itemprop="datePublished">2019</time> here.</p>',
    ],
)
def test_without_rules_a_year_that_is_called_so_or_alone_is_the_date(line: str) -> None:
    given = page(line=line + ORWELL)
    assert read_metadata(given, PORTAL, builtin_rules())[0].first("published") == "2019"


def test_a_month_above_the_title_may_be_that_of_the_visit() -> None:
    def read(month: str) -> str | None:
        html = f"<div><time>{month}</time></div><article><h1>The ferry is late</h1>{TEXT}</article>"
        given = Page("https://echo.example/1", html, captured=date(2024, 5, 1))
        return read_metadata(given, PORTAL, builtin_rules())[0].first("published")

    assert read("March 2024") == "2024-03"
    assert read("May 2024") is None
    assert read("2024") is None


def test_a_day_of_a_comment_does_not_hide_the_month_below_the_title() -> None:
    comment = '<div class="comments"><p><time datetime="2023-01-02">2 January</time></p></div>'
    given = page(line=CREATED, text=TEXT + comment)
    assert read_metadata(given, PORTAL, builtin_rules())[0].first("published") == "2019-03"


def test_without_rules_a_year_in_a_sentence_is_no_claim_of_a_page_and_no_date_of_a_part() -> None:
    given = page(line=ORWELL)
    assert read_claims(PORTAL, given, builtin_rules()).day == ""
    assert read_claims(PORTAL, page(line=CREATED), builtin_rules()).day == "2019-03"
    for line, published in ((ORWELL, None), (CREATED, "2019-03")):
        part = MetadataSources(page(line=line), surrounding=page())
        assert read_metadata(part, PORTAL, builtin_rules())[0].first("published") == published
    rules = ArticleRules(metadata=(("published", (Rule("css", "time"),)),))
    assert read_metadata(given, PORTAL, rules)[0].first("published") == "1984"


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
