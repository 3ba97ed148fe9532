"""A forum on loopback as `new` finds it: a front page of boards, boards with pages, threads with
pages whose addresses count posts."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

WORDS = (
    "boat rudder harbour sail wind rope captain island weather engine paint wood deck storm coast"
    " river keel mast price repair yard winter anchor tide crew map lamp coffee problem oil filter"
).split()
NAMES = ("anna", "Bea", "tomasz", "seadog", "mike", "zoe", "captain-k")
PER_BOARD, PER_THREAD = 10, 5
BOARDS = {2: "Repairs and paint", 3: "Harbour talk"}


@dataclass(frozen=True)
class Post:
    number: int
    author: str
    when: datetime
    text: str


@dataclass
class Thread:
    number: int
    board: int
    title: str
    posts: list[Post] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"/viewtopic.php?f={self.board}&t={self.number}"


def _sentence(chance: random.Random) -> str:
    words = [chance.choice(WORDS) for _ in range(chance.randint(6, 14))]
    return f"{' '.join(words).capitalize()}."


def make_threads(seed: int = 3) -> list[Thread]:
    """Thirty threads in two boards, of one to thirteen posts."""
    chance = random.Random(seed)
    threads, number = [], 100
    for n in range(30):
        title = f"{_sentence(chance)[:-1]} {n}"
        thread = Thread(n + 1, 2 if n % 5 else 3, title)
        when = datetime(2019, 3, 1, 9, tzinfo=timezone.utc) + timedelta(days=9 * n)
        for _ in range((1, 2, 4, 7, 13)[n % 5] if n % 3 else 3):
            number += 1
            when += timedelta(minutes=chance.randint(5, 900))
            text = " ".join(_sentence(chance) for _ in range(chance.randint(1, 4)))
            thread.posts.append(Post(number, chance.choice(NAMES), when, text))
        threads.append(thread)
    return threads


def _user(name: str) -> str:
    return f'<a href="/memberlist.php?mode=viewprofile&amp;u={NAMES.index(name) + 2}" class="username">{name}</a>'


def _time(when: datetime) -> str:
    return (
        f"{when:%a %b %d, %Y} {when.hour % 12 or 12}:{when:%M} {'am' if when.hour < 12 else 'pm'}"
    )


def _page(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>The Quay - {title}</title></head><body><div id="wrap">'
        '<ul class="navlinks"><li><a href="/index.php">Board index</a></li><li><a href="/faq.php">FAQ</a></li></ul>'
        f'<div id="page-body">{body}</div><p class="copyright">Run by hand.</p></div></body></html>'
    )


def _pager(address: str, start: int, total: int, size: int) -> str:
    if total <= size:
        return '<div class="pagination">1 page</div>'
    items = []
    for n, first in enumerate(range(0, total, size), 1):
        link = f"{address}&start={first}" if first else address
        escaped = link.replace("&", "&amp;")
        items.append(
            f'<li class="active"><span>{n}</span></li>'
            if first == start
            else f'<li><a class="button" href="{escaped}">{n}</a></li>'
        )
    if start + size < total:
        onward = f"{address}&start={start + size}".replace("&", "&amp;")
        items.append(f'<li class="arrow"><a href="{onward}">›</a></li>')
    return f'<div class="pagination"><ul>{"".join(items)}</ul></div>'


def _front(threads: list[Thread], boards: dict[int, str]) -> str:
    rows = []
    for board, name in boards.items():
        last = [thread for thread in threads if thread.board == board][-1]
        post = last.posts[-1]
        rows.append(
            f'<li class="row"><dl><dt><a href="/viewforum.php?f={board}" class="forumtitle">{name}</a><br>'
            f'Ask here about {name.lower()}.</dt><dd class="lastpost"><a href="/viewtopic.php?f={board}&amp;p={post.number}#p{post.number}"'
            f' class="lastsubject">{last.title}</a> by {_user(post.author)}<br>{_time(post.when)}</dd></dl></li>'
        )
    return _page("Index page", f'<ul class="topiclist forums">{"".join(rows)}</ul>')


def _board(threads: list[Thread], board: int, start: int) -> str:
    own = sorted(
        (t for t in threads if t.board == board), key=lambda t: t.posts[-1].when, reverse=True
    )
    rows = []
    for thread in own[start : start + PER_BOARD]:
        first, last = thread.posts[0], thread.posts[-1]
        link = thread.address.replace("&", "&amp;")
        rows.append(
            f'<li class="row"><dl><dt><a href="{link}" class="topictitle">{thread.title}</a><br>by {_user(first.author)}'
            f' » {_time(first.when)}</dt><dd class="posts">{len(thread.posts) - 1}</dd><dd class="lastpost">by {_user(last.author)}'
            f' <a href="/viewtopic.php?f={board}&amp;p={last.number}#p{last.number}"><i class="icon-last"></i></a><br>{_time(last.when)}</dd></dl></li>'
        )
    pager = _pager(f"/viewforum.php?f={board}", start, len(own), PER_BOARD)
    return _page(
        f"Board {board}",
        f'<h2>Board {board}</h2>{pager}<ul class="topiclist">{"".join(rows)}</ul>{pager}',
    )


def _thread(thread: Thread, start: int) -> str:
    posts = []
    for post in thread.posts[start : start + PER_THREAD]:
        posts.append(
            f'<div id="p{post.number}" class="post"><dl class="profile"><dt>{_user(post.author)}</dt><dd>Posts: {post.number}</dd>'
            f'<dd>Joined: Tue Feb 03, 2015 10:00 am</dd></dl><div class="postbody"><h3><a href="#p{post.number}">Re: {thread.title}</a></h3>'
            f'<p class="author">by {_user(post.author)} » {_time(post.when)}</p><div class="content">{post.text}</div>'
            f'<div class="signature">Fair winds from {post.author}, always.</div></div></div>'
        )
    pager = _pager(thread.address, start, len(thread.posts), PER_THREAD)
    return _page(
        thread.title, f'<h2 class="topic-title">{thread.title}</h2>{pager}{"".join(posts)}{pager}'
    )


def make_pages(threads: list[Thread], boards: dict[int, str] = BOARDS) -> dict[str, str]:
    """Path with query → page."""
    pages = dict.fromkeys(("/index.php", "/"), _front(threads, boards))
    for board in boards:
        own = sum(thread.board == board for thread in threads)
        for start in range(0, own, PER_BOARD):
            address = f"/viewforum.php?f={board}" + (f"&start={start}" if start else "")
            pages[address] = _board(threads, board, start)
    for thread in threads:
        for start in range(0, len(thread.posts), PER_THREAD):
            address = thread.address + (f"&start={start}" if start else "")
            pages[address] = _thread(thread, start)
        for post in thread.posts:
            place = thread.posts.index(post) // PER_THREAD * PER_THREAD
            pages[f"/viewtopic.php?f={thread.board}&p={post.number}"] = _thread(thread, place)
    return pages
