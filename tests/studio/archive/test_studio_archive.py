"""The archive view in a real browser, over a corpus of a small portal."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults, is_too_wide
from running_studio import Studio
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal

HOST = "http://daily.example"
FILE = f"""portal: daily
home: {HOST}/
archive:
  url: {HOST}/{{date:%Y/%m/%d}}
  dates: {{from: 2024-04-27, until: 2024-05-01, step: day}}
  links: {{css: h2, exclude: /ads/}}
fetch: {{retries: 0, delay: 0, proxy: PROXY}}
"""
ARROWS = f"""portal: arrows
home: {HOST}/
archive: {{url: {HOST}/wem, links: h2}}
fetch: {{retries: 0, delay: 0, proxy: PROXY}}
"""
SCRIPTED = f"""portal: scripted
home: {HOST}/
archive: {{url: {HOST}/latest, pagination: {{mode: browser-list}}, links: h2}}
fetch: {{retries: 0, delay: 0, proxy: PROXY}}
"""
SCRIPTED_LIST = """<html><body><script>
let number = 0;
const add = () => {
  if (number < 3) document.body.insertAdjacentHTML(
    "beforeend", `<h2><a href="/s${number++}">Headline</a></h2><p style="height: 9999px"></p>`);
};
add();
addEventListener("scroll", add);
</script></body></html>"""
LIST = """<html><body><h1>News of a day</h1><div class="list">
<h2><a href="/a">A park is built</a></h2><h2><a href="/b">Two bridges are closed</a></h2>
<h2><a href="/ads/c">Buy three of them</a></h2></div>
<p class="also"><a href="/four-more-words-here">Four more words here</a></p>
<p><a class="older" href="/2024/04/28">older</a></p></body></html>"""


def arrows(back: str, on: str) -> str:
    """A list page with two links of one class, whose words are those of no language."""
    links = [("wuda", back), ("gomel", on)]
    shown = " ".join(f'<a class="wem" href="{to}">{text}</a>' for text, to in links if to)
    return f'<html><body><h1>Wemu</h1><h2><a href="/wem/about{on}">Woma</a></h2><p>{shown}</p></body></html>'


def pages() -> dict[str, str | Answer]:
    return {
        f"{HOST}{path}": answer
        for path, answer in {
            "/2024/04/27": LIST,
            "/2024/04/28": LIST,
            "/2024/04/30": Answer("no", 500),
            "/a": article("One word. " * 40),
            "/b": Answer("no", 500),
            "/latest": SCRIPTED_LIST,
            "/wem": arrows("", "/wem/2"),
            "/wem/2": arrows("/wem", "/wem/3"),
            "/wem/3": arrows("/wem/2", "/wem/4"),
        }.items()
    }


@dataclass
class View:
    """A tab with the archive view, the studio and the portal behind it."""

    tab: Any
    studio: Studio
    portal: SmallPortal

    @property
    def file(self) -> Path:
        return self.studio.errors.parent / "daily.yaml"

    @property
    def rules(self) -> str:
        """What is in the portal file."""
        return FILE.replace("PROXY", self.portal.base)

    def open(self, query: str = "") -> None:
        self.tab.goto(f"{self.studio.base}/portal/daily/archive{query}")

    def day(self, number: int) -> Any:
        """The cell of a day of April 2024."""
        return self.tab.get_by_role("link", name=f"{date(2024, 4, number)}:")


@pytest.fixture(scope="module")
def portal(studio_folder: Path) -> Iterator[SmallPortal]:
    """The portal, which is crawled into the folder of the studio, and which all requests reach."""
    file, corpus = studio_folder / "daily.yaml", studio_folder / "corpora" / "daily"
    with small_portal(studio_folder, pages()) as running:
        file.write_text(FILE.replace("PROXY", running.base), encoding="utf-8")
        if not corpus.exists():
            crawl(load_portal(file), corpus, None, Runtime(clock=running.clock))
        yield running


@pytest.fixture
def view(tab: Any, studio: Studio, portal: SmallPortal) -> View:
    studio.admit(tab)
    return View(tab, studio, portal)


def test_gaps_are_seen_and_a_day_opens_its_page(view: View):
    view.open()
    titles = [view.day(number).get_attribute("title") for number in (27, 28, 29, 30)]
    assert titles == [
        "2024-04-27: listed, not all fetched, 2 listed, 1 of them not fetched",
        "2024-04-28: listed, not all fetched, 2 listed, 1 of them not fetched",
        "2024-04-29: the portal has no such page",
        "2024-04-30: not read to the end (the page could not be fetched; the next crawl continues here)",
    ]
    view.day(29).click()
    view.tab.get_by_text("the portal answered 404: there is no page").wait_for()
    assert find_faults(view.tab) == []
    view.tab.go_back()
    view.day(27).focus()
    view.tab.keyboard.press("Enter")
    view.tab.get_by_text("2 articles are listed.").wait_for()
    view.tab.get_by_text("Left out: 1 – the rule's exclude leaves it out").wait_for()
    view.tab.get_by_text("Left out: 1 – no rule selects it").wait_for()
    view.tab.reload()
    view.tab.get_by_text("2 articles are listed.").wait_for()
    view.tab.go_back()
    view.day(27).wait_for()


def test_a_stored_page_is_found_by_a_part_of_its_address(view: View):
    view.open("?contains=mple/a")
    found = view.tab.get_by_role("link", name=f"{HOST}/a", exact=True)
    found.wait_for()
    assert view.day(27).count() == 0, "what is found comes first"
    view.tab.get_by_label("Addresses that contain").fill("nowhere")
    view.tab.get_by_text("No such page is stored.").wait_for()
    assert view.tab.url.endswith("?contains=nowhere")
    view.tab.get_by_role("link", name="All stored pages").click()
    view.day(27).wait_for()


def test_a_rule_that_is_edited_is_shown_at_once_and_taken_back(view: View):
    view.open(f"?url={HOST}/2024/04/27")
    tab, frame = view.tab, view.tab.frame_locator("iframe")
    tab.get_by_role("button", name="Point at headlines").click()
    frame.get_by_text("A park is built").click()
    tab.get_by_text("“A park is built”").wait_for()
    frame.get_by_text("Buy three of them").click()
    tab.get_by_text("“A park is built”, “Buy three of them”").wait_for()
    tab.get_by_role("button", name="Use this rule").click()
    tab.get_by_text("3 articles are listed.").wait_for()
    tab.get_by_role("button", name="Undo").click()
    tab.get_by_text("2 articles are listed.").wait_for()
    tab.get_by_role("button", name="Point at the next page").click()
    frame.get_by_text("older").click()
    tab.get_by_text("It finds the next page on").wait_for()
    tab.get_by_role("button", name="Use this rule").click()
    editor = tab.locator(".cm-content", has_text="next-link")
    editor.wait_for()
    tab.get_by_role("button", name="Point at the next page").click()
    frame.get_by_text("older").click()
    tab.get_by_text("It finds the next page on").wait_for()
    tab.get_by_role("button", name="Use this rule").click()
    tab.get_by_text("This rule is in the file already, so nothing has changed.").wait_for()
    tab.get_by_role("button", name="Undo").click()
    editor.wait_for(state="detached")
    assert view.file.read_text(encoding="utf-8") == view.rules


def test_a_rule_for_the_next_page_is_tried_where_it_leads(view: View):
    """On page 1 there is one link of its class, on page 2 it finds the one to newer articles."""
    tab, frame = view.tab, view.tab.frame_locator("iframe")
    file = view.file.with_name("arrows.yaml")
    file.write_text(ARROWS.replace("PROXY", view.portal.base), encoding="utf-8")
    tab.goto(f"{view.studio.base}/portal/arrows/archive?url={HOST}/wem", wait_until="commit")
    tab.get_by_role("button", name="Fetch this page now").click()
    tab.get_by_role("button", name="Point at the next page").click()
    tab.get_by_text("or else two requests to the portal").wait_for()
    before = len(view.portal.asked)
    frame.get_by_text("gomel").click()
    tab.get_by_text("It finds the next page on 1 of 1 stored page").wait_for()
    tab.get_by_role("button", name="Use this rule").click()
    tab.get_by_text(f"On {HOST}/wem/2, where this link leads, the rule finds no").wait_for()
    tab.get_by_role("button", name="Use this rule").click()
    tab.locator(".cm-content", has_text="equals: gomel").wait_for()
    asked = view.portal.asked[before:]
    assert [path for path in asked if "wem" in path] == [f"{HOST}/wem/2", f"{HOST}/wem/3"]


@pytest.mark.long
def test_the_list_is_pointed_at_and_links_are_left_out(view: View):
    view.open(f"?url={HOST}/2024/04/27")
    tab, frame = view.tab, view.tab.frame_locator("iframe")
    tab.get_by_role("button", name="Point at the list").click()
    frame.get_by_text("A park is built").click()
    tab.get_by_role("button", name="Use this rule").click()
    editor = tab.locator(".cm-content", has_text="within")
    editor.wait_for()
    tab.get_by_role("button", name="Undo").click()
    editor.wait_for(state="detached")
    frame.get_by_text("Two bridges are closed").click()
    tab.get_by_role("button", name="Leave out links like this").click()
    tab.get_by_role("button", name="Leave them out").click()
    tab.get_by_text("1 article is listed.").wait_for()
    tab.get_by_role("button", name="Undo").click()
    tab.get_by_text("2 articles are listed.").wait_for()
    assert view.file.read_text(encoding="utf-8") == view.rules


def test_an_article_is_left_out_from_its_own_view(view: View):
    tab = view.tab
    tab.goto(f"{view.studio.base}/portal/daily/article?url={HOST}/a")
    tab.get_by_role("link", name="Leave out articles like this").click()
    tab.get_by_text(f"Links like this: {HOST}/a").wait_for()
    tab.get_by_role("button", name="Leave them out").click()
    editor = tab.locator(".cm-content", has_text="not-article")
    editor.wait_for()
    assert r"exclude" in editor.inner_text()
    tab.get_by_role("button", name="Undo").click()
    tab.get_by_text("2 articles are listed.").wait_for()
    assert view.file.read_text(encoding="utf-8") == view.rules


def test_a_click_without_a_link_is_answered(view: View):
    view.open(f"?url={HOST}/2024/04/27")
    view.tab.get_by_role("button", name="Point at headlines").click()
    view.tab.frame_locator("iframe").get_by_text("News of a day").click()
    view.tab.get_by_text("not a single link there (expected exactly one)").wait_for()


def test_a_click_says_what_becomes_of_a_link(view: View):
    view.open(f"?url={HOST}/2024/04/27")
    frame = view.tab.frame_locator("iframe")
    frame.get_by_text("Two bridges are closed").click()
    view.tab.get_by_text(f"Number 2 of the list: {HOST}/b").wait_for()
    frame.get_by_text("Buy three of them").click()
    view.tab.get_by_text(f"Not listed, the rule's exclude leaves it out: {HOST}/ads/c").wait_for()
    article = view.tab.get_by_role("link", name="As an article").get_attribute("href")
    assert article == "/portal/daily/article?url=http%3A%2F%2Fdaily.example%2Fads%2Fc"


def test_a_file_with_problems_is_mended_in_the_view(view: View):
    view.open(f"?url={HOST}/2024/04/27")
    view.tab.get_by_text("2 articles are listed.").wait_for()
    try:
        view.file.write_text(view.rules.replace("links:", "lonks:"), encoding="utf-8")
        view.tab.get_by_role("button", name="Read again").click()
        view.tab.get_by_text(
            "The file has problems. This view shows the last rules without problems."
        ).wait_for()
        view.tab.reload()
        view.tab.get_by_text("Fix the problems of the portal file").wait_for()
    finally:
        view.file.write_text(view.rules, encoding="utf-8")
    view.tab.get_by_role("button", name="Read again").click()
    view.tab.get_by_text("2 articles are listed.").wait_for()


def test_a_missing_page_is_fetched_to_be_looked_at(view: View):
    view.open(f"?url={HOST}/2024/05/02")
    view.tab.get_by_role("alert").get_by_text("is not in the stored pages of daily").wait_for()
    assert find_faults(view.tab) == []
    view.portal.pages[f"{HOST}/2024/05/02"] = LIST
    view.tab.get_by_role("button", name="Fetch this page now").click()
    view.tab.get_by_text("fetched here, not by a crawl").wait_for()
    view.tab.get_by_text("2 articles are listed.").wait_for()


@pytest.fixture
def scripted(portal: SmallPortal) -> Portal:
    """A portal whose list is made by a script."""
    file = portal.folder / "scripted.yaml"
    file.write_text(SCRIPTED.replace("PROXY", portal.base), encoding="utf-8")
    return load_portal(file)


def open_scripted(view: View) -> None:
    view.tab.goto(f"{view.studio.base}/portal/scripted/archive?url={HOST}/latest")


@pytest.mark.long
def test_a_stored_page_that_a_script_makes_has_all_of_its_list(scripted: Portal, view: View):
    folder = view.portal.folder / "corpora" / "scripted"
    options = CrawlOptions(warc_only=True)
    runtime = Runtime(clock=view.portal.clock)
    with ThreadPoolExecutor(1) as thread:  # the driver of the tab has the main one
        thread.submit(crawl, scripted, folder, options, runtime).result()
    open_scripted(view)
    view.tab.get_by_text("3 articles are listed.").wait_for()


def test_a_page_that_a_script_makes_is_rendered_when_it_is_fetched(scripted: Portal, view: View):
    """It has a round of its list."""
    open_scripted(view)
    view.tab.get_by_role("button", name="Fetch this page now").click()
    view.tab.get_by_text("rendered by a browser after one round of its list").wait_for()
    view.tab.get_by_text("2 articles are listed.").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("query", ["", f"?url={HOST}/2024/04/27", f"?url={HOST}/nowhere"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_too_wide(view: View, query: str, scheme: str):
    view.tab.emulate_media(color_scheme=scheme)
    view.tab.set_viewport_size({"width": 390, "height": 800})
    view.open(query)
    view.tab.wait_for_load_state("networkidle")
    assert find_faults(view.tab) == []
    assert not is_too_wide(view.tab)
