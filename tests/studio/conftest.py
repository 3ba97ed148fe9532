"""A real browser and a running studio for the tests of the studio.

Tests that follow each other share them: to start a browser and a studio, and to let the browser
compile the scripts of the first window, takes longer than most tests.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser import KEPT

from webarticlecurator.service.portals import MIN_AGE

if TYPE_CHECKING:
    from running_studio import Studio

SIZE = {"width": 1280, "height": 800}
HERE = Path(__file__).parent
KNOWN_FILES: set[Path] = set()
"""Portal files that the studio has seen; it looks for others after ``MIN_AGE`` seconds."""


REPORTED: list[str] = []
"""What the tab has reported since a test began: failed requests, messages of scripts."""


def needs_browser_driver(item: pytest.Item | None) -> bool:
    """Return True if a test is one of those here that use the driver of browsers."""
    return "playwright" in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of this folder that use a browser follow each other, before all others: one
    process of the run then starts a browser and a studio, and what waits longest begins first."""
    items.sort(key=lambda item: not (item.path.is_relative_to(HERE) and needs_browser_driver(item)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Any:
    """End the browser unless the next test uses it: while the driver runs, no test can use
    asyncio."""
    try:
        return (yield)
    finally:
        if not needs_browser_driver(nextitem):
            KEPT.end()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Add what the tab showed to the report of a test that has failed."""
    report = yield
    tab = getattr(item, "funcargs", {}).get("tab")
    if report.when == "call" and report.failed and tab is not None:
        shown = tab.evaluate("document.body ? document.body.innerText : ''")
        report.sections.append(("The tab", f"{tab.url}\n{shown}"))
        report.sections.append(("What the tab reported", "\n".join(REPORTED)))
    return report


@pytest.fixture
def playwright() -> Any:
    """The driver of browsers; the test is skipped where it or the browser is missing."""
    return KEPT.driver()


@pytest.fixture
def browser(playwright: Any) -> Any:
    """Chromium."""
    return KEPT.browser()


@pytest.fixture
def only_tab(browser: Any) -> Any:
    """The tab of all tests."""
    return KEPT.tab()


@pytest.fixture
def tab(only_tab: Any) -> Iterator[Any]:
    """An empty tab of 1280 by 800 pixels, in no language that another test has chosen; tabs that a
    test opens beside it are closed. Mistakes of scripts fail the test."""
    from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE

    only_tab.context.clear_cookies(name=LANGUAGE_COOKIE)
    only_tab.set_viewport_size(SIZE)
    only_tab.emulate_media(color_scheme="light")
    mistakes: list[str] = []
    REPORTED.clear()
    noted = {
        "pageerror": lambda error: mistakes.append(str(error)),
        "requestfailed": lambda request: REPORTED.append(f"{request.url}: {request.failure}"),
        "console": lambda message: REPORTED.append(f"{message.type}: {message.text}"),
    }
    for name, note in noted.items():
        only_tab.on(name, note)
    yield only_tab
    for name, note in noted.items():
        only_tab.remove_listener(name, note)
    only_tab.goto("about:blank")
    for page in only_tab.context.pages:
        if page != only_tab:
            page.close()
    assert mistakes == []


@pytest.fixture(scope="session")
def studio_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the studio that tests share: each module has portals of its own in it."""
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="session")
def shared_studio(studio_folder: Path) -> Iterator[Studio]:
    from running_studio import running_studio

    with running_studio(studio_folder) as running:
        yield running


@pytest.fixture
def studio(shared_studio: Studio, studio_folder: Path) -> Iterator[Studio]:
    """The running studio over ``studio_folder``; a mistake of the program fails the test."""
    files = {*studio_folder.glob("*.yaml")}
    if not files <= KNOWN_FILES:
        time.sleep(MIN_AGE)
        KNOWN_FILES.update(files)
    before = len(shared_studio.printed())
    yield shared_studio
    printed = shared_studio.printed()[before:]
    assert "Traceback" not in printed, printed
