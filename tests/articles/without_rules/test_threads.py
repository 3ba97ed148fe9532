"""Threads of forums without rules: posts with writer and time, and what is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from webarticlecurator.articles.blocks.article_body import read_body
from webarticlecurator.articles.without_rules.reader_comments import find_comments
from webarticlecurator.articles.without_rules.threads import find_thread
from webarticlecurator.base.model.blocks import Node, block_words
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

TEXTS = (
    "Has anybody a spare rudder for an old boat? Mine broke in the last storm of the winter.",
    "I have two of them in the yard, and both are yours if you come and fetch them yourself.",
    "Thanks!",
    "The yard opens at nine in the morning. Bring a long rope, because the rudders are heavy.",
)
WRITERS = ("anna", "Bea", "anna", "Bea")
JOINED = {"anna": "2001-01-05", "Bea": "2004-10-02"}
DAYS = ("2019-03-11", "2019-03-12", "2019-03-12", "2019-03-14")


def read_page(body: str, url: str = "https://echo.example/t/1") -> Page:
    return Page(url, f"<html><head><title>Rudder</title></head><body>{body}</body></html>")


def list_entries(page: Page) -> list[Node]:
    body = read_body(page, BodyRules(), base_tags(), timezone="UTC")
    return [block for block in getattr(body, "blocks", ()) if block.name == "feed-entry"]


def in_boxes(texts: Sequence[str] = TEXTS) -> str:
    return "<h1>Rudder</h1>" + "".join(
        f'<div class="x{n % 2} box" id="p{n}"><div class="left"><a href="/u/{name}">{name}</a>'
        f'<p>Joined: {JOINED[name]}</p></div><div class="right"><p>Posted {day}</p>'
        f'<div class="words">{text}</div><div class="end">Fair winds, {name}</div></div></div>'
        for n, (name, day, text) in enumerate(zip(WRITERS, DAYS, texts, strict=True))
    )


def in_rows() -> str:
    rows = (
        f'<tr><td class="a"><a href="/user?n={name}">{name}</a> <i>{day} 08:0{n}</i></td></tr>'
        f'<tr><td class="b">{text}</td></tr>'
        for n, (name, day, text) in enumerate(zip(WRITERS, DAYS, TEXTS, strict=True))
    )
    return f"<h1>Rudder</h1><table>{''.join(rows)}</table>"


def in_replies() -> str:
    inside = ""
    for n, (name, day, text) in reversed(list(enumerate(zip(WRITERS, DAYS, TEXTS, strict=True)))):
        inside = (
            f'<li id="c{n}"><div class="head"><span class="user">{name}</span> '
            f'<time datetime="{day}T08:00:00Z">long ago</time></div>'
            f'<div class="md"><p>{text}</p></div><ul>{inside}</ul></li>'
        )
    return f"<h1>Rudder</h1><ul>{inside}</ul>"


@pytest.mark.parametrize(
    "body", [in_boxes(), in_rows(), in_replies()], ids=["boxes", "rows", "replies"]
)
def test_posts_have_text_writer_and_time(body: str) -> None:
    entries = list_entries(read_page(body))
    assert [entry.get("who") for entry in entries] == list(WRITERS)
    assert [(entry.get("when") or "")[:10] for entry in entries] == list(DAYS)
    texts = [
        " ".join(block_words([n for n in entry.nodes if n.name != "feed-meta"]))
        for entry in entries
    ]
    assert texts == [" ".join(text.split()) for text in TEXTS]


@pytest.mark.parametrize("end", ["<br>", "<p>", "<!-- x --><br/>"])
def test_a_number_below_the_name_is_no_part_of_it(end: str) -> None:
    """How many posts somebody has written was glued to the name: `anna485`."""
    body = in_boxes()
    for name in set(WRITERS):
        joined = f"</a><p>Joined: {JOINED[name]}</p>"
        body = body.replace(joined, f"</a>{end}<i>48{len(name)}</i>")
    assert "Joined" not in body
    assert [entry.get("who") for entry in list_entries(read_page(body))] == list(WRITERS)


FOUR_WRITERS = ("anna", "Bea", "Cleo", "dan")


def with_heads(head: str, names: Sequence[str] = FOUR_WRITERS) -> Page:
    """Return a thread whose posts have a row above their text, with number, name and day."""
    rows = (
        f"<tr>{head.format(n=n, name=name, day=day)}</tr>"
        f'<tr><td class="b" colspan="3">{text}</td></tr>'
        for n, name, day, text in zip((46, 47, 48, 51), names, DAYS, TEXTS, strict=True)
    )
    return read_page(f"<h1>Rudder</h1><table>{''.join(rows)}</table>")


VIEW = '<a href="#m{n}">msg{n}</a> <a href="/m{n}">(view)</a>'


@pytest.mark.parametrize(
    "head",
    [
        f"<th>{VIEW}</th><th>Author: {{name}}</th><th>{{day}} 08:00</th>",
        f"<td class=a>{VIEW} <b>{{name}}</b> <i>{{day}} 08:00</i></td>",
        '<td class=a><a href="/m/{n}">Message {n}</a> <i>{name}</i>, {day}</td>',
    ],
)
def test_the_number_of_a_post_is_no_name(head: str) -> None:
    entries = list_entries(with_heads(head))
    assert [each.get("who") for each in entries] == [*FOUR_WRITERS]


def test_numbers_of_posts_are_no_names_where_there_are_no_others() -> None:
    head = f"<td class=a>{VIEW}, {{name}}, {{day}} 08:00</td>"
    assert find_thread(with_heads(head)) is None


def test_a_rank_in_front_of_the_names_is_no_part_of_them() -> None:
    heads = (
        f"<div class=user><span>Member</span><a href='/u/{n}'>{name}</a></div>"
        f"<p>{n + 3} March 2023</p>"
        for n, name in enumerate(FOUR_WRITERS)
    )
    texts = (f"<div class=said>{text}</div>" for text in TEXTS)
    boxes = "".join(map("<div class=post>{}{}</div>".format, heads, texts))
    thread = find_thread(read_page(f"<h1>Open again?</h1>{boxes}"))
    assert thread is not None
    assert tuple(post.author for post in thread.posts) == FOUR_WRITERS


@pytest.mark.parametrize("tag", ["span", "bdi", "b"])
def test_who_likes_all_posts_is_the_writer_of_most(tag: str) -> None:
    names = ("anna", "Bea", "anna", "anna")
    boxes = "".join(
        f"<div class=post><div class=user><h4 class=name><a class=u>"
        f"<span>{name}</span></a></h4><i>{day}</i></div><div class=said>{text}</div>"
        f"<div class=likes><{tag}>{names[0]}</{tag}></div></div>"
        for name, day, text in zip(names, DAYS, TEXTS, strict=True)
    )
    thread = find_thread(read_page(f"<h1>Open again?</h1>{boxes}"))
    assert thread is not None
    assert tuple(post.author for post in thread.posts) == names


def test_accounts_with_a_number_are_names() -> None:
    names = ("user372", "user118", "user9", "user41")
    thread = find_thread(with_heads("<td class=a><b>{name}</b> <i>{day} 08:00</i></td>", names))
    assert thread is not None
    assert tuple(post.author for post in thread.posts) == names


@pytest.mark.parametrize("head", ["<b>{name}</b> <i>{day} 08:00</i>", "<b>{name}</b>, {day} 08:00"])
def test_accounts_with_numbers_that_go_up_by_chance_are_names(head: str) -> None:
    names = ("user9", "user41", "user118", "user372")
    thread = find_thread(with_heads(f"<td class=a>{head}</td>", names))
    assert thread is not None
    assert tuple(post.author for post in thread.posts) == names


def test_the_id_of_a_post_is_that_of_its_box() -> None:
    entries = list_entries(read_page(in_boxes()))
    assert [entry.get("id") for entry in entries] == ["p0", "p1", "p2", "p3"]


def test_the_line_about_a_post_is_its_first_block() -> None:
    first = list_entries(read_page(in_boxes()))[0].nodes[0]
    assert (first.name, " ".join(block_words([first]))) == ("feed-meta", "anna, Posted 2019-03-11")


@pytest.mark.parametrize(
    "quoted", ["It is the wind that breaks rudders, never the rocks.", "Mine?"]
)
def test_a_quote_from_elsewhere_stays_a_quote(quoted: str) -> None:
    answer = f"<blockquote>{quoted}</blockquote>{TEXTS[1]}"
    entries = list_entries(read_page(in_boxes((TEXTS[0], answer, *TEXTS[2:]))))
    assert [node.name for node in entries[1].nodes] == ["feed-meta", "quote", "paragraph"]


@pytest.mark.parametrize(
    "quote",
    [
        f"<blockquote>{TEXTS[0]}</blockquote>",
        f"<blockquote>anna wrote: {TEXTS[0]}</blockquote>",
        f"<blockquote><p>anna wrote:</p><p>{TEXTS[0]}</p></blockquote>",
        f"<div class='bbcode_quote'><div>anna</div>{TEXTS[0]}</div>",
        f"<blockquote>{TEXTS[0]}<blockquote>{TEXTS[3]}</blockquote></blockquote>",
    ],
)
def test_a_quoted_post_of_the_page_counts_once(quote: str) -> None:
    page = read_page(in_boxes((TEXTS[0], quote + TEXTS[1], *TEXTS[2:])))
    entries = list_entries(page)
    assert [node.name for node in entries[1].nodes] == ["feed-meta", "paragraph"]
    assert " ".join(block_words(entries)).count(TEXTS[0]) == 1


def test_what_a_reply_shows_of_the_post_before_it_is_no_post() -> None:
    body = in_boxes()
    start, end = body.index('<div class="x0'), body.index('<div class="x1')
    copied = body[:end] + body[start:end].replace('id="p0"', "") + body[end:]
    assert len(list_entries(read_page(copied))) == len(TEXTS)


def test_a_button_in_the_posts_is_no_text() -> None:
    texts = [f"<p>{text}</p><p><a href='#'>Expand all</a></p>" for text in TEXTS]
    entries = list_entries(read_page(in_boxes(texts)))
    assert len(entries) == len(TEXTS)
    assert "Expand" not in " ".join(block_words(entries))


def test_comments_below_an_article_are_no_thread() -> None:
    paragraphs = "".join(f"<p>{' '.join(TEXTS * 3)}</p>" for _ in range(3))
    article = f"<article><p>By Carla Clay, 2019-03-10</p>{paragraphs}</article>"
    page = read_page(article + in_boxes().replace("<h1>Rudder</h1>", ""))
    assert find_thread(page) is None
    assert list_entries(page) == []


def test_a_list_of_teasers_is_no_thread() -> None:
    items = (
        f'<div class="item"><h3><a href="/a/{n}">{text[:24]}</a></h3><a href="/u/{name}">{name}</a>'
        f"<time>{day}</time><p>{text} And much more can be read in the article.</p></div>"
        for n, (name, day, text) in enumerate(zip(WRITERS, DAYS, TEXTS, strict=True))
    )
    assert find_thread(read_page("".join(items))) is None


def test_a_report_whose_entries_have_no_names_is_no_thread() -> None:
    entries = (
        f'<div class="e"><time datetime="{day}T08:0{n}:00Z">{day}</time><p>{text}</p></div>'
        for n, (day, text) in enumerate(zip(DAYS, TEXTS, strict=True))
    )
    assert find_thread(read_page("".join(entries))) is None


def test_days_on_which_writers_joined_are_not_the_times() -> None:
    body = in_boxes().replace("Posted 2019", "Posted: 2019")
    entries = list_entries(read_page(body))
    assert [entry.get("when") for entry in entries] == list(DAYS)


@pytest.mark.parametrize("body", ["", "<p>2019-03-11</p>", "<div>" * 400 + "2019-03-11"])
def test_pages_without_posts(body: str) -> None:
    assert find_thread(read_page(body)) is None


def test_comments_below_a_list_are_no_thread() -> None:
    assert find_thread(read_page(in_rows())) is not None
    books = "".join(
        f'<tr><td>{n}</td><td><a href="/book/{n}">The book of the boats, volume {n}</a> by'
        f' <a href="/author/{n}">Writer {n}</a></td><td>{n} people voted</td></tr>'
        for n in range(1, 31)
    )
    title, comments = in_rows().split("</h1>")
    page = read_page(f"{title}</h1><table class=books>{books}</table>{comments}")
    assert find_thread(page) is None
    headed = "".join(f"<h3>The boats, volume {n}</h3><p>An old tale.</p>" for n in range(4))
    assert find_thread(read_page(f"{title}</h1>{headed}{comments}")) is None
    assert find_thread(read_page(f"{title}</h1>{headed[: len(headed) // 2]}{comments}")) is not None


BOOKS = (
    "An old tale of the harbour, which a captain told his daughter, and she wrote it down on the long way to the islands.",
    "Two brothers build a boat in their garden, and have to take down the wall of the house before it can reach the river.",
    "Letters of a pilot who knew each stone of the coast, with the maps that he drew in the years before the lighthouse.",
)
BOOK = "<div class=book><h3>The boats, volume {}</h3><p>{}</p></div>"


def make_list(count: int, around: str, *, above: str = "", link: str = "") -> Page:
    longer = [f"{one} {other}" for one, other in pairwise((*TEXTS, TEXTS[0]))]
    title, posts = in_boxes(longer).split("</h1>")
    books = "".join(BOOK.format(n, book) for n, book in enumerate(BOOKS[:count]))
    if link:
        books = books.replace("<h3>", f"<h3><a href={link}>").replace("</h3>", "</a></h3>")
    return read_page(f"{title}</h1>{books}{above}{around.format(posts)}")


@pytest.mark.parametrize(
    ("count", "around"),
    [
        (2, "<div id=comments>{}</div>"),
        (2, "<ol class=comment-list>{}</ol>"),
        (3, "<div id=comments>{}</div>"),
        (3, "<div>{}</div>"),
    ],
)
def test_posts_below_a_short_list_are_comments_and_no_text(count: int, around: str) -> None:
    page = make_list(count, around)
    assert find_thread(page) is None
    assert len(find_comments(page)) == len(TEXTS)
    words = " ".join(block_words(getattr(read_body(page, BodyRules(), base_tags()), "blocks", ())))
    assert all(book in words for book in BOOKS[:count])
    assert not any(text in words for text in TEXTS)


def test_titles_of_items_may_be_links_above_posts_that_are_named_comments() -> None:
    assert find_thread(make_list(2, "<div id=comments>{}</div>", link="/book")) is None
    assert find_thread(make_list(3, "<div>{}</div>", link="/board")) is not None


def test_the_text_above_comments_with_the_same_class_is_that_of_the_article() -> None:
    story = " ".join(BOOKS * 2)
    body = "<div class=comments>" + "".join(
        f'<article><a href="/u/{name}">{name}</a> {day}<div class="field words"><p>{text}</p></div></article>'
        for name, day, text in zip(WRITERS, DAYS, TEXTS, strict=True)
    )
    above = f"<h2>Boats</h2><p>{BOOKS[0]}</p><h2>Ropes</h2><p>{BOOKS[1]}</p>"
    page = read_page(
        f'<h1>Rudder</h1>{above}<div class="field words"><p>{story}</p></div>{body}</div>'
    )
    assert len(find_comments(page)) == len(TEXTS)
    words = " ".join(block_words(getattr(read_body(page, BodyRules(), base_tags()), "blocks", ())))
    assert story in words


PAGERS = "<h4>Go to page</h4><p>1 2 3</p><h4>Go to page</h4><p>4 5 6</p><h4>Go to page</h4><p>7</p>"


@pytest.mark.parametrize(
    ("above", "around"),
    [
        (BOOK.format(1, BOOKS[1]) + BOOK.format(2, BOOKS[2]), "<div>{}</div>"),
        (PAGERS, "<div>{}</div>"),
        # a poll and a heading above the posts
        ("<h2>Poll</h2><p>Oak or ash? 12 voted.</p><h2>Posts</h2>", "<div class=comments>{}</div>"),
    ],
)
def test_headings_above_the_posts_of_a_board_make_no_list(above: str, around: str) -> None:
    page = make_list(0, around, above=above)
    assert find_thread(page) is not None
    assert find_comments(page) == ()


@pytest.mark.parametrize("around", ["{}", "<div><h3>4 réponses</h3>{}</div>"])
@pytest.mark.parametrize("first", [False, True])
def test_posts_below_a_stated_article_are_comments_unless_its_writer_began(
    around: str, first: bool
) -> None:
    writers = ("Carla Clay", *WRITERS[1:]) if first else WRITERS
    posts = "".join(
        f"<div><div><b>{name}</b> <i>{day}</i></div><div><p>{text}</p></div></div>"
        for name, day, text in zip(writers, DAYS, (*BOOKS, TEXTS[3]), strict=True)
    )
    story = " ".join(TEXTS[:2])
    byline = "<div><b>Carla Clay</b> <i>2019-03-10</i></div>"
    body = f"<h1>Rudder</h1><div>{byline}<div><p>{story}</p></div></div>{around.format(posts)}"
    assert find_thread(read_page(body)) is not None
    page = Page("https://echo.example/t/1", f"<html><body>{body}</body></html>", kind="article")
    found = read_body(page, BodyRules(), base_tags())
    words = " ".join(block_words(getattr(found, "blocks", ())))
    assert story in words
    assert [book in words for book in BOOKS] == [first] * len(BOOKS)
