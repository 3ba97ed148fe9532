"""A forum of which only the front page is known: every thread, every post, who wrote it and when."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from long_parameters import in_turn
from lxml import etree
from made_up_forum import WORDS, Thread, make_pages, make_threads
from small_portal import SmallPortal, small_portal

from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
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


def test_a_board_with_a_single_thread_is_a_board(tmp_path: Path, threads: list[Thread]):
    for thread in threads:
        thread.board = 4 if thread.number == 7 else thread.board
    pages = make_pages(threads, {2: "Repairs and paint", 3: "Harbour talk", 4: "News"})
    with small_portal(tmp_path, pages) as forum:
        text = write(forum, "/index.php")
        assert "viewforum.php?f=4" in text, text
        forum.crawl(text)
        assert {*forum.articles()} == {thread.address for thread in threads}, text


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


POSTS = 3
"""Posts of a page of a thread."""


def _write_threads(name: str, step: int, next_link: str) -> dict[str, str]:
    """Twelve threads of one to nine posts, one a day; every address names the board, too."""

    def number_of(page: int) -> int:
        return (page - 1) * step if step > 1 else page

    pages: dict[str, str] = {}
    links = ""
    for n in range(1, 13):
        chance = random.Random(n)
        posts = [
            f"post{n}x{k} {' '.join(chance.choice(WORDS) for _ in range(25))}."
            for k in range(1 + n % 9)
        ]
        parts = [posts[start : start + POSTS] for start in range(0, len(posts), POSTS)]
        first = f"/viewtopic.php?f=2&t={n}"
        addresses = [first, *(f"{first}&{name}={number_of(p)}" for p in range(2, len(parts) + 1))]
        links += f'<li><a class="title" href="{first}">Talk of the {WORDS[n]}</a></li>'
        for place, part in enumerate(parts):
            numbers = " ".join(
                f"<b>{p + 1}</b>" if p == place else f'<a href="{url}">{p + 1}</a>'
                for p, url in enumerate(addresses)
            )
            if next_link and place + 1 < len(parts):
                numbers += next_link.format(addresses[place + 1])
            shown = "".join(
                f'<div class="post" id="p{n}-{place}-{k}"><b class="who">Anna</b>'
                f'<time datetime="2024-{n:02}-{1 + 3 * place + k:02}T10:00">then</time>'
                f'<div class="content">{text}</div></div>'
                for k, text in enumerate(part)
            )
            pages[addresses[place]] = (
                f"<html><head><title>Talk of the {WORDS[n]}</title></head><body><h2>Talk of the"
                f' {WORDS[n]}</h2>{shown}<div class="pages">{numbers}</div></body></html>'
            )
        pages |= {url.replace("f=2&", ""): pages[url] for url in addresses}
    return {"/viewforum.php?f=2": f"<html><body><ul>{links}</ul></body></html>", **pages}


@pytest.mark.parametrize(
    ("next_link", "name"),
    in_turn(["", '<a rel="next" href="{}">On</a>', '<a href="{}">›</a>'], ["page", "start"]),
)
def test_later_pages_of_threads_are_of_later_days(name: str, next_link: str, tmp_path: Path):
    step = {"page": 1, "start": 10}[name]
    with small_portal(tmp_path, _write_threads(name, step, next_link)) as forum:
        text = write(forum, "/viewforum.php?f=2")
        assert "drop: [fragment, f]" in text
        assert forum.crawl(text).tei == 12
        read = "\n".join(forum.tei().values())
    expected = {f"post{n}x{k}" for n in range(1, 13) for k in range(1 + n % 9)}
    assert {*re.findall(r"post\d+x\d+", read)} == expected, text
