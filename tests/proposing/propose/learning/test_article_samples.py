"""Which articles ``curator new`` looks at, and what it says that its file reads of them."""

from __future__ import annotations

import json

from learn_pages import page

from webarticlecurator.base.proposal.article_readings import describe_readings, parse_reading
from webarticlecurator.proposing.propose.article_samples import (
    MAX_ARTICLES,
    choose_samples,
)
from webarticlecurator.proposing.propose.sample_readings import (
    collect_readings,
    doubt_readings,
    read_samples,
)

HOME = "https://echo.example"
FILE = """
portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/", pagination: {mode: none}, links: h2}
article:
  body: {root: div.story}
  metadata: {authors: [.by]}
"""


def story(number: int, by: str = "") -> str:
    return (
        f"<html><body><h1>Day {number}</h1>{by}<div class='story'><p>It rained for a whole day."
        f"</p><nav>Home</nav></div></body></html>"
    )


def test_first_and_last_each_section_and_each_year():
    news = [f"{HOME}/news/2024/{n}" for n in range(30)]
    rare = [f"{HOME}/opinion/2024/x", f"{HOME}/news/2019/y"]
    chosen = choose_samples([*news[:25], *rare, *news[25:]])
    assert chosen[:2] == [news[0], news[29]]
    assert {*rare} < {*chosen[:MAX_ARTICLES]}
    assert sorted(chosen) == sorted([*news, *rare])
    assert choose_samples([]) == []


def test_the_table_tells_what_is_read_and_what_is_missing():
    pages = [page(0, story(0, "<p class=by>Anna Kis</p>")), page(1, story(1))]
    read = read_samples(FILE, pages)
    lines = describe_readings(collect_readings(read))
    assert lines[0] == "2 articles read with this file:"
    assert lines[2].split()[:5] == ["7", "of", "7", "Day", "0"]
    assert "Anna Kis" in lines[2] and "Anna Kis" not in lines[3]
    assert {"authors: css:.by (1)", "keywords: not found"} < {*lines}
    said = [(each.kind, each.count, each.first, each.message) for each in doubt_readings(read)]
    assert said == [
        ("few-articles", 1, pages[0].url, "2 articles"),
        ("field-not-found", 1, pages[0].url, "published not found on 1 of 2"),
        ("field-not-found", 1, pages[1].url, "authors not found on 1 of 2"),
    ]


def test_an_article_that_is_not_read_gives_the_reason():
    read = read_samples(FILE, [page(0, "<html><body><h1>Day</h1></body></html>")])
    assert describe_readings(collect_readings(read))[2].startswith("none: no-root")
    (doubt,) = doubt_readings(read)
    assert (doubt.kind, doubt.count, doubt.message) == ("not-articles", 1, "none: no-root")


def test_what_is_missing_or_as_on_other_articles_is_to_be_looked_at():
    pages = [page(0, story(0, "<p class=by>Anna Kis</p>")), page(1, story(1)), page(2, story(1))]
    first, *others = collect_readings(read_samples(FILE, pages))
    assert (first.words, first.start) == (7, "It rained for a whole day. Home")
    assert first.is_sure
    assert {each.name for each in first.fields if not each.is_sure} == {"published"}
    for other in others:
        doubtful = {each.name for each in other.fields if not each.is_sure}
        assert doubtful == {"title", "authors"}


def test_what_was_read_is_the_same_after_its_way_through_json():
    pages = [page(0, story(0)), page(1, "<html><body><h1>Day</h1></body></html>")]
    for reading in collect_readings(read_samples(FILE, pages)):
        assert parse_reading(json.loads(json.dumps(reading.as_json()))) == reading


def test_without_articles_there_is_no_table():
    assert describe_readings(collect_readings(read_samples(FILE, []))) == ()
