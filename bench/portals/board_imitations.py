"""Forums in the form in which FlaskBB, Fossil and Askbot put them out, for ``archive_systems.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from bench.portals.made_threads import (
    ArchiveSite,
    MadePost,
    MadeThread,
    make_site,
    make_threads,
    newest_first,
    page,
    split,
)

_BOARDS = ("Repairs", "Sailing", "Announcements")


def make_flaskbb(_folder: Path) -> ArchiveSite:
    """Boards, one of them with a single topic; ten topics a page, ten posts a page."""
    threads = newest_first(make_threads(46, longest=14))
    site = make_site("flaskbb", threads)
    bar = (
        '<nav class="navbar"><ul><li><a href="/">Forum</a></li><li><a href="/memberlist">Memberlist</a></li>'
        '<li><a href="/search">Search</a></li><li><a href="/auth/login">Login</a></li></ul></nav>'
    )

    def frame(title: str, content: str) -> str:
        foot = '<footer class="footer">powered by FlaskBB</footer>'
        return page(f"{title} - FlaskBB", f"{bar}<main class='container'>{content}</main>{foot}")

    def pager(path: str, number: int, count: int) -> str:
        if count < 2:
            return ""
        links = "".join(
            f'<li class="active"><a href="#">{n}</a></li>' if n == number
            else f'<li><a href="{path}?page={n}">{n}</a></li>'
            for n in range(1, count + 1)
        )  # fmt: skip
        return f'<ul class="pagination pagination-sm">{links}</ul>'

    rows = ""
    for board, name in enumerate(_BOARDS, 1):
        listed = [thread for thread in threads if thread.board == board - 1]
        path, last = f"/forum/{board}-{name.lower()}", listed[0]
        rows += (
            f'<div class="row forum-row"><div class="forum-name"><a href="{path}">{name}</a></div>'
            f'<div class="forum-topics">{len(listed)}</div><div class="last-post"><a href="/topic/{last.number}-'
            f'{last.slug}">{escape(last.title)}</a> by <a href="/user/{last.posts[-1].login}">'
            f"{escape(last.posts[-1].author)}</a></div></div>"
        )
        parts = split(listed, 10)
        for number, part in enumerate(parts, 1):
            lines = "".join(map(_topic_row, part))
            table = f'<div class="panel topic-panel"><div class="panel-heading">{name}</div>{lines}</div>'
            text = frame(name, pager(path, number, len(parts)) + table)
            for own in [f"{path}?page={number}", *([path] if number == 1 else [])]:
                site.add(own, text)
    stats = f'<div class="panel">Total number of topics: {len(threads)}</div>'
    site.add("/", frame("Forum", f'<div class="panel category-panel">{rows}</div>{stats}'))
    for thread in threads:
        path, posts = f"/topic/{thread.number}-{thread.slug}", thread.posts
        count = -(-len(posts) // 10)
        for number in range(1, count + 1):
            shown = "".join(
                f'<div class="row post-row clearfix" id="pid{each.number}"><div class="author-box">'
                f'<a href="/user/{each.login}">{escape(each.author)}</a></div><div class="post-box">'
                f'<div class="post-meta"><a href="/post/{each.number}">{each.when:%b %d %Y, %H:%M}</a></div>'
                f'<div class="post-content">{each.html}</div></div></div>'
                for each in posts[10 * number - 10 : 10 * number]
            )
            crumbs = (
                f'<ol class="breadcrumb"><li><a href="/">Forum</a></li><li><a href="/forum/{thread.board + 1}-'
                f'{_BOARDS[thread.board].lower()}">{_BOARDS[thread.board]}</a></li></ol>'
            )
            head = f'<div class="panel-heading"><strong>{escape(thread.title)}</strong></div>'
            text = frame(
                thread.title,
                f"{crumbs}{pager(path, number, count)}<div class='panel'>{head}{shown}</div>",
            )
            for own in [f"{path}?page={number}", *([path] if number == 1 else [])]:
                site.add(own, text)
    return site


def _topic_row(thread: MadeThread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    return (
        f'<div class="row topic-row"><div class="topic-name"><a href="/topic/{thread.number}-{thread.slug}">'
        f'{escape(thread.title)}</a><div class="topic-author">by <a href="/user/{first.login}">'
        f'{escape(first.author)}</a></div></div><div class="topic-stats">{len(thread.posts) - 1}</div>'
        f'<div class="last-post"><a href="/post/{last.number}">{last.when:%b %d %Y}</a> by '
        f'<a href="/user/{last.login}">{escape(last.author)}</a></div></div>'
    )


def make_fossil(_folder: Path) -> ArchiveSite:
    """A table of threads whose last row leads to older ones; a thread is on one page. The links are
    shown to programs, which the owner of a repository has to allow."""
    threads = newest_first(make_threads(44))
    site = make_site("fossil", threads, "/forum")
    menu = '<div class="mainmenu"><a href="/home">Home</a><a href="/timeline">Timeline</a><a href="/forum">Forum</a></div>'
    parts = split(threads, 20)
    for number, part in enumerate(parts):
        rows = ""
        if number:
            newer = f"/forum?x={20 * (number - 1)}" if number > 1 else "/forum"
            rows += f'<tr><td colspan="3"><a href="{newer}">↑ Newer...</a></td></tr>'
        rows += "".join(
            f'<tr><td>{thread.posts[-1].when:%H:%M %Y-%m-%d}</td><td><a href="/forumpost/{thread.number:010x}">'
            f"{escape(thread.title)}</a></td><td>{len(thread.posts)} posts</td></tr>"
            for thread in part
        )
        if number + 1 < len(parts):
            rows += f'<tr><td colspan="3"><a href="/forum?x={20 * (number + 1)}">↓ Older...</a></td></tr>'
        content = f'{menu}<div class="content"><h1>Recent Threads</h1><div class="forumPosts"><table width="100%">{rows}</table></div></div>'
        for path in [f"/forum?x={20 * number}", *([] if number else ["/forum"])]:
            site.add(path, page("Copper: Forum", content))
    for thread in threads:
        posts = "".join(
            f'<div id="forum{each.number}" class="forumTime"><h3 class="forumPostHdr">({n}) By '
            f'<a href="/timeline?u={each.login}">{escape(each.author)}</a> on {each.when:%Y-%m-%d %H:%M:%S} '
            f'<a href="/forumpost/{thread.number:010x}#{n}">[link]</a></h3><div class="forumPostBody markdown">{each.html}</div></div>'
            for n, each in enumerate(thread.posts, 1)
        )
        title = f"<h1>{escape(thread.title)}</h1>"
        text = page(f"Copper: {thread.title}", f'{menu}<div class="content">{title}{posts}</div>')
        site.add(f"/forumpost/{thread.number:010x}", text)
    return site


def make_fossil_as_installed(folder: Path) -> ArchiveSite:
    """The same forum, whose links a script puts in place when a person moves the pointer. It is not
    meant for programs: to say so is all that can be done."""
    site = make_fossil(folder)
    script = (
        "<script>onmousemove=()=>document.querySelectorAll('a[data-href]').forEach(show)</script>"
    )
    for path, (kind, text) in site.answers.items():
        hidden = text.replace(' href="/forum', ' href="/honeypot" data-href="/forum')
        site.answers[path] = (kind, hidden.replace("</body>", f"{script}</body>"))
    return site


def make_askbot(_folder: Path) -> ArchiveSite:
    """Questions by pages in the path; the answers of one are sorted, with a pager whose addresses
    have the order and a fragment."""
    threads = newest_first(make_threads(50, longest=16))
    site = make_site("askbot", threads, "/questions/")
    tags = ("copper", "rivers", "paper", "engines")
    parts = split(threads, 15)
    tag_box = "".join(
        f'<a class="tag" href="/questions/scope:all/sort:activity-desc/tags:{tag}/page:1/">{tag}</a>'
        for tag in tags
    )
    bar = '<div id="header"><a href="/questions/">ALL</a> <a href="/questions/scope:unanswered/">UNANSWERED</a> <a href="/users/">people</a></div>'

    def frame(title: str, content: str) -> str:
        beside = f'<div id="ContentRight"><div class="box"><h2>Tags</h2>{tag_box}</div></div>'
        return page(f"{title} - Copper", f'{bar}<div id="ContentLeft">{content}</div>{beside}')

    for number, part in enumerate(parts, 1):
        items = "".join(
            f'<div class="short-summary" id="question-{each.number}"><div class="counts"><div class="votes">'
            f"<span>{each.number % 7}</span></div><div>{len(each.posts) - 1}</div></div><div><div class='userinfo'>"
            f'<span class="relativetime">{each.posts[-1].when:%Y-%m-%d %H:%M:%S +0000}</span> <a href="/users/{each.number % 5}/'
            f'{each.posts[-1].login}/">{escape(each.posts[-1].author)}</a></div><h2><a href="/question/{each.number}/'
            f'{each.slug}/">{escape(each.title)}</a></h2><div class="tags">{tag_box[: tag_box.find("</a>") + 4]}</div></div></div>'
            for each in part
        )
        base = "/questions/scope:all/sort:activity-desc/page:{}/"
        links = "".join(
            f'<span class="curr">{n}</span>' if n == number
            else f'<span class="page"><a href="{base.format(n)}">{n}</a></span>'
            for n in range(1, len(parts) + 1)
        )  # fmt: skip
        if number < len(parts):
            links += f'<span class="next"><a href="{base.format(number + 1)}">next »</a></span>'
        content = f'<h1>{len(threads)} questions</h1><div id="question-list">{items}</div><div class="pager">{links}</div>'
        for path in [base.format(number), *(["/questions/", "/"] if number == 1 else [])]:
            site.add(path, frame("Questions", content))
    for thread in threads:
        _add_question(site, thread, frame)
    return site


def _add_question(site: ArchiveSite, thread: MadeThread, frame: Callable[[str, str], str]) -> None:
    first, *answers = thread.posts
    path = f"/question/{thread.number}/{thread.slug}/"
    parts: list[Sequence[MadePost]] = [answers[at : at + 10] for at in range(0, len(answers), 10)]
    for number, part in enumerate(parts or [()], 1):
        links = ""
        if len(parts) > 1:
            links = '<div class="pager">' + "".join(
                f'<span class="curr">{n}</span>' if n == number
                else f'<span class="page"><a href="?sort=votes&amp;page={n}#sort-bottom">{n}</a></span>'
                for n in range(1, len(parts) + 1)
            ) + "</div>"  # fmt: skip
        asked = _post(first, "question") if number == 1 else ""
        sorts = "".join(
            f'<a href="?sort={name}#sort-top" rel="nofollow">{name}</a>' for name in ("oldest", "latest", "votes")
        )  # fmt: skip
        shown = "".join(_post(each, "answer") for each in part)
        content = f"<h1><a href='{path}'>{escape(thread.title)}</a></h1>{asked}<div class='tabBar'><h2>{len(answers)} Answers</h2>{sorts}</div>{shown}{links}"
        text = frame(thread.title, content)
        for own in [f"{path}?sort=votes&page={number}", *([path] if number == 1 else [])]:
            site.add(own, text)
    for name in ("oldest", "latest", "votes"):
        site.add(f"{path}?sort={name}", site.answers[path][1])


def _post(post: MadePost, kind: str) -> str:
    return (
        f'<div class="post {kind}" id="post-id-{post.number}"><div class="post-update-info">'
        f'<span>{post.when:%Y-%m-%d %H:%M:%S} +0000</span> <a href="/users/{post.number % 5}/{post.login}/">'
        f'{escape(post.author)}</a></div><div class="{kind}-body">{post.html}</div></div>'
    )


BOARDS: dict[str, Callable[[Path], ArchiveSite]] = {
    "flaskbb": make_flaskbb,
    "fossil": make_fossil,
    "fossil-as-installed": make_fossil_as_installed,
    "askbot": make_askbot,
}
