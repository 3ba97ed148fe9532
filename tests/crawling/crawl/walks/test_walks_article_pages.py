"""Which pages an article has by ``pager: {}``: those whose addresses are its own with a counter, in
every form that portals use, and never another article."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import Pages, SmallPortal, listing, small_portal

RULES = """fetch: {delay: 0, confirm: 1h}
archive: {url: BASE/list, links: h2}
article: {next_page: {pager: {}}, body: {root: article}, metadata: {title: h1, published: time}}
"""
FORMS = {
    "/seite/": "/seite/seite-{n}",
    "/datei.html": "/datei.html/seite-{n}",
    "/query": "/query?page={n}",
    "/?p=9000": "/?p=9000&page={n}",
    "/dash.html": "/dash-{n}.html",
    "/comma": "/comma,{n}",
    "/underscore": "/underscore_{n}",
    "/slash": "/slash/{n}",
    "/слово": "/слово/страница-{n}",
}
"""Address of the first page → that of the later ones."""


def page(words: str, around: str = "", title: str = "The bridge", day: str = "2024-04-01") -> str:
    head = f"<h1>{title}</h1><time>{day}</time>" if day else f"<h1>{title}</h1>"
    return f"<html><body>{head}<article><p>{words}</p></article>{around}</body></html>"


def numbers(current: int, addresses: list[str], *, is_linked: bool) -> str:
    """A pager with all numbers; that of the page itself is a link or plain."""
    shown = (
        f"<i>{n}</i>" if n == current and not is_linked else f'<a href="{address}">{n}</a>'
        for n, address in enumerate(addresses, 1)
    )
    return f"<div>{' '.join(shown)}</div>"


def arrows(current: int, addresses: list[str]) -> str:
    before = [f'<a href="{addresses[current - 2]}">Blaen</a>'] if current > 1 else []
    after = [f'<a href="{addresses[current]}">Nesaf</a>'] if current < len(addresses) else []
    return f"<p>{' '.join(before + after)}</p>"


def quoted(path: str) -> str:
    return "".join(c if c.isascii() else "".join(f"%{b:02X}" for b in c.encode()) for c in path)


@pytest.mark.parametrize("pager", ["all linked", "current plain", "first by number", "arrows"])
def test_every_form_of_three_pages_is_one_article(pager: str, tmp_path: Path) -> None:
    pages: dict[str, str] = {"/list": listing(*FORMS)}
    for first, later in FORMS.items():
        addresses = [first, *(later.format(n=n) for n in (2, 3))]
        opening = later.format(n=1) if pager == "first by number" else first
        linked = [opening, *addresses[1:]]
        for n, address in enumerate(addresses, 1):
            around = (
                arrows(n, linked)
                if pager == "arrows"
                else numbers(n, linked, is_linked=pager != "current plain")
            )
            pages[quoted(address)] = page(f"Part {n} of {first}.", around, f"The {first}")
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        summary = portal.crawl(RULES)
        assert (summary.tei, summary.ok, summary.problems) == (len(FORMS), True, {})
        for text in portal.tei().values():
            assert [f"Part {n} of" in text for n in (1, 2, 3)] == [True] * 3
        assert len(portal.asked) == 1 + 3 * len(FORMS)


def crawl(portal: SmallPortal) -> dict[str, int]:
    """Words of ``Part`` → in how many TEI files they are."""
    portal.executor = "serial"
    portal.crawl(RULES)
    return count_parts(portal)


def count_parts(portal: SmallPortal) -> dict[str, int]:
    texts = [*portal.tei().values()]
    parts = [f"Part {n}." for n in (1, 2, 3)]
    return {part: sum(part in text for text in texts) for part in parts}


def series(*, is_dated: bool = True) -> Pages:
    """A diary in three parts, each an article, that lead to each other as pages do."""
    addresses = ["/diary", "/diary-2", "/diary-3"]
    pages = {
        address: page(
            f"Part {n}.",
            numbers(n, addresses, is_linked=False)
            + '<a rel="next" href="/diary-2">on</a>' * (n == 1),
            f"Diary, part {n}",
            f"2024-04-0{n}" if is_dated else "",
        )
        for n, address in enumerate(addresses, 1)
    }
    return {**pages, "/list": listing(*addresses)}


@pytest.mark.parametrize("is_dated", [True, False])
def test_parts_of_a_series_that_the_archive_lists_are_articles(
    is_dated: bool, tmp_path: Path
) -> None:
    with small_portal(tmp_path, series(is_dated=is_dated)) as portal:
        portal.executor = "serial"
        summary = portal.crawl(RULES)
        assert count_parts(portal) == {"Part 1.": 1, "Part 2.": 1, "Part 3.": 1}
        assert summary.tei == 3 and len(portal.asked) == 4


def test_a_part_that_is_listed_later_is_taken_out_again(tmp_path: Path) -> None:
    pages = {**series(is_dated=False), "/list": listing("/diary")}
    with small_portal(tmp_path, pages) as portal:
        assert crawl(portal) == {"Part 1.": 1, "Part 2.": 1, "Part 3.": 1}
        assert len(portal.tei()) == 1
        portal.pages["/list"] = listing("/diary-3", "/diary-2", "/diary")
        portal.clock.sleep(3600)
        assert crawl(portal) == {"Part 1.": 1, "Part 2.": 1, "Part 3.": 1}
        assert len(portal.tei()) == 3


def test_a_part_that_no_list_names_has_a_day_of_its_own(tmp_path: Path) -> None:
    with small_portal(tmp_path, {**series(), "/list": listing("/diary")}) as portal:
        portal.executor = "serial"
        summary = portal.crawl(RULES)
        assert count_parts(portal) == {"Part 1.": 1, "Part 2.": 0, "Part 3.": 0}
        assert summary.problems == {"next-page": 1}
        assert "/diary-2 reads as an article of its own" in summary.doubts[0].message


def test_later_pages_in_a_list_are_named_with_the_rule_to_write(tmp_path: Path) -> None:
    addresses = ["/one", "/one/2"]
    pages = {
        address: page(f"Part {n}.", numbers(n, addresses, is_linked=True))
        for n, address in enumerate(addresses, 1)
    }
    with small_portal(tmp_path, {**pages, "/list": listing(*addresses)}) as portal:
        portal.executor = "serial"
        summary = portal.crawl(RULES)
        assert summary.problems == {"unfollowed-page": 1}
        assert "write  continuation: '/\\d+$'" in summary.doubts[0].message
        rules = RULES.replace("next_page", "continuation: '/\\d+$', next_page")
        assert portal.build(rules).problems == {}
        assert len(portal.tei()) == 1 and count_parts(portal)["Part 2."] == 1


def test_a_page_that_ignores_its_number_is_no_page(tmp_path: Path) -> None:
    same = page("Part 1.", numbers(1, ["/one", "/one?remarks=2"], is_linked=True))
    pages = {"/list": listing("/one"), "/one": same, "/one?remarks=2": same}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        summary = portal.crawl(RULES)
        (text,) = portal.tei().values()
        assert text.count("Part 1.") == 1 and summary.problems == {"next-page": 1}


def test_numbers_of_parts_that_a_script_loads_are_followed_or_named(tmp_path: Path) -> None:
    link = '<p>1 <a href="#page-2"{}>2</a></p>'
    pages = {
        "/list": listing("/one", "/two"),
        "/one": page("Part 1.", link.format(' data-source="/one?part=2"')),
        "/one?part=2": page("Part 2."),
        "/two": page("Part 3.", link.format("")),
    }
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        summary = portal.crawl(RULES)
        assert count_parts(portal) == {"Part 1.": 1, "Part 2.": 1, "Part 3.": 1}
        assert summary.problems == {"unfollowed-page": 1}
        assert summary.doubts[0].first == f"{portal.base}/two"
        assert "the number of its next page" in summary.doubts[0].message
