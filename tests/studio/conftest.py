"""A real browser for the tests of the studio."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser import PATIENCE, open_browser, start_playwright

SIZE = {"width": 1280, "height": 800}


# one for each module, not for each process: while the driver runs, no test can use asyncio
@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    """The driver of browsers; the test is skipped where it or the browser is missing."""
    with start_playwright() as driver:
        yield driver


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Iterator[Any]:
    """Chromium: one for each module of tests."""
    with open_browser(playwright) as opened:
        yield opened


@pytest.fixture(scope="module")
def only_tab(browser: Any) -> Iterator[Any]:
    """The tab of a module, with its own cookies: a second one would load each window for three
    times the work, since the scripts of NiceGUI are then compiled again."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def tab(only_tab: Any) -> Iterator[Any]:
    """An empty tab of 1280 by 800 pixels; tabs that a test opens beside it are closed. Mistakes of
    scripts fail the test."""
    only_tab.set_viewport_size(SIZE)
    only_tab.emulate_media(color_scheme="light")
    mistakes: list[str] = []

    def note(error: Any) -> None:
        mistakes.append(str(error))

    only_tab.on("pageerror", note)
    yield only_tab
    only_tab.remove_listener("pageerror", note)
    only_tab.goto("about:blank")
    for page in only_tab.context.pages:
        if page != only_tab:
            page.close()
    assert mistakes == []
