"""Fields of the header from ordered sources: which source counts, which values are usable, which
problems are reported."""

from __future__ import annotations

import json
from datetime import date

import pytest

from webarticlecurator.articles.blocks.page_language import normalize_language
from webarticlecurator.articles.by_rules.metadata import read_metadata, read_published
from webarticlecurator.articles.facts.author_names import is_name
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.base.model.article import Metadata, Value
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule, TextTest
from webarticlecurator.corpus.export.jsonl_format import plain_values, sourced_values
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.declared_access import read_access_word

URL = "https://echo.example/news/1"
PORTAL = Portal(id="echo", home="https://echo.example/", language="hu", timezone="Europe/Budapest")


def page(body: str, head: str = "", captured: date | None = None) -> Page:
    return Page(URL, f"<html><head>{head}</head><body>{body}</body></html>", captured=captured)


def read(
    stored: Page | MetadataSources, **sources: tuple[Rule, ...]
) -> tuple[Metadata, tuple[Problem, ...]]:
    return read_metadata(stored, PORTAL, ArticleRules(metadata=tuple(sources.items())))


def css(selector: str, **more: object) -> Rule:
    return Rule(kind="css", expression=selector, **more)  # type: ignore[arg-type]


def test_the_first_source_with_a_value_counts_and_is_named() -> None:
    found, problems = read(
        page("<h1> A \n  title </h1><h2>Other</h2>"), title=(css("h3"), css("h1"), css("h2"))
    )
    assert found.all("title") == (Value("A title", "css:h1", "A title"),)
    assert problems == ()


def test_a_source_with_white_space_only_is_passed_over() -> None:
    found, _ = read(page("<h1> \u00a0 </h1><h2>Title</h2>"), title=(css("h1"), css("h2")))
    assert found.first("title") == "Title"


@pytest.mark.parametrize(
    "rule",
    [
        css("h1", replace=((" - Echo$", ""),)),
        css("h1", text=TextTest(starts="5 000 Ft")),
        Rule("meta", "og:title", map=(("other", "another"),)),
        Rule("jsonld", "headline"),
    ],
)
def test_a_title_keeps_its_no_break_spaces_and_rules_see_ordinary_ones(rule: Rule) -> None:
    title = "5\u00a0000 Ft a\u00a0jegy"
    head = (
        f'<meta property="og:title" content=" {title}\n">'
        '<script type="application/ld+json">'
        f'{{"@type": "NewsArticle", "headline": "{title} "}}</script>'
    )
    tail = "\u00a0- Echo" if rule.replace else ""
    found, _ = read(page(f"<h1>\n {title}{tail} </h1>", head), title=(rule,), section=(rule,))
    assert found.first("title") == title
    assert found.first("section") == "5 000 Ft a jegy"  # a label, which is compared


def test_a_title_that_a_rule_changed_inside_has_ordinary_spaces() -> None:
    found, _ = read(
        page("<h1>5\u00a0000 forint</h1>"), title=(css("h1", replace=(("5 ", "25 "),)),)
    )
    assert found.first("title") == "25 000 forint"


def test_fields_come_in_their_fixed_order_whatever_the_order_of_the_rules() -> None:
    stored = page("<h1>T</h1><i>a</i><b>s</b>")
    found, _ = read(stored, section=(css("b"),), authors=(css("i"),), title=(css("h1"),))
    assert [name for name, _ in found.fields] == ["title", "authors", "section", "language"]


def test_a_list_keeps_its_order_without_repeats_and_a_single_field_takes_the_first() -> None:
    stored = page("<i>Kis Éva</i><i> Nagy  Pál </i><i>KIS ÉVA</i><i></i>")
    found, _ = read(stored, authors=(css("i"),), title=(css("i", pick="all"),))
    assert found.texts("authors") == ["Kis Éva", "Nagy Pál"]
    assert found.texts("title") == ["Kis Éva"]


