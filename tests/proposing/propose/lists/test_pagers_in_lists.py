"""The link to the next page stands among the links to the articles, in the same kind of element; or
its address is that of a page of another name. It is followed, and is no article."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, small_portal

from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.list_pages.list_proposals import (
    propose_link_rules,
    read_list_links,
)
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

THREADS = [f"/post/{number:06x}" for number in range(900, 845, -1)]
PER_PAGE = 20
PARTS = [THREADS[at : at + PER_PAGE] for at in range(0, len(THREADS), PER_PAGE)]


def title(path: str) -> str:
    return f"What was said about boat {int(path[6:], 16)} in the harbour"


def rows_of_table(number: int, part: Sequence[str]) -> tuple[str, str]:
    """The first and the last row of a table lead to newer and older threads."""
    newer = f"?x={PER_PAGE * (number - 1)}" if number > 1 else ""
    before = f'<tr><td colspan=2><a href="/forum{newer}">↑ Newer...</a></td></tr>' if number else ""
    older = f"?x={PER_PAGE * (number + 1)}"
    is_last = number + 1 == len(PARTS)
    after = "" if is_last else f'<tr><td><a href="/forum{older}">↓ Older...</a></td></tr>'
    rows = "".join(
        f'<tr><td>2024</td><td><a href="{path}">{title(path)}</a></td></tr>' for path in part
    )
    own = "/forum" if not number else f"/forum?x={PER_PAGE * number}"
    return own, f"<div class=list><table>{before}{rows}{after}</table></div>"


def lines_of_text(number: int, part: Sequence[str]) -> tuple[str, str]:
    """Links in ``pre``; the one to older threads names what comes next by a number of its own."""
    lines = "\n".join(f'<a href="{path[1:]}">{title(path)}</a>\n 2024' for path in part)
    is_last = number + 1 == len(PARTS)
    links = "" if is_last else f'<a rel=next href="?t=2024{number + 1:04}">next (older)</a>'
    links += ' <a href="./">latest</a>' if number else ""
    own = "/forum" if not number else f"/forum?t=2024{number:04}"
    return own, f"<pre>{lines}</pre><hr><pre>page: {links}</pre>".replace('"./"', '"/forum"')


def pages_of_files(number: int, part: Sequence[str]) -> tuple[str, str]:
    """The file of the second page begins as that of the first one."""
    names = ["maillist", *(f"mail{n}" for n in range(2, len(PARTS) + 1))]
    before = f'<a href="{names[number - 1]}.html">Prev Page</a>' if number else "Prev Page"
    is_last = number + 1 == len(PARTS)
    after = "Next Page" if is_last else f'<a href="{names[number + 1]}.html">Next Page</a>'
    items = "".join(
        f'<li><strong><a href="{path}">{title(path)}</a></strong></li>' for path in part
    )
    return f"/{names[number]}.html", f"[{before}][{after}]<hr><ul>{items}</ul>"


def rows_of_htmx(number: int, part: Sequence[str]) -> tuple[str, str]:
    """The last item loads the rows behind it when it is scrolled to."""
    rows = "".join(f'<li class=row><a href="{path}">{title(path)}</a></li>' for path in part)
    onward = f'<li hx-get="/rows?page={number + 2}" hx-trigger="revealed" hx-swap="afterend">…</li>'
    rows += onward if number + 1 < len(PARTS) else ""
    return ("/forum", f"<ul>{rows}</ul>") if not number else (f"/rows?page={number + 1}", rows)


def frames_of_turbo(number: int, part: Sequence[str]) -> tuple[str, str]:
    """Behind the rows stands a frame that Hotwire Turbo loads when it is scrolled to."""
    rows = "".join(f'<li class=row><a href="{path}">{title(path)}</a></li>' for path in part)
    onward = f'<turbo-frame src="/rows?page={number + 2}" loading="lazy"></turbo-frame>'
    rows = f"<ul>{rows}</ul>{onward if number + 1 < len(PARTS) else ''}"
    return ("/forum", rows) if not number else (f"/rows?page={number + 1}", rows)


def cards_with_counts(number: int, part: Sequence[str]) -> tuple[str, str]:
    """Below each article is the number of its comments, a link, on the first page that of the
    second one; no name marks the pager."""
    cards = "".join(
        f'<div class="css-2aeed1c"><h3><a href="{path}">{title(path)}</a></h3>'
        f'<div class="css-a0a230a"><a href="{path}#comments">{9 if number else 2}</a></div></div>'
        for n, path in enumerate(part)
    )
    links = [
        f'<strong class="css-6269b7a">{n + 1}</strong>'
        if n == number
        else f'<a class="css-a7b8a5b" href="/forum{f"/page/{n + 1}" if n else ""}">{n + 1}</a>'
        for n in range(len(PARTS))
    ]
    own = f"/forum/page/{number + 1}" if number else "/forum"
    return own, f'<main>{cards}<div class="css-1b2c3d4">{" ".join(links)}</div></main>'


def make_pages(make: Callable[[int, Sequence[str]], tuple[str, str]]) -> dict[str, str]:
    lists = dict(make(number, part) for number, part in enumerate(PARTS))
    framed = {
        path: f"<html><head><title>Harbour</title></head><body>{text}</body></html>"
        for path, text in lists.items()
    }
    return framed | {path: article(f"{title(path)}. " * 30) for path in THREADS}


def write(portal: SmallPortal, start: str) -> str:
    found = propose_portal([f"{portal.base}{start}"], runtime=portal.runtime)
    text = proposed_yaml(found).replace("delay: 1.0", "delay: 0.0")
    text = text.replace(f"home: {portal.base}/\n", "")
    return re.sub("(?m)^portal: [^ ]+", "portal: small", text)


@pytest.mark.parametrize(
    "make",
    [
        rows_of_table,
        lines_of_text,
        pages_of_files,
        rows_of_htmx,
        frames_of_turbo,
        cards_with_counts,
    ],
)
def test_every_page_of_the_list_is_read_and_none_is_an_article(
    make: Callable[[int, Sequence[str]], tuple[str, str]], tmp_path: Path
):
    with small_portal(tmp_path, make_pages(make)) as portal:
        text = write(portal, make(0, ())[0])
        portal.crawl(text)
        assert {*portal.articles()} == {*THREADS}, text


def test_pages_of_a_front_page_are_known_though_their_addresses_are_of_no_articles() -> None:
    """Items whose first link a rule takes may be followed by one with the pager."""
    items = "".join(f'<li><a href="{path}">{title(path)}</a></li>' for path in PARTS[0])
    linked = {"/": "/page/2", "/page/2": "/", "/page/3": "/page/2"}
    for own, other in linked.items():
        text = f'<ul>{items}<li><a href="{other}">Other stories</a></li></ul>'
        page = read_page(f"https://echo.example{own}", text.encode(), "text/html")
        assert read_list_links([page])[0].pages == {f"https://echo.example{other}"}


def test_a_row_with_the_months_before_and_after_is_left_out_by_the_start_of_their_addresses() -> (
    None
):
    """Other pages link other months."""
    pages = []
    for month in (3, 2):
        rows = "".join(
            f'<tr><td><a href="{path}">{title(path)}</a></td><td><a href="/by/{n}">Anna</a></td></tr>'
            for n, path in enumerate(PARTS[month - 2][:5])
        )
        sides = (
            f'<a href="/archive/2022-0{month - 1}">1</a> <a href="/archive/2022-0{month + 1}">2</a>'
        )
        text = f"<table>{rows}<tr><td>{sides}</td></tr></table>"
        url = f"https://echo.example/archive/2022-0{month}"
        pages.append(read_page(url, text.encode(), "text/html"))
    best = propose_link_rules(pages)[0]
    assert [*best.links] == [f"https://echo.example{path}" for path in PARTS[1][:5]]
    assert "/archive/2022" not in best.css


def test_articles_with_the_address_of_their_list_are_no_pages_of_it(tmp_path: Path):
    """``/index?id=7`` is the list, ``/index?id=12`` an article."""
    paths = [f"/index?id={number}" for number in range(100, 112)]
    items = "".join(
        f'<h2><a href="{path}">What was seen in the harbour, part {n}</a></h2>'
        for n, path in enumerate(paths)
    )
    pages = {path: article(f"What was seen at {path}. " * 30) for path in paths}
    pages["/index?id=7"] = f"<html><body><main>{items}</main></body></html>"
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/index?id=7"], runtime=portal.runtime)
        assert len(found.links[0].links) == len(paths)


def test_a_portal_that_gives_programs_no_links_is_named_and_not_got_around(tmp_path: Path):
    own, table = rows_of_table(0, PARTS[0])
    hidden = re.sub(r'href="(/post/[^"]+)"', r'href="/trap" data-href="\1"', table)
    script = "<script>onmousemove = show</script>"
    with small_portal(tmp_path, make_pages(rows_of_table)) as portal:
        portal.pages[own] = f"<html><body>{hidden}{script}</body></html>"
        found = propose_portal([f"{portal.base}{own}"], runtime=portal.runtime)
    (doubt,) = [each for each in list_doubts(found) if each.kind == "no-list"]
    assert "gives programs no links on purpose; ask it" in doubt.message
    assert not {"/trap", *THREADS} & {*portal.asked}


def test_a_pager_that_links_its_own_page_is_left_out_by_the_form_of_its_addresses():
    """The three pages that are known do not link all the others."""
    shown = {1: (1, 2, 6), 2: (1, 2, 3, 6), 3: (1, 2, 3, 4, 6), 5: (1, 4, 5, 6)}
    pages = {}
    for number, links in shown.items():
        rows = "".join(
            f"<tr><td>2024</td><td><a href='/{name}-of-part-{number}'>The {name} of it</a></td></tr>"
            for name in ("mill", "old-river", "wine", "boat", "long-bridge")
        )
        urls = {n: f"/all/page/{n}" if n > 1 else "/all.html" for n in (1, 2, 3, 4, 5, 6)}
        pager = " ".join(f"<a href='{urls[n]}'>{n}</a>" for n in links)
        pages[number] = read_page(
            f"https://echo.example{urls[number]}",
            f"<main><table>{rows}</table><nav>{pager}</nav></main>".encode(),
        )
    rules = propose_link_rules([pages[1], pages[2], pages[3]])
    rule = next(each for each in rules if each.css.startswith("main a"))
    assert [len(list_addresses(page, rule.css)) for page in pages.values()] == [5, 5, 5, 5]


def test_weeks_that_lead_to_weeks_are_left_out_though_not_all_of_them_were_read():
    """The first page is the newest week, whose own address only the week before it names."""
    others = {"/": (17,), "/week/w17": (16, 18), "/week/w16": (15, 17), "/week/w12": (11, 13)}
    pages = []
    for number, (own, weeks) in enumerate(others.items()):
        rows = "".join(
            f"<tr><td><a href='/article.php?id={86762 - 7 * number - n}'>The {name} of it</a></td></tr>"
            for n, name in enumerate(("mill", "old river", "wine", "long bridge"))
        )
        pager = " ".join(f"<a href='/week/w{week}'>2024/w{week}</a>" for week in weeks)
        text = f"<div class=wrap><table>{rows}</table><div class=nav>{pager}</div></div>"
        pages.append(read_page(f"https://echo.example{own}", text.encode()))
    rules = propose_link_rules(pages[:3])
    rule = next(each for each in rules if each.css.startswith("div.wrap a"))
    assert [len(list_addresses(page, rule.css)) for page in pages] == [4, 4, 4, 4]
