"""Archives in the form in which Plone, HyperKitty, public-inbox, tDiary and starlight-blog put them
out, for ``archive_systems.py``: the same addresses, links and nesting of elements, in own words."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date
from hashlib import sha1
from html import escape
from pathlib import Path

from bench.portals.board_imitations import BOARDS
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


def make_plone(_folder: Path) -> ArchiveSite:
    """News items in a folder, shown twenty at a time from ``b_start:int`` on; portlets beside."""
    threads = newest_first(make_threads(64, longest=1, step_days=5))
    site = make_site("plone", threads, "/news")
    recent = "".join(
        f'<li class="portletItem"><a class="tile" href="{site.home}/news/{each.slug}">'
        f'{escape(each.title)}<span class="portletItemDetails">{each.posts[0].when:%b %d, %Y}'
        "</span></a></li>"
        for each in threads[:5]
    )
    portlet = (
        '<aside id="portal-column-two"><div class="portlet portletNews"><section>'
        f'<a href="{site.home}/news">News</a></section><ul class="portletContent">{recent}</ul>'
        f'<a href="{site.home}/news">More news…</a></div></aside>'
    )
    menu = '<nav id="portal-globalnav-wrapper"><ul id="portal-globalnav">' + "".join(
        f'<li><a href="{site.home}/{path}" class="state-published">{name}</a></li>'
        for path, name in (
            ("", "Home"),
            ("news", "News"),
            ("events", "Events"),
            ("people", "Users"),
        )
    )
    menu += '</ul></nav><div id="portal-searchbox"><form action="@@search"><input name="SearchableText"></form></div>'

    def frame(title: str, content: str) -> str:
        foot = f'<footer><a href="{site.home}/sitemap">Site Map</a> <a href="{site.home}/contact-info">Contact</a></footer>'
        body = f'<div id="main-container"><main id="portal-column-content">{content}</main>{portlet}</div>'
        return page(f"{title} — Copper & Candle", f"<header>{menu}</header>{body}{foot}")

    parts = split(threads, 20)
    for number, part in enumerate(parts):
        entries = "".join(
            f'<article class="entry"><header><span class="summary"><a href="{site.home}/news/{each.slug}"'
            f' class="contenttype-news-item state-published url" title="News Item">{escape(each.title)}'
            f'</a></span><div class="documentByLine">by <a href="{site.home}/author/{each.posts[0].login}">'
            f"{escape(each.posts[0].author)}</a> — published {each.posts[0].when:%b %d, %Y}</div></header>"
            f'<p class="description">{escape(each.posts[0].paragraphs[-1][:60])}</p></article>'
            for each in part
        )
        numbers = "".join(
            f'<li class="page-item active"><span>{n + 1}</span></li>'
            if n == number
            else f'<li class="page-item"><a href="{site.home}/news?b_start:int={20 * n}">{n + 1}</a></li>'
            for n in range(len(parts))
        )
        if number + 1 < len(parts):
            numbers += (
                f'<li class="page-item next"><a href="{site.home}/news?b_start:int={20 * number + 20}">'
                "Next 20 items »</a></li>"
            )
        content = f'<h1>News</h1><div id="content-core"><div class="entries">{entries}</div>'
        content += f'<nav class="pagination"><ul>{numbers}</ul></nav></div>'
        for path in [f"/news?b_start:int={20 * number}", *([] if number else ["/news", "/"])]:
            site.add(path, frame("News", content))
    for each in threads:
        post = each.posts[0]
        content = (
            f'<article id="content"><header><h1 class="documentFirstHeading">{escape(each.title)}</h1>'
            f'<p class="documentByLine">by <a href="{site.home}/author/{post.login}">{escape(post.author)}</a>'
            f" — published {post.when:%b %d, %Y %I:%M %p}</p></header>"
            f'<div id="content-core"><div id="parent-fieldname-text">{post.html}</div></div></article>'
        )
        site.add(f"/news/{each.slug}", frame(each.title, content))
    for path in ("/contact-info", "/events", "/sitemap"):
        site.add(path, frame("Page", "<h1>Page</h1><p>There are currently no items here.</p>"))
    return site


def _hash(post: MadePost) -> str:
    return sha1(f"{post.number}".encode()).hexdigest().upper()[:32]


def make_hyperkitty(_folder: Path) -> ArchiveSite:
    """Months beside the threads of the newest; a thread shows its first message, and a script loads
    the answers as markup in JSON. Each message has a page of its own, too."""
    threads = newest_first(make_threads(40, step_days=9))
    base = "/archives/list/talk@lists.example"
    site = make_site("hyperkitty", threads, f"{base}/")
    months: dict[date, list[MadeThread]] = {}
    for thread in threads:
        for month in {post.when.date().replace(day=1) for post in thread.posts}:
            months.setdefault(month, []).append(thread)
    years = sorted({month.year for month in months}, reverse=True)
    beside = '<div id="months-list" class="accordion">' + "".join(
        f'<div class="panel"><h3><a data-toggle="collapse" href="#y{year}">{year}</a></h3><ul id="y{year}">'
        + "".join(
            f'<li><a href="{base}/{month.year}/{month.month}/">{month:%B}</a></li>'
            for month in sorted(months, reverse=True)
            if month.year == year
        )
        + "</ul></div>"
        for year in years
    )
    beside += '</div><a href="/accounts/login/">Sign In</a>'

    def row(thread: MadeThread) -> str:
        first = thread.posts[0]
        return (
            f'<div class="thread"><span class="thread-title"><a name="{_hash(first)}" href="{base}/thread/'
            f'{_hash(first)}/">{escape(thread.title)}</a></span><span class="thread-date">'
            f'{thread.posts[-1].when:%d %b \'%y}</span><div class="thread-info">by {escape(first.author)}'
            f"</div><span>{len(thread.posts)} participants</span><span>{len(thread.posts) - 1} comments</span></div>"
        )

    def frame(title: str, content: str) -> str:
        return page(
            title,
            f'<nav class="navbar"><a href="/archives/">HyperKitty</a></nav><div class="row"><div class="months-list">{beside}'
            f'</div><div class="content">{content}</div></div><footer>Powered by HyperKitty</footer>',
        )

    for month, listed in months.items():
        parts = split(newest_first(listed), 10)
        for number, part in enumerate(parts, 1):
            links = "".join(
                f'<li><a href="?page={n}">{n}</a></li>' for n in range(1, len(parts) + 1)
            )
            content = f"<h2>{month:%B %Y}</h2>{''.join(map(row, part))}"
            content += f'<ul class="pagination">{links}</ul>' if len(parts) > 1 else ""
            path = f"{base}/{month.year}/{month.month}/"
            for own in [f"{path}?page={number}", *([path] if number == 1 else [])]:
                site.add(own, frame(f"{month:%B %Y}", content))
    recent = "".join(map(row, threads[:8]))
    site.add(f"{base}/", frame("Talk", f"<h2>Recently active discussions</h2>{recent}"))
    for thread in threads:
        first, *answers = thread.posts
        path = f"{base}/thread/{_hash(first)}/"
        script = f"<script>$(function(){{load_replies('{path}replies?sort=thread')}});</script>"
        content = f"<h3>{escape(thread.title)}</h3>{_message(base, first)}"
        content += f'<div class="replies"></div>{script}' if answers else ""
        site.add(path, frame(thread.title, content))
        data = {
            "replies_html": "".join(_message(base, each) for each in answers),
            "more_pages": False,
        }
        site.add(f"{path}replies?sort=thread", json.dumps(data), "application/json")
        for post in thread.posts:
            alone = f"<h3>{escape(thread.title)}</h3>{_message(base, post)}"
            back = f'<a href="{path}">Back to the thread</a>'
            site.add(f"{base}/message/{_hash(post)}/", frame(thread.title, alone + back))
    return site


def _message(base: str, post: MadePost) -> str:
    return (
        f'<div class="email"><div class="email-header"><div class="email-author"><span class="name">'
        f'<a href="/archives/users/{post.number % 5}/">{escape(post.author)}</a></span></div>'
        f'<div class="email-date"><span title="{post.when:%Y-%m-%d %H:%M}">{post.when:%d %b}</span>'
        f'<a href="{base}/message/{_hash(post)}/" title="Permalink">link</a></div></div>'
        f'<div class="email-body">{post.html}</div></div>'
    )


def make_public_inbox(_folder: Path) -> ArchiveSite:
    """Text in ``pre``: topics of the newest messages, a link to older ones by time; each message has
    its own page, and its thread flat and nested (the same posts)."""
    threads = newest_first(make_threads(70))
    site = make_site("public-inbox", threads, "/talk/")
    parts = split(threads, 20)
    tail = '\n<hr><pre>This is a public inbox, see <a href="/talk/_/text/mirror/">mirroring instructions</a></pre>'
    search = '<form action="./"><pre>copper <b>/ </b><a href="_/text/help/">help</a> / <a href="new.atom">Atom feed</a></pre></form>'
    for number, part in enumerate(parts):
        lines = []
        for thread in part:
            first, last = thread.posts[0], thread.posts[-1]
            more = f"\n ({len(thread.posts)}+ messages)" if len(thread.posts) > 1 else ""
            lines.append(
                f'<a href="{first.number}@lists.example/T/#t">{escape(thread.title)}</a>\n'
                f" {last.when:%Y-%m-%d %H:%M} UTC {more}\n"
            )
        cursor = f"?t={part[-1].posts[-1].when:%Y%m%d%H%M%S}"
        links = f'<a rel="next" href="{cursor}">next (older)</a>' if number + 1 < len(parts) else ""
        links += ' | <a href="./">latest</a>' if number else ""
        path = "/talk/"
        if number:
            path += f"?t={parts[number - 1][-1].posts[-1].when:%Y%m%d%H%M%S}"
        content = f"{search}<pre>{''.join(lines)}</pre><hr><pre>page: {links}</pre>{tail}"
        site.add(path, page("talk.lists.example archive mirror", content))
    for thread in threads:
        whole = "".join(map(_as_text, thread.posts))
        for post in thread.posts:
            path = f"/talk/{post.number}@lists.example/"
            links = '<a href="T/#u">Thread overview</a> <a href="raw">raw</a> <a href="t.mbox.gz">mbox.gz</a>'
            others = "\n".join(
                f'{each.when:%Y-%m-%d %H:%M} <a href="../{each.number}@lists.example/">{escape(thread.title)}</a> '
                f"{escape(each.author)}"
                for each in thread.posts
            )
            own = f"{_as_text(post)}<hr><pre>{links}\n\nThread overview:\n{others}</pre>{tail}"
            site.add(path, page(thread.title, own))
            for view in ("T/", "t/"):
                site.add(f"{path}{view}", page(thread.title, f"{whole}{tail}"))
    return site


def _as_text(post: MadePost) -> str:
    at = f"{post.number}@lists.example"
    return (
        f'<pre id="m{post.number}">From: {escape(post.author)} @ {post.when:%Y-%m-%d %H:%M} UTC'
        f' (<a href="/talk/{at}/">permalink</a> / <a href="/talk/{at}/raw">raw</a>)\n\n{escape(post.text)}\n</pre>'
    )


def make_tdiary(_folder: Path) -> ArchiveSite:
    """A page for each day with one to three posts, and pages of five days that overlap with the
    next ones; a line of links to months. A post stands under the address of its day."""
    threads = newest_first(make_threads(60, longest=1, step_days=3))
    site = make_site("tdiary", threads)
    groups, rest = [], threads
    while rest:
        size = (1, 2, 1, 3)[len(groups) % 4]
        groups.append((rest[0].posts[0].when.date(), rest[:size]))
        rest = rest[size:]
    days = [day for day, _ in groups]
    months = sorted({day.replace(day=1) for day in days})
    years = sorted({month.year for month in months})
    calendar = '<div class="calendar">' + " ".join(
        f"{year}|" + "|".join(
            f'<a href="./?date={month:%Y%m}">{month:%m}</a>' for month in months if month.year == year
        ) + "|"
        for year in years
    ) + "</div>"  # fmt: skip

    def body(group: tuple[date, Sequence[MadeThread]]) -> str:
        day, posts = group
        sections = "".join(
            f'<div class="section"><h3><a name="p{n:02}" href="./?date={day:%Y%m%d}#p{n:02}"><span class="sanchor">_'
            f"</span></a> {escape(thread.title)}</h3>{thread.posts[0].html}</div>"
            for n, thread in enumerate(posts, 1)
        )
        return (
            f'<div class="day"><h2><span class="date"><a href="./?date={day:%Y%m%d}">{day:%Y-%m-%d}'
            f'</a></span> <span class="title"></span></h2><div class="body">{sections}</div></div>'
        )

    def frame(title: str, menu: Sequence[tuple[str, str]], content: str) -> str:
        links = "".join(
            f'<span class="adminmenu"><a href="./?date={target}">{label}</a></span>'
            for target, label in menu
        )
        bar = f'<div class="adminmenu"><span class="adminmenu"><a href="./">Latest</a></span>{links}</div>'
        return page(
            title, f"{bar}<h1>{title}</h1>{calendar}{content}<div class='footer'>tDiary</div>"
        )

    for place, group in enumerate(groups):
        menu = []
        if place + 1 < len(days):
            menu.append((f"{days[place + 1]:%Y%m%d}", "« Before"))
        if place:
            menu.append((f"{days[place - 1]:%Y%m%d}", "After »"))
        site.add(f"/?date={days[place]:%Y%m%d}", frame("Copper diary", menu, body(group)))
        five = []
        if place + 5 < len(days):
            five.append((f"{days[place + 5]:%Y%m%d}-5", "« 5 days before"))
        text = frame("Copper diary", five, "".join(map(body, groups[place : place + 5])))
        site.add(f"/?date={days[place]:%Y%m%d}-5", text)
        if not place:
            site.add("/", text)
    for month in months:
        own = [each for each in groups if each[0].replace(day=1) == month]
        site.add(f"/?date={month:%Y%m}", frame("Copper diary", (), "".join(map(body, own))))
    return site


def make_starlight_blog(_folder: Path) -> ArchiveSite:
    """Posts five at a time; the sidebar of each page has the newest, and the tags."""
    threads = newest_first(make_threads(32, longest=1, step_days=11))
    site = make_site("starlight-blog", threads, "/blog/")
    tags = ("copper", "rivers", "paper")
    beside = '<nav class="sidebar"><ul class="top-level"><li><a href="/blog/">All posts</a></li><li><details open>'
    beside += "<summary>Recent posts</summary><ul>" + "".join(
        f'<li><a href="/blog/{each.slug}/"><span>{escape(each.title)}</span></a></li>' for each in threads[:10]
    )  # fmt: skip
    beside += "</ul></details></li><li><details><summary>Tags</summary><ul>" + "".join(
        f'<li><a href="/blog/tags/{tag}/">{tag}</a></li>' for tag in tags
    )
    beside += "</ul></details></li></ul></nav>"

    def preview(thread: MadeThread) -> str:
        post = thread.posts[0]
        return (
            f'<article class="preview"><header><h2><a href="/blog/{thread.slug}/">{escape(thread.title)}</a></h2>'
            f'<div class="metadata"><time datetime="{post.when:%Y-%m-%dT%H:%M:%S}.000Z">{post.when:%b %d, %Y}</time>'
            f'<ul class="authors"><li>{escape(post.author)}</li></ul></div></header><div class="sl-markdown-content">'
            f"<p>{escape(post.paragraphs[-1][:70])}</p></div></article>"
        )

    def frame(title: str, content: str) -> str:
        head = '<header class="header"><a href="/" class="site-title">Copper</a></header>'
        return page(
            f"{title} | Copper",
            f'{head}{beside}<main><h1 id="_top">{escape(title)}</h1>{content}</main>',
        )

    groups = [("/blog/", "Blog", threads)]
    groups += [(f"/blog/tags/{tag}/", tag, threads[n::3]) for n, tag in enumerate(tags)]
    for start, title, listed in groups:
        parts = split(listed, 5 if start == "/blog/" else 99)
        for number, part in enumerate(parts, 1):
            links = ""
            if number > 1:
                target = start if number == 2 else f"{start}{number - 1}/"
                links += f'<a href="{target}" rel="prev"><span>Newer posts</span></a>'
            if number < len(parts):
                links += f'<a href="{start}{number + 1}/" rel="next"><span>Older posts</span></a>'
            posts = f'<div class="posts">{"".join(map(preview, part))}</div>'
            content = f'{posts}<footer><div class="pagination-links">{links}</div></footer>'
            site.add(start if number == 1 else f"{start}{number}/", frame(title, content))
    for place, thread in enumerate(threads):
        post = thread.posts[0]
        sides = "".join(
            f'<a href="/blog/{other.slug}/" rel="{rel}"><span>{word}<br><span>{escape(other.title)}</span></span></a>'
            for rel, word, other in (
                ("prev", "Newer post", threads[place - 1] if place else None),
                ("next", "Older post", threads[place + 1] if place + 1 < len(threads) else None),
            )
            if other
        )
        meta = (
            f'<div class="metadata"><time datetime="{post.when:%Y-%m-%dT%H:%M:%S}.000Z">{post.when:%b %d, %Y}</time>'
            f'<ul class="authors"><li>{escape(post.author)}</li></ul></div>'
        )
        text = f'{meta}<div class="sl-markdown-content">{post.html}</div><div class="pagination-links">{sides}</div>'
        site.add(f"/blog/{thread.slug}/", frame(thread.title, text))
    return site


IMITATIONS: dict[str, Callable[[Path], ArchiveSite]] = {
    "plone": make_plone,
    "hyperkitty": make_hyperkitty,
    "public-inbox": make_public_inbox,
    "tdiary": make_tdiary,
    "starlight-blog": make_starlight_blog,
    **BOARDS,
}
