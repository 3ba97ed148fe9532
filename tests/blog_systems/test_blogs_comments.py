"""Readers' comments of a blog, read by what ``curator new`` alone writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from blog_reading import read_blog
from blog_themes import BLOGS
from lxml import etree
from stored_articles import read_articles


@pytest.mark.parametrize(
    ("theme", "shown", "day"),
    [
        ("twentytwentyone", 3, "%Y-%m-%d"),
        # *Thu, 04/13/2023 - 15:56* is no date without a format
        pytest.param("bartik", 9, "", marks=pytest.mark.long),
    ],
)
def test_comments_on_the_page_are_read_with_their_writers(
    theme: str, shown: int, day: str, tmp_path: Path
) -> None:
    blog = BLOGS[theme](12, 7)
    score = read_blog(blog, tmp_path)
    assert score.right["bodies"] == 12

    seen = 0
    for article in read_articles(tmp_path / "corpus"):
        comments = blog.addresses[article.header.url].comments
        read = list(etree.fromstring(article.content).iter("{*}post"))
        assert all(post.get("type") == "comment" for post in read)
        texts = [" ".join("".join(post.itertext()).split()) for post in read]
        # some pages show only the newest of them
        assert len(texts) == min(shown, len(comments))
        for comment, text, post in zip(comments[-shown:], texts, read, strict=True):
            assert text.endswith(comment.text) and comment.author in text
            assert (post.get("when") or "")[:10] == (comment.when.strftime(day) if day else "")
        seen += len(texts)
    assert seen > 12
