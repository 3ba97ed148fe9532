"""Other posts on a page of WordPress, by the numbers that its themes write."""

from __future__ import annotations

import pytest
from lxml import html

from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.articles.without_rules.wordpress_posts import find_other_posts
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page

OWN = "post-1806 post type-post status-publish hentry"
OTHER = "post-7816 post type-post status-publish hentry"
LINES = [
    f"Sentence {n} of the post that says what there is to say of the old ferry, which goes no longer,"
    " and of the new bridge, which nobody crosses."
    for n in range(9)
]
TEXT = "".join(f"<p>{line}</p>" for line in LINES)


def others(body: str, names: str = "") -> list[str]:
    root = html.document_fromstring(f"<body class='{names}'>{body}</body>").find("body")
    around = list(self_and_ancestors(root.find(".//h1")))
    return [e.get("id") or "" for e in find_other_posts(root, around)]


@pytest.mark.parametrize("names", ["single postid-1806", ""])
def test_posts_of_another_number_are_other_articles(names: str) -> None:
    body = (
        f"<article class='{OWN}'><h1>Title</h1></article>"
        f"<div id=a class='{OTHER}'><p>Other<article id=b class='{OTHER}'></article></p></div>"
    )
    assert others(body, names) == ["a"]


def test_a_page_that_says_no_number_has_no_other_posts() -> None:
    assert others(f"<h1>Title</h1><div id=a class='{OTHER}'></div>", "single") == []


@pytest.mark.parametrize("names", ["post-1806 hentry", "post-content hentry", "post-7816 sidebar"])
def test_the_post_itself_and_parts_that_are_named_alike_are_none(names: str) -> None:
    assert others(f"<div class='{OWN}'><h1>Title</h1><div id=a class='{names}'></div></div>") == []


def test_the_post_around_the_title_is_never_another_one() -> None:
    assert others(f"<div id=a class='{OTHER}'><h1>Title</h1></div>", "single postid-1806") == []


def test_the_text_of_other_posts_is_not_in_the_article() -> None:
    related = "".join(f"<article class='{OTHER}'><p>{line}</p></article>" for line in LINES)
    page = Page(
        "https://echo.example/ferry",
        f"<html><head><title>The ferry</title></head><body class='single postid-1806'>"
        f"<article class='{OWN}'><h1>The ferry</h1>{TEXT}</article><div>{related}</div></body></html>",
    )
    found = find_article_text(page)
    assert found is not None
    dropped = found.drops.keys()
    lines = (e for root in found.roots for e in root.iter("p"))
    kept = [e for e in lines if dropped.isdisjoint(self_and_ancestors(e))]
    assert len(kept) == len(LINES)
