"""Live blogs and comments: their place, writer, time and threads; posts in the wrong place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult
from webarticlecurator.articles.blocks.post_times import parse_timestamp
from webarticlecurator.base.model.blocks import Node

Sketches = Callable[..., list[str]]

ENTRY = [
    ("div.e", "feed-entry"),
    ("span.t", "feed-time"),
    ("span.a", "feed-author"),
    ("div.m", "feed-meta"),
]
COMMENT = [
    ("div.c", "comment"),
    ("div.cs", "comments"),
    ("b.who", "comment-author"),
    ("time", "comment-time"),
]


def test_an_entry_with_time_and_author(blocks: Sketches) -> None:
    page = (
        "<div class=e id=n1><span class=t><time datetime='2016-02-29T02:55'>02:55</time></span><h2>T</h2>"
        "<span class=a>Kiss  Anna</span>text<div class=m>m</div></div>"
    )
    assert blocks(page, tags=ENTRY, timezone="Europe/Budapest") == [
        "feed-entry[id=n1,when=2016-02-29T02:55:00+01:00,who=Kiss Anna]("
        "feed-time(date[when=2016-02-29T02:55:00+01:00]('02:55')) "
        "heading[level=2]('T') feed-author('Kiss Anna') paragraph('text') feed-meta('m'))"
    ]


def test_a_clock_time_alone_sets_no_when(blocks: Sketches) -> None:
    page = "<div class=e><span class=t>02:55</span>x</div>"
    assert blocks(page, tags=ENTRY) == ["feed-entry(feed-time('02:55') paragraph('x'))"]


@pytest.mark.parametrize(
    ("meta", "expected"),
    [
        (
            "by <span class=a>Kiss  Anna</span>, at sea",
            "[who=Kiss Anna](feed-meta('by' line-break 'Kiss Anna' line-break ', at sea')",
        ),
        (
            "<b><span class=a>A</span></b> <span class=a>B</span>",
            "[who=A](feed-meta(bold('A') line-break 'B')",
        ),  # the first counts
        (
            "<p class=a>A</p>on <i class=a>B</i>",
            "[who=A](feed-meta('A' line-break 'on' line-break 'B')",
        ),
        (
            "<span class=t>2016. 02. 29. 02:55</span>",
            "[when=2016-02-29T02:55:00+01:00](feed-meta('2016. 02. 29. 02:55')",
        ),
        ("<span class=a></span>nobody", "(feed-meta('nobody')"),
    ],
)
def test_author_and_time_inside_metadata_of_an_entry_become_attributes(
    blocks: Sketches, meta: str, expected: str
) -> None:
    tags = [*ENTRY, (".a", "feed-author")]
    found = blocks(
        f"<div class=e><div class=m>{meta}</div>x</div>",
        tags=tags,
        timezone="Europe/Budapest",
        language="hu",
    )
    assert found == [f"feed-entry{expected} paragraph('x'))"]


def test_parts_outside_an_entry_are_paragraphs(blocks: Sketches) -> None:
    page = "<blockquote><span class=t>02:55</span> x</blockquote><span class=a>A</span>"
    assert blocks(page, tags=ENTRY) == [
        "quote(paragraph('02:55') paragraph('x'))",
        "paragraph('A')",
    ]


def test_entries_are_moved_out_of_the_blocks_around_them(blocks: Sketches) -> None:
    page = "<table><tr><td>a<div class=e>1</div>b</td><td>c</td></tr></table><ul><li><div class=e>2</div></li></ul>"
    assert blocks(page, tags=ENTRY) == [
        "paragraph('a')",
        "feed-entry(paragraph('1'))",
        "table(row(cell(paragraph('b')) cell(paragraph('c'))))",
        "feed-entry(paragraph('2'))",
    ]


@pytest.mark.parametrize(
    ("page", "apart"),
    [
        # of an introduction
        ("<div><h2>A</h2><p>x</p></div><div class=e>1</div><div class=e>2</div>", [True, False]),
        ("<h2>A</h2><p>x</p><div class=e>1</div>", [False]),  # beside the entries
        # nothing between: the title of the entries
        ("<div><h2>A</h2></div><div class=e>1</div>", [False]),
        ("<h1>T</h1><div><h2>A</h2><p>x</p></div><div class=e>1</div>", [False]),
        # their own
        ("<div class=e><h2>A</h2>1</div><div class=e><h2>B</h2>2</div>", [False, False]),
        # opens no section
        ("<div><ul><li><h2>A</h2></li></ul><p>x</p></div><div class=e>1</div>", [False]),
        ("<div class=e>1</div><div><h2>A</h2><p>x</p></div><div class=e>2</div>", [False, True]),
    ],
)
def test_headings_of_an_introduction_are_not_headings_of_the_entries(
    read: Callable[..., BodyResult], page: str, apart: list[bool]
) -> None:
    entries = [b for b in read(page, tags=ENTRY).blocks if b.name == "feed-entry"]
    assert [b.get("apart") == "yes" for b in entries] == apart


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            "<div class=e>a<div class=e>b</div>c</div>",
            ["feed-entry(paragraph('a') paragraph('b') paragraph('c'))"],
        ),
        (
            "<blockquote>a<div class=e>b</div></blockquote>",
            ["quote(paragraph('a') paragraph('b'))"],
        ),
        (
            "<blockquote>a<div class=c>b</div></blockquote>",
            ["quote(paragraph('a') paragraph('b'))"],
        ),
        ("<h2>a<div class=c>b</div></h2>", ["heading[level=2]('a' line-break 'b')"]),
        (
            "<div class=c>a<div class=e>b</div></div>",
            ["comments(comment[id=comment-1,level=0](paragraph('a') paragraph('b')))"],
        ),
    ],
)
def test_posts_in_the_wrong_place_become_text(
    blocks: Sketches, page: str, expected: list[str]
) -> None:
    assert blocks(page, tags=[*ENTRY, *COMMENT]) == expected


def test_comments_are_flat_threaded_and_last(blocks: Sketches) -> None:
    page = """<p>before</p>
    <div class=cs><h3>3 comments</h3>
      <div class=c id=k7><b class=who>A</b><time datetime='2019-09-02T09:07:15Z'>Sep 2</time><p>first</p>
        <ul><li><div class=c>reply<div class=c>deeper</div></div></li></ul>tail</div>
      <div class=c id=k7>twice the same id</div>
    </div><p>after</p>"""
    assert blocks(page, tags=COMMENT) == [
        "paragraph('before')",
        "paragraph('after')",
        "comments(heading[level=3]('3 comments')"
        " comment[id=k7,level=0,when=2019-09-02T09:07:15+00:00,who=A]"
        "(comment-author('A') comment-time('Sep 2') paragraph('first'))"
        " comment[id=comment-2,level=1,reply-to=k7](paragraph('reply'))"
        " comment[id=comment-3,level=2,reply-to=comment-2](paragraph('deeper'))"
        " paragraph('tail')"
        " comment[id=comment-4,level=0](paragraph('twice the same id')))",
    ]


def test_a_reply_to_a_comment_without_text_has_no_parent(blocks: Sketches) -> None:
    page = "<div class=c><div class=c>x</div></div>"
    assert blocks(page, tags=COMMENT) == ["comments(comment[id=comment-2,level=1](paragraph('x')))"]


def test_only_the_first_heading_among_comments_stays_a_heading(blocks: Sketches) -> None:
    page = "<div class=cs><h3>a</h3><div class=c>x</div><h3>b</h3></div>"
    assert blocks(page, tags=COMMENT) == [
        "comments(heading[level=3]('a') comment[id=comment-1,level=0](paragraph('x')) paragraph('b'))"
    ]


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2020-07-01T10:00:00+02:00", None, "2020-07-01T10:00:00+02:00"),
        ("2020-07-01T10:00:00.123Z", None, "2020-07-01T10:00:00+00:00"),
        ("2020-07-01T10:00:00+0200", None, "2020-07-01T10:00:00+02:00"),
        ("2020-07-01 10:00", "Europe/Budapest", "2020-07-01T10:00:00+02:00"),
        ("2020-01-01 10:00", "Europe/Budapest", "2020-01-01T10:00:00+01:00"),
        ("2020-07-01 10:00", None, "2020-07-01T10:00:00"),
        ("2020-07-01", None, "2020-07-01"),
        ("20200701", None, ""),
        ("2020-07-01 10", "Europe/Budapest", ""),
        ("2020-13-01", None, ""),
        ("10:30", "Europe/Budapest", ""),
        ("tegnap", "Europe/Budapest", ""),
        ("", "Europe/Budapest", ""),
    ],
)
def test_parse_timestamp(text: str, zone: str | None, expected: str) -> None:
    assert parse_timestamp(text, zone) == expected


THREAD = [("div.c", "comment", "", "data-parent data-at")]


@pytest.mark.parametrize(
    ("page", "answers"),
    [
        (
            "<div class=c id=a>1</div><div class=c id=b data-parent=a>2</div><div class=c data-parent=b>3</div>",
            [None, "a", "b"],
        ),
        ("<div class=c id=c-7>1</div><div class=c id=c-8 data-parent=7>2</div>", [None, "c-7"]),
        (
            "<div class=c id=c-7>1</div><div class=c id=c-8 data-parent='#c-7'>2</div>",
            [None, "c-7"],
        ),
        (
            "<div class=c id=x7>1</div><div class=c id=y7>2</div><div class=c data-parent=7>3</div>",
            [None, None, None],
        ),
        # no id of the page's own
        ("<div class=c>1</div><div class=c data-parent=1>2</div>", [None, None]),
        # the answer comes after
        ("<div class=c id=a data-parent=b>1</div><div class=c id=b>2</div>", [None, None]),
        (
            "<div class=c id=a>1</div><div class=c id=b>2<div class=c data-parent=a>3</div></div>",
            [None, None, "a"],
        ),
    ],
)
def test_a_row_may_name_the_attribute_with_the_parent_of_a_comment(
    read: Callable[..., BodyResult], page: str, answers: list[str | None]
) -> None:
    (comments,) = read(page, tags=THREAD).blocks
    found = [c for c in comments.children if isinstance(c, Node)]
    assert [c.get("reply-to") for c in found] == answers
    levels = {c.get("id"): int(c.get("level") or 0) for c in found}
    assert [int(c.get("level") or 0) for c in found] == [levels[a] + 1 if a else 0 for a in answers]


def test_a_row_may_name_the_attribute_with_the_id_of_a_comment(blocks: Sketches) -> None:
    page = "<div class=c data-id=4711 data-reply-to=1 data-at=1614776700>a</div><div class=c data-id=5 data-reply-to=4711>b</div>"
    assert blocks(
        page,
        tags=[("div.c", "comment", "", "data-id data-reply-to data-at")],
        timezone="Europe/Budapest",
    ) == [
        "comments(comment[id=4711,level=0,when=2021-03-03T14:05:00+01:00](paragraph('a'))"
        " comment[id=5,level=1,reply-to=4711](paragraph('b')))"
    ]


def _threads(read: Callable[..., BodyResult], html: str) -> list[tuple[str | None, ...]]:
    (comments,) = read(html, tags=[(".c", "comment")]).blocks
    found = [c for c in comments.children if isinstance(c, Node)]
    return [(c.get("id"), c.get("level"), c.get("reply-to")) for c in found]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("class='c depth-1'", "class='c depth-2'"),  # WordPress
        ("class=c", "class='c comment--level-1'"),
        ("class=c data-depth=0", "class=c data-depth=1"),
        ("class='c indent0'", "class='c indent1'"),
        ("class=c", "class='c indent'"),
    ],
)
def test_successive_comments_may_state_their_depth(
    read: Callable[..., BodyResult], first: str, second: str
) -> None:
    page = "".join(
        f"<div {says} id={id_}>x</div>"
        for id_, says in zip("abcd", (first, second, second, first), strict=True)
    )
    assert _threads(read, page) == [
        ("a", "0", None),
        ("b", "1", "a"),
        ("c", "1", "a"),
        ("d", "0", None),
    ]


def test_elements_around_a_comment_may_state_its_depth(read: Callable[..., BodyResult]) -> None:
    drupal = "<p class=c id=a>x</p><div class=indented><p class=c id=b>x</p><div class=indented><p class=c id=c>x</div></div>"
    assert _threads(read, drupal) == [("a", "0", None), ("b", "1", "a"), ("c", "2", "b")]
    items = "<ul><li class=depth-1><p class=c id=a>x</p><ul><li class=depth-2><p class=c id=b>x</p></ul></ul>"
    assert _threads(read, items) == [("a", "0", None), ("b", "1", "a")]


@pytest.mark.parametrize("levels", [(1, 5), (3, 1, 2), (2, 2)])
def test_numbers_other_than_a_depth_make_no_threads(
    read: Callable[..., BodyResult], levels: tuple[int, ...]
) -> None:
    page = "".join(
        f"<div class='c level-{level}' id=k{n}>x</div>" for n, level in enumerate(levels)
    )
    assert _threads(read, page) == [(f"k{n}", "0", None) for n in range(len(levels))]
    earned = "".join(f"<div class='c user-level-{level}' id=k{level}>x</div>" for level in (1, 2))
    assert _threads(read, earned) == [("k1", "0", None), ("k2", "0", None)]
