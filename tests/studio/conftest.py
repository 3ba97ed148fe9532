"""A real browser for the tests of the studio."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser import PATIENCE, open_browser, start_playwright


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


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab of 1280 by 800 pixels, with its own cookies. Mistakes of scripts fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    mistakes: list[str] = []
    opened.on("pageerror", lambda error: mistakes.append(str(error)))
    yield opened
    context.close()
    assert mistakes == []
