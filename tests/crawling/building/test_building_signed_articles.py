"""An article of several pages that is signed at its end has the authors whom its last page names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from small_portal import listing, small_portal

from webarticlecurator.tei.documents.read import read_header

RULES = """\
title: Oldtown News
archive: {url: BASE/, pagination: {mode: none}, links: h2}
article:
  body: {root: div.text}
  next_page: a.next
  metadata: {authors: {css: p.by, split: " and "}}
"""


def page(number: int, text: str, follows: str = "") -> str:
    link = f"<a class=next href={follows}>2</a>" if follows else ""
    return (
        f"<html lang=en><body><main><h1>Story {number} of the town</h1><div class=text>"
        f"{f'<p>The {text} of story {number} about the old town.</p>' * 9}</div>{link}</main>"
    )


@pytest.mark.parametrize(
    ("first", "second", "authors"),
    [
        ("", "<p class=by>Ann Author and Bob Other", ["Ann Author", "Bob Other"]),
        ("<p class=by>Ann Author", "<p class=by>Bob Other", ["Ann Author"]),
        ("", "", []),
    ],
    ids=["last page", "first page", "none"],
)
def test_authors_of_the_last_page(
    tmp_path: Path, first: str, second: str, authors: list[str]
) -> None:
    pages: Mapping[str, str] = {
        "/": listing("/a/1", "/a/2"),
        "/a/1": page(1, "beginning", "/a/1/2") + first,
        "/a/1/2": page(1, "middle", "/a/1/3"),
        "/a/1/3": page(1, "end") + second,
        "/a/2": page(2, "whole") + "<p class=by>Eve Writer",
    }
    with small_portal(tmp_path, dict(pages)) as portal:
        portal.crawl(RULES)
        headers = [read_header(text.encode()) for text in portal.tei().values()]
    found = {each.metadata.first("title"): each.metadata.texts("authors") for each in headers}
    assert found == {"Story 1 of the town": authors, "Story 2 of the town": ["Eve Writer"]}
