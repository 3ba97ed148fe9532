"""A forum of which only the front page is known: every thread, every post, who wrote it and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree
from made_up_forum import Thread, make_pages, make_threads
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
