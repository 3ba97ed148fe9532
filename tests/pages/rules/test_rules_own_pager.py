"""The pager of an article is no text on any of its pages: on the last of two it has but the link
back to the first.
"""

from __future__ import annotations

import pytest

from webarticlecurator.pages.page.page import read_page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.own_pager import find_own_pager, is_part_address

FIRST = "http://x.example/a/49581,tale.html"
SECOND = "http://x.example/a/49581,tale,2.html"
THIRD = "http://x.example/a/49581,tale,3.html"
TO_FIRST = '<a href="/a/49581,tale.html">{}</a>'


def elements_at(url: str, pager: str) -> list[str]:
    page = f"<title>Tale of a bridge</title><h1>Tale of a bridge</h1><p>Text.</p>{pager}"
    read = read_page(url, page.encode(), "text/html; charset=utf-8", first_url=FIRST)
    return [text_of(each) for each in find_own_pager(read).elements]


@pytest.mark.parametrize(
    ("pager", "shown"),
    [
        (f"<div>{TO_FIRST.format(1)} <span>2</span></div>", ["1 2"]),
        (f"<div>{TO_FIRST.format('Indietro')}</div>", ["Indietro"]),
        (f"<div>{TO_FIRST.format('‹')} Pagina 2 di 2</div>", ["‹ Pagina 2 di 2"]),
        (f"<h2>{TO_FIRST.format('Again')}</h2>", []),
        (f"<p>{TO_FIRST.format('Tale of a bridge')}</p>", []),
    ],
)
def test_the_link_back_on_the_last_page_is_the_pager(pager: str, shown: list[str]) -> None:
    assert elements_at(SECOND, pager) == shown


def test_arrows_around_the_number_of_the_page_are_the_pager() -> None:
    back, on = '<a href="/a/49581,tale.html">‹</a>', '<a href="/a/49581,tale,3.html">›</a>'
    assert elements_at(SECOND, f"<div>{back} Seite 2 von 3 {on}</div>") == ["‹ Seite 2 von 3 ›"]
    assert elements_at(SECOND, f"<div>{back} {on}</div>") == ["›", "‹"]
    back = '<a href="/a/49581,tale,2.html">‹</a>'
    assert elements_at(THIRD, f"<div>{back}</div>") == ["‹"]


def test_a_link_to_the_next_page_alone_is_no_text_either() -> None:
    assert elements_at(FIRST, '<p><a href="/a/49581,tale,2.html">Avanti</a></p>') == ["Avanti"]


@pytest.mark.parametrize(
    ("url", "following", "other", "is_page"),
    [
        ("/a/tale?from=list", "/a/tale/2", "/a/other?from=list", True),
        ("/a/tale?from=list", "/a/tale-2", "/a/other", True),
        ("/a/tale?from=list", "/a/tale?page=2", "/a/other", True),
        ("/a.php?id=6", "/a.php?id=2", "/b", False),
        ("/a.php?id=1", "/a.php?page=2", "/a.php?id=7", False),
    ],
)
def test_a_parameter_that_the_list_adds_is_no_part_of_the_address(
    url: str, following: str, other: str, is_page: bool
) -> None:
    html = f'<p>Text.</p><div>1 <a href="{following}">2</a></div><a href="{other}">Other</a>'
    page = read_page(f"http://x.example{url}", html.encode(), "text/html; charset=utf-8")
    expected = f"http://x.example{following}" if is_page else ""
    assert find_own_pager(page).address == expected


def test_a_page_whose_first_one_is_known_is_told_by_what_both_addresses_have() -> None:
    html = '<p>Text.</p><div>1 <a href="/?p=7&amp;page=2">2</a></div>'
    url, first = "http://x.example/?p=7&from=list", "http://x.example/?p=7"
    page = read_page(url, html.encode(), "text/html; charset=utf-8", first_url=first)
    assert find_own_pager(page).address == "http://x.example/?p=7&page=2"


def test_a_label_is_compared_with_the_title_by_whole_words_in_every_script() -> None:
    """Vowel signs are no letters for Python: cut at them, the label and the title share letters."""
    page = '<h1>সন্ধ্যার মনের কথা</h1><p>…</p><p><a href="/a/tale_2.html">সামনে</a></p>'
    read = read_page("http://x.example/a/tale.html", page.encode(), "text/html; charset=utf-8")
    assert [text_of(each) for each in find_own_pager(read).elements] == ["সামনে"]


@pytest.mark.parametrize(
    ("label", "is_pager"),
    [("On to the next", True), ("On to the diary", False), ("Road 2", False)],
)
def test_a_label_that_shares_a_short_word_with_the_title_may_lead_on(
    label: str, is_pager: bool
) -> None:
    page = f'<h1>Diary of the road</h1><p>…</p><p><a href="/tale-2">{label}</a></p>'
    read = read_page("http://x.example/tale", page.encode(), "text/html; charset=utf-8")
    assert bool(find_own_pager(read).address) is is_pager


def test_pages_to_choose_in_a_form_are_the_pager() -> None:
    options = "".join(
        f'<option value="/a/49581,tale{"" if n == 1 else f",{n}"}.html">Page {n}</option>'
        for n in (1, 2, 3)
    )
    html = f"<title>Tale</title><h1>Tale</h1><p>Text.</p><form><select>{options}</select></form>"
    page = read_page(FIRST, html.encode(), "text/html; charset=utf-8", first_url=FIRST)
    assert find_own_pager(page).address == SECOND


