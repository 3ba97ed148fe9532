"""What ``new`` makes of lists on loopback: the list, the pages after it, and the sitemap beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.list_pages.mirrored_rules import mirror_next_rules
from webarticlecurator.proposing.propose.portal_proposal import propose_portal
from webarticlecurator.proposing.propose.visits import MAX_REQUESTS

PER_PAGE = 5
XML = (("Content-Type", "application/xml"),)
WORDS = "The mill by the river was sold in spring, and nobody in the village knew the buyer."


def slug(number: int) -> str:
    return f"/news/the-story-number-{number}-of-the-mill/"


def items(numbers: range, tag: str = "h2") -> str:
    return "".join(
        f'<div class="item"><{tag}><a href="{slug(n)}">The story number {n} of the mill</a></{tag}></div>'
        for n in numbers
    )


def text_of(number: int) -> str:
    return f"{WORDS} " + " ".join(f"room{number * step}" for step in range(2, 40))


BOX = f'<div class="newest">{items(range(900, 912), "h2")}</div>'
"""A box that is longer than the list, and the same on every page."""


def list_page(number: int, last: int) -> str:
    """A page of the list, with the link back before the one on, both mere arrows."""
    back = f'<a href="/list/{number - 1}">‹</a>' if number > 1 else ""
    onward = f'<a href="/list/{number + 1}">›</a>' if number < last else ""
    first = (number - 1) * PER_PAGE
    return f'<html><body>{BOX}<div class="list">{items(range(first, first + PER_PAGE))}</div><p class="arrows">{back} {onward}</p></body></html>'


def urlset(base: str, paths: list[str]) -> Answer:
    urls = "".join(f"<url><loc>{base}{path}</loc></url>" for path in paths)
    return Answer(
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>', headers=XML
    )


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """Four list pages, an article behind each link."""
    pages: dict[str, str | Answer] = {f"/list/{n}": list_page(n, 4) for n in range(1, 5)}
    pages |= {slug(n): article(text_of(n)) for n in (*range(25), *range(900, 912))}
    with small_portal(tmp_path, pages) as running:  # type: ignore[arg-type]
        yield running


def propose(portal: SmallPortal, *paths: str, requests: int = MAX_REQUESTS) -> Proposal:
    urls = [f"{portal.base}{path}" for path in paths]
    return propose_portal(urls, runtime=portal.runtime, requests=requests)


def paths_of(portal: SmallPortal, urls: tuple[str, ...]) -> list[str]:
    return [url.removeprefix(portal.base) for url in urls]


@pytest.mark.parametrize("start", ["/list/1", "/list/3"])
def test_a_box_on_every_page_is_not_the_list(portal: SmallPortal, start: str):
    found = propose(portal, start)
    first = (int(start[-1]) - 1) * PER_PAGE
    expected = [slug(n) for n in range(first, first + PER_PAGE)]
    assert paths_of(portal, found.links[0].links) == expected
    assert found.next is not None and found.next.url == f"{portal.base}/list/{int(start[-1]) + 1}"


def test_from_a_page_in_the_middle_the_walk_begins_at_the_first(
    portal: SmallPortal, tmp_path: Path
):
    path = tmp_path / "new.yaml"
    path.write_text(proposed_yaml(propose(portal, "/list/3")), encoding="utf-8")
    written = load_portal(path).columns[0].spans[0]
    assert written.url is not None and written.url.text == f"{portal.base}/list/1"


def test_what_the_list_does_not_name_comes_from_the_sitemap(portal: SmallPortal, tmp_path: Path):
    portal.pages["/sitemap.xml"] = urlset(
        portal.base, ["/about", "/list/1", *(slug(n) for n in range(23))]
    )
    found = propose(portal, "/list/3")
    assert found.whole is not None
    assert (found.whole.total, paths_of(portal, found.whole.missing)) == (
        23,
        [slug(n) for n in range(20, 23)],
    )
    assert found.whole.describe().startswith(
        "the list shows 20 of the 23 articles of the sitemap; "
    )
    text = re.sub("(?m)^home: .*$", "", proposed_yaml(found))
    portal.crawl(re.sub(r"(?m)^portal: \S+", "portal: small", text))
    assert {*portal.articles()} >= {slug(n) for n in range(23)}


@pytest.mark.parametrize(
    ("start", "order", "is_added"),
    [
        ("/latest", [*range(20)], True),  # the newest of the portal
        ("/latest", [*range(19, -1, -1)], True),
        ("/latest", [0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 15, 16], False),
        ("/", [19, 0, 18, 1, 17, 2, 16, 3, 15, 4, *range(5, 15)], True),
    ],
    ids=["newest first", "oldest first", "section", "front page"],
)
def test_a_page_of_the_newest_is_no_section(
    portal: SmallPortal, start: str, order: list[int], is_added: bool
):
    """The sitemap is added to a list that shows few of the articles, but not to that of a section,
    whose articles are among others."""
    portal.pages[start] = f"<html><body><div class='list'>{items(range(5))}</div></body></html>"
    portal.pages["/sitemap.xml"] = urlset(portal.base, [slug(n) for n in order])
    found = propose(portal, start)
    assert found.whole is not None and len(found.whole.missing) == len(order) - 5
    assert ("    sitemap:" in proposed_yaml(found)) is is_added
    assert any(each.kind == "not-listed" for each in list_doubts(found)) is not is_added


@pytest.mark.parametrize("count", [23, 200])
def test_what_the_list_does_not_name_comes_from_the_posts_that_wordpress_names(
    count: int, portal: SmallPortal, tmp_path: Path
):
    """Without a sitemap. It answers 400 to a number of a page beyond the last, [] to an offset."""
    start = "/wp-json/wp/v2/posts?_fields=link&per_page=100&offset="
    links = [{"link": f"{portal.base}{slug(n)}"} for n in range(count)]
    kind = (("Content-Type", "application/json"),)
    for offset in range(0, count + 101, 100):
        text = json.dumps(links[offset : offset + 100])
        portal.pages[f"{start}{offset}"] = Answer(text, headers=kind)
    portal.pages |= {slug(n): article(text_of(n)) for n in range(count)}
    sign = f"<link rel='https://api.w.org/' href='{portal.base}/wp-json/'>"
    for n in range(1, 5):
        page = list_page(n, 4)
        portal.pages[f"/list/{n}"] = page.replace("<body>", f"<head>{sign}</head><body>")
    found = propose(portal, "/list/3")
    assert found.whole is not None and found.whole.total == count
    assert paths_of(portal, found.whole.missing) == [slug(n) for n in range(20, count)]
    assert (
        f"20 of the {count} articles of {portal.base}/wp-json/wp/v2/posts; "
        in found.whole.describe()
    )
    text = re.sub("(?m)^home: .*$", "", proposed_yaml(found))
    if count < 100:
        portal.crawl(re.sub(r"(?m)^portal: \S+", "portal: small", text))
        assert {*portal.articles()} >= {slug(n) for n in range(count)}


def test_a_sitemap_that_lacks_what_the_front_page_lists_is_not_whole_either(
    portal: SmallPortal,
) -> None:
    listed, known = range(12), range(5, 20)
    portal.pages["/"] = f"<html><body><div class='list'>{items(listed)}</div></body></html>"
    portal.pages["/sitemap.xml"] = urlset(portal.base, [slug(n) for n in known])
    (doubt,) = (each for each in list_doubts(propose(portal, "/")) if each.kind == "not-listed")
    assert "7 of the 15 articles of the sitemap" in doubt.message
    assert "it lacks 5 that the list has" in doubt.message
    portal.pages["/sitemap.xml"] = urlset(portal.base, [slug(n) for n in range(2, 20)])
    assert all(each.kind != "not-listed" for each in list_doubts(propose(portal, "/")))


def test_lists_in_the_sitemap_are_no_articles(portal: SmallPortal):
    """Pages of tags, and a page without a date, are neither missing nor fetched."""
    for n in range(20):
        portal.pages[slug(n)] = article(text_of(n)).replace(
            "<body>", f"<body><time datetime='2020-03-{n + 1:02}'>March {n + 1}, 2020</time>"
        )
    tags = [f"/tags/{name}/" for name in ("mill", "river", "buyer")]
    for tag in tags:
        portal.pages[tag] = f"<html><body><h1>{tag}</h1>{items(range(4, 9))}</body></html>"
    portal.pages["/news/about-us/"] = f"<html><body><h1>We</h1><p>{text_of(77)}</p></body></html>"
    lone = ["/news/about-us/", *(slug(n) for n in range(20))]
    portal.pages["/sitemap.xml"] = urlset(portal.base, [*tags, *lone])
    found = propose(portal, "/list/1")
    assert found.whole is not None and (found.whole.missing, found.whole.total) == ((), 20)
    portal.pages[slug(20)] = portal.pages[slug(3)]
    portal.pages["/sitemap.xml"] = urlset(portal.base, [*tags, *lone, slug(20)])
    found = propose(portal, "/list/1")
    assert found.whole is not None and paths_of(portal, found.whole.missing) == [slug(20)]
    base = re.escape(portal.base).replace(r"\-", "-")
    assert [each.pattern for each in found.whole.excluded] == [
        f"^{base}/tags/",
        f"^{base}/news/about-us/$",
    ]
    assert "/tags/: 3 in all; 3 looked at, no article among them\n" in proposed_yaml(found)


@pytest.mark.parametrize(("is_linked", "missing"), [(True, []), (False, ["/desk/a/", "/desk/b/"])])
def test_a_section_of_the_menu_with_one_article_is_no_article(
    portal: SmallPortal, is_linked: bool, missing: list[str]
) -> None:
    sections = ["/desk/a/", "/desk/b/"]
    menu = "".join(f"<a href='{each}'>Desk</a>" for each in sections) if is_linked else ""
    for n in range(20):
        portal.pages[slug(n)] = article(text_of(n)).replace("<body>", f"<body>{menu}")
    for n, each in enumerate(sections):
        portal.pages[each] = f"<html><body><h1>Desk</h1>{items(range(n + 4, n + 5))}</body></html>"
    portal.pages["/sitemap.xml"] = urlset(portal.base, [*sections, *map(slug, range(20))])
    found = propose(portal, "/list/1")
    assert found.whole is not None and paths_of(portal, found.whole.missing) == missing


def test_rules_hold_on_what_only_the_sitemap_names(portal: SmallPortal):
    """Asides without a heading, in an element of their own, are among the articles that are
    read."""
    asides = [slug(n) for n in (20, 21, 22, 23)]
    portal.pages["/sitemap.xml"] = urlset(portal.base, [slug(n) for n in range(24)])
    for number, path in enumerate(asides, 20):
        portal.pages[path] = (
            f"<html><body><section class='aside'><p>{text_of(number)}</p></section></body></html>"
        )
    found = propose(portal, "/list/1")
    assert {*asides} <= {*paths_of(portal, found.articles)}
    assert len(found.articles) == 12 and len(portal.asked) <= MAX_REQUESTS


def test_a_list_with_all_of_the_sitemap_is_enough(portal: SmallPortal):
    portal.pages["/robots.txt"] = f"Sitemap: {portal.base}/all.xml"
    portal.pages["/all.xml"] = urlset(portal.base, [slug(n) for n in range(20)])
    found = propose(portal, "/list/1")
    assert found.whole is not None
    assert (found.whole.missing, found.whole.total, found.whole.pages) == ((), 20, 4)
    assert "columns:" not in proposed_yaml(found)
    # where the walk follows the numbers of pagers, and no rule finds them on all lists
    without_rule = replace(found, next=None, numbered=None)
    assert "pagination: none" not in proposed_yaml(without_rule)


def test_one_page_with_all_of_the_sitemap_is_the_whole_list(portal: SmallPortal):
    """A crawl asks for a next page, or for the word that there is none."""
    portal.pages["/robots.txt"] = f"Sitemap: {portal.base}/all.xml"
    portal.pages["/all.xml"] = urlset(portal.base, [slug(n) for n in range(8)])
    portal.pages["/one"] = f"<html><body><ul>{items(range(8))}</ul></body></html>"
    assert "pagination: none" in proposed_yaml(propose(portal, "/one"))
    portal.pages["/one"] = f"<html><body><ul>{items(range(7))}</ul></body></html>"
    assert "pagination: none" not in proposed_yaml(propose(portal, "/one"))


def test_a_list_that_is_too_long_for_the_requests_is_not_counted(portal: SmallPortal):
    portal.pages |= {f"/list/{n}": list_page(n, 500) for n in range(1, 100)}
    portal.pages["/sitemap.xml"] = urlset(portal.base, [slug(n) for n in range(2500)])
    found = propose(portal, "/list/1")
    assert found.whole is None
    assert len(portal.asked) <= MAX_REQUESTS


def test_several_pages_of_one_kind_show_what_is_a_box(tmp_path: Path):
    """The pages have no pager, and their lists are short; only the box differs little from them."""
    pages = {
        f"/tag/{name}/": f'<html><body>{BOX}<div class="list">{items(range(first, first + 2))}</div></body></html>'
        for name, first in (("mill", 0), ("river", 10))
    }
    with small_portal(tmp_path, pages) as portal:
        alone, both = propose(portal, "/tag/mill/"), propose(portal, "/tag/mill/", "/tag/river/")
        assert len(alone.links[0].links) > 2  # nothing tells the box from the list
        assert paths_of(portal, both.links[0].links) == [slug(0), slug(1)]


def months_with_arrows(first: int, empty: tuple[str, ...]) -> dict[str, str | Answer]:
    """Pages of the months from January of a year to December 2021, each with links to the months
    before and after it, and their articles."""
    months = [f"{year}/{month:02}" for year in range(first, 2022) for month in range(1, 13)]
    pages: dict[str, str | Answer] = {}
    for n, month in enumerate(months):
        paths = [] if month in empty else [f"/{month}/story-{i}-of-the-mill/" for i in range(4)]
        links = "".join(f'<li class="Item"><a href="{p}">{text_of(n)[:40]}</a></li>' for p in paths)
        before = f'<a class="Archive_prev" href="/archive/{months[n - 1]}/">« Before</a>'
        after = f'<a class="Archive_next" href="/archive/{(*months, "")[n + 1]}/">After »</a>'
        arrows = (before if n else "") + (after if n + 1 < len(months) else "")
        pages[f"/archive/{month}/"] = (
            f"<html><body><ul>{links}</ul><nav>{arrows}</nav></body></html>"
        )
        pages |= {path: article(f"{text_of(n)} {path}") for path in paths}
    return pages


@pytest.mark.parametrize(
    ("first", "empty"),
    [(2021, ()), (2019, ("2020/07", "2019/12")), (2009, ("2015/11",))],
)
def test_a_list_by_dates_begins_with_its_first_month_or_before(
    first: int, empty: tuple[str, ...], tmp_path: Path
):
    with small_portal(tmp_path, months_with_arrows(first, empty)) as portal:  # type: ignore[arg-type]
        found = propose(portal, "/archive/2021/12/")
    assert found.dated is not None and found.dated.step == "month"
    assert found.first_day is not None and found.has_beginning
    assert found.first_day <= date(first, 1, 1)
    assert "first-day-unknown" not in {each.kind for each in found.doubts}
    # the link to the month before is not one to the next page of a month, and its mirror neither
    assert found.next is None
    # it is 2024: the archive may go on after 28 months
    assert "until" not in proposed_yaml(found)


def days_with_articles(first: date, count: int, step: int) -> dict[str, str | Answer]:
    """Pages of the days that have an article, one every few days; other days have none."""
    pages: dict[str, str | Answer] = {}
    titles = []
    for n in range(count):
        day, path = first + timedelta(days=n * step), f"/report-{n}-of-the-mill/"
        titles.append(f'<h2><a href="{path}">{text_of(n)[:40]}</a></h2>')
        before, after = (day + timedelta(days=each) for each in (-1, 1))
        arrows = "".join(f'<a href="/archive/{each}/">{each}</a>' for each in (before, after))
        pages[f"/archive/{day}/"] = f"<html><body><p>{arrows}</p>{titles[-1]}</body></html>"
        pages[path] = article(f"{text_of(n)} {path}")
    pages["/"] = f"<html><body>{''.join(titles[-4:])}</body></html>"
    return pages


@pytest.mark.parametrize("step", [1, 3, 5])
def test_an_archive_by_day_is_never_said_to_have_ended(step: int, tmp_path: Path):
    """Days without an article, and those after the end, do not exist; the page given is the last,
    and no page that it links is there."""
    last = date(2022, 3, 1) + timedelta(days=39 * step)
    pages = days_with_articles(date(2022, 3, 1), 40, step)
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, f"/archive/{last}/")
    assert (found.links[0].css, str(found.first_day)) == ("h2", "2022-03-01")
    assert "until" not in proposed_yaml(found)


@pytest.mark.parametrize(
    ("start", "days"), [("2024-05-02", 63), ("2024-03-20", 63), ("2024-03-20", 62)]
)
def test_the_articles_of_today_are_read_where_there_are_some(start: str, days: int, tmp_path: Path):
    pages = days_with_articles(date(2024, 3, 1), days, 1)
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, f"/archive/{start}/")
    assert ("until: today" in proposed_yaml(found)) == (days == 63)


def test_days_with_one_article_each_together_show_the_list(tmp_path: Path):
    """The links to sections and the box beside them are more than the list."""
    pages = days_with_articles(date(2024, 4, 1), 31, 1)
    box = "".join(f'<li><a href="/report-{n}-of-the-mill/">Report {n}</a></li>' for n in range(3))
    for n in range(31):
        path = f"/archive/{date(2024, 4, 1) + timedelta(days=n)}/"
        sections = "".join(f'<a href="/section/{n % 3 + k}">S</a>' for k in (1, 5))
        sections += f'<a href="/report-{n}-of-the-mill/?from=list"><img></a>'
        page = str(pages[path]).replace("<h2>", f"<article><p>{sections}</p><h2>")
        pages[path] = page.replace("</h2>", f"</h2></article><ul>{box}</ul>")
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, "/archive/2024-05-01/")
    assert found.links[0].css in ("h2", "article h2")


def test_a_page_that_lists_the_same_for_any_month_has_no_other_months(tmp_path: Path):
    pages = months_with_arrows(2021, ())
    newest = pages["/archive/2021/12/"]
    pages |= {f"/archive/{y}/{m:02}/": newest for y in range(1990, 2021) for m in range(1, 13)}
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, "/archive/2021/12/")
    assert (str(found.first_day), found.has_beginning) == ("2021-01-01", True)


def pages_with_a_button(button: str) -> dict[str, str | Answer]:
    """A list of three pages, which a script puts together: each has the address of the next one in
    an attribute of a button."""
    pages: dict[str, str | Answer] = {slug(n): article(text_of(n)) for n in range(15)}
    for number in range(3):
        more = button.format(n=number + 1) if number < 2 else ""
        path = f"/list?part={number}" if number else "/list"
        found = items(range(5 * number, 5 * number + 5))
        pages[path] = (
            f'<html><body><div class="list">{found}</div>{more}<p>{WORDS}</p></body></html>'
        )
    return pages


@pytest.mark.parametrize(
    ("button", "rule"),
    [
        ('<div class="wiecej" data-next="/list?part={n}">Pokaż</div>', ("div.wiecej", "data-next")),
        ('<button data-url="?part={n}">Load more</button>', ("[data-url]", "data-url")),
        ('<a href="#" class="on" data-page-url="/list?part={n}">+</a>', ("a.on", "data-page-url")),
    ],
)
def test_a_button_with_the_address_of_the_next_page_leads_there(
    button: str, rule: tuple[str, str], tmp_path: Path
):
    with small_portal(tmp_path, pages_with_a_button(button)) as portal:  # type: ignore[arg-type]
        found = propose(portal, "/list")
        assert found.next is not None
        first = found.next.rules[0]
        assert (first.expression, first.attr) == rule
        portal.crawl(
            "fetch: {delay: 0}\n" + proposed_yaml(found).partition("fetch:")[2].partition("\n")[2]
        )
        assert len(portal.articles()) == 15


def test_an_address_of_something_else_in_an_attribute_is_no_next_page(tmp_path: Path):
    button = '<div class="share" data-url="/share?page={n}">Share</div>'
    with small_portal(tmp_path, pages_with_a_button(button)) as portal:  # type: ignore[arg-type]
        assert propose(portal, "/list").next is None


def test_a_link_to_a_page_before_that_has_no_address_is_no_mistake():
    page = read_page(
        "https://echo.example/2024/05/", b"<body><a rel=prev href='http://[bad'>Before</a></body>"
    )
    assert [rule.expression for rule in mirror_next_rules(page)] == ["a[rel~=next]"]


def test_a_year_that_links_no_other_is_compared_with_the_year_before(tmp_path: Path):
    """A box of the most read articles, which is on both, has more than the newest year."""
    box = f'<div class="box">{items(range(90, 95), "h3")}</div>'
    pages: dict[str, str | Answer] = {slug(n): article(text_of(n)) for n in range(12)}
    for number, year in enumerate((2022, 2023, 2024)):
        listed = items(range(4 * number, 4 * number + 3)).replace("item", "row")
        pages[f"/archive/{year}"] = f"<html><body>{box}<div>{listed}</div></body></html>"
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, "/archive/2024")
    assert (len(found.links[0].links), found.dated is not None) == (3, True)