@pytest.mark.parametrize(
    ("rule", "sections"),
    [
        (css("i"), ["Food"]),
        (css("i", pick="all"), ["Food", "Walks"]),
        (Rule(first_of=(css("b"), css("i", pick="all"))), ["Food", "Walks"]),
        (Rule(union=(css("i", pick="last"), css("i"))), ["Walks"]),
    ],
)
def test_several_sections_if_the_rule_picks_all(rule: Rule, sections: list[str]) -> None:
    """Otherwise the first one, as ever."""
    found, _ = read(page("<i>Food</i><i>Walks</i>"), section=(rule,))
    assert found.texts("section") == sections
    plain = plain_values(found)
    assert (plain["section"], plain["sections"]) == (sections[0], sections)
    sourced = sourced_values(found)
    assert (sourced["section"]["value"], sourced["sections"]["value"]) == (sections[0], sections)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Von Anna B. · 20. März 2024", "Anna B."),
        ("Anna Berg <span>|</span> <time>20.03.2024</time>", "Anna Berg"),
        ("Von Anna Berg, 20. März 2024, 12:30 Uhr", "Anna Berg"),
        ("2024-03-20 | Anna Berg", "Anna Berg"),
        ("De Vries – 20 mei 2024", "De Vries"),
        ("كريم نصار · ٢٠ مارس ٢٠٢٤", "كريم نصار"),
        ("user47 · 3 hours ago", "user47"),
        ("Anna B. ·", "Anna B."),
        ("Von Anna B.", "Von Anna B."),
        ("Anna Berg, dpa", "Anna Berg, dpa"),
        ("20 March 2024", "20 March 2024"),
    ],
)
def test_a_name_is_cut_at_the_separator_before_a_date(line: str, name: str) -> None:
    """By the rule of a person, too; what no date tells from a name stays."""
    found, _ = read(page(f"<p class=byline>{line}</p>"), authors=(css(".byline"),))
    assert found.texts("authors") == [name]


def test_addresses_are_not_authors_and_the_next_source_is_read() -> None:
    stored = page("<b>https://facebook.com/echo</b><b>a.kis@echo.example</b><i>Kis Éva</i>")
    found, _ = read(stored, authors=(css("b"), css("i")))
    assert [v.value for v in found.all("authors")] == ["Kis Éva"]


