"""Chromium for tests that open a page as a user does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from leak_listener import BROWSER

PATIENCE = 300_000.0
"""Milliseconds after which a browser that waits has failed, on a machine that has much to do."""
_PAUSE = 50.0
_UNOPTIMIZED = "--js-flags=--no-opt --no-maglev --no-sparkplug"
"""Scripts of windows that live for seconds take less time than their optimization."""


@contextmanager
def start_playwright() -> Iterator[Any]:
    """Start the driver of browsers, of which a process can have one; skip the test without it."""
    driver = pytest.importorskip(
        "playwright.sync_api", reason="no playwright: install portal-curator[test]"
    )
    if BROWSER is None:
        pytest.skip("no chromium on this machine: nothing is opened in a browser")
    driver.expect.set_options(timeout=PATIENCE)
    with driver.sync_playwright() as playwright:
        yield playwright


@contextmanager
def open_browser(playwright: Any, *options: str) -> Iterator[Any]:
    """Start the browser of this machine with some options."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = [_UNOPTIMIZED, *options, *(["--no-sandbox"] if is_root else [])]
    opened = playwright.chromium.launch(executable_path=BROWSER, args=arguments)
    try:
        yield opened
    finally:
        opened.close()


class KeptBrowser:
    """The driver, the browser and a tab, which are started when a test first asks for them and serve
    the tests that follow, until ``end``."""

    def __init__(self) -> None:
        self._started = ExitStack()
        self._driver: Any = None
        self._browser: Any = None
        self._tab: Any = None

    def driver(self) -> Any:
        if self._driver is None:
            self._driver = self._started.enter_context(start_playwright())
        return self._driver

    def browser(self) -> Any:
        if self._browser is None:
            self._browser = self._started.enter_context(open_browser(self.driver()))
        return self._browser

    def tab(self) -> Any:
        """Return the tab. A second one would load each window for three times the work, since the
        scripts of NiceGUI are then compiled again."""
        if self._tab is None:
            context = self._started.enter_context(self.browser().new_context())
            context.set_default_timeout(PATIENCE)
            self._tab = context.new_page()
        return self._tab

    def end(self) -> None:
        """End what was started."""
        self._driver = self._browser = self._tab = None
        self._started.close()


KEPT = KeptBrowser()
"""What tests/studio/conftest.py gives to tests, and ends when the next test has no need of it."""


def wait_in_python(tab: Any, is_true: Callable[[], bool]) -> None:
    """Wait until something is true of the frame of a shown page, whose policy does not let
    Playwright wait inside it."""
    for _ in range(round(PATIENCE / _PAUSE)):
        if is_true():
            return
        tab.wait_for_timeout(_PAUSE)
    raise AssertionError("the frame of the page has not changed as expected")


def click_where_it_stays(element: Any) -> None:
    """Click an element that may be below the window, beside the frames of shown pages: where the
    window was scrolled a moment ago, Chromium still gives a click to the process of the frame that
    stood there before."""
    element.scroll_into_view_if_needed()
    element.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    element.click()


def reveal_marks(tab: Any) -> None:
    """Let locators find the marks on shown pages (``.mark``), which their styles cannot reach."""
    tab.add_init_script(
        "const attach = Element.prototype.attachShadow;"
        "Element.prototype.attachShadow = function (how) {"
        "  return attach.call(this, { ...how, mode: 'open' });"
        "};"
    )
