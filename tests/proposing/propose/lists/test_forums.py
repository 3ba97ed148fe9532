"""A forum of which only the front page is known: every thread, every post, who wrote it and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree
from made_up_forum import WORDS, Thread, make_pages, make_threads
from small_portal import SmallPortal, small_portal

from webarticlecurator.portal_file.config.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

TEI = "{http://www.tei-c.org/ns/1.0}"


@pytest.fixture
def threads() -> list[Thread]:
    return make_threads()


@pytest.fixture
def forum(tmp_path: Path, threads: list[Thread]) -> Iterator[SmallPortal]:
    with small_portal(tmp_path, make_pages(threads)) as running:
        yield running


def write(forum: SmallPortal, start: str) -> str:
    found = propose_portal([f"{forum.base}{start}"], runtime=forum.runtime)
    text = proposed_yaml(found).replace("delay: 1.0", "delay: 0.0")
    text = text.replace(f"home: {forum.base}/\n", "")
    return re.sub("(?m)^portal: [^ ]+", "portal: small", text)


def test_the_front_page_alone_leads_to_every_post(forum: SmallPortal, threads: list[Thread]):
    text = write(forum, "/index.php")
    assert "viewforum.php?f=2" in text and "viewforum.php?f=3" in text, text
    assert not forum.crawl(text).problems, text
    assert {*forum.articles()} == {thread.address for thread in threads}
    read = {}
    for document in forum.tei().values():
        root = etree.fromstring(document.encode())
        posts = [each for each in root.iter(f"{TEI}post") if each.get("type") == "entry"]
        words = [
            " ".join(" ".join(p.itertext()).split()) for each in posts for p in each.iter(f"{TEI}p")
        ]
        whens = [(each.get("when") or "")[:16] for each in posts]
        writers = [(each.get("who") or "").rpartition(".p-")[2] for each in posts]
        title = root.findtext(f".//{TEI}titleStmt/{TEI}title")
        read[title] = (words, whens, writers)
    expected = {
        thread.title: (
            [post.text for post in thread.posts],
            [f"{post.when:%Y-%m-%dT%H:%M}" for post in thread.posts],
            [post.author for post in thread.posts],
        )
        for thread in threads
    }
    assert read == expected, text


def test_a_board_alone_is_a_list(forum: SmallPortal, threads: list[Thread]):
    text = write(forum, "/viewforum.php?f=2")
    assert "columns:" not in text
    forum.crawl(text)
    assert {*forum.articles()} == {each.address for each in threads if each.board == 2}, text


def test_an_article_that_links_its_neighbours_is_no_board(tmp_path: Path):
    """Each address begins with the name of its article, and readers answer below some of them."""
    count = 8

    def comment(n: int, k: int) -> str:
        return (
            f"<li class=comment id=c{n}{k}><b class=author>Reader {k}</b>"
            f"<time datetime='2024-03-0{k}T10:00'>{k} March 2024</time>"
            f"<p>I have seen the bridge number {n} on my own, {k} times this year.</p></li>"
        )

    def article(n: int) -> str:
        around = "".join(
            f"<div><a href='/story-of-{WORDS[other % count]}'>The {WORDS[other % count]}</a></div>"
            for other in (n + 1, n - 1)
        )
        comments = "".join(comment(n, k) for k in range(1, 6)) if n else ""
        text = f"<p>The {WORDS[n]} was seen again near the coast by the crew.</p>" * 6
        return (
            f"<html><body><article><h1>The {WORDS[n]}</h1>{text}"
            f"<div><a href='/author/{n}'>Ann Author</a></div>{around}</article>"
            f"<ul class=comments>{comments}</ul></body></html>"
        )

    links = "".join(f"<h2><a href='/story-of-{w}'>The {w}</a></h2>" for w in WORDS[:count])
    pages = {"/index.php?id=7": f"<html><body><main>{links}</main></body></html>"}
    pages |= {f"/story-of-{WORDS[n]}": article(n) for n in range(count)}
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/index.php?id=7"], runtime=portal.runtime)
    assert found.boards == ()
    assert len(found.links[0].links) == count
