"""Live reports without rules: their entries are posts, and a button for more of them is a doubt."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

ENTRIES = (
    "The first boats have left the harbour, and the wind comes from the north at last.",
    "One of the boats has lost its rudder and is towed back by the ferry of the town.",
    "The leading boat has passed the lighthouse, two lengths before the one from the island.",
    "The judges have asked for quiet at the finish, because the swans are breeding there.",
    "The boat from the island has won, and the band of the fire brigade begins to play.",
)
DECLARED = (
    '<script type="application/ld+json">{"@type": "LiveBlogPosting", "headline": "Race"}</script>'
)
LEAD = (
    "<p>The race of the rowing boats around the lighthouse takes place today, for the hundredth"
    " time since the harbour was built, and thousands of people line the shore to see it.</p>"
)
UP = ("10:00", "10:20", "11:05", "11:40", "12:15")
MIXED = ("10:00", "10:20", "09:05", "09:40", "08:15")


def read(times: Sequence[str], head: str = "", entry: str = "", around: str = "{}") -> BodyResult:
    entry = entry or (
        '<div class="entry" id="e{n}"><time datetime="2026-06-08T{time}:00Z">{time}</time>'
        "<h3>What happens at the shore now, part {n}</h3><p>{text}</p></div>"
    )
    entries = "".join(
        entry.format(n=n, time=time, text=text)
        for n, (time, text) in enumerate(zip(times, ENTRIES, strict=True))
    )
    body = f"<article><h1>Race of the boats</h1>{LEAD}{around.format(entries)}</article>"
    html = f"<html><head><title>Race of the boats</title>{head}</head><body>{body}</body></html>"
    page = Page("https://echo.example/race", html)
    result = read_body(page, BodyRules(), base_tags(), timezone="UTC")
    assert isinstance(result, BodyResult)
    return result


def list_times(result: BodyResult) -> list[str | None]:
    return [block.get("when") for block in result.blocks if block.name == "feed-entry"]


@pytest.mark.parametrize(
    ("times", "head"), [(UP, ""), (UP[::-1], ""), (UP, DECLARED), (MIXED, DECLARED)]
)
def test_the_entries_of_a_report_are_posts_with_their_times(
    times: Sequence[str], head: str
) -> None:
    result = read(times, head)
    assert list_times(result) == [f"2026-06-08T{time}:00+00:00" for time in times]
    words = " ".join(block_words(result.blocks))
    for text, time in zip(ENTRIES, times, strict=True):
        assert words.count(text) == words.count(time) == 1
    first = result.blocks[1]
    assert [(each.name, *each.texts()) for each in first.nodes][:2] == [
        ("feed-meta", times[0]),
        ("heading", "What happens at the shore now, part 0"),
    ]
    assert "".join(result.blocks[0].texts()).startswith("The race of the rowing boats")


TIME = '<time datetime="2026-06-08T{time}:00Z">{time}</time>'
HEAD = "What happens at the shore now, part {n}"


@pytest.mark.parametrize("head", ["", DECLARED, DECLARED.replace("LiveBlogPosting", "NewsArticle")])
@pytest.mark.parametrize(
    "entry",
    [
        f'<div class="entry"><h3>{HEAD}</h3>{TIME}<p>{{text}}</p></div>',
        f'<div class="entry"><h3>{HEAD}</h3><p class="meta">{TIME}</p><p>{{text}}</p></div>',
        f'<div class="entry"><h3>{TIME} {HEAD}</h3><p>{{text}}</p></div>',
        f'<div class="entry"><h3>{HEAD} {TIME}</h3><p>{{text}}</p></div>',
        f"<article><header><h3>{HEAD}</h3>{TIME}</header><div><p>{{text}}</p></div></article>",
        f"<h3>{TIME} {HEAD}</h3><p>{{text}}</p>",
    ],
)
def test_entries_that_begin_with_a_heading_keep_it(entry: str, head: str) -> None:
    result = read(UP, head, entry)
    assert list_times(result) == [f"2026-06-08T{time}:00+00:00" for time in UP]
    words = " ".join(block_words(result.blocks))
    for n, (text, time) in enumerate(zip(ENTRIES, UP, strict=True)):
        assert [words.count(each) for each in (text, time, HEAD.format(n=n))] == [1, 1, 1]


@pytest.mark.parametrize("head", ["", DECLARED])
@pytest.mark.parametrize("shown", ["<i>{time}</i>", "<div>{time}</div>", ""])
@pytest.mark.parametrize("form", ["{}", "<li>{}</li>", "<li><i></i>{}</li>"])
def test_an_entry_whose_time_is_its_own_attribute_is_whole(
    form: str, shown: str, head: str
) -> None:
    entry = f'<div data-time="2026-06-08T{{time}}:00Z">{shown}<h3>{HEAD}</h3><p>{{text}}</p></div>'
    result = read(UP, head, form.format(entry))
    assert list_times(result) == [f"2026-06-08T{time}:00+00:00" for time in UP]
    words = " ".join(block_words(result.blocks))
    for n, text in enumerate(ENTRIES):
        assert (words.count(text), words.count(HEAD.format(n=n))) == (1, 1)


CLOCK_ENTRIES = (
    "<div><time>{time}</time><h3>What happens now, part {n}</h3><p>{text}</p></div>",
    "<div><div class=when>{time}</div><p>{text}</p></div>",
    "<div><p class=m><span>{time} Uhr</span> <b>Sport</b></p><p>{text}</p></div>",
    "<div><h3>Part {n} begins <time datetime={time}>{time}</time></h3><p>{text}</p></div>",
    "<li><a class=t href='#e{n}'><time>{time}</time></a><p>{text}</p></li>",
    "<section><h4>+++ {time} +++</h4><p>{text}</p></section>",
    "<p><strong>{time}</strong> {text}</p>",
    "<p>{time} – {text}</p>",
)
MORE = "<div id=live>{}</div><button class=load-more>Load more</button>"
MIDNIGHT = ("01:15", "00:30", "00:05", "23:40", "23:10")


@pytest.mark.parametrize("entry", CLOCK_ENTRIES)
@pytest.mark.parametrize(
    ("times", "head"),
    [
        (UP, DECLARED),
        (MIXED, DECLARED),
        (UP[::-1], ""),
        (UP[::-1], DECLARED.replace("LiveBlogPosting", "NewsArticle")),
        (MIDNIGHT, ""),
        (("1:15 pm", "12:30 pm", "12:05 p.m.", "11.40 am", "9.05 AM"), ""),
    ],
)
def test_entries_with_times_of_a_clock_are_posts_of_no_day(
    times: Sequence[str], head: str, entry: str
) -> None:
    result = read(times, head, entry, MORE)
    assert list_times(result) == [None] * len(times)
    assert [each.kind for each in result.problems] == ["loaded-later"]
    words = " ".join(block_words(result.blocks))
    for text, time in zip(ENTRIES, times, strict=True):
        assert (words.count(text), words.count(time)) == (1, 1)


@pytest.mark.parametrize("entry", CLOCK_ENTRIES[:6])
def test_entries_with_parts_may_stand_in_the_order_of_their_times(entry: str) -> None:
    assert len(list_times(read(UP, entry=entry))) == len(UP)


PROSE = "".join(
    f"<p>{text} So it was told in the harbour, and in the town.</p>" for text in ENTRIES
)


@pytest.mark.parametrize(
    ("times", "entry", "around"),
    [
        # the programme of a day
        (UP, "<li><b>{time}</b> {text}</li>", "<ul>{}</ul>"),
        (UP, "<p>{time} {text}</p>", "{}"),
        # one in an article
        (UP, CLOCK_ENTRIES[0], f"{PROSE}<div>{{}}</div>{PROSE}"),
        # no order
        (MIXED, CLOCK_ENTRIES[0], "{}"),
        # results of matches
        (("1:0", "0:2", "3:3", "2:1", "0:0"), "<div><b>{time}</b><p>{text}</p></div>", "{}"),
        # other articles
        (UP[::-1], '<div>{time}<h3><a href="/{n}">The council has met again, part {n}</a></h3><p>{text}</p></div>', "{}"),
    ],
)  # fmt: skip
def test_a_programme_with_times_is_no_report(times: Sequence[str], entry: str, around: str) -> None:
    assert list_times(read(times, entry=entry, around=around)) == []


@pytest.mark.parametrize("entry", ["<h3>{time} – Part {n} begins</h3>", "<h3>{n} June 2026</h3>"])
def test_headings_of_times_and_days_are_text(entry: str) -> None:
    entries = entry + "<p>{text}</p><p>It is told in full on page {n} of the paper.</p>"
    words = " ".join(block_words(read(UP, DECLARED, entries).blocks))
    for n, (text, time) in enumerate(zip(ENTRIES, UP, strict=True)):
        heading = entry[4:-5].format(n=n, time=time)
        assert (words.count(heading), words.count(text)) == (1, 1)


@pytest.mark.parametrize(
    "entry",
    [
        # teasers of other articles
        '<div><time datetime="2026-06-08T{time}:00Z">{time}</time>'
        '<h3><a href="/other-article-{n}">What the council has decided about the bridge, part {n} of the story</a></h3><p>{text}</p></div>',
        # days and no times
        '<div><time datetime="2026-06-0{n}">{time}</time><p>{text}</p></div>',
    ],
)
def test_what_is_no_report_has_no_entries(entry: str) -> None:
    assert list_times(read(UP, entry=entry)) == []
    assert list_times(read(MIXED)) == []


@pytest.mark.parametrize(
    ("around", "words"),
    [
        (
            '<div id="live">{}</div><button data-next="/live?before=1">Load more</button>',
            "Load more",
        ),
        ('<div>{}<a class="btn-load-more" href="#">Tovább</a></div>', "Tovább"),
        ("<div>{}</div><button>Share</button>", ""),
        ('<div>{}</div><a href="/all">More news</a>', ""),
    ],
)
def test_entries_that_a_button_loads_are_a_doubt(around: str, words: str) -> None:
    problems = [each for each in read(UP, around=around).problems if each.kind == "loaded-later"]
    assert [words in each.message for each in problems] == [True] * bool(words)


def test_a_line_of_links_right_below_a_time_is_no_entry() -> None:
    also = '<p>See also: <a href="/old">The race of last year was won by the town</a></p>'
    entries = "".join(
        f"<div>{time}</div>{also if n == 2 else ''}<p>{text}</p>"
        for n, (time, text) in enumerate(zip(UP[::-1], ENTRIES, strict=True))
    )
    body = f"<article><h1>Race of the boats</h1>{entries}</article>"
    html = f"<html><head><title>Race of the boats</title></head><body>{body}</body></html>"
    result = read_body(
        Page("https://echo.example/race", html), BodyRules(), base_tags(), timezone="UTC"
    )
    assert isinstance(result, BodyResult)
    words = " ".join(block_words(result.blocks))
    assert "See also" not in words and all(text in words for text in ENTRIES)
