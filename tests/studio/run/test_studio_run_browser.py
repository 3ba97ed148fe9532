"""The view of runs in a browser: a crawl goes on without page and studio, and is found again."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults
from paced_portal import ARTICLES, slow_portal
from running_studio import running_studio

from webarticlecurator.service.portals import MIN_AGE

TITLE = re.compile(r"^T\d+$")
"""The titles of the articles."""
expect: Any = pytest.importorskip("playwright.sync_api").expect


def wait_for_articles(window: Any, number: int) -> None:
    """Wait until the bar of the crawl says that so many articles were requested."""
    window.wait_for_function(
        "number => document.querySelector('.run-bar')?.value >= number && "
        "document.querySelector('.run-words').innerText.includes(' of about ')",
        arg=number,
    )


def test_a_crawl_outlives_page_and_studio_and_is_stopped_by_a_click(tmp_path: Path, tab: Any):
    with slow_portal(tmp_path) as slow:
        slow.write(tmp_path, "echo")
        slow.let_go(2)
        with running_studio(tmp_path) as studio:
            studio.admit(tab)
            tab.goto(f"{studio.base}/portal/echo/run")
            tab.get_by_text("Nothing is stored yet.").wait_for()
            tab.get_by_text("Other ways to crawl and build").click()
            tab.get_by_role("button", name="Crawl", exact=True).click()
            tab.get_by_text("running", exact=True).wait_for()
            wait_for_articles(tab, 2)
            # what has come: titles, and a bar for their month. The index gets the steps of a
            # second together, with the first step after it
            time.sleep(1.1)
            slow.let_go(1)
            tab.locator(".run-latest li", has_text=TITLE).first.wait_for()
            tab.get_by_role("img", name="in 2019-03").wait_for()
            address = tab.url.removeprefix(studio.base)
            tab.goto("about:blank")

        slow.let_go(2)  # it goes on without a studio
        with running_studio(tmp_path) as studio:
            studio.admit(tab)
            tab.goto(f"{studio.base}{address}")
            tab.get_by_text("running", exact=True).wait_for()
            wait_for_articles(tab, 5)
            assert find_faults(tab) == []
            tab.set_viewport_size({"width": 390, "height": 800})  # the table is scrolled there
            assert find_faults(tab) == []
            tab.set_viewport_size({"width": 1280, "height": 800})
            row = tab.get_by_role("listitem").filter(has_text=", running")
            row.wait_for()  # of "Crawls"
            tab.goto(f"{studio.base}/portal/echo/corpus")
            tab.get_by_text("A command is running on this corpus").wait_for()
            tab.goto(studio.base)
            tab.get_by_role("row", name="echo").get_by_text(", running").wait_for()
            # the list, as a small picture
            tab.frame_locator(".portal-picture iframe").locator("h2 a").first.wait_for()
            assert find_faults(tab) == []
            tab.goto(f"{studio.base}{address}")
            tab.get_by_role("button", name="Stop").click()
            slow.let_go(1)
            tab.get_by_text("stopped; run it again to continue").wait_for()
            tab.get_by_text("Details", exact=True).click()
            tab.get_by_text("interrupted. Everything stored is safe").wait_for()

            slow.let_go(10 * ARTICLES)
            tab.get_by_text("Other ways to crawl and build").click()
            tab.get_by_role("button", name="Crawl", exact=True).click()
            tab.get_by_text("done", exact=True).first.wait_for()
            tab.get_by_role("listitem").filter(has_text=", done").first.wait_for()
            expect(tab.get_by_text("Build now")).to_have_count(0)

            file = tmp_path / "echo.yaml"
            with file.open("a", encoding="utf-8") as rules:
                rules.write("\narticle: {body: {root: body}}\n")
            words = f"{ARTICLES} articles were built by older rules."
            time.sleep(MIN_AGE)  # before which no file is read again
            for view in ("metadata", "corpus"):
                tab.goto(f"{studio.base}/portal/echo/{view}")
                tab.get_by_text(words).wait_for()
                assert find_faults(tab) == []
            tab.goto(studio.base)
            tab.get_by_text(f"{ARTICLES} by older rules").wait_for()
            tab.goto(f"{studio.base}/portal/echo/corpus")
            tab.get_by_role("button", name="Build now").click()
            tab.wait_for_url("**/portal/echo/run?run=*")
            expect(tab.locator(".run-state")).to_have_text("done")
            tab.goto(f"{studio.base}/portal/echo/corpus")
            tab.get_by_role("heading", name="Verdicts").wait_for()
            assert tab.get_by_text("older rules").count() == 0


@pytest.mark.long
def test_several_portals_are_chosen_and_crawled(tmp_path: Path, tab: Any):
    with slow_portal(tmp_path) as slow, running_studio(tmp_path) as studio:
        slow.write(tmp_path, "one", "two", "three")
        slow.let_go(10 * ARTICLES)
        studio.admit(tab)
        tab.goto(f"{studio.base}/run")
        tab.get_by_role("button", name="Crawl", exact=True).click()
        tab.get_by_text("no portal is chosen").wait_for()
        tab.get_by_role("checkbox", name="one").click()
        tab.get_by_role("checkbox", name="two").click()
        tab.get_by_role("button", name="Options of the crawl").click()
        tab.get_by_label("Maximum number of new articles").fill("3")
        tab.emulate_media(color_scheme="dark")
        assert find_faults(tab) == []
        tab.get_by_role("button", name="Crawl", exact=True).click()
        # what is not asked for yet is no problem
        tab.get_by_text("done", exact=True).first.wait_for()
        expect(tab.get_by_text("with problems")).to_have_count(0)
        expect(tab.locator(".run-words")).to_have_text("one: done\ntwo: done")
        tab.get_by_text("Details", exact=True).click()
        tab.get_by_text("--limit=3").wait_for()
    assert {folder.name for folder in (tmp_path / "corpora").iterdir()} == {".runs", "one", "two"}


@pytest.mark.long
def test_saved_pages_are_taken_into_the_corpus(tmp_path: Path, tab: Any):
    """Their addresses are filled in; a page of another host is named and left out."""
    folder = tmp_path / "portals"
    folder.mkdir()
    rules = "portal: echo\nhome: https://echo.example/\narchive: none\n"
    (folder / "echo.yaml").write_text(rules, encoding="utf-8")
    files = []
    for host, number in (("echo", 1), ("echo", 2), ("other", 3)):
        file = tmp_path / f"{number}.html"
        link = f'<link rel="canonical" href="https://{host}.example/{number}-a-long-story">'
        text = f"<article><h1>Story {number}</h1><p>{'It is about a bridge. ' * 20}</p></article>"
        file.write_text(f"<html><head>{link}</head><body>{text}</body></html>", encoding="utf-8")
        files.append(file)
    with running_studio(folder) as studio:
        studio.admit(tab)
        tab.goto(f"{studio.base}/portal/echo/run")
        tab.get_by_text("Other ways to crawl and build").click()
        tab.get_by_role("button", name="Adopt files").click()
        with tab.expect_file_chooser() as chooser:
            tab.get_by_role("button", name="Choose saved pages").click()
        chooser.value.set_files(files)
        tab.get_by_text("These are from elsewhere and are left out").wait_for()
        tab.get_by_text("https://other.example/3-a-long-story").wait_for()
        tab.get_by_role("button", name="Take them into the corpus").last.click()
        tab.get_by_text("done", exact=True).first.wait_for()
        tab.goto(f"{studio.base}/portal/echo/corpus")
        expect(tab.locator(".facts")).to_contain_text("articles in TEI2")
