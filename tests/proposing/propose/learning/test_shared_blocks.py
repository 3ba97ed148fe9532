"""What articles have in common, and is therefore no text of theirs."""

from __future__ import annotations

from learn_pages import WORDS, paragraphs, prose

from webarticlecurator.articles.units.text_units import Unit, list_page_units
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.text_rules.block_drops import learn_block_drops
from webarticlecurator.proposing.text_rules.shared_blocks import (
    ArticleFacts,
    JudgedPage,
    judge_blocks,
)

COUNT = 8


def story(number: int, more: str, query: str = "") -> Page:
    return Page(
        f"https://echo.example/news/{WORDS[number]}.html{query}",
        f"<html><body><div>{paragraphs(number)}{more.format(n=number)}</div></body></html>",
    )


def judge(pages: list[Page], kept: list[list[Unit]], listed: list[str]) -> list[list[str]]:
    found = judge_blocks(pages, kept, [ArticleFacts()] * len(pages), listed)
    return [[unit.text for unit in own] for own in found]


def test_words_of_all_pages_are_no_text_even_where_one_page_keeps_them() -> None:
    pages = [story(n, "<div><h4>Our promise</h4></div>") for n in range(COUNT)]
    units = [list_page_units(page) for page in pages]
    kept = [own if n == 3 else own[:-1] for n, own in enumerate(units)]
    assert judge(pages, kept, []) == [["Our promise"] if n == 3 else [] for n in range(COUNT)]


def test_an_own_heading_of_all_pages_stays() -> None:
    pages = [story(n, f"<h2>What we know</h2>{paragraphs(n + 20)}") for n in range(COUNT)]
    assert not any(judge(pages, [list_page_units(page) for page in pages], []))


def test_links_are_those_to_articles_though_the_list_counts_visits() -> None:
    """The list adds a parameter to each address, which links between articles have not."""
    listed = [f"https://echo.example/news/{word}.html?from=list" for word in WORDS[:COUNT]]
    pages = [
        story(
            n,
            f'<ul><li><a href="/news/{WORDS[(n + 1) % COUNT]}.html">On</a></li></ul>',
            "?from=list",
        )
        for n in range(COUNT)
    ]
    own = story(0, f'<p><a href="/news/{WORDS[0]}.html">This page</a></p>', "?from=list")
    kept = [list_page_units(page) for page in (own, *pages[1:])]
    assert judge([own, *pages[1:]], kept, listed) == [[], *[["On"]] * (COUNT - 1)]


def test_a_table_of_years_that_two_articles_have_stays() -> None:
    """Some cells count as shared lines with a day; the others protect the whole table."""
    table = "<table><tbody><tr><td>1921</td><td>Baja</td></tr><tr><td>1934</td><td>Paks</td></tr>"
    pages = [
        Page(
            f"https://echo.example/news/{WORDS[number]}.html",
            f"<html><body><article>{paragraphs(number, 1)}{table if number < 2 else ''}</tbody></table>"
            f"{paragraphs(number + 20)}</article></body></html>",
        )
        for number in range(12)
    ]
    units = [list_page_units(page) for page in pages]
    shared = [{unit for unit in own if unit.text in ("1921", "1934", "Baja")} for own in units]
    judged = [
        JudgedPage(
            page,
            tuple(page.root.iter("article")),
            tuple(own),
            tuple(u for u in every if u not in own),
        )
        for page, own, every in zip(pages, shared, units, strict=True)
    ]
    texts = [line.text for line in learn_block_drops(judged, ["article"])]
    assert ("equals", "1921 Baja 1934 Paks") not in texts


def test_cells_that_all_tables_have_stay_beside_those_that_differ() -> None:
    """Clubs and ranks are the same each week, their points are not; a box of facts has no more
    than what all articles have."""
    clubs = ("SV Baja", "SV Paks", "SV Mohács")
    pages = [
        story(
            n,
            "<table><tr><th>Club</th><th>Points</th></tr>"
            + "".join(
                f"<tr><td>{club}</td><td>{97 * n + k}</td></tr>" for k, club in enumerate(clubs)
            )
            + "</table><table>"
            + "".join(
                f"<tr><td>{word}</td><td>Echo</td></tr>" for word in ("Paper", "Firm", "Desk")
            )
            + "</table>",
        )
        for n in range(COUNT)
    ]
    found = judge(pages, [list_page_units(page) for page in pages], [])
    assert [sorted(own) for own in found] == [["Desk", *["Echo"] * 3, "Firm", "Paper"]] * COUNT


def test_a_line_that_begins_like_a_link_of_the_menu_is_text() -> None:
    menu = '<ul><li><a href="/world">Abroad and afar</a></li></ul>'
    items = "<ul><li>Bread for {n}</li><li>Abroad it costs {n} more</li></ul>"
    pages = [story(n, f"{menu}{items if n == 3 else ''}") for n in range(12)]
    kept = [[unit for unit in list_page_units(page) if not unit.linked] for page in pages]
    assert not any(judge(pages, kept, []))


def test_a_line_with_a_day_below_the_title_is_no_text_whatever_stands_above_it() -> None:
    """A banner has a sentence, and the lead another; the name of the month is not known."""
    above = f"<div>{prose(3, 3)}</div>"
    pages = [
        Page(
            f"https://echo.example/news/{WORDS[n]}.html",
            f"<html><body>{above if n == 3 else ''}<div><h2>Title of {n}</h2>"
            f"<div>{prose(1, n)}</div><p>Anna Author{n}</p><p>{n + 1} {WORDS[n][:3]}, 2022</p>"
            f"{paragraphs(n)}</div></body></html>",
        )
        for n in range(COUNT)
    ]
    kept = [list_page_units(page) for page in pages]
    titles = [next(unit.folded_text for unit in own if unit.tag == "h2") for own in kept]
    found = judge_blocks(pages, kept, [ArticleFacts(title) for title in titles], [])
    days = [[unit.text for unit in own if unit.text.endswith("2022")] for own in found]
    assert days == [[f"{n + 1} {WORDS[n][:3]}, 2022"] for n in range(COUNT)]


def test_entries_of_a_report_are_no_boxes_beside_its_text() -> None:
    """Each paragraph is in a box of its own; beside a text in one place, such a box is."""

    def list_beside(html: str) -> list[str]:
        page = Page("https://echo.example/a", f"<html><body><main>{html}</main></body></html>")
        units = tuple(list_page_units(page))
        judged = JudgedPage(page, (page.root.cssselect("main")[0],), (), units)
        return sorted(unit.text for unit in judged.side_units)

    entries = [f"<div><div><p>{prose(1, n)}</p></div></div>" for n in range(8)]
    assert list_beside("".join(entries)) == []
    text = "".join(f"<p>{prose(2, n)}</p>" for n in range(8))
    assert list_beside(f"<div>{text}</div>{entries[0]}") == [prose(1, 0)]
