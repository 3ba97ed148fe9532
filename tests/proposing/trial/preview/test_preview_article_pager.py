"""The pager of articles on several pages, ``pager: {}``, each on one small page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from small_portal import article, small_portal

from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.own_pager import find_own_pager
from webarticlecurator.portal_file.config.load import load_portal

HERE = "https://echo.example/2020/05/story/"


def found(body: str, url: str = HERE) -> tuple[str, str]:
    """Return the tag of the pager and the link to the next page, each empty for none."""
    pager = find_own_pager(Page(url, f"<main>{body}</main>"))
    return (
        "" if pager.scope is None else str(pager.scope.tag),
        "" if pager.following is None else pager.following.get("href", ""),
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            '<nav class="page-links">Pages: <b class="now">1</b> <a href="/2020/05/story/2/">2</a></nav>',
            ("nav", "/2020/05/story/2/"),
        ),
        (
            '<ul class="parts"><li class="here">1</li><li><a href="?page=2"><span>2</span></a></li></ul>',
            ("ul", "?page=2"),
        ),
        (
            '<div class="parts"><p><strong>1</strong> | <a href="2">2</a> <a href="3">3</a></p></div>',
            ("p", "2"),
        ),
        (
            '<article class="comments-open"><p class="parts"><i>1</i> <a href="2">2</a></p></article>',
            ("p", "2"),
        ),
        (
            '<p class="parts">Page <a href="." aria-current="page">1</a> <a href="page/2/">2</a></p>',
            ("p", "page/2/"),
        ),
        (
            '<p>Seite 1 von 3</p><p><a href="seite-2.html">Weiter auf Seite 2</a></p>',
            ("", "seite-2.html"),
        ),
        ('<p><a rel="next" href="?page=2">On</a></p>', ("", "?page=2")),
        ('<p class="linked"><a href="1/">1</a> <a href="2/">2</a></p>', ("p", "2/")),
        ('<p class="linked"><a href=".">1</a> <a href="2/">2</a></p>', ("p", "2/")),
        ('<p><i>1</i> <a href="?start=1">2</a> <a href="?start=2">3</a></p>', ("p", "?start=1")),
        ('<p><a href="/2020/05/story_2">Nesaf</a></p>', ("", "/2020/05/story_2")),
        ('<p><b>1</b> <a href="#2" data-at="/2020/05/story,2">2</a></p>', ("p", "#2")),
    ],
    ids=[
        *("path", "query", "bare number", "in an article with comments", "marked", "words", "next"),
        *("all linked", "linked to itself", "from 0 on", "any word", "by a script"),
    ],
)
def test_numbers_that_lead_below_the_article(body: str, expected: tuple[str, str]):
    assert found(body) == expected


@pytest.mark.parametrize(
    ("url", "body", "expected"),
    [
        (HERE + "2/", '<p><a href="../">1</a> 2 <a href="../3/">3</a></p>', ("p", "../3/")),
        (HERE + "3/", '<p><a href="../">1</a> <a href="../2/">2</a> 3</p>', ("p", "")),
        (
            "https://echo.example/story-2.html",
            '<p><a href="story.html">1</a> <b>2</b> <a href="story-3.html">3</a></p>',
            ("p", "story-3.html"),
        ),
        # another article with a number in its address
        (
            "https://echo.example/anchor-15/",
            '<p>15 things <a href="/anchor-16/">Anchor the second</a></p>',
            ("", ""),
        ),
        (
            "https://echo.example/anchor/",
            '<p class="next"><a href="/anchor-2/">Anchor 2</a></p>',
            ("", ""),
        ),
        (
            "https://echo.example/anchor-15/",
            '<p><a rel="next" href="/anchor-7/">Anchor 7</a></p>',
            ("", ""),
        ),
    ],
    ids=["middle", "last", "files", "numbered articles", "a second one", "the next article"],
)
def test_the_number_of_the_page_itself(url: str, body: str, expected: tuple[str, str]):
    assert found(body, url) == expected


@pytest.mark.parametrize(
    "body",
    [
        '<div class="nav-links"><span>1</span> <a href="comment-page-2/#comments">2</a></div>',
        '<section id="comments"><p class="nav"><b>1</b> <a href="?page=2">2</a></p></section>',
        '<p class="years"><b>1</b> <a href="/2020/06/another/2/">2</a></p>',
        '<p class="foreign"><b>1</b> <a href="https://else.example/2020/05/story/2/">2</a></p>',
        '<p class="here"><b>1</b> <a href="#2">2</a></p>',
        '<p class="broken"><b>1</b> <a href="http://[bad/2">2</a></p>',
        "<p><b>1</b></p>",
    ],
    ids=lambda body: body[:24],
)
def test_other_numbers_are_no_pager_of_an_article(body: str):
    assert found(body) == ("", "")


def test_the_home_page_has_no_pages_of_its_own():
    body = '<p class="pager"><b>1</b> <a href="/page/2/">2</a></p>'
    assert found(body, "https://echo.example/") == ("", "")


def test_new_proposes_the_link_to_the_next_page_that_could_be_another_article(
    curator: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    def page(number: int, part: int) -> str:
        text = f"The council met on day {number} to talk about bridge number {number}. " * 20
        on = f'<p><a class="further" href="/story-{number}-part2.html">Next page of the story</a></p>'
        more = "".join(f'<a href="/story-{number + n}.html">More {n}</a>' for n in (1, 2))
        return article(text, around=f"{on if part == 1 and not number % 3 else ''}{more}")

    items = "".join(
        f'<h2><a href="/story-{number}.html">What the council said of bridge {number}</a></h2>'
        for number in range(1, 9)
    )
    with small_portal(tmp_path, {"/list": f"<html><body>{items}</body></html>"}) as portal:
        for number in range(1, 9):
            portal.pages[f"/story-{number}.html"] = page(number, 1)
            if not number % 3:
                portal.pages[f"/story-{number}-part2.html"] = page(number, 2)
        _, text, _ = curator("new", f"{portal.base}/list", "--output", "-")
    made = tmp_path / "made.yaml"
    made.write_text(text, encoding="utf-8")
    rules = [rule.expression for rule in load_portal(made).article.next_page]
    assert "a.further" in rules


@pytest.mark.parametrize("form", ["/story-{n}.html/seite-{p}", "/story-{n}-{p}.html"])
def test_new_and_crawl_read_second_pages_and_no_next_part_of_a_series(
    form: str, curator: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    """Every number is linked; two of the articles are parts of a series, which link each other."""

    def page(number: int, part: int) -> str:
        text = f"The council met on day {number} to talk about bridge number {number}. " * 20
        first, second = f"/story-{number}.html", form.format(n=number, p=2)
        numbers = f'<div class="n"><a href="{first}">1</a> <a href="{second}">2</a></div>'
        series = '<p><a rel="next" href="/diary-2.html">On to part 2</a></p>'
        head = f"<h1>Bridge {number}</h1><time datetime=2024-04-{number:02}>{number}</time>"
        text = f"<main>{head}<article><p>{text}</p><p>Part {part} of {number}.</p></article>"
        return f"<html><body>{text}{numbers if number < 7 else ''}{series if number == 7 else ''}"

    addresses = [*(f"/story-{n}.html" for n in range(1, 7)), "/diary.html", "/diary-2.html"]
    items = "".join(
        f'<h2><a href="{address}">What the council said of bridge {n}</a></h2>'
        for n, address in enumerate(addresses, 1)
    )
    with small_portal(tmp_path, {"/list": f"<html><body>{items}</body></html>"}) as portal:
        for number, address in enumerate(addresses, 1):
            portal.pages[address] = page(number, 1)
            if number < 7:
                portal.pages[form.format(n=number, p=2)] = page(number, 2)
        _, text, _ = curator("new", f"{portal.base}/list", "--output", "-")
        portal.executor = "serial"
        portal.clock.time = portal.clock.time.replace(year=2026)
        summary = portal.crawl(text.replace("home: ", "#home: "))
        parts = sorted(
            n for text in portal.tei().values() for n in re.findall(r"Part 2 of \d", text)
        )
        assert (summary.tei, parts) == (8, [f"Part 2 of {n}" for n in range(1, 7)])
        assert all(text.count("Part 1 of") == 1 for text in portal.tei().values())
