"""An archived page in the whole studio: its stored files pass the guard, it reaches nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser import wait_in_python
from response_records import response_record
from running_studio import Studio

httpx: Any = pytest.importorskip("httpx")
errors: Any = pytest.importorskip("playwright.sync_api")
HOST = "https://echo.example"
PAGE = f"{HOST}/all?page=1"
FILE = f"""portal: styled
home: {HOST}/
archive:
  url: {HOST}/all?page={{page}}
  pagination: {{mode: infinite-scroll}}
  links: h2 a
"""
SOURCE = b"""<html><head><link rel=stylesheet href=/a.css></head><body><h2><a href=/1>First</a></h2>
<img src=/a.svg><img src=/missing.png></body></html>"""
COVERED = PAGE.replace("=1", "=2")
RECORDS = {
    PAGE: (SOURCE, "text/html; charset=utf-8"),
    COVERED: (SOURCE.replace(b"<body>", b"<body><div class=bar>Cookies</div>"), "text/html; charset=utf-8"),
    f"{HOST}/a.css": (b"h2 { color: rgb(1, 2, 3) } .bar { position: fixed; inset: 70% 0 0 }", "text/css"),
    f"{HOST}/a.svg": (b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>', "image/svg+xml"),
}  # fmt: skip


@pytest.fixture(scope="session", autouse=True)
def stored_pages(studio_folder: Path) -> None:
    (studio_folder / "styled.yaml").write_text(FILE, encoding="utf-8")
    (studio_folder / "styled.warcs.txt").write_text("styled.warc\n", encoding="utf-8")
    records = [
        response_record(url, content, f"{number:036d}", media_type)
        for number, (url, (content, media_type)) in enumerate(RECORDS.items())
    ]
    (studio_folder / "styled.warc").write_bytes(b"".join(records))


@pytest.fixture
def page(studio: Studio, tab: Any) -> Any:
    """The tab with the archive page in a frame."""
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/styled/archive?url={PAGE.replace('?', '%3F')}")
    tab.frame_locator("iframe").locator("h2").wait_for()
    return tab


def in_page(tab: Any, expression: str) -> Any:
    return tab.frames[1].evaluate(expression)


def wait_until_page(tab: Any, look: Callable[[], Any], expected: Any) -> None:
    """Wait until something in the shown page is as expected."""

    def is_so() -> bool:
        try:
            return bool(look() == expected)
        except errors.Error:  # between two pages, where the frame has no document
            return False

    wait_in_python(tab, is_so)


def test_stored_pictures_and_styles_pass_the_guard(page: Any) -> None:
    in_page(
        page,
        "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done)).then(() => 0)",
    )
    assert in_page(page, "[...document.images].map(i => i.naturalWidth)") == [7, 0]
    assert in_page(page, "getComputedStyle(document.querySelector('h2')).color") == "rgb(1, 2, 3)"


def test_a_switch_leads_to_the_reading_view_and_back(page: Any) -> None:
    """The style sheet is stored, so the page is first shown as it looked."""
    switch = page.get_by_role("switch", name="Reading view")
    asked = "[...document.querySelectorAll('h2')].map(h2 => getComputedStyle(h2).color)"
    for is_on, expected in ((False, "rgb(1, 2, 3)"), (True, "rgb(26, 26, 26)")) * 2:
        wait_until_page(page, lambda: in_page(page, asked), [expected])
        assert switch.is_checked() is is_on
        switch.click()


def test_the_page_reaches_neither_the_window_nor_what_it_serves(page: Any, studio: Studio) -> None:
    assert in_page(page, "origin") == "null"
    for expression in ("document.cookie", "localStorage", "parent.document"):
        assert (
            in_page(
                page,
                f"(() => {{ try {{ {expression}; return 'reached' }} catch (e) {{ return e.name }} }})()",
            )
            == "SecurityError"
        )
    asked = f"fetch('{studio.base}/').then(() => 'reached', error => error.name)"
    assert in_page(page, asked) == "TypeError"
    assert in_page(page, "window.open('/') === null")


def test_a_frame_that_leads_itself_elsewhere_is_stopped(page: Any, studio: Studio) -> None:
    in_page(page, f"location.href = '{studio.base}/'; 0")
    wait_in_python(page, lambda: page.frames[1].url.startswith("chrome-error:"))


def test_the_address_of_a_page_needs_no_cookie_but_our_name(page: Any, studio: Studio) -> None:
    address = page.frames[1].url
    answer = httpx.get(address, headers={"Origin": "null", "Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert httpx.get(address, headers={"Host": "evil.example"}).status_code == 421
    assert httpx.get(f"{studio.base}/portal/styled/archive").status_code == 403
    assert Path(address).parts[2] == "page"


def open_covered(studio: Studio, tab: Any, until: str = "load") -> Any:
    """Open the page that a bar covers; return the switch."""
    studio.admit(tab)
    address = f"{studio.base}/portal/styled/archive?url={COVERED.replace('?', '%3F')}"
    tab.goto(address, wait_until=until)
    return tab.get_by_role("switch", name="Reading view")


def test_a_page_that_something_covers_opens_as_the_reading_view(studio: Studio, tab: Any) -> None:
    """Until somebody wants to see how it looked."""
    switch = open_covered(studio, tab)
    bar = tab.frame_locator("iframe").locator(".bar")
    position = "(bar) => getComputedStyle(bar).position"
    for is_on, expected in ((True, "static"), (False, "fixed")):
        wait_until_page(tab, lambda: bar.evaluate(position), expected)
        assert switch.is_checked() is is_on
        if is_on:
            switch.click()
    tab.wait_for_timeout(500)
    assert not switch.is_checked()


def test_what_covers_a_page_is_seen_once_its_frame_has_a_size(studio: Studio, tab: Any) -> None:
    """On a busy machine, the page may be loaded before the window gives its frame a size."""
    held: list[Any] = []
    tab.route("**/page/*/", lambda route: held.append(route))
    switch = open_covered(studio, tab, "commit")
    wait_in_python(tab, lambda: bool(held))
    sheet = "const s = new CSSStyleSheet(); s.replaceSync('iframe { display: none }');"
    tab.evaluate(f"() => {{ {sheet} document.adoptedStyleSheets = [s] }}")
    held[0].continue_()
    tab.unroute("**/page/*/")
    shown = "document.readyState + innerHeight + document.querySelectorAll('.bar').length"
    wait_until_page(tab, lambda: in_page(tab, shown), "complete01")
    tab.wait_for_timeout(500)
    assert not switch.is_checked()
    tab.evaluate("document.adoptedStyleSheets = []")
    wait_in_python(tab, lambda: bool(switch.is_checked()))
