"""What speaks for a whole list, and against it: sitemaps, years and months that it links."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import Pages, SmallPortal, article, listing, small_portal

from webarticlecurator.crawling.states.unread_lists import find_left_periods

RULES = """\
fetch: {delay: 0, retries: 0}
archive: {url: "BASE/list", links: h2}
article: {body: {root: article}, metadata: {published: {css: time, attr: datetime}}}
"""
DAYS = {f"/a/{n}": f"2024-{4 - n // 2:02}-1{n}" for n in range(6)}


def pages(*months: str, more: str = "", listed: int = 6) -> Pages:
    """A list of articles of three months, with links to months."""
    links = "".join(f'<li><a href="/{each}/">{each}</a></li>' for each in months)
    shown = listing(*[*DAYS][:listed]).replace("</body>", f"<ul>{links}</ul>{more}</body>")
    articles = {
        path: article(f"Words of {path}.", around="").replace(
            "<p>", f'<time datetime="{day}">{day}</time><p>'
        )
        for path, day in DAYS.items()
    }
    return {"/list": shown, **articles}


def crawled(portal: SmallPortal) -> tuple[bool, str]:
    portal.executor = "serial"
    summary = portal.crawl(RULES)
    return summary.ok, "\n".join(map(str, summary.lines()))


def test_months_without_articles_beside_the_newest_list_are_a_problem(tmp_path: Path):
    linked = ("2024/04", "2024/03", "2024/02", "2024/01", "2023/12")
    with small_portal(tmp_path, pages(*linked)) as portal:
        is_ok, output = crawled(portal)
        assert not is_ok and "list-not-whole: 1" in output and "2023-12, 2024-01" in output
        assert "lists: all: not proved: it links years or months" in output
        assert "/2024/01/" not in portal.asked


def test_months_that_have_their_articles_are_none(tmp_path: Path):
    with small_portal(tmp_path, pages("2024/04", "2024/03", "2024/02")) as portal:
        is_ok, output = crawled(portal)
        assert is_ok and "lists: all: proved by its only page" in output


def test_one_month_below_the_list_is_the_one_before(tmp_path: Path):
    """A list of the newest month with one link, to the month before."""
    more = '<p class="m"><b>4/2024</b> <a href="/list/2024-01">1/2024</a></p>'
    with small_portal(tmp_path, pages(more=more)) as portal:
        is_ok, output = crawled(portal)
        assert not is_ok and "list-not-whole: 1" in output and "2024-01" in output


@pytest.mark.parametrize(
    ("linked", "months", "left"),
    [
        (["2023", "2022"], ["2023-04"], ["2022"]),
        (["2024", "2023", "2022"], ["2022-04", "2024-01"], []),
        (["2024-02", "2024-03"], ["2024-01"], []),
        (["2009", "2010"], ["2024-01"], []),
        (["2023-12"], ["2024-01"], ["2023-12"]),
        (["2023", "2022"], ["2024-04"], ["2022", "2023"]),
        (
            ["2024", "2023", "2022", "2021", "2020"],
            ["2020-04", "2024-01"],
            ["2021", "2022", "2023"],
        ),
        (["2024"], [], []),
    ],
)
def test_periods_of_which_a_list_lacks_the_articles(linked, months, left):
    assert find_left_periods(linked, months) == tuple(left)


def sitemap(*paths: str) -> str:
    return (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        + "".join(f"<url><loc>BASE{path}</loc></url>" for path in paths)
        + "</urlset>"
    )


@pytest.mark.parametrize("listed", [6, 4])
def test_a_sitemap_proves_a_list_whose_pager_links_more(listed, tmp_path: Path):
    pager = '<p>1 <a href="/list?page=2">2</a></p>'
    with small_portal(tmp_path, pages(more=pager, listed=listed)) as portal:
        portal.pages["/robots.txt"] = f"Sitemap: {portal.base}/sitemap.xml"
        portal.pages["/sitemap.xml"] = sitemap(*DAYS).replace("BASE", portal.base)
        is_ok, output = crawled(portal)
        assert is_ok is (listed == 6), output
        assert ("proved by the sitemap (6 of 6)" in output) is (listed == 6)
        assert crawled(portal)[0] is is_ok


def numbered(number: int, more: str) -> str:
    links = " ".join(f'<a href="/list?page={n}">{n}</a>' for n in range(1, 6) if n != number)
    paths = [f"/a/{n}" for n in range(10) if n // 2 == number - 1]
    return listing(*paths).replace("</body>", f"<p>{links}{more}</p></body>")


def test_pages_that_a_list_links_are_read_though_no_rule_follows_them(tmp_path: Path):
    """The rule ends on page 2: its arrow is missing there."""
    site = {f"/list?page={n}": numbered(n, "") for n in range(1, 6)}
    arrow = '<a rel="next" href="/list?page=2">→</a>'
    site |= {f"/a/{n}": article(f"Words of article {n}.", around="") for n in range(10)}
    with small_portal(tmp_path, {**site, "/list": numbered(1, arrow)}) as portal:
        portal.executor = "serial"
        rules = RULES.replace(
            "links: h2", 'links: h2, pagination: {mode: next-link, next: "a[rel~=next]"}'
        )
        summary = portal.crawl(rules.replace("{published: {css: time, attr: datetime}}", "{}"))
        assert summary.ok and summary.articles == 10 and summary.archive_pages == 5
        assert "proved by the pager" in "\n".join(map(str, summary.lines()))
