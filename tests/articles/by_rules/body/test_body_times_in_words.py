"""Times of entries and comments without ``datetime``: only complete dates count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult
from webarticlecurator.base.model.blocks import Node, block_words, blocks_below

Read = Callable[..., BodyResult]
TAGS = [("div.e", "feed-entry"), ("i", "feed-time"), ("div.c", "comment"), ("b", "comment-time")]


def whens(read: Read, html: str, tags: list[tuple[str, ...]], **more: str) -> list[str | None]:
    settings = {"timezone": "Europe/Budapest", "language": "hu", **more}
    posts = [
        n
        for n in blocks_below(read(html, tags=tags, **settings).blocks)
        if n.name in ("feed-entry", "comment")
    ]
    return [n.get("when") for n in posts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2021. március 3. 14:05", "2021-03-03T14:05:00+01:00"),
        ("2021. július 3., 14:05", "2021-07-03T14:05:00+02:00"),
        ("2021.03.03. 14:05", "2021-03-03T14:05:00+01:00"),
        ("2021. <u>március</u> 3.", "2021-03-03"),
        ("14:05", None),
        ("március 3. 14:05", None),
        ("két órája", None),
        ("03/05/2021", None),
        ("2021. február 30. 14:05", None),
    ],
)
def test_a_complete_date_in_words_is_the_time_of_its_post(
    read: Read, text: str, expected: str | None
) -> None:
    assert whens(
        read, f"<div class=e><i>{text}</i>x</div><div class=c><b>{text}</b>y</div>", TAGS
    ) == [expected, expected]


def test_the_language_is_that_of_the_portal(read: Read) -> None:
    page = "<div class=e><i>3. Februar 2021, 14:05 Uhr</i>x</div>"
    assert whens(read, page, TAGS, language="de", timezone="Europe/Berlin") == [
        "2021-02-03T14:05:00+01:00"
    ]


def test_a_time_after_the_name_in_the_line_of_the_author_is_no_part_of_it(read: Read) -> None:
    tags = [("div.c", "comment"), ("h4", "comment-author"), ("small", "comment-time")]
    page = "<div class=c><h4>Anna <b>Kiss</b> <small>2021. március 3.</small></h4><p>y</p></div>"
    blocks = read(page, tags=tags, language="hu", timezone="Europe/Budapest").blocks
    (post,) = [n for n in blocks_below(blocks) if n.name == "comment"]
    assert (post.get("who"), post.get("when")) == ("Anna Kiss", "2021-03-03")
    line = post.children[0]
    assert isinstance(line, Node) and " ".join(block_words(line.children)).endswith(
        "2021. március 3."
    )


def test_machine_readable_times_come_first(read: Read) -> None:
    time = "<time datetime='2020-01-01T10:00'>2021. március 3. 14:05</time>"
    assert whens(read, f"<div class=e><i>{time}</i>x</div>", TAGS) == ["2020-01-01T10:00:00+01:00"]
    page = "<div class=e datetime='2020-01-01T10:00'><i>2021. március 3. 14:05</i>x</div>"
    assert whens(read, page, TAGS) == ["2020-01-01T10:00:00+01:00"]


def test_a_row_may_name_the_attribute(read: Read) -> None:
    rows = [
        ("div.e", "feed-entry", "", "data-at"),
        ("div.c", "comment"),
        ("b", "comment-time", "", "title data-at"),
    ]
    page = "<div class=e data-at=1614776700>x</div><div class=c><b title='2021. március 3. 14:05' data-at=1>2 napja</b>y</div>"
    assert whens(read, page, rows) == ["2021-03-03T14:05:00+01:00", "2021-03-03T14:05:00+01:00"]


def test_without_a_default_zone_a_time_has_no_zone(read: Read) -> None:
    page = "<div class=e><i>2021. március 3. 14:05</i>x</div>"
    (entry,) = read(page, tags=TAGS, language="hu").blocks
    assert isinstance(entry, Node) and entry.get("when") == "2021-03-03T14:05:00"


def test_the_first_of_several_times_counts(read: Read) -> None:
    page = (
        "<div class=e><i>14:05</i><i>2021. március 3. 14:05</i>x<i>2021. március 4. 14:05</i></div>"
    )
    assert whens(read, page, TAGS) == ["2021-03-03T14:05:00+01:00"]
