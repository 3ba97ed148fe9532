"""Which layout a page has."""

from __future__ import annotations

from datetime import date

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.base.portal.article_rules import ArticleRules, LayoutRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Condition, Rule
from webarticlecurator.pages.page.page import Page

TIME = Rule(kind="css", expression="time")
BASE = ArticleRules(metadata=(("published", (TIME,)),))


def portal(*whens: Condition) -> Portal:
    layouts = tuple(
        LayoutRules(f"v{n}", when, ArticleRules(kind=f"v{n}")) for n, when in enumerate(whens)
    )
    return Portal(
        id="echo",
        home="https://echo.example/",
        timezone="Europe/Budapest",
        article=BASE,
        layouts=layouts,
    )


def page(body: str, **more: object) -> Page:
    return Page("https://echo.example/1", f"<html><body>{body}</body></html>", **more)  # type: ignore[arg-type]


def has(selector: str) -> Condition:
    return Condition(has=(Rule(kind="css", expression=selector),))


def test_the_first_layout_whose_condition_holds_else_the_articles_own_rules() -> None:
    layouts = portal(has("td.cikk"), has("td"))
    assert select_layout(layouts, page("<table><tr><td class=cikk>x")).name == "v0"
    assert select_layout(layouts, page("<table><tr><td>x")).rules.kind == "v1"
    own = select_layout(layouts, page("<p>x"))
    assert (own.name, own.rules) == ("", BASE)


def test_by_column_and_by_capture() -> None:
    layouts = portal(Condition(columns=("sport",)), Condition(captured=(None, date(2019, 12, 31))))
    assert select_layout(layouts, page("", column="sport")).name == "v0"
    assert select_layout(layouts, page("", captured=date(2019, 12, 31))).name == "v1"
    assert select_layout(layouts, page("", captured=date(2020, 1, 1))).name == ""
    assert select_layout(layouts, page("")).name == ""


def test_by_publication_as_a_day_in_the_portals_zone() -> None:
    layouts = portal(Condition(published=(date(2019, 1, 1), date(2019, 12, 31))))
    # 00:30 in Budapest
    assert select_layout(layouts, page("<time>2018-12-31T23:30:00Z</time>")).name == "v0"
    assert select_layout(layouts, page("<time>2019-12-31T23:30:00Z</time>")).name == ""
    assert select_layout(layouts, page("<time>2019-12-31</time>")).name == "v0"
    assert select_layout(layouts, page("<time>some day</time>")).name == ""


def test_every_part_of_a_condition_must_hold() -> None:
    layouts = portal(Condition(has=has("td").has, published=(date(2019, 1, 1), None)))
    assert select_layout(layouts, page("<time>2019-05-01</time><table><tr><td>x")).name == "v0"
    assert select_layout(layouts, page("<time>2019-05-01</time>")).name == ""
    assert select_layout(layouts, page("<time>2018-05-01</time><table><tr><td>x")).name == ""


def test_a_month_or_a_year_lies_in_each_range_with_one_of_its_days() -> None:
    early = Condition(published=(None, date(2018, 6, 30)))
    layouts = portal(early, Condition(published=(date(2018, 7, 1), None)))
    assert select_layout(layouts, page("<time>2018</time>")).name == "v0"
    assert select_layout(layouts, page("<time>2018-07</time>")).name == "v1"
    assert select_layout(layouts, page("<time>2019</time>")).name == "v1"
