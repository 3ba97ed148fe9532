"""Live blogs whose entries have no element of their own: each begins at a time in the body."""

from __future__ import annotations

from collections.abc import Callable

TAGS = [("h4", "feed-time"), ("div.entry", "feed-entry")]
Blocks = Callable[..., list[str]]


def test_a_time_in_the_body_begins_an_entry_up_to_the_next_time(blocks: Blocks) -> None:
    html = (
        "<p>intro</p><h4>05:58</h4><p>a</p>b<ul><li>c</ul><h4>05:54</h4><blockquote>d</blockquote>"
    )
    assert blocks(html, tags=TAGS) == [
        "paragraph('intro')",
        "feed-entry(feed-time('05:58') paragraph('a') paragraph('b') list(item(paragraph('c'))))",
        "feed-entry(feed-time('05:54') quote(paragraph('d')))",
    ]


def test_its_datetime_is_that_of_the_entry(blocks: Blocks) -> None:
    html = "<time datetime=2014-03-03T05:58:00+01:00>05:58</time><p>a</p>"
    assert blocks(html, tags=[("time", "feed-time")]) == [
        "feed-entry[when=2014-03-03T05:58:00+01:00](feed-time('05:58') paragraph('a'))"
    ]


def test_an_entry_with_an_element_of_its_own_is_not_split_by_a_second_time(blocks: Blocks) -> None:
    html = "<div class=entry><h4>1'</h4><p>a</p><h4>2'</h4>b</div><p>after</p>"
    assert blocks(html, tags=TAGS) == [
        "feed-entry(feed-time(\"1'\") paragraph('a') feed-time(\"2'\") paragraph('b'))",
        "paragraph('after')",
    ]


def test_such_an_entry_ends_with_its_root(blocks: Blocks) -> None:
    html = "<section><h4>05:58</h4><p>a</p></section><section><p>b</p></section>"
    assert blocks(html, tags=TAGS, root=["section"]) == [
        "feed-entry(feed-time('05:58') paragraph('a'))",
        "paragraph('b')",
    ]


def test_a_time_inside_a_box_is_text(blocks: Blocks) -> None:
    html = "<blockquote><h4>05:58</h4><p>a</p></blockquote>"
    assert blocks(html, tags=TAGS) == ["quote(paragraph('05:58') paragraph('a'))"]
