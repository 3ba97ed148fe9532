"""What ``new`` does where the front page shows the newest articles alone, or one apart from its
list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_from_files, propose_portal

WORDS = "The mill by the river was sold in spring, and nobody in the village knew the buyer."
MENU = '<nav><a href="/about/">About</a> <a href="/imprint.pdf">Print</a> <a href="/all/">Everything</a></nav>'


def slug(number: int) -> str:
    return f"/news/the-story-number-{number}-of-the-mill/"


def items(numbers: range) -> str:
    return "".join(
        f'<li class="item"><a href="{slug(n)}">The story number {n} of the mill</a></li>'
        for n in numbers
    )


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """A front page with four articles, a page with all twelve."""
    pages: dict[str, str | Answer] = {
        "/": f"<html><body>{MENU}<ul class='newest'>{items(range(4))}</ul></body></html>",
        "/all/": f"<html><body>{MENU}<ul class='all'>{items(range(12))}</ul></body></html>",
        "/about/": f"<html><body>{MENU}<p>{WORDS}</p></body></html>",
    }
    pages |= {
        slug(n): article(f"{WORDS} " + " ".join(f"room{n * s}" for s in range(2, 40)))
        for n in range(12)
    }
    with small_portal(tmp_path, pages) as running:  # type: ignore[arg-type]
        yield running


def propose(portal: SmallPortal, path: str) -> Proposal:
    return propose_portal([f"{portal.base}{path}"], runtime=portal.runtime)


def test_the_page_that_lists_everything_is_the_archive(portal: SmallPortal, tmp_path: Path):
    found = propose(portal, "/")
    assert found.url == f"{portal.base}/all/" and len(found.links[0].links) == 12
    path = tmp_path / "new.yaml"
    path.write_text(proposed_yaml(found), encoding="utf-8")
    written = load_portal(path).columns[0].spans[0]
    assert written.url is not None and written.url.text == f"{portal.base}/all/"


def test_a_page_with_other_articles_is_not(portal: SmallPortal):
    portal.pages["/all/"] = (
        f"<html><body>{MENU}<ul class='all'>{items(range(3, 12))}</ul></body></html>"
    )
    assert propose(portal, "/").url == f"{portal.base}/"


@pytest.mark.parametrize("added", ["", "?utm_source=list"])
def test_an_article_above_the_list_that_the_feed_has(portal: SmallPortal, added: str):
    """Lists may add to addresses what the feed does not, to count visits."""

    def page(numbers: range, other: str) -> str:
        listed = items(numbers).replace("/'>", f"/{added}'>").replace('/">', f'/{added}">')
        return f"<ul class='list'>{listed}</ul><a rel='next' href='{other}'>Older</a></body></html>"

    head = f"<html><head><link rel='alternate' type='application/rss+xml' href='/feed'></head><body>{MENU}"
    top = f"<div class='hero'><h2><a href='{slug(0)}{added}'>The story number 0 of the mill</a></h2></div>"
    portal.pages["/"] = f"{head}{top}{page(range(1, 5), '/page/2/')}"
    portal.pages["/page/2/"] = f"{head}{page(range(5, 9), '/page/3/')}"
    portal.pages["/page/3/"] = f"{head}{page(range(9, 12), '')}".replace(
        "<a rel='next' href=''>Older</a>", ""
    )
    entries = "".join(f"<item><link>{portal.base}{slug(n)}</link></item>" for n in range(6))
    xml = (("Content-Type", "application/rss+xml"),)
    feed = f"<rss version='2.0'><channel><link>{portal.base}/</link>{entries}</channel></rss>"
    portal.pages["/feed"] = Answer(feed, headers=xml)
    found = propose(portal, "/")
    assert {*found.links[0].links} == {f"{portal.base}{slug(n)}{added}" for n in range(5)}
    portal.pages["/feed"] = Answer(feed.replace(slug(0), "/news/other/"), headers=xml)
    assert {*propose(portal, "/").links[0].links} == {
        f"{portal.base}{slug(n)}{added}" for n in range(1, 5)
    }


def test_stored_pages_without_the_next_one(tmp_path: Path):
    """The second page is named, and not among the files."""
    (tmp_path / "list.html").write_text(
        f"<html><body><ul class='list'>{items(range(6))}</ul><a rel='next' href='/page/2/'>Older</a></body></html>",
        encoding="utf-8",
    )
    page = SavedPage(tmp_path / "list.html", "https://echo.example/")
    given = StoredPages(saved=(page,), urls=("https://echo.example/",))
    found = propose_from_files(given, Runtime())[0]
    assert len(found.links[0].links) == 6
    assert found.next is not None and found.next.url == "https://echo.example/page/2/"


def test_a_front_page_without_a_list_leads_to_it(portal: SmallPortal):
    """Of two lists it is the one that goes on."""
    menu = MENU.replace("</nav>", '<a href="/blog/">Blog</a> <a href="/best/">Best</a></nav>')
    portal.pages["/"] = f"<html><body>{menu}<p>{WORDS}</p></body></html>"
    portal.pages["/all/"] = f"<html><body>{MENU}<p>{WORDS}</p></body></html>"
    portal.pages["/best/"] = (
        f"<html><body>{MENU}<ul class='best'>{items(range(7))}</ul></body></html>"
    )
    portal.pages["/blog/"] = (
        f"<html><body>{MENU}<ul class='some'>{items(range(6))}</ul><a rel='next' href='/blog/2/'>Older</a></body></html>"
    )
    portal.pages["/blog/2/"] = (
        f"<html><body>{MENU}<ul class='some'>{items(range(6, 12))}</ul></body></html>"
    )
    found = propose(portal, "/")
    assert found.url == f"{portal.base}/blog/" and len(found.links[0].links) == 6


def sections_portal(form: str) -> dict[str, str | Answer]:
    """A front page with the newest article of each of three sections, which have two pages each."""
    names = ("sport", "culture", "town")
    links = "".join(f"<a href='{form.format(name)}'>{name.title()}</a>" for name in names)
    menu = MENU.replace("</nav>", f"{links}</nav>")
    head = f"<html><body>{menu}"
    newest = "".join(items(range(4 * place, 4 * place + 1)) for place in range(3))
    pages: dict[str, str | Answer] = {"/": f"{head}<ul class='newest'>{newest}</ul></body></html>"}
    for place, name in enumerate(names):
        here = form.format(name)
        first, second = range(4 * place, 4 * place + 3), range(4 * place + 3, 4 * place + 4)
        older = f"<a rel='next' href='{here}page/2/'>Older</a>"
        pages[here] = f"{head}<div class='list'><ul>{items(first)}</ul>{older}</div></body></html>"
        pages[f"{here}page/2/"] = (
            f"{head}<div class='list'><ul>{items(second)}</ul></div></body></html>"
        )
    return pages


@pytest.mark.parametrize("form", ["/{}/", "/category/{}/"])
def test_sections_are_the_archive_of_a_front_page_with_the_newest_alone(
    portal: SmallPortal, tmp_path: Path, form: str
):
    portal.pages |= sections_portal(form)  # type: ignore[arg-type]
    del portal.pages["/all/"]
    found = propose(portal, "/")
    assert [board.name for board in found.boards] == ["Sport", "Culture", "Town"]
    path = tmp_path / "new.yaml"
    path.write_text(proposed_yaml(found), encoding="utf-8")
    written = load_portal(path)
    urls = [column.spans[0].url for column in written.columns]
    assert [url.text for url in urls if url] == [
        f"{portal.base}{form.format(name)}" for name in ("sport", "culture", "town")
    ]
    portal.pages["/sitemap.xml"] = Answer(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
        + "".join(f"<url><loc>{portal.base}{slug(n)}</loc></url>" for n in range(12))
        + "</urlset>",
        headers=(("Content-Type", "application/xml"),),
    )
    assert propose(portal, "/").boards == ()  # which has all of them


def test_sections_that_lack_articles_of_the_front_page_are_not_all(portal: SmallPortal):
    portal.pages |= sections_portal("/category/{}/")  # type: ignore[arg-type]
    del portal.pages["/all/"]
    front = portal.pages["/"]
    assert isinstance(front, str)
    portal.pages["/"] = front.replace(items(range(4, 5)), items(range(90, 92)))
    assert propose(portal, "/").boards == ()


@pytest.mark.parametrize("is_second_whole", [True, False])
def test_articles_above_the_list_in_a_place_that_the_next_page_lacks(
    portal: SmallPortal, is_second_whole: bool
):
    """Without a feed: a box that is on the next page, too, is none of them."""

    def page(numbers: range, onward: str, top: str = "") -> str:
        box = "".join(f"<p><a href='{slug(n)}'>Story {n}</a></p>" for n in (7, 11))
        rows = items(numbers).replace("item", "row")
        pager = f"<a href='{onward}'>2</a>" if onward else ""
        return f"<html><body>{MENU}{top}<ul class='list'>{rows}</ul>{pager}<aside>{box}</aside></body></html>"

    top = f"<section><h2><a href='{slug(0)}'>Story 0</a></h2></section>"
    portal.pages["/"] = page(range(1, 5), "/page/2/", top)
    portal.pages["/page/2/"] = page(range(5, 9), "", "" if is_second_whole else top)
    found = propose(portal, "/")
    first = 0 if is_second_whole else 1
    assert {*found.links[0].links} == {f"{portal.base}{slug(n)}" for n in range(first, 5)}


FEED = """<rss version="2.0"><channel><title>Mill</title><link>{0}/</link>
<description>The mill</description>{1}</channel></rss>"""


def test_articles_above_a_list_that_begins_with_the_oldest_are_not_in_the_feed(
    portal: SmallPortal,
):
    def page(numbers: range, onward: str, top: str = "") -> str:
        rows, more = (
            items(numbers).replace("item", "row"),
            f"<a href='{onward}'>2</a>" * bool(onward),
        )
        feed = "<link rel='alternate' type='application/rss+xml' href='/feed.xml'>"
        return (
            f"<html><head>{feed}</head><body>{top}<ul class='list'>{rows}</ul>{more}</body></html>"
        )

    top = f"<section><h2><a href='{slug(11)}'>Story 11</a></h2></section>"
    portal.pages["/all/"] = page(range(5), "/all/2/", top)
    portal.pages["/all/2/"] = page(range(5, 11), "")
    newest = "".join(
        f"<item><title>Story {n}</title><link>{portal.base}{slug(n)}</link></item>"
        for n in range(10, 6, -1)
    )
    portal.pages["/feed.xml"] = Answer(
        FEED.format(portal.base, newest), headers=(("Content-Type", "application/rss+xml"),)
    )
    found = propose(portal, "/all/")
    assert {*found.links[0].links} == {f"{portal.base}{slug(n)}" for n in (*range(5), 11)}


def test_articles_above_a_list_of_one_page(portal: SmallPortal):
    top = f"<section><h2><a href='{slug(0)}'>Story 0</a></h2></section>"
    rows = items(range(1, 12)).replace("item", "row")
    portal.pages["/all/"] = f"<html><body>{MENU}{top}<ul>{rows}</ul></body></html>"
    found = propose(portal, "/all/")
    assert {*found.links[0].links} == {f"{portal.base}{slug(n)}" for n in range(12)}


def test_a_list_in_data_is_found_beside_a_box_of_articles(portal: SmallPortal):
    """The page itself lists the box alone; its script names the data."""
    script = '<script>let n = 1; fetch("/api/stories?page=" + n++).then(show);</script>'
    portal.pages["/"] = (
        f"<html><body>{MENU}<div></div>{script}<aside><ul>{items(range(3, 6))}</ul></aside></body></html>"
    )
    json_type = (("Content-Type", "application/json"),)
    for number in range(1, 5):
        stories = [{"url": slug(n)} for n in range(4 * (number - 1), min(4 * number, 12))]
        portal.pages[f"/api/stories?page={number}"] = Answer(
            json.dumps({"stories": stories}), headers=json_type
        )
    found = propose(portal, "/")
    assert found.data is not None
    assert found.data.template == f"{portal.base}/api/stories?page={{page}}"
    # a box that a script loads beside the list of the page
    portal.pages["/"] = (
        f"<html><body>{MENU}<ul>{items(range(12))}</ul>"
        '<script>fetch("/api/stories?box=1&json")</script></body></html>'
    )
    stories = [{"url": slug(n)} for n in range(3, 6)]
    portal.pages["/api/stories?box=1&json"] = Answer(
        json.dumps({"stories": stories}), headers=json_type
    )
    found = propose(portal, "/")
    assert found.data is None and len(found.links[0].links) == 12


@pytest.mark.parametrize(
    ("is_section", "form"), in_turn([False, True], ["%Y", "%Y/%m", "%Y/%m/%d"])
)
def test_days_months_and_years_beside_the_newest_articles(
    portal: SmallPortal, form: str, is_section: bool
):
    """They are the archive, and no articles, however long their names are. The list of a section
    stays beside the archive of the whole portal."""
    first = {"%Y": date(2021, 1, 1), "%Y/%m": date(2024, 1, 1)}.get(form, date(2024, 4, 20))
    step = {"%Y": 366, "%Y/%m": 31}.get(form, 1)
    days = [first + timedelta(step * n) for n in range(4)]
    windows = {f"/archive/{day:{form}}": range(3 * n, 3 * n + 3) for n, day in enumerate(days)}
    calendar = "".join(
        f"<li><a href='{path}'>{path[9:] if form == '%Y' else f'All stories of {path[9:]}'}</a></li>"
        for path in windows
    )

    def page(numbers: range) -> str:
        rows = items(numbers).replace("li", "p").replace(' class="item"', "")
        return f"<html><body>{MENU}<div>{rows}</div><div><ul>{calendar}</ul></div></body></html>"

    portal.pages |= {path: page(numbers) for path, numbers in windows.items()}
    portal.pages["/list.html"] = page(range(0, 12, 3) if is_section else range(8, 12))
    found = propose(portal, "/list.html")
    if is_section:
        assert found.dated is None and found.url == f"{portal.base}/list.html"
        return
    assert found.dated is not None and found.numbered is None
    assert found.first_day == days[0].replace(
        day=1 if step > 1 else days[0].day, month=1 if step > 31 else days[0].month
    )
    assert {*found.links[0].links} == {f"{portal.base}{slug(n)}" for n in range(9, 12)}


def test_an_article_whose_boxes_list_more_is_no_archive(portal: SmallPortal) -> None:
    """The front page has an index, and a box that is on all pages, whose last article is in another
    folder; that has a box of its own, and a second page."""
    other = "/views/the-story-number-3-of-the-mill/"
    box = f"<aside><ul>{items(range(4)).replace(slug(3), other)}</ul></aside>"
    index, letters = (
        "".join(f'<table><tr><td><a href="{path}">{path}</a></td></tr></table>' for path in paths)
        for paths in (("/archive/",), ("/archive/a/", "/archive/b/"))
    )
    text = "".join(f"<p>{WORDS} It was house {n}.</p>" for n in range(12)) + "</article>"
    stories = {slug(n): str(portal.pages[slug(n)]).replace("</article>", text) for n in range(12)}
    onward = f"<p><a href='{other}2/'>›</a></p><div><ul>{items(range(4, 8))}</ul></div>"
    stories[other] = stories.pop(slug(3)).replace("</body>", f"{onward}</body>")
    portal.pages = {
        path: text.replace("</body>", f"{box}</body>") for path, text in stories.items()
    }
    portal.pages |= {
        "/": f"<html><body><main>{index}</main>{box}</body></html>",
        f"{other}2/": str(portal.pages[other]).replace("›", ""),
        "/archive/": f"<html><body><main>{letters}</main>{box}</body></html>",
    }
    for name, numbers in (("a", range(4, 8)), ("b", range(8, 12))):
        listed = f"<html><body><main><ul>{items(numbers)}</ul></main>{box}</body></html>"
        portal.pages[f"/archive/{name}/"] = listed
    assert "/views/" not in propose(portal, "/").url


@pytest.mark.parametrize(("path", "is_found"), [("/list/everything", True), ("/everything", False)])
def test_a_page_right_below_a_list_has_all_of_it(
    portal: SmallPortal, path: str, is_found: bool
) -> None:
    """One elsewhere may be of a larger part of the portal."""
    portal.pages["/list"] = (
        f"<html><body>{MENU}<ul>{items(range(4))}</ul><p><a href='{path}'>Wumu</a></p></body></html>"
    )
    portal.pages[path] = f"<html><body>{MENU}<ul>{items(range(12))}</ul></body></html>"
    found = propose(portal, "/list")
    assert found.url == f"{portal.base}{path if is_found else '/list'}"
    assert len(found.links[0].links) == (12 if is_found else 4)
