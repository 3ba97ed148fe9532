"""Choices that have left out most of the page's prose: what is taken instead, and when nothing is.
The pages are made up; each shows one thing."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

URL = "https://echo.example/2020/05/17/the-library-opens-again"
TITLE = "The library opens again"
LINES = [
    f"On day {n} readers came from all the villages around, and the mayor stood in the queue like everybody, as he had promised."
    for n in range(12)
]
BESIDE = "<div><div><div><h3>The weather</h3><p>It rains in the north and in the west, and nobody knows for how long, said the office on Monday.</p><a href=/weather>All the weather of the week and of the next one, by village</a></div></div></div>"
MISLEADING = ["sidebar", "comments", "related", "promo"]


def read(content: str, rules: BodyRules | None = None) -> BodyResult:
    page = f"<html><head><title>{TITLE} - Echo</title></head><body>{content}</body></html>"
    found = read_body(Page(URL, page), rules or BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    return found


def article(word: str) -> str:
    """The element with the article, that around it and the paragraphs are named with ``word``."""
    paragraphs = "".join(f"<p class='{word}__item'>{line}</p>" for line in LINES)
    return f"<div class='page__{word}'><div class='{word}-content'>{paragraphs}</div></div>"


@pytest.mark.parametrize("word", MISLEADING)
def test_an_article_is_taken_although_all_of_it_is_named_as_something_else(word: str) -> None:
    body = read(f"<div>{BESIDE}</div><div><h1>{TITLE}</h1>{article(word)}</div><div>{BESIDE}</div>")
    assert plain_lines(body.blocks)[-12:] == LINES
    assert "weather" not in " ".join(plain_lines(body.blocks))


def test_roots_of_rules_are_believed() -> None:
    rules = BodyRules(root=(Rule(kind="css", expression=".weather"),))
    body = read(f"<h1>{TITLE}</h1>{article('sidebar')}<div class=weather><p>Rain.</p></div>", rules)
    assert (plain_lines(body.blocks), body.problems) == (["Rain."], ())


def test_comments_that_are_longer_than_the_article_are_not_taken() -> None:
    comments = "".join(
        f"<li><b>reader_{n}</b> <i>12:30</i><p>{line}</p><a href='#reply'>Reply</a></li>"
        for n, line in enumerate(LINES)
    )
    story = f"<div class=story><h1>{TITLE}</h1><p>{LINES[0]}</p><p>{LINES[1]}</p></div>"
    body = read(f"{story}<div class=comments><ol>{comments}</ol></div>")
    assert (plain_lines(body.blocks), body.problems) == (LINES[:2], ())


def test_a_text_that_begins_with_its_title_is_not_left_out_as_a_second_one() -> None:
    text = " ".join((TITLE, *LINES[:3]))
    body = read(f"<main><div><span>{TITLE}</span> <span>{text}</span></div></main>")
    assert plain_lines(body.blocks) == [text]


STORY = "".join(f"<p>{line}</p>" for line in LINES[:6])
OTHER = "".join(f"<p>{line.replace('readers', 'swimmers')}</p>" for line in LINES)


@pytest.mark.parametrize("around", ["div class='post post-{}'", "section class=story", "article"])
def test_an_article_in_a_copy_of_the_elements_of_the_first_is_another_one(around: str) -> None:
    end = around.split()[0]
    first = f"<{around.format(1)}><h1>{TITLE}</h1><div class=text>{STORY}</div></{end}>"
    second = f"<{around.format(2)}><h1>The pool, too</h1><div class=text>{OTHER}</div></{end}>"
    body = read(f"<main>{first}{second}</main>")
    assert plain_lines(body.blocks) == LINES[:6]


def test_sections_with_headings_of_the_first_level_are_of_the_article() -> None:
    sections = "".join(
        f"<div class=section><h1>Part {n}</h1><p>{LINES[n]}</p><p>{LINES[n + 1]}</p></div>"
        for n in (0, 2, 4)
    )
    body = read(f"<main><div class=top><h1>{TITLE}</h1></div>{sections}</main>")
    assert [line for line in plain_lines(body.blocks) if len(line) > 20] == LINES[:6]


def test_entries_of_a_live_blog_with_headings_of_their_own_are_of_the_article() -> None:
    entries = "".join(
        f"<section class=entry><h1>{'Entry' if n else TITLE} {n}</h1><p>{LINES[n]}</p>{OTHER[:900]}</section>"
        for n in range(6)
    )
    lines = plain_lines(read(f"<main><div class=live>{entries}</div></main>").blocks)
    assert [line for line in lines if line in LINES] == LINES[:6]