@pytest.mark.parametrize(
    "text",
    [
        "http://a.example/x",
        "//a.example/x",
        "www.a.example",
        "kis@a.example",
        "@kiseva",
        "",
        " - ",
        "105092",
    ],
)
def test_text_that_is_not_a_name(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize(
    "text",
    ["Kis Éva", "MTI", "24.hu", "松岡大地", "Dr. O'Neil", "kiseva", "HVG / AFP", "Agent 007"],
)
def test_text_that_may_be_a_name(text: str) -> None:
    assert is_name(text)


def test_a_date_is_tried_source_after_source_until_one_can_be_read() -> None:
    stored = page("<b>tegnap</b><i>2019. március 15., 08:30</i>")
    found, problems = read(stored, published=(css("b"), css("i", format=("%Y. %B %d., %H:%M",))))
    assert found.all("published") == (
        Value("2019-03-15T08:30:00+01:00", "css:i", "2019. március 15., 08:30"),
    )
    assert problems == ()


def test_within_a_source_and_a_first_of_the_next_value_is_tried_too() -> None:
    stored = page("<b>tegnap</b><b>2019-03-15</b><i>2018-01-01</i>")
    found, _ = read(stored, published=(css("b", pick="all"), css("i")))
    assert found.first("published") == "2019-03-15"
    nested = Rule(first_of=(css("b", pick="first"), css("i")))
    assert read(stored, published=(nested,))[0].first("published") == "2018-01-01"


def test_an_unreadable_date_is_a_problem_that_quotes_it() -> None:
    found, problems = read(page("<b>tegnap</b>"), published=(css("b", format=("%Y. %m. %d.",)),))
    assert found.first("published") is None
    assert [(p.kind, p.where) for p in problems] == [("date-unreadable", URL)]
    assert "'tegnap'" in problems[0].message
    assert "%Y. %m. %d." in problems[0].message


def test_a_date_after_the_capture_is_passed_over_and_reported() -> None:
    stored = page("<b>2031-01-01</b><i>2021-06-20</i>", captured=date(2021, 6, 21))
    found, problems = read(stored, published=(css("b"), css("i")))
    assert found.first("published") == "2021-06-20"
    assert [p.kind for p in problems] == ["date-impossible"]
    day_after = page("<b>2021-06-22</b>", captured=date(2021, 6, 21))
    assert read(day_after, published=(css("b"),))[0].first("published") == "2021-06-22"


def test_epoch_seconds_in_json() -> None:
    stored = Page(URL, json.dumps({"post": {"created": 1552635000}}))
    assert read_published(
        stored,
        PORTAL,
        ArticleRules(metadata=(("published", (Rule(kind="json", expression="post.created"),)),)),
    ) == ("2019-03-15T08:30:00+01:00")


def test_the_format_of_a_nested_rule_is_used() -> None:
    stored = page("<div data-box='&lt;i&gt;15/03/2019&lt;/i&gt;'></div>")
    rule = css("div", attr="data-box", html=css("i", format=("%d/%m/%Y",)))
    assert read(stored, published=(rule,))[0].first("published") == "2019-03-15"


def test_the_language_falls_back_to_the_portals() -> None:
    found, _ = read(page("<b>not a language!</b>"), language=(css("b"),))
    assert found.all("language") == (Value("hu", "portal:language", "hu"),)
    found, _ = read(page("<b>de_at</b>"), language=(css("b"),))
    assert found.all("language") == (Value("de-AT", "css:b", "de_at"),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hu", "hu"),
        ("HU-hu", "hu-HU"),
        ("zh-hant-TW", "zh-Hant-TW"),
        ("en_US.UTF-8", "en-US"),
        ("en, fr", "en"),
        ("Magyar", None),
        ("und", None),
    ],
)
def test_language_tags(text: str, expected: str | None) -> None:
    assert normalize_language(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("true", "free"),
        ("False", "closed"),
        ("https://schema.org/False", "closed"),
        ("metered", "partial"),
        ("locked", "closed"),
        ("?", None),
    ],
)
def test_access_is_one_of_three_words(text: str, expected: str | None) -> None:
    assert read_access_word(text) == expected


def test_sources_look_into_embedded_html_and_json_sources_into_the_page() -> None:
    answer = Page(URL, json.dumps({"title": "From <h1>JSON</h1>", "html": "<h1>From HTML</h1>"}))
    inner = answer.inner("<h1>From HTML</h1>")
    assert read(MetadataSources(answer, inner), title=(css("h1"),))[0].first("title") == "From HTML"
    assert (
        read(
            MetadataSources(answer, inner), title=(Rule(kind="json", expression="title"), css("h1"))
        )[0].first("title")
        == "From <h1>JSON</h1>"
    )


def test_a_page_with_html_in_a_script_is_looked_at_first() -> None:
    outer = page("<script>…</script>", '<meta property="og:title" content="Outer">')
    inner = outer.inner("<h1>Inner</h1><i>Kis Éva</i>")
    found, _ = read(
        MetadataSources(outer, inner),
        title=(Rule(kind="meta", expression="og:title"), css("h1")),
        authors=(css("i"),),
    )
    assert (found.first("title"), found.first("authors")) == ("Outer", "Kis Éva")


def test_one_of_several_articles_takes_no_author_and_no_date_from_the_page_around() -> None:
    whole = page("<h1>Thread</h1><time>2019-01-01</time><i>Starter</i><div><p>Post</p></div>")
    part = whole.inner("<div><p>Post</p></div>")
    found, _ = read(
        MetadataSources(part, surrounding=whole),
        title=(css("h1"),),
        authors=(css("i"),),
        published=(css("time"),),
    )
    assert found.first("title") == "Thread"
    assert found.all("authors") == ()
    assert found.all("published") == ()