def test_a_page_with_two_pagers_counts_from_nought() -> None:
    second = "http://x.example/a/tale?page=0%2C1"
    numbers = "<p>1 <a href='/a/tale?page=0%2C1'>2</a> <a href='/a/tale?page=0%2C2'>3</a></p>"
    toc = (
        "<ol><li>A castle<li><a href='/a/tale?page=0,1'>A bridge over the river of a town</a></ol>"
    )
    for pager in (numbers, toc):
        html = f"<title>Tale</title><h1>Tale</h1><p>Text.</p>{pager}"
        page = read_page("http://x.example/a/tale", html.encode(), "text/html; charset=utf-8")
        found = find_own_pager(page)
        assert second.replace("%2C", ",") in (found.address or found.apart).replace("%2C", ",")


@pytest.mark.parametrize(
    ("url", "following"),
    [
        ("/a/tale?page=0,1", "/a/tale?page=0,2"),
        ("/a/tale?page=0,2", ""),
        # a word of the title is no word for comments
        ("/a/et-comment-tous?page=2", "/a/et-comment-tous?page=3"),
    ],
)
def test_the_top_of_a_later_page_is_no_page(url: str, following: str) -> None:
    first = url.partition("?")[0]
    link = f'<a href="{following}">On</a>' if following else ""
    html = f'<h1>Tale</h1><p>Text.</p><p>{link} <a href="#top">▲</a> <a href="{first}">Back</a></p>'
    page = read_page(
        f"http://x.example{url}",
        html.encode(),
        "text/html; charset=utf-8",
        first_url=f"http://x.example{first}",
    )
    assert find_own_pager(page).address == (f"http://x.example{following}" if following else "")


@pytest.mark.parametrize("first", ["", "http://x.example/topic.php?t=5"])
@pytest.mark.parametrize(("name", "step"), [("page", 1), ("start", 10)])
@pytest.mark.parametrize("current", [1, 2, 3])
def test_pages_that_count_posts_and_name_their_board_are_a_pager(
    current: int, name: str, step: int, first: str
) -> None:
    """``first``: the address rules leave out the board, which all links of the portal name."""

    def at(number: int) -> str:
        counter = number if step == 1 else (number - 1) * step
        return "/topic.php?f=2&t=5" + (f"&{name}={counter}" if number > 1 else "")

    numbers = "".join(
        f"<b>{n}</b> " if n == current else f'<a href="{at(n)}">{n}</a> ' for n in (1, 2, 3)
    )
    html = f"<title>Tale</title><p>Text.</p><div>{numbers}</div>"
    url = f"http://x.example{at(current)}"
    page = read_page(url, html.encode(), "text/html; charset=utf-8", first_url=first)
    found = find_own_pager(page)
    assert [text_of(each) for each in found.elements] == ["1 2 3"]
    assert found.address == (f"http://x.example{at(current + 1)}" if current < 3 else "")


def test_numbers_that_do_not_grow_by_one_step_are_no_pager() -> None:
    links = "<a href='/topic.php?t=5&p=10'>2</a> <a href='/topic.php?t=5&p=31'>3</a>"
    html = f"<title>Tale</title><p>Text.</p><div><b>1</b> {links}</div>"
    page = read_page("http://x.example/topic.php?t=5", html.encode(), "text/html; charset=utf-8")
    assert find_own_pager(page).elements == ()


@pytest.mark.parametrize(
    ("pager", "following"),
    [
        (
            '<p><b>1</b> <a href="?sort=votes&page=2#end">2</a> <a href="?sort=votes&page=3#end">3</a></p>',
            "http://x.example/q/7/tale/?sort=votes&page=2#end",
        ),
        # of other things: nothing says which page this one is, and a text is no number
        ('<p><a href="?share=here&nb=2">2</a></p>', ""),
        ('<p>1 <a href="?share=here&nb=2">Send</a></p>', ""),
        ('<div class="comments"><b>1</b> <a href="?sort=votes&page=2">2</a></div>', ""),
    ],
)
def test_numbers_that_add_how_the_page_is_sorted_are_the_pager(pager: str, following: str) -> None:
    url = "http://x.example/q/7/tale/"
    page = read_page(url, f"<h1>Tale</h1><p>Text.</p>{pager}".encode(), "text/html")
    assert find_own_pager(page).address == following


def test_the_second_page_of_a_sorted_pager_leads_to_the_third() -> None:
    first = "http://x.example/q/7/tale/"
    pager = "".join(
        f'<a href="?sort=votes&page={n}#end">{n}</a> ' if n != 2 else "<b>2</b> " for n in (1, 2, 3)
    )
    content = f"<h1>Tale</h1><p>Text.</p><div>{pager}</div>".encode()
    page = read_page(f"{first}?sort=votes&page=2", content, "text/html", first_url=first)
    assert find_own_pager(page).address == f"{first}?sort=votes&page=3#end"


@pytest.mark.parametrize(
    ("target", "is_part"),
    [
        ("/q/7/tale/?sort=votes&page=2", True),
        ("/q/7/tale/?page=2", True),
        ("/q/7/tale/?sort=votes", False),
        ("/q/8/tale/?sort=votes&page=2", False),
    ],
)
def test_a_counter_beside_how_pages_are_sorted_is_a_part(target: str, is_part: bool) -> None:
    url = "http://x.example"
    assert is_part_address(f"{url}/q/7/tale/", f"{url}{target}") is is_part
