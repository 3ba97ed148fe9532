"""Later pages of articles among the links of a list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_portal import Pages, small_portal

from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.list_pages.listed_later_pages import find_continuation
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

BASE = "https://echo.example"


def found(links: list[str], second: str, title: str = "One") -> str:
    """Return the form that is found where the pager of the first link leads to ``second``."""
    pages = {
        links[0]: f"<h1>One</h1><p><b>1</b> <a href='{second}'>2</a></p>",
        second: f"<h1>{title}</h1><p><a href='{links[0]}'>1</a> <b>2</b></p>",
    }

    def read(url: str) -> Page | None:
        path = url.removeprefix(BASE)
        return Page(url, f"<main>{pages[path]}</main>") if path in pages else None

    def has_other_title(first: Page, page: Page) -> bool:
        return first.root.findtext(".//h1") != page.root.findtext(".//h1")

    return find_continuation([BASE + each for each in links], read, has_other_title)


@pytest.mark.parametrize(
    ("links", "second", "form"),
    [
        (["/t/17-a", "/t/17-a/p2", "/t/18-b"], "/t/17-a/p2", r"/p\d{1,3}$"),
        (["/t?id=17", "/t?id=17&page=2", "/t?id=18"], "/t?id=17&page=2", r"&page=\d{1,3}$"),
        (["/a.html", "/a/2.html", "/b.html"], "/a/2.html", r"/\d{1,3}\.html$"),
        # the pager does not lead there
        (["/t/17-a", "/t/17-a/4", "/t/18-b"], "/t/17-a/p2", ""),
        # an article has the same form
        (["/t/17-a", "/t/17-a/p2", "/t/18-b/p3"], "/t/17-a/p2", ""),
        (["/a-1", "/a-2"], "/a-2", ""),
    ],
)
def test_the_form_of_later_pages(links: list[str], second: str, form: str):
    assert found(links, second).replace("\\&", "&").replace("\\=", "=") == form


def test_the_next_part_of_a_series_is_an_article():
    assert found(["/diary", "/diary/2"], "/diary/2", title="Two") == ""


def board() -> Pages:
    """A list of threads with links to their last pages, which show when the last post was written."""
    rows, pages = [], {}
    for n in range(1, 11):
        posts = [
            f"The boat of number {n} has a rudder like {n * k + 7} others. " * 4 for k in range(4)
        ]
        path, last = f"/t/{n + 20}-boat", "/p2" if n % 3 else ""
        shown = posts if last else posts[:2]
        rows.append(
            f'<tr><td class="c"><a href="{path}">Who knows the boat of number {n}?</a></td>'
            f'<td class="c"><a href="{path}{last}#l">The last post: 2020-04-{n + 3:02}</a></td></tr>'
        )
        for page in (1, 2) if last else (1,):
            own = list(enumerate(shown))[2 * page - 2 : 2 * page]
            text = "".join(
                f'<div class="ps"><div class="us"><a href="/u/w{n + k}">w{n + k}</a><br><i>{n}9</i>'
                f'</div><div class="dt">April {n + k}, 2020</div><p>{post}</p></div>'
                for k, post in own
            )
            other = f'<a href="{path}{"" if page == 2 else "/p2"}">{3 - page}</a>'
            pager = f'<div class="pg"><b>{page}</b> {other}</div>' if last else ""
            title = f"Who knows the boat of number {n}?"
            pages[path + ("/p2" if page == 2 else "")] = (
                f"<html><head><title>{title}</title></head><body><h2>{title}</h2>{pager}{text}</body>"
            )
    return {
        **pages,
        "/b": f"<html><body><h1>Boats</h1><table>{''.join(rows)}</table></body></html>",
    }


def test_a_link_to_the_last_page_of_a_thread_is_no_thread(tmp_path: Path):
    """Each thread of two pages was two articles, and the first one had lost its last page."""
    with small_portal(tmp_path, board()) as portal:
        text = proposed_yaml(propose_portal([f"{portal.base}/b"], runtime=portal.runtime))
        text = text.replace("delay: 1.0", "delay: 0").replace(f"home: {portal.base}/\n", "")
        assert r"continuation: /p\d{1,3}$" in text
        assert "keywords:" not in text, "the names of writers are no keywords"
        portal.executor = "serial"
        summary = portal.crawl(re.sub("(?m)^portal: [^ ]+", "portal: small", text))
        assert (summary.tei, summary.rejected) == (10, {"continuation": 7}), summary.lines()
        for n in range(1, 11):
            (tei,) = (each for each in portal.tei().values() if f"boat of number {n} has" in each)
            assert tei.count(f"of number {n} has a rudder") == (16 if n % 3 else 8)
