"""What the pages of a list count of themselves, without a word of their language."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from long_parameters import in_turn

from webarticlecurator.crawling.archive.growing_totals import list_lone_numbers
from webarticlecurator.crawling.archive.page_counts import (
    ListCount,
    ListSize,
    find_counted_parts,
    follow_counts,
    read_page_counts,
)
from webarticlecurator.pages.page.page import read_page

SIZE = 10
Around = Callable[[int], str]
Headers = tuple[tuple[str, str], ...]


def list_page(number: int, around: str, of: int) -> bytes:
    shown = range((number - 1) * SIZE, min(number * SIZE, of))
    items = "".join(
        f'<div><h2><a href="/n/{n}">Headline {n} of it</a></h2><p>{n % 28 + 1} March 2021'
        f"</p><p>{n % 7} comments</p></div>"
        for n in shown
    )
    return f"<html><body><main><div>{items}</div>{around}</main></body></html>".encode()


def read_list(
    pages: int, content: Callable[[int], bytes], listed: int, headers: Headers = ()
) -> tuple[tuple[ListCount, ...], ListSize]:
    """Return what so many pages count of their list, and its size."""
    known: tuple[ListCount, ...] = ()
    for number in range(1, pages + 1):
        page = read_page("http://x/", content(number), headers=headers)
        counts = read_page_counts(page, page.root.xpath("//h2/a"))
        known = counts if number == 1 else tuple(follow_counts(known, counts, number))
    return known, ListSize(pages, listed, min(listed, SIZE), is_full=listed % SIZE == 0)


def judge(pages: int, content: Callable[[int], bytes], listed: int, headers: Headers = ()):
    """Return the parts that so many pages have read of their list."""
    known, size = read_list(pages, content, listed, headers)
    return [(part.counted, part.of) for part in find_counted_parts(known, size)]


def follow(pages: int, content: Callable[[int], bytes], listed: int) -> list[int]:
    """Return the numbers that are the total of a list if they grow with it."""
    return [
        count.numbers[at]
        for count, at in list_lone_numbers(*read_list(pages, content, listed))
        if not count.is_weak
    ]


PLACES = {
    "page": lambda n: f"<p>Page {n} of 30</p>",
    "in tags": lambda n: f"<p>Sayfa <b>{n}</b> / <b>30</b> <a href='#'>sonraki</a></p>",
    "digits": lambda n: (
        f"<p>صفحة {str(n).translate({48 + d: 1632 + d for d in range(10)})} من ٣٠</p>"
    ),
    "range": lambda n: f"<p>{n * SIZE - 9}–{n * SIZE} / 300</p>",
    "first": lambda n: f"<p>{n * SIZE - 9} … 300</p>",
    "total of thousands": lambda n: f"<p>{n * SIZE - 9}–{n * SIZE} (1.300)</p>",
    "buttons": lambda n: (
        "<div>"
        + "".join(f"<button{' class=on' * (n == i)}>{i}</button>" for i in (*range(1, 25), 30))
        + "</div>"
    ),
    "buttons and a calendar": lambda n: (
        "<ul>"
        + "".join(f"<li{' class=today' * (i == 5)}>{i}</li>" for i in range(1, 32))
        + "</ul><div>"
        + "".join(f"<button{' class=on' * (n == i)}>{i}</button>" for i in (*range(1, 25), 30))
        + "</div>"
    ),
    "after many texts": lambda n: (
        "".join(f"<p>Town{chr(65 + i)}{chr(65 + n)}, {i} March 2021</p>" for i in range(1, 26))
        + f"<p>C# – {n} / 30</p>"
    ),
    "title": lambda n: f"<title>Hírek – {n}. oldal (30)</title>",
}


@pytest.mark.parametrize("name", PLACES)
def test_a_number_that_grows_must_reach_the_one_that_stays(name: str):
    around: Around = PLACES[name]
    (part,) = set(judge(20, lambda n: list_page(n, around(n), 200), 200))
    assert part[0] < part[1] and part[0] in (20, 200)


WHOLE = {
    "page": lambda n: f"<p>Page {n} of 20</p>",
    "range": lambda n: f"<p>{n * SIZE - 9}–{min(n * SIZE, 197)} / 197</p>",
    "first": lambda n: f"<p>{n * SIZE - 9} … 197</p>",
    "buttons": lambda n: "".join(
        f"<button{' class=on' * (n == i)}>{i}</button>" for i in range(1, 21)
    ),
    "total": lambda _: "<p>197 articles</p>",
}


@pytest.mark.parametrize("name", WHOLE)
def test_a_list_that_was_read_to_its_end_is_counted_so(name: str):
    around: Around = WHOLE[name]
    found = judge(20, lambda n: list_page(n, around(n), 197), 197)
    assert found and all(counted == of for counted, of in found)


INNOCENT = {
    "year": lambda _: "<p>Since 1948</p><footer>© 1999–2024, 5000 readers</footer>",
    "calendar": lambda _: (
        "<ul>" + "".join(f"<li{' class=today' * (i == 5)}>{i}</li>" for i in range(1, 32)) + "</ul>"
    ),
    "days": lambda n: f"<h3>{n} March 2021</h3>",
    "weather": lambda n: f"<p>{20 + n % 3} °C</p><p>3 of 12</p>",
    "two texts that fit by chance": lambda _: "<p>250–3 km</p><p>2 of 25</p>",
    "weather and rates": lambda _: (
        "<div><p>Humidity 250 %, 12 °C</p><p>Wind 25 km/h</p><p>1 EUR = 395 HUF</p></div>"
    ),
    "telephone": lambda _: "<p>Tel. 36 1 555 1234</p>",
    "readers": lambda _: "<footer><p>300 readers</p></footer>",
    "issue": lambda _: "<p>Issue 400</p><p>400. szám</p><p>400th number</p><p>Vol. 400</p>",
    "measures": lambda _: "<p>400km</p><p>240%</p><p>240 °C</p>",
    "issue beside others": lambda _: "<p>Issue 400</p><p><a href='/i/399'>‹ Issue 399</a></p>",
    "articles of a page": lambda _: "<select><option>10<option>20<option>500</select>",
    "comments of entries": lambda _: "<p>400 comments today</p>",
    "a telephone": lambda _: "<p>Call 1 555 1234 or 20 300 4000</p>",
    "a few more": lambda _: "<p>205 articles and videos</p>",
}


@pytest.mark.parametrize("name", INNOCENT)
def test_other_numbers_are_no_doubt(name: str):
    around: Around = INNOCENT[name]
    assert judge(20, lambda n: list_page(n, around(n), 200), 200) == []


@pytest.mark.parametrize(
    "says",
    ["300 articles found", "300 találat", "共300篇", "전체 300건", "Total: 300", "News <i>300</i>"],
)
def test_a_number_alone_beside_a_list_that_ends_at_a_full_page_may_be_its_total(says: str):
    assert judge(20, lambda n: list_page(n, f"<p>{says}</p>", 200), 200) == []
    assert follow(20, lambda n: list_page(n, f"<p>{says}</p>", 200), 200) == [300]
    assert follow(20, lambda n: list_page(n, f"<p>{says}</p>", 197), 197) == []


def in_body(number: int, around: str, of: int) -> bytes:
    """Return a page whose list is a child of ``body``, with the texts before and after it."""
    shown = range((number - 1) * SIZE, min(number * SIZE, of))
    items = "".join(f'<li><h2><a href="/n/{n}">Headline {n} of it</a></h2></li>' for n in shown)
    return f"<html><body><h1>News</h1><ul>{items}</ul>{around}</body></html>".encode()


def options(number: int, form: str = "<option{}>Page {}</option>") -> str:
    chosen = [form.format(" selected" * (number == i > 1), i) for i in range(1, 31)]
    return f"<select name='page'>{''.join(chosen)}</select>"


CUT_OF_300: dict[str, Around] = {
    "a field": lambda n: f"<form>Page <input value={n}> of 30 <input type=submit></form>",
    "a field and an element": lambda n: (
        f"<form><label>Page <input type=number value={n}></label> <span>of 30</span></form>"
    ),
    "a menu": options,
    "a menu of pages of so many": lambda n: options(n, "<option{}>Page {} of 30"),
    "a menu with values": lambda n: options(n, "<option{} value={}>Go"),
    "a label": lambda n: f"<nav aria-label='Page {n} of 30'></nav>",
    "what is left": lambda n: f"<p>{300 - SIZE * n} more</p>" * (n < 30),
    "what is left, on a button": lambda n: (
        f"<button>Load more ({300 - SIZE * n} remaining)</button>" * (n < 30)
    ),
    "last": lambda n: f"<div data-page={n} data-last=30></div>",
    "microdata": lambda _: "<meta itemprop=numberOfItems content=300>",
    "microdata as text": lambda _: "<p><span itemprop=numberOfItems>300</span> articles</p>",
    "a total beside the articles shown": lambda n: "<p>Showing 10 of 300</p>",
    "an empty element": lambda n: f"<div data-total=300 data-page={n} data-site=12></div>",
    "an offset": lambda n: f"<div data-of=12 data-start={n * SIZE - SIZE} data-total='300'></div>",
}
CUT_OF_1040: dict[str, Around] = {
    "spaces": lambda _: "<p>10 of 1 040 articles</p>",
    "no-break spaces": lambda _: "<p>10 of 1\u00a0040 articles</p>",
    "narrow spaces": lambda _: "<p>10 of 1\u202f040 articles</p>",
    "dots": lambda _: "<p>10 von 1.040 Artikeln</p>",
    "spaces in a range": lambda n: f"<p>{n * SIZE - 9} – {n * SIZE} / 1 040</p>",
    "an attribute": lambda n: f"<div data-page={n} data-total='1,040'></div>",
}


@pytest.mark.parametrize(
    ("make", "name"), in_turn([list_page, in_body], [*CUT_OF_300, *CUT_OF_1040])
)
def test_totals_in_other_forms(name: str, make: Callable[[int, str, int], bytes]):
    around = CUT_OF_300.get(name) or CUT_OF_1040[name]
    of = 300 if name in CUT_OF_300 else 1040
    cut = judge(20, lambda n: make(n, around(n), 200), 200)
    assert cut and all(counted / part < 1 for counted, part in cut)
    whole = judge(of // SIZE, lambda n: make(n, around(n), of), of)
    assert all(counted == part for counted, part in whole)


UNLIKE_TOTALS: dict[str, Around] = {
    "days until a day": lambda n: f"<p>{300 - n} days left</p>",
    "another step": lambda n: f"<button>{300 - 7 * n} remaining</button>",
    "items of another list": lambda _: (
        "<ul itemscope><meta itemprop=numberOfItems content=300><li>Most read</li></ul>"
    ),
    "labels of a pager": lambda n: "".join(
        f"<a href='?p={i}' aria-label='Page {i} of 30'>{i}</a>" for i in (n - 1, n + 1)
    ),
}


@pytest.mark.parametrize("name", UNLIKE_TOTALS)
def test_labels_and_data_of_other_things_are_no_totals(name: str):
    around = UNLIKE_TOTALS[name]
    assert judge(20, lambda n: list_page(n, around(n), 200), 200) == []


WEAK = {
    "a link": "<a href=/list>All (300)</a>",
    "a button": "<button>Show all 300</button>",
    "prose": f"<p>{'Words of an introduction. ' * 5} It has 300 articles.</p>",
}


@pytest.mark.parametrize("name", WEAK)
def test_numbers_on_links_and_in_prose_count_nothing_unless_they_grow_with_the_list(name: str):
    counts, size = read_list(20, lambda n: list_page(n, WEAK[name], 200), 200)
    ((count, at),) = list_lone_numbers(counts, size)
    assert count.is_weak and count.numbers[at] == 300
    assert not [*find_counted_parts(counts, size)]


@pytest.mark.parametrize("says", ["300 results (0.{} seconds)", "Archive | 300 posts | since 1998"])
def test_one_large_number_among_others_may_be_the_total(says: str):
    around = lambda n: f"<p>{says.format(11 + 7 * n % 80)}</p>"  # noqa: E731
    assert follow(20, lambda n: list_page(n, around(n), 200), 200) == [300]


def test_a_number_of_pages_below_the_articles_listed_is_no_total_of_articles():
    """Twenty pages of ten hold 195 articles, too, but not where 200 were listed."""
    found = judge(20, lambda n: list_page(n, f"<p>{n} / 195</p>", 200), 200)
    assert found and all(counted < of for counted, of in found)


@pytest.mark.parametrize("around", ["<p>Showing 10 of 40</p>", "<p>1–10 of 40</p>"])
def test_the_total_of_an_only_page(around: str):
    assert judge(1, lambda n: list_page(n, around, SIZE), SIZE) == [(10, 40)]
    assert set(judge(1, lambda n: in_body(n, around, SIZE), SIZE)) == {(10, 40)}
    assert judge(1, lambda n: list_page(n, "<p>10 March, 40 km</p>", SIZE), SIZE) == []
    week = "<table><tr><td>10<td><a href='/11'>11</a><td>12<td><a href='/13'>13</a></table>"
    assert judge(1, lambda n: list_page(n, week, SIZE), SIZE) == [], "days of a calendar"


def make_json(number: int, **values: int) -> bytes:
    items = [{"link": f"/n/{n}", "id": 70000 + n} for n in range(number * SIZE - 10, number * SIZE)]
    return json.dumps({"items": items, "meta": values}).encode()


JSON_VALUES = {
    "page": lambda n: {"page": n, "pages": 30},
    "page and total": lambda n: {"page": n, "per_page": SIZE, "total": 300},
    "offset": lambda n: {"offset": (n - 1) * SIZE, "limit": SIZE, "total": 300, "took": n * 7 % 5},
    "total": lambda _: {"version": 2, "total": 300},
}


@pytest.mark.parametrize("name", JSON_VALUES)
def test_values_of_json(name: str):
    values = JSON_VALUES[name]
    found = judge(20, lambda n: make_json(n, **values(n)), 200)
    assert found and all(counted < of for counted, of in found)
    whole = judge(30, lambda n: make_json(n, **values(n)), 300)
    assert all(counted == of for counted, of in whole)


def test_headers_of_a_list():
    totals = (("X-WP-Total", "300"), ("X-WP-TotalPages", "30"))
    assert (
        judge(20, make_json, 200, totals)
        == [(200, 300)] * len(judge(20, make_json, 200, totals))
        != []
    )
    assert judge(20, make_json, 200, (("Content-Range", "items 0-9/300"),)) == [(200, 300)]
    others = (("X-RateLimit-Limit", "5000"), ("Age", "300"), ("Content-Length", "900"))
    others += (("X-Runtime", "30"), ("X-Served-By", "90"))  # 300 of 10 would be 30 pages
    assert judge(20, make_json, 200, others) == []
    assert judge(30, make_json, 300, totals) == [(300, 300)]


@pytest.mark.parametrize("text", ["Sport (120)", "(120) Sport", "Sport [120]", "Sport: 120"])
def test_what_a_page_counts_is_quoted_with_its_brackets(text: str) -> None:
    page = read_page("http://x/", list_page(1, f"<p>{text}</p>", SIZE))
    counts = read_page_counts(page, page.root.xpath("//h2/a"))
    assert text in {count.describe() for count in counts}
