"""Archives whose later articles a script loads, and lists that stand in the state of one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from bench.portals.random_sites.archive_pages import ArchivePages
from bench.portals.random_sites.made_articles import MadeArticle


def _button(pages: ArchivePages, **attributes: str) -> str:
    label = escape(pages.own.phrase(1, 2, rare=1))
    return pages.markup.element("button", "older", label, type="button", **attributes)


def _tail(pages: ArchivePages) -> list[Sequence[MadeArticle]]:
    return pages.parts(pages.articles)


def write_load_more_data(pages: ArchivePages) -> str:
    """A button with the address and the offset of the next articles as data; JSON answers."""
    parts = _tail(pages)
    offsets = [sum(map(len, parts[: n + 1])) for n in range(len(parts))]
    button = _button(pages, data_endpoint="/ajax", data_offset=str(offsets[0]))
    script = (
        "<script>document.querySelector('button').onclick=async e=>{const b=e.target;"
        "const r=await fetch(b.dataset.endpoint+'?offset='+b.dataset.offset);"
        "const d=await r.json();show(d.items);b.dataset.offset=d.next;}</script>"
    )
    pages.listing(pages.start, parts[0], button if len(parts) > 1 else "", script)
    for number, part in enumerate(parts[1:], 1):
        items = [{"title": each.title, "url": each.path} for each in part]
        data = {"items": items, "next": offsets[number]}
        path = f"/ajax?offset={offsets[number - 1]}"
        pages.answer(path, json.dumps(data, ensure_ascii=False), "application/json")
    end = json.dumps({"items": [], "next": None})
    pages.answer(f"/ajax?offset={offsets[-1]}", end, "application/json")
    return pages.start


def write_html_in_json(pages: ArchivePages) -> str:
    """A script asks for numbered pages; the answers are JSON with markup in a value."""
    parts, path = _tail(pages), pages.stem("more")
    script = (
        f'<script>let page=2;document.querySelector("button").onclick=()=>fetch("{path}?page="'
        "+page++).then(r=>r.json()).then(d=>list.insertAdjacentHTML('beforeend',d.html));</script>"
    )
    pages.listing(pages.start, parts[0], _button(pages), script)
    for number, part in enumerate((*parts, ()), 1):
        data = {"html": pages.lists.items(part) if part else "", "more": number < len(parts)}
        answer = json.dumps(data, ensure_ascii=False)
        pages.answer(f"{path}?page={number}", answer, "application/json")
    return pages.start


def write_fragments(pages: ArchivePages) -> str:
    """An attribute names the next piece of the list, which is loaded when it comes into view."""
    parts, path = _tail(pages), pages.stem("part")
    is_turbo = pages.traits.chance("fragments").random() < 0.5

    def following(number: int) -> str:
        if number >= len(parts):
            return ""
        target = f"{path}?page={number + 1}"
        if is_turbo:
            return f'<turbo-frame id="p{number + 1}" src="{target}" loading="lazy"></turbo-frame>'
        return f'<div hx-get="{target}" hx-trigger="revealed" hx-swap="outerHTML"></div>'

    pages.listing(pages.start, parts[0], following(1))
    for number, part in enumerate(parts[1:], 2):
        content = pages.lists.items(part) + following(number)
        if is_turbo:
            content = f'<turbo-frame id="p{number}">{content}</turbo-frame>'
        pages.answer(f"{path}?page={number}", content, "text/html")
    return pages.start


def write_cursor(pages: ArchivePages) -> str:
    """Each page ends with a link to what comes after its last article, in words of its own."""
    parts = _tail(pages)
    key = pages.traits.chance("cursor").choice(("after", "before_id", "cursor", "since"))
    mark = "&" if "?" in pages.start else "?"
    label, back = pages.own.phrase(1, 2, rare=2), pages.own.phrase(1, 2, rare=2)
    for number, part in enumerate(parts):
        path = f"{pages.start}{mark}{key}={parts[number - 1][-1].id}" if number else pages.start
        links = [pages.markup.link(pages.start, back)] if number else []
        if number + 1 < len(parts):
            links.append(pages.markup.link(f"{pages.start}{mark}{key}={part[-1].id}", label))
        pages.listing(path, part, pages.markup.element("div", "pager", " ".join(links)))
    return pages.start


def write_link_header(pages: ArchivePages) -> str:
    """The header ``Link`` names the next page, and a script follows it while one scrolls."""
    parts = _tail(pages)
    mark = "&" if "?" in pages.start else "?"
    script = (
        "<script>addEventListener('scroll',()=>fetch(next).then(r=>{next=parse(r.headers.get("
        "'Link'));return r.text()}).then(add))</script>"
    )
    for number, part in enumerate(parts, 1):
        path = f"{pages.start}{mark}page={number}" if number > 1 else pages.start
        target = f"<{pages.publisher.base}{pages.start}{mark}page={number + 1}>"
        headers = [("Link", f'{target}; rel="next"')] if number < len(parts) else []
        pages.add(path, pages.lists.page(part, "", beside=script), headers)
    return pages.start


def write_state(pages: ArchivePages) -> str:
    """The list stands as JSON in the state of a script; no page has a link of it."""
    parts = _tail(pages)
    mark = "&" if "?" in pages.start else "?"
    for number, part in enumerate(parts, 1):
        posts = [
            {"id": each.id, "title": each.title, "href": each.path, "date": each.day.isoformat()}
            for each in part
        ]
        state = {
            "props": {
                "pageProps": {"posts": posts, "page": number, "pages": len(parts)},
                "__N_SSP": True,
            },
            "page": "/archive",
            "query": {"page": str(number)},
            "buildId": f"b{pages.traits.seed}",
        }
        text = json.dumps(state, ensure_ascii=False).replace("</", "<\\/")
        script = (
            '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">'
            f"{text}</script>"
        )
        path = f"{pages.start}{mark}page={number}" if number > 1 else pages.start
        pages.index_of(path, script)
    return pages.start


def write_json_chain(pages: ArchivePages) -> str:
    """A script loads a JSON list; each answer names the next one."""
    parts = _tail(pages)
    script = (
        "<script>const load=u=>fetch(u).then(r=>r.json()).then(d=>{show(d.results);next=d.next});"
        'load("/api/posts");</script><div id="list"></div>'
    )
    pages.index_of(pages.start, script)
    for number, part in enumerate(parts):
        items = [
            {
                "title": each.title,
                "link": pages.publisher.base + each.path,
                "published": f"{each.day}",
            }
            for each in part
        ]
        following = f"{pages.publisher.base}/api/posts?cursor=c{number + 1}"
        data = {
            "count": len(pages.articles),
            "next": following if number + 1 < len(parts) else None,
            "results": items,
        }
        path = f"/api/posts?cursor=c{number}" if number else "/api/posts"
        pages.answer(path, json.dumps(data, ensure_ascii=False), "application/json")
    return pages.start
