"""The view of a corpus in numbers: bars that lead to pages of their articles."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults, is_too_wide
from moved_portal import move_portal
from running_studio import Studio
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.corpus_dimensions import BarKey
from webarticlecurator.cli.main import main
from webarticlecurator.studio.home import corpus_reading
from webarticlecurator.studio.home.corpus_reading import BarList, read_corpus

expect: Any = pytest.importorskip("playwright.sync_api").expect

RULES = """\
portal: bars
archive: {url: BASE/list, links: h2 a}
fetch: {delay: 0}
article: {metadata: {authors: .by}}
"""
ARTICLES = 7


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory, studio_folder: Path) -> SmallPortal:
    """Seven articles of 2019 and 2020; one author has markup for a name; two have the same text."""
    with small_portal(tmp_path_factory.mktemp("portals"), {}) as portal:
        portal.pages["/list"] = listing(*(f"/a{number}" for number in range(ARTICLES)), "/gone")
        for number in range(ARTICLES):
            year = 2019 if number < 5 else 2020
            date = f'<meta property="article:published_time" content="{year}-03-0{number + 1}">'
            name = "&lt;b&gt;Ann" if number in (1, 3) else "Bea"
            title = "The same" if number > 4 else f"Title {number}"
            text = f'<h1>{title}</h1><p class="by">{name}</p><p>The text of {title}.</p>'
            portal.pages[f"/a{number}"] = article(text, date)
        portal.crawl(RULES)
    move_portal(portal, studio_folder, "bars")
    return portal


def test_a_bar_is_listed_in_pages(
    crawled: SmallPortal, studio_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(corpus_reading, "PAGE", 2)
    portal, folder = crawled.write(RULES), studio_folder / "corpora" / "bars"

    def read_bar(bar: BarKey, after: int = 0) -> BarList:
        reading = read_corpus(portal, folder, bar, after)
        assert reading is not None and reading[1] is not None
        return reading[1]

    pages, after = [], 0
    while True:
        page, total = read_bar(("years", "2019"), after)
        assert total == 5
        pages.append([each.url.removeprefix(crawled.base) for each in page.articles])
        if page.next is None:
            break
        after = page.next
    assert pages == [["/a0", "/a1"], ["/a2", "/a3"], ["/a4"]]

    [gone] = read_bar(("verdicts", "rejected: gone"))[0].articles
    assert gone.url == f"{crawled.base}/gone"
    same = read_bar(("same_texts", "1"))[0]
    assert len(same.articles) == 2
    assert same.next is not None
    assert read_bar(("same_texts", "1"), same.next)[0].articles == ()
    for wrong in (("years", "1999"), ("no", "2019"), ("same_texts", "2"), ("lengths", "x")):
        with pytest.raises(UsageError, match="no such bar"):
            read_bar(wrong)
    assert read_corpus(portal, crawled.folder / "none") is None


def test_bars_lead_to_articles(tab: Any, studio: Studio, crawled: SmallPortal):
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/bars/corpus")
    facts = tab.locator(".facts")
    expect(facts).to_contain_text("bars (")  # how to cite it
    expect(facts).to_contain_text(re.compile(r"\w+: (?:not )?proved"))  # of which column
    expect(facts).to_contain_text("crawl: +7 in TEI")
    tab.locator("summary").filter(has_text=re.compile("^2020")).click()
    tab.get_by_role("link", name="2020-03").wait_for()
    assert find_faults(tab) == []
    tab.get_by_role("link", name="<b>Ann").click()
    tab.get_by_role("heading", name="Author: <b>Ann (2 articles)").wait_for()
    link = tab.get_by_role("link", name="/a1")
    expect(tab.get_by_role("row")).to_have_count(3)
    assert link.get_attribute("href").startswith("/portal/bars/article?url=http")
    assert find_faults(tab) == []

    tab.go_back()
    tab.locator("summary").filter(has_text="UTC, crawl").click()
    tab.get_by_role("region", name="Growth over runs").get_by_role("link").click()
    tab.get_by_role("heading", name=re.compile(r"First captured: \S+ \(7 articles\)")).wait_for()
    expect(tab.get_by_role("row")).to_have_count(8)

    tab.goto(f"{studio.base}/portal/bars/corpus?by=authors&name=Nobody")
    tab.get_by_text("no such bar").wait_for()
    tab.goto(f"{studio.base}/portal/none/corpus")
    tab.get_by_text("no such portal").wait_for()


def test_the_overview_is_printed_on_white_paper(tab: Any, studio: Studio, crawled: SmallPortal):
    """Also from a dark window: no menu and no buttons; the chart and its words; nothing cut."""
    studio.admit(tab)
    tab.emulate_media(color_scheme="dark", media="print")
    try:
        tab.goto(f"{studio.base}/portal/bars/corpus")
        tab.set_viewport_size({"width": 680, "height": 960})  # A4 without its margins
        tab.locator(".corpus-parts svg").wait_for()
        for left_out in (".studio-header", ".step-line", ".step-row", ".corpus-parts nav"):
            expect(tab.locator(left_out)).to_be_hidden()
        expect(tab.locator(".studio-button").filter(visible=True)).to_have_count(0)
        expect(tab.get_by_role("heading", name="bars")).to_be_visible()
        chart = tab.locator(".corpus-parts svg").bounding_box()
        assert chart["width"] > 500
        assert chart["height"] > 150
        assert not is_too_wide(tab)
        colours = "(element) => getComputedStyle(element).color"
        assert tab.locator(".facts dd").first.evaluate(colours) == "rgb(0, 0, 0)"
    finally:
        tab.emulate_media(media="screen")


def test_the_report_as_a_page_has_no_fault(
    tab: Any, crawled: SmallPortal, studio_folder: Path, tmp_path: Path
):
    portal, corpus = studio_folder / "bars.yaml", studio_folder / "corpora" / "bars"
    page = tmp_path / "report.html"
    words = ("report", "corpus", str(portal), "--corpus", str(corpus), "--html", str(page))
    assert main([*words, "--quiet"]) == 0
    tab.goto(page.as_uri())
    tab.get_by_text("7 articles", exact=False).first.wait_for()
    assert find_faults(tab) == []
