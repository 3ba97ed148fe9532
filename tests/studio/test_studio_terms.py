"""What words of the trade mean: the keyboard reaches it in every view that has one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults, is_too_wide, reach_meaning
from running_studio import Studio, running_studio
from view_waiting import wait_for_view

pytest.importorskip("nicegui")
expect: Any = pytest.importorskip("playwright.sync_api").expect

WARC = "the format in which web archives keep pages as they were fetched"
SPAN = "A part of the archive with dates, or pages, of its own"
RULES = "portal: terms\nhome: https://echo.example/\narchive: {url: https://echo.example/list}\n"


@pytest.fixture(scope="session")
def portal(studio_folder: Path) -> str:
    """A portal that was never crawled; return the address of its view of runs."""
    (studio_folder / "terms.yaml").write_text(RULES, encoding="utf-8")
    return "/portal/terms/run"


def test_the_options_of_a_crawl_explain_themselves(tab: Any, portal: str, studio: Studio) -> None:
    studio.admit(tab)
    tab.goto(f"{studio.base}{portal}")
    tab.get_by_text("Other ways to crawl and build").click()
    tab.get_by_role("button", name="Options of the crawl").click()
    wait_for_view(tab)
    assert reach_meaning(tab, SPAN).startswith("?")
    tab.get_by_role("button", name="Adopt files").click()
    wait_for_view(tab)
    assert reach_meaning(tab, WARC).startswith("WARC, WACZ")
    assert find_faults(tab) == []


def test_whoever_is_asked_for_a_warc_is_told_what_it_is(tmp_path: Path, tab: Any) -> None:
    with running_studio(tmp_path) as studio:
        studio.admit(tab)
        tab.set_viewport_size({"width": 390, "height": 800})
        for address, words in (
            ("/", "From WARC, WACZ or saved pages"),
            ("/new?by=pages", "WARC, WACZ"),
        ):
            tab.goto(f"{studio.base}{address}")
            tab.get_by_text(words, exact=True).last.wait_for()
            assert words in reach_meaning(tab, WARC)
            assert not is_too_wide(tab)
            assert find_faults(tab) == []
