"""No dead end: what was fetched is kept, any address can be fetched, and a list is no article."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults
from browser import wait_in_python
from running_studio import Studio, running_studio
from small_portal import Answer, SmallPortal, article, small_portal
from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.studio.frame.page_sources import PageSources

HOST = "http://echo.example"
TEXT = "The council met on Monday to talk about the bridge, and about little else. " * 8


def story(number: int) -> str:
    head = f'<link rel="stylesheet" href="{HOST}/main.css">'
    return article(f"<h1>The council talks about bridge {number}</h1><p>{TEXT}</p>", head)


def list_answers(file: Path) -> list[str]:
    """The addresses of the responses in a WARC file."""
    with file.open("rb") as stream:
        records = ArchiveIterator(stream)
        return [
            record.rec_headers.get_header("WARC-Target-URI")
            for record in records
            if record.rec_type == "response"
        ]


def count_pages(portal: SmallPortal) -> int:
    """How many pages were asked for; their style sheets are fetched in the background."""
    return sum("/story/" in path or path.endswith("/all") for path in portal.asked)


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    """A portal without dates, whose list comes before its articles in the order of letters."""
    with small_portal(tmp_path_factory.mktemp("portal"), {}) as running:
        links = "".join(
            f'<div class="teaser"><h2><a href="{HOST}/story/bridge-number-{number}-talk">'
            f"The council talks about bridge {number}</a></h2><p>About it.</p></div>"
            for number in range(9)
        )
        sheet = "p { color: red; background: url(paper.png) }"
        running.pages[f"{HOST}/main.css"] = Answer(sheet, headers=(("Content-Type", "text/css"),))
        running.pages[f"{HOST}/paper.png"] = Answer("png", headers=(("Content-Type", "image/png"),))
        running.pages[f"{HOST}/all"] = f"<html><body><main>{links}</main></body></html>"
        for number in range(10):
            running.pages[f"{HOST}/story/bridge-number-{number}-talk"] = story(number)
        yield running


@pytest.fixture(scope="module")
def window(
    tmp_path_factory: pytest.TempPathFactory, portal: SmallPortal
) -> Iterator[tuple[Studio, Path]]:
    folder = tmp_path_factory.mktemp("kept")
    with running_studio(folder, "--proxy", portal.base) as studio:
        yield studio, folder


def test_the_pages_that_new_has_fetched_are_shown_and_others_can_be(
    tab: Any, window: tuple[Studio, Path], portal: SmallPortal
):
    studio, folder = window
    tab.goto(studio.addresses()[-1])
    tab.goto(f"{studio.base}/new?url={HOST}/all")
    tab.get_by_role("button", name="Propose a portal file").click()
    tab.get_by_label("Id of the portal").fill("undated")
    tab.get_by_role("button", name="Write the file").click()
    tab.wait_for_url("**/portal/undated**")
    tab.get_by_role("button", name="It is the whole list").wait_for()
    assert find_faults(tab) == []
    asked = count_pages(portal)

    tab.get_by_role("link", name="Text: done").click()
    field = tab.get_by_label("Address of a stored page")
    tab.frame_locator("iframe").locator("h1").wait_for()
    assert "/story/" in field.input_value()  # not the list, though it is the first address
    assert count_pages(portal) == asked

    late = f"{HOST}/story/bridge-number-9-talk"  # the list does not have it
    tab.get_by_text("Address and view").click()
    tab.get_by_label("Address of a stored page").fill(late)
    tab.get_by_role("button", name="Fetch this address").click()
    tab.frame_locator("iframe").get_by_text("bridge 9").wait_for()
    assert count_pages(portal) == asked + 1 and late in portal.asked

    tab.goto(f"{studio.base}/portal/undated/article?url={HOST}/all")
    tab.get_by_role("link", name="This page lists articles").click()
    tab.wait_for_url("**/archive?*")
    made = load_portal(folder / "undated.yaml")
    kept = folder / "undated.fetched.warc.gz"
    # written when all of them are there
    wait_in_python(tab, lambda: f"{HOST}/paper.png" in list_answers(kept))
    assert list_answers(kept).count(f"{HOST}/main.css") == 1
    sources = PageSources(lambda _: folder / "none")
    try:
        stored = sources.list_addresses(made)
    finally:
        sources.close()
    assert {f"{HOST}/all", late} < {*stored}
    assert len(stored) == len({*stored})


def test_an_empty_portal_offers_to_fetch_a_page(
    tab: Any, window: tuple[Studio, Path], portal: SmallPortal
):
    studio, folder = window
    home = f"home: {HOST}/\nfetch: {{delay: 0}}\n"
    text = f"portal: empty\n{home}archive: {{url: {HOST}/all, links: h2 a}}\n"
    (folder / "empty.yaml").write_text(text, encoding="utf-8")
    studio.admit(tab)
    tab.goto(f"{studio.base}/")
    tab.get_by_role("link", name="empty").first.wait_for()
    tab.goto(f"{studio.base}/portal/empty/article")
    tab.get_by_role("alert").get_by_text("Fetch an article by its address above").wait_for()
    tab.get_by_role("button", name="Fetch this address").click()
    tab.get_by_text("no address given").wait_for()

    tab.goto(f"{studio.base}/portal/empty/archive")
    tab.get_by_text("No page is stored yet: fetch one by its address").wait_for()
    assert find_faults(tab) == []
    tab.get_by_label("Address of a page of the portal").fill(f"{HOST}/all")
    tab.get_by_role("button", name="Fetch this address").click()
    tab.get_by_text("9 articles are listed.").wait_for()
    tab.get_by_text("fetched here, not by a crawl").wait_for()
    assert (folder / "empty.warcs.txt").read_text(encoding="utf-8") == "empty.fetched.warc.gz\n"
    wait_in_python(tab, lambda: len(tab.frames) > 1)


def test_a_portal_on_this_machine_is_asked_as_by_a_crawl_and_no_other_private_address(
    tab: Any, studio: Studio, studio_folder: Path, tmp_path: Path
):
    with small_portal(tmp_path, {"/news": "<html><body><p>Nothing yet.</p></body></html>"}) as own:
        own.pages["/away"] = Answer("", 302, (("Location", "http://127.0.0.2:9/"),))
        own.pages["/first"] = story(1)
        home = f"portal: at-home\nhome: {own.base}/\nfetch: {{delay: 0}}\n"
        text = f"{home}archive: {{url: {own.base}/news, links: h2 a}}\n"
        (studio_folder / "at-home.yaml").write_text(text, encoding="utf-8")
        studio.admit(tab)
        tab.goto(f"{studio.base}/")
        tab.get_by_role("link", name="at-home").first.wait_for()
        tab.goto(f"{studio.base}/portal/at-home/article")
        field = tab.get_by_label("Address of a stored page")
        for refused, words in (
            ("http://127.0.0.2:9/", "not an address of the portal"),
            (f"{own.base}/away", "127.0.0.2 is a private address"),
        ):
            field.fill(refused)
            tab.get_by_role("button", name="Fetch this address").click()
            tab.get_by_text(words).wait_for()
        assert tab.get_by_text("with the request").count() == 0
        field.fill(f"{own.base}/first")
        tab.get_by_role("button", name="Fetch this address").click()
        tab.frame_locator("iframe").get_by_text("bridge 1").wait_for()
        assert "/first" in " ".join(own.asked)
