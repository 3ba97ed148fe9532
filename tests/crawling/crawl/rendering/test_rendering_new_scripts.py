"""``curator new`` for portals whose lists and texts only scripts show: rules for their data."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from lxml import etree
from scripted_portal import ScriptedPortal
from small_portal import Answer, SmallPortal

from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.crawl.render_choice import renders_pages
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

PLACES = "harbour market station library garden tower bridge school museum".split()
POSTS = [
    {
        "id": 400 + 7 * n, "slug": f"the-{place}-opens-again", "title": f"The {place} of the town opens again",
        "date": f"2023-{n + 1:02d}-14", "texts": [f"The {place} was closed for {n} years, {w} the mayor said to all of us who had come to see it, there is no end of it, and the people of the town were glad that it had been mended at last." for w in ("as", "so", "and then")],
    }
    for n, place in enumerate(PLACES)
]  # fmt: skip
SHELL = """<html><head><meta charset=utf-8><title>Town Paper</title></head><body><main></main><script>
const main = document.querySelector("main"), get = async a => (await fetch(a)).json();
const show = h => main.insertAdjacentHTML("beforeend", h);
const list = (r, to) => show(r.map(p => `<article style="min-height: 60em"><h2><a href="${to(p)}">${p.title}</a></h2></article>`).join(""));
const story = (t, d, h) => show(`<article><h1>${t}</h1><time datetime="${d}">${d}</time>${h}</article>`);
CODE</script></body></html>"""
BUTTON = """more = document.createElement("button"); more.className = "load-more"; more.textContent = "More";
more.onclick = next; document.body.append(more); next();"""
SCROLL = """addEventListener("scroll", () => innerHeight + scrollY > document.body.scrollHeight - 50 && next()); next();"""


def rows(start: int, *names: str) -> list[dict[str, object]]:
    return [{name: post[name] for name in names} for post in POSTS[start : start + 4]]


def data(value: object) -> Answer:
    return Answer(json.dumps(value), headers=(("Content-Type", "application/json"),))


def mark_up(texts: object) -> str:
    assert isinstance(texts, list)
    return "".join(f"<p>{text}</p>" for text in texts)


def serve_numbers(pages: dict[str, object]) -> None:
    """Numbers of pages and a button; markup by the name in the address."""
    code = f"""let page = 0; const next = async () => list((await get("/api/posts?page=" + ++page)).items, p => "/p/" + p.slug);
      if (location.pathname == "/") {{ let more; {BUTTON} }}
      else get("/api/posts/" + location.pathname.slice(3)).then(p => story(p.title, p.date, p.html));"""
    for n in range(4):
        pages[f"/api/posts?page={n}"] = data(
            {"items": rows(4 * n - 4, "id", "slug", "title") if n else [], "total": len(POSTS)}
        )
    for post in POSTS:
        pages[f"/p/{post['slug']}"] = SHELL.replace("CODE", code)
        pages[f"/api/posts/{post['slug']}"] = data({**post, "html": mark_up(post["texts"])})
    pages["/"] = SHELL.replace("CODE", code)


def serve_cursors(pages: dict[str, object]) -> None:
    """Cursors as somebody scrolls; blocks of plain text by the number in the address."""
    code = f"""let at = "", busy; const next = async () => {{ if (busy || at === null) return; busy = true;
        const r = await get("/feed.json" + (at && "?after=" + at)); list(r.data.nodes, p => `/s/${{p.id}}/${{p.slug}}`); at = r.data.end; busy = false; }};
      if (location.pathname == "/") {{ {SCROLL} }}
      else get("/story.json?id=" + location.pathname.split("/")[2]).then(r => story(r.story.head, r.story.day.slice(0, 10), r.story.blocks.map(b => `<p>${{b.text}}</p>`).join("")));"""
    for n in range(0, len(POSTS), 4):
        end = f"x{n + 4}" if n + 4 < len(POSTS) else None
        pages[f"/feed.json?after=x{n}" if n else "/feed.json"] = data(
            {"data": {"nodes": rows(n, "id", "slug", "title"), "end": end}}
        )
    for post in POSTS:
        texts = post["texts"]
        assert isinstance(texts, list)
        pages[f"/s/{post['id']}/{post['slug']}"] = SHELL.replace("CODE", code)
        pages[f"/story.json?id={post['id']}"] = data(
            {"story": {"head": post["title"], "day": f"{post['date']}T08:00:00Z", "blocks": [{"text": t} for t in texts]}}
        )  # fmt: skip
    pages["/"] = SHELL.replace("CODE", code)


def serve_state(pages: dict[str, object]) -> None:
    """The first list in a script, offsets behind a button; half of each text in its page, the rest
    later."""
    state = f"const first = {json.dumps(rows(0, 'slug', 'title'))};"
    code = f"""{state} let at = 4; const to = p => "/p/" + p.slug + ".html"; let more;
      const next = async () => {{ list(await get("/more?offset=" + at), to); at += 4 }}; list(first, to);
      {BUTTON.replace("next();", "")}"""
    for n in range(0, len(POSTS) + 4, 4):
        pages[f"/more?offset={n}"] = data(rows(n, "slug", "title"))
    for post in POSTS:
        texts = post["texts"]
        assert isinstance(texts, list)
        script = f"""fetch("/rest/" + "{post["slug"]}").then(r => r.text()).then(h => document.querySelector(".rest").innerHTML = h)"""
        pages[f"/p/{post['slug']}.html"] = (
            f"<html><head><title>{post['title']}</title></head><body><article><h1>{post['title']}</h1><time datetime={post['date']}>{post['date']}</time>"
            f"<div class=text>{mark_up(texts[:1])}</div><div class=rest></div></article><script>{script}</script></body></html>"
        )  # fmt: skip
        pages[f"/rest/{post['slug']}"] = Answer(f"<div>{mark_up(texts[1:])}</div>")
    pages["/"] = SHELL.replace("CODE", code)


def read_portal(portal: SmallPortal, monkeypatch: pytest.MonkeyPatch) -> tuple[Proposal, list[str]]:
    """Let ``new`` write a file, and crawl with it where no browser is; what it proposes, and what is
    wrong with posts."""
    found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
    file = portal.folder / "new.yaml"
    file.write_text(proposed_yaml(found).replace("delay: 1.0", "delay: 0"), encoding="utf-8")
    monkeypatch.setenv("CURATOR_CHROMIUM", str(portal.folder / "none"))
    read = load_portal(file)
    assert not renders_pages(read)
    summary = crawl(read, portal.corpus, None, portal.runtime)
    assert summary.articles == len(POSTS)
    return found, find_faults(portal.tei().values())


def find_faults(files: Iterable[str]) -> list[str]:
    names = {"t": "http://www.tei-c.org/ns/1.0"}
    by_title = {}
    for text in files:
        tree = etree.fromstring(text.encode())
        title = str(tree.xpath("string(//t:titleStmt/t:title)", namespaces=names))
        by_title[" ".join(title.split())] = " ".join(text.split())
    return [
        str(post["slug"])
        for post in POSTS
        if (text := by_title.get(str(post["title"]))) is None
        or f'"{post["date"]}' not in text
        or any(text.count(each) != 1 for each in post["texts"])  # type: ignore[attr-defined]
    ]


@pytest.mark.parametrize("serve", [serve_numbers, serve_cursors, serve_state])
def test_what_scripts_load_is_read_without_a_browser(
    scripted: ScriptedPortal, monkeypatch: pytest.MonkeyPatch, serve
) -> None:
    portal = scripted.portal
    portal.pages.clear()
    portal.executor = "serial"
    serve(portal.pages)
    found, faults = read_portal(portal, monkeypatch)
    assert faults == []
    if serve is serve_numbers:  # articles in data have the address of their page
        assert found.data is not None
        assert found.data.article is not None
        assert found.data.article.public == (r"/api/posts/([^/?#&]+)$", r"/p/\1")
        assert [name for name, _ in found.article.fields] == ["title", "published"]


def test_without_a_text_in_the_data_a_browser_is_named(scripted: ScriptedPortal) -> None:
    """The text is made in the script: no data have it."""
    portal = scripted.portal
    portal.pages.clear()
    serve_numbers(portal.pages)
    for post in POSTS:
        portal.pages[f"/api/posts/{post['slug']}"] = data({"title": post["title"]})
        texts = json.dumps(mark_up(post["texts"]))
        portal.pages[f"/p/{post['slug']}"] = SHELL.replace("CODE", f"story('A', '', {texts})")
    found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
    assert found.data is None
    assert found.is_rendered
    assert found.renders_articles


def test_short_articles_with_a_box_that_a_script_adds_to_all_are_not_rendered(
    scripted: ScriptedPortal,
) -> None:
    portal = scripted.portal
    portal.pages.clear()
    box = f"<p>{'Our letter of the week tells all about the town and its people. ' * 3}</p>"
    code = f"main.insertAdjacentHTML('afterend', {json.dumps(box)})"
    rows_of_list = ""
    for post in POSTS:
        rows_of_list += f"<li><a href='/p/{post['slug']}'>{post['title']}</a></li>"
        text = f"<article><h1>{post['title']}</h1><p>{post['title']} at noon today.</p></article>"
        page = SHELL.replace("CODE", code)
        portal.pages[f"/p/{post['slug']}"] = page.replace("<main>", f"<main>{text}")
    portal.pages["/"] = f"<html><body><main><ul>{rows_of_list}</ul></main></body></html>"
    assert not propose_portal([f"{portal.base}/"], runtime=portal.runtime).renders_articles


def test_articles_whose_text_only_scripts_show_are_rendered(scripted: ScriptedPortal) -> None:
    """The list is in the source, the texts are made in scripts."""
    portal = scripted.portal
    portal.pages.clear()
    rows_of_list = ""
    for post in POSTS:
        rows_of_list += f"<li><a href='/p/{post['slug']}'>{post['title']}</a></li>"
        text = json.dumps(mark_up(post["texts"]))
        code = f"story('{post['title']}', '{post['date']}', {text})"
        portal.pages[f"/p/{post['slug']}"] = SHELL.replace("CODE", code)
    portal.pages["/"] = f"<html><body><main><ul>{rows_of_list}</ul></main></body></html>"
    found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
    assert found.renders_articles
    file = portal.folder / "new.yaml"
    file.write_text(proposed_yaml(found).replace("delay: 1.0", "delay: 0"), encoding="utf-8")
    assert crawl(load_portal(file), portal.corpus, None, portal.runtime).articles == len(POSTS)
    assert find_faults(portal.tei().values()) == []
