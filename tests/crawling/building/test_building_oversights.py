"""What nobody looked at is a problem with the first article and a cure, until a word in the portal
file says that it is so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, listing, small_portal

from webarticlecurator.crawling.building.oversight_check import is_in_sample
from webarticlecurator.crawling.states.summary import Summary

COUNT = 12
RULES = """\
title: Oldtown News
archive: {{url: BASE/, pagination: {{mode: none}}, links: h2}}
article:
  body: {{root: div.text, drop: [nav, aside, form]}}
{article}
  metadata:
    title: {title}
{fields}
"""


def page(number: int) -> str:
    pages = f'<p>Pages: <b>1</b> <a href="/a/{number}/2/">2</a></p>' if number in (4, 8) else ""
    return (
        "<html><head><title>Oldtown News</title></head><body><header><h1>Oldtown News</h1></header>"
        f"<main><h3>Headline {number}</h3><p class=by>Ann Author</p>"
        f"<p class=date>{number:02}.03.2021</p><div class=text>"
        f"{f'<p>Story {number} of the old town and its people.</p>' * 9}</div>{pages}</main>"
    )


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    numbers = range(1, COUNT + 1)
    pages = {"/": listing(*(f"/a/{n}/" for n in numbers)), **{f"/a/{n}/": page(n) for n in numbers}}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        yield portal


def rules(title: str = "h3", article: str = "next_page: none", **fields: str) -> str:
    lines = "\n".join(f"    {name}: {rule}" for name, rule in fields.items())
    return RULES.format(title=title, article=f"  {article}", fields=lines)


def told(summary: Summary, kind: str) -> str:
    (doubt,) = (each for each in summary.doubts if each.kind == kind)
    return f"{doubt.kind}: {doubt.first}: {doubt.message}"


def test_a_file_that_is_right_draws_no_word(portal: SmallPortal) -> None:
    """Not even for what ``new`` itself writes: ``drop: [nav, aside, form]``."""
    summary = portal.crawl(rules(authors=".by", published='{css: .date, format: "%d.%m.%Y"}'))
    assert (summary.tei, summary.ok) == (COUNT, True)
    assert (summary.problems, summary.remarks) == ({}, ())


def test_the_name_of_the_site_is_no_title(portal: SmallPortal) -> None:
    summary = portal.crawl(rules(title="h1"))
    assert (summary.ok, summary.problems) == (False, {"same-title": 1})
    line = told(summary, "same-title")
    assert f"{portal.base}/a/1/: 12 of 12 articles have the title 'Oldtown News'" in line
    assert "the name of the site" in line and "gate_off: [same-title]" in line
    again = portal.crawl(rules(title="h1"))
    assert again.problems == {"same-title": 1}, "it stays until it is mended"
    assert portal.build(rules()).problems == {}


def test_one_word_says_that_articles_have_the_same_title(portal: SmallPortal) -> None:
    text = rules(title="h1", article="gate_off: [same-title]\n  next_page: none")
    assert portal.crawl(text).problems == {}


@pytest.mark.parametrize(("same", "is_problem"), [(3, False), (4, True)])
def test_a_title_of_more_than_a_tenth_four_at_least(
    portal: SmallPortal, same: int, is_problem: bool
) -> None:
    for number in range(1, same + 1):
        old = portal.pages[f"/a/{number}/"]
        assert isinstance(old, str)
        portal.pages[f"/a/{number}/"] = old.replace(f"Headline {number}", "In brief")
    assert portal.crawl(rules()).problems == ({"same-title": 1} if is_problem else {})


def test_a_field_that_is_empty_on_all(portal: SmallPortal) -> None:
    summary = portal.crawl(rules(authors=".byline a"))
    assert (summary.ok, summary.problems) == (False, {"field-empty": 1})
    line = told(summary, "field-empty")
    assert "css: .byline a finds nothing on any of 12 articles" in line
    assert f"--url {portal.base}/a/1/ --explain" in line and "authors: none" in line
    assert portal.crawl(rules(authors=".byline a")).problems == {"field-empty": 1}
    other = portal.build(rules(authors=".writer", article="# one line more\n  kind: NewsArticle"))
    assert "yaml:11): css: .writer finds nothing" in told(other, "field-empty"), "that of today"
    assert portal.build(rules(authors="none")).problems == {}
    assert portal.build(rules(authors=".byline a")).problems == {"field-empty": 1}
    assert portal.build(rules(authors=".by")).problems == {}


def test_a_date_format_that_fits_nothing(portal: SmallPortal) -> None:
    """Though the date is read all the same, since its notation is known."""
    wrong = rules(published='{css: .date, format: "%Y/%m/%d"}')
    summary = portal.crawl(wrong)
    assert (summary.ok, summary.problems) == (True, {})
    [line] = [line for line in summary.remarks if "format" in line]
    assert "has the format %Y/%m/%d, which fits no date of 12 articles" in line
    assert "article.metadata.published" in line
    right = wrong.replace("%Y/%m/%d", "%d.%m.%Y")
    assert not [line for line in portal.build(right).remarks if "format" in line]


def test_a_metadata_rule_that_fits_nothing_beside_one_that_does(portal: SmallPortal) -> None:
    summary = portal.crawl(rules(authors="[.byline, .by]"))
    assert summary.problems == {}
    [line] = [line for line in summary.remarks if "matches nothing" in line]
    assert "article.metadata.authors" in line and "css: .byline matches nothing" in line


def test_a_pager_that_no_rule_follows(portal: SmallPortal) -> None:
    summary = portal.crawl(rules(article="kind: Article"))
    assert summary.problems == {"unfollowed-page": 2}
    line = told(summary, "unfollowed-page")
    assert f"{portal.base}/a/4/: " in line and f"{portal.base}/a/4/2/" in line
    assert "next_page: none" in line
    assert portal.crawl(rules(article="kind: Article")).problems == {"unfollowed-page": 2}
    assert portal.build(rules()).problems == {}


@pytest.mark.parametrize(
    ("second", "pager", "is_told"),
    [
        ("/a/{n}/2/", '<ol><li>The old castle<li><a href="{second}">A new {long}</a></ol>', True),
        ("/a/{n}/2/", '<p><a href="{second}">Next: A new {long}</a></p>', True),
        ("/a/{n}/?page=2", '<ol><li><a href="{second}">A new {long}</a></ol>', True),
        ("/a/{n}/2/", '<h4><a href="{second}">A new {long}</a></h4>', False),
        ("/a/{n}-2/", '<p><a href="{second}">A new {long}</a></p>', False),
        ("/a/{n}/2/", '<div class=comments><a href="{second}">A new {long}</a></div>', False),
    ],
)
def test_a_second_page_with_a_title_is_told(
    tmp_path: Path, second: str, pager: str, is_told: bool
) -> None:
    """It may be another article: what nothing follows is a problem."""
    long = "bridge over the wide river of the town"

    def write(n: int) -> str:
        shown = pager.format(second=second.format(n=n), long=long) if n in (4, 8) else ""
        plain = page(n).replace(f'<p>Pages: <b>1</b> <a href="/a/{n}/2/">2</a></p>', "")
        return plain.replace("</main>", f"{shown}</main>")

    pages = {f"/a/{n}/": write(n) for n in range(1, COUNT + 1)}
    with small_portal(tmp_path, {"/": listing(*pages), **pages}) as portal:
        portal.executor = "serial"
        summary = portal.crawl(rules(article="kind: Article"))
        assert summary.problems == ({"unfollowed-page": 2} if is_told else {})


def test_a_rule_for_the_pager_takes_the_problem_away(portal: SmallPortal) -> None:
    portal.crawl(rules(article="kind: Article"))
    for number in (4, 8):
        portal.pages[f"/a/{number}/2/"] = page(number + COUNT)
    followed = rules(article='next_page: "main > p > a"')
    portal.build(followed)
    assert portal.crawl(followed).problems == {}


def test_link_rules_that_match_nothing(portal: SmallPortal) -> None:
    summary = portal.crawl(rules().replace("links: h2", "links: h2.headline"))
    assert not summary.ok and set(summary.problems) <= {"no-links", "empty-archive-page"}


def test_of_a_large_build_a_sample_is_looked_at() -> None:
    assert sum(map(is_in_sample, range(10_000))) < 1000
    assert all(map(is_in_sample, range(300)))


NAMES = ("Ann Small", "Bob Tall", "Cleo Wren", "Dora Lund", "Ann Wide")


@pytest.mark.parametrize(
    ("line", "names", "affix"),
    [
        ("Grumf {name}", NAMES, "begin with 'Grumf'"),
        ("{name} ·", NAMES, ""),  # cut at the separator
        ("{name} Echo", NAMES, "end with 'Echo'"),
        ("{name}", NAMES, ""),
        ("Grumf {name}", NAMES[:2], "begin with 'Grumf'"),
        ("{name}", ("Ann Small", "Ann Wide"), ""),
        ("{name}", ("Ann B. Small", "Bob Small", "Ann Wide"), ""),
    ],
)
def test_what_stands_at_the_end_of_all_names_is_told(
    tmp_path: Path, line: str, names: tuple[str, ...], affix: str
) -> None:
    numbers = range(1, COUNT + 1)
    pages = {
        f"/a/{n}/": page(n).replace("Ann Author", line.format(name=names[n % len(names)]))
        for n in numbers
    }
    with small_portal(tmp_path, {"/": listing(*pages), **pages}) as portal:
        portal.executor = "serial"
        summary = portal.crawl(rules(authors="{css: .by, split: ';'}"))
        assert ("field-affix" in summary.problems) is bool(affix)
        assert not affix or affix in told(summary, "field-affix")
        mended = rules(authors="{css: .by, replace: [['^Grumf | ·$| Echo$', '']]}")
        assert portal.build(mended).problems == {}


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ann Small", "Bob Tall", "Ann Small grumf Bob Tall"), "'Ann Small grumf Bob Tall'"),
        (("Ann Small", "Cleo Wren", "Ann Small grumf Bob Tall"), ""),
        (("Ann", "Lee", "Ann B. Lee"), ""),
        (("田中健一", "佐藤太郎", "田中健一 ・ 佐藤太郎"), "'田中健一 ・ 佐藤太郎'"),
    ],
)
def test_two_names_in_one_are_told(tmp_path: Path, names: tuple[str, ...], said: str) -> None:
    pages = {f"/a/{n}/": page(n).replace("Ann Author", names[n % 3]) for n in range(1, COUNT + 1)}
    with small_portal(tmp_path, {"/": listing(*pages), **pages}) as portal:
        portal.executor = "serial"
        summary = portal.crawl(rules(authors="{css: .by, split: ';'}"))
        assert ("field-affix" in summary.problems) is bool(said)
        if said:
            message = told(summary, "field-affix")
            assert f"such as {said}" in message
            split = message.partition("split: ")[2].partition("  into")[0]
            assert portal.build(rules(authors=f"{{css: .by, split: {split}}}")).problems == {}


BOX = "Have the letter of the town each morning in your box"
JAPANESE = "毎朝この町の新聞をメールで受け取ることができます。"
LONG = "All rights of the town are those of the town. " * 4
PADDING = " ".join(f"w{{n}}-{place}" for place in range(99))


@pytest.mark.parametrize(
    ("line", "every", "words"),
    [
        ('<p>Grumf doof: <a href="/a/{next}/">Headline {next}</a></p>', 3, "'Grumf doof:'"),
        ('<p>← <a href="/a/{next}/">Headline {next}</a></p>', 3, "''"),
        ("<p>Tell all the friends of the town</p>", 1, "'Tell all the friends of the town'"),
        ("<p>Tell all the friends of the town</p>", 3, "'Tell all the friends of the town'"),
        ("<p>Tell all the friends of the town</p>", 4, ""),
        ("<p>Inzerce</p>", 3, "'Inzerce'"),
        ("<details><summary>Read the terms</summary>{n}</details>", 3, "'Read the terms'"),
        ("<ul><li>The town council</li><li>{n}</li></ul>", 1, ""),
        ("<p>Inzerce!</p>", 1, ""),
        # a box that is in some articles alone
        (f"<p>{BOX}</p>", 3, f"'{BOX}'"),
        (f"<p>{BOX}</p>", 4, f"'{BOX}'"),
        (f"<p>{BOX}</p>", 6, ""),
        # without spaces between words
        (f"<p>{JAPANESE}</p>", 1, f"'{JAPANESE}'"),
        ("<p>Have our letter in your box!</p>", 3, "'Have our letter in your box!'"),
        ("<p>Have our letter in your box</p>", 4, ""),
        ('<p>See <a href="https://else.example/">the plan</a></p>', 1, "'See'"),
        (
            '<p><a href="https://else.example/">The plan of the town</a></p>',
            1,
            "'The plan of the town'",
        ),
        ('<p>Grumf: <a href="https://else.example/{n}">word {n}</a></p>', 1, "'Grumf:'"),
        ('<p>Grumf: <a href="https://else.example/{n}">word {n}</a></p>', 3, ""),
        (f"<p>{LONG}</p><p>{{n}} {PADDING}</p>", 1, f"'{LONG[:155]}'"),
        ("<p>The friends of <b>the town</b> of {n}</p>", 1, ""),
        ("<p>Number {n} of the friends of the town</p>", 1, ""),
        ("<pre><code>from the_town import all_friends</code></pre>", 1, ""),
        ("<p>Run <code>the_town --all-friends</code></p>", 1, "'Run the_town --all-friends'"),
    ],
)
def test_lines_that_are_no_text_are_told_with_the_rule_that_drops_them(
    tmp_path: Path, line: str, every: int, words: str
) -> None:
    def write(n: int) -> str:
        shown = line.format(n=n, next=n % COUNT + 1) if n % every == 0 else ""
        return page(n).replace("<div class=text>", f"<div class=text>{shown}")

    pages = {f"/a/{n}/": write(n) for n in range(1, COUNT + 1)}
    with small_portal(tmp_path, {"/": listing(*pages), **pages}) as portal:
        portal.executor = "serial"
        summary = portal.crawl(rules())
        assert ("repeated-text" in summary.problems) is bool(words)
        if words:
            message = told(summary, "repeated-text")
            assert f": {words}; write " in message and f"{COUNT // every} of {COUNT}" in message
            rule = message.partition("drop: [")[2].removesuffix("]")
            mended = rules().replace("drop: [nav", f"drop: [{rule}, nav")
            assert portal.build(mended).problems == {}


def test_a_portal_that_writes_the_present_time_as_the_time_of_publication(
    portal: SmallPortal,
) -> None:
    published = {"published": "{css: time, attr: datetime}"}

    def present(number: int) -> Answer:
        head = f"<time datetime={portal.clock.now():%Y-%m-%dT%H:%M:%S}Z></time></header>"
        return Answer(page(number).replace("</header>", head))

    numbers = range(1, COUNT + 2)
    portal.pages |= {f"/a/{n}/": partial(present, n) for n in numbers}
    summary = portal.crawl(rules(**published))
    assert "12 of 12 articles say that they were published in the second" in told(
        summary, "published-is-now"
    )
    portal.clock.sleep(86400)
    portal.pages["/"] = listing("/a/13/", "/a/1/")
    assert not portal.crawl(rules(authors=".by", **published)).ok
    summary = portal.build(rules(published='{css: .date, format: "%d.%m.%Y"}'))
    assert "published-is-now" not in {doubt.kind for doubt in summary.doubts}


@pytest.mark.parametrize(
    ("hours", "form", "delay"),
    [
        (1, "%Y-%m-%dT%H:%M", 0),
        (9, "%Y-%m-%dT%H:%M:%S", 31),
        (5.75, "%Y-%m-%dT%H:%M", 31),
        (-5, "%F %T", 0),
    ],
)
def test_the_present_time_of_another_zone_or_without_seconds(
    portal: SmallPortal, hours: float, form: str, delay: int
) -> None:
    def present(number: int) -> Answer:
        time = portal.clock.now() + timedelta(hours=hours)
        head = f"<time datetime='{time.strftime(form)}'></time></header>"
        return Answer(page(number).replace("</header>", head))

    portal.pages |= {f"/a/{n}/": partial(present, n) for n in range(1, COUNT + 1)}
    published = rules(published="{css: time, attr: datetime}")
    summary = portal.crawl(f"fetch: {{delay: {delay}}}\n{published}")
    # where all are of one moment, they may have been published on the hour
    if delay:
        assert "12 of 12 articles say that they were published in the minute" in told(
            summary, "published-is-now"
        )
    else:
        assert "published-is-now" not in summary.problems


@pytest.mark.parametrize("time", ["2024-05-02T11:59:00Z", "2024-05-02", "2024-05-02T12:00"])
def test_no_alarm_for_articles_of_today(portal: SmallPortal, time: str) -> None:
    for number in range(1, COUNT + 1):
        head = f"<time datetime={time}></time></header>"
        portal.pages[f"/a/{number}/"] = page(number).replace("</header>", head)
    assert portal.crawl(rules(published="{css: time, attr: datetime}")).ok
