"""The leak page in a browser: what leaves it with each layer alone, and with both nothing.

Every host is a socket of ours; only loopback, where the shown page comes from, is reached as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser import KEPT, open_browser
from leak_listener import OWN_REQUESTS, Requests, counting_requests
from leak_page import HOST, LEAK_PAGE, RAN
from page_server import SANDBOX, PageServer, find_nothing, running_pages, shown

from webarticlecurator.studio.shown_page_policy import page_headers

MORE_WAYS = f"""
<a id=leave href="http://{HOST}/click" style="display: block">leave by a click</a>
<form action="http://{HOST}/enter"><input id=enter name=q><input type=submit id=send></form>
<a id=blank href="http://{HOST}/blank" target=_blank style="display: block">open a window</a>
<style>#leave:hover {{ background: url(http://{HOST}/hover) }}
i {{ background: \\75rl(http://{HOST}/escaped) }} u {{ background: src("http://{HOST}/src") }}
b {{ background: image-set("http://{HOST}/set" 1x, url(http://{HOST}/set-url) 2x) }}
s {{ --x: url(http://{HOST}/variable); background: var(--x) }}</style>
<i>i</i><u>u</u><b>b</b><s>s</s>
"""
LEAKING = LEAK_PAGE.replace("<article", MORE_WAYS + "<article", 1)
ASKS = 30
"""Requests that the page sends at least, when nothing stops it."""

pytestmark = pytest.mark.usefixtures("playwright")


@pytest.fixture(scope="module")
def leaking() -> Iterator[tuple[Any, Requests]]:
    """A browser of its own, and what it asks for."""
    with counting_requests() as (requests, port):
        resolver = f"--host-resolver-rules=MAP * 127.0.0.1:{port}, EXCLUDE 127.0.0.1"
        autoplay = "--autoplay-policy=no-user-gesture-required"
        with open_browser(KEPT.driver(), *OWN_REQUESTS, resolver, autoplay) as browser:
            yield browser, requests


@pytest.fixture
def served() -> Iterator[PageServer]:
    with running_pages() as server:
        yield server


def count_ways(
    leaking: tuple[Any, Requests], address: str, expected: int = 0
) -> tuple[set[str], bool]:
    """Open a window and use the page in it; return what was asked for, and whether one of its
    scripts ran. On a busy machine, wait longer for as many requests as are expected."""
    browser, requests = leaking
    requests.ways = set()
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(address)
    tab.wait_for_timeout(1500)
    frame = tab.frames[1]
    shown_at = frame.url
    has_run = frame.evaluate(f"document.documentElement.hasAttribute('{RAN}')")
    for selector, act in (
        ("#leave, [data-href$='/click']", lambda found: found.hover(timeout=2000)),
        ("#enter", lambda found: found.press("Enter", timeout=2000)),
        ("#blank, [data-href$='/blank']", lambda found: found.click(timeout=2000)),
        ("#leave, [data-href$='/click']", lambda found: found.click(button="middle", timeout=2000)),
        ("#send", lambda found: found.click(timeout=2000)),
        ("#leave, [data-href$='/click']", lambda found: found.click(timeout=2000)),
    ):
        try:
            act(frame.locator(selector).first)
        except Exception as error:  # the frame has gone elsewhere: the control
            assert "Timeout" in str(error) or "detached" in str(error) or "closed" in str(error)
            if frame.is_detached() or frame.url != shown_at:
                break
        tab.wait_for_timeout(200)
    tab.wait_for_timeout(1500)
    for _ in range(600):
        if len(requests.ways) >= expected:
            break
        tab.wait_for_timeout(100)
    context.close()
    return set(requests.ways), has_run


def test_the_page_asks_in_many_ways_when_nothing_stops_it(leaking, served):
    ways, has_run = count_ways(leaking, served.frame(served.answer(LEAKING, {}), ""), ASKS)
    print(len(ways), sorted(ways))
    assert len(ways) >= ASKS and has_run


@pytest.mark.long
def test_the_headers_alone_are_not_enough(leaking, served):
    headers = page_headers(served.base, f"{served.base}/page/none/", "nonce")
    ways, has_run = count_ways(leaking, served.frame(served.answer(LEAKING, headers)), 1)
    print(len(ways), sorted(ways))
    assert not has_run and 0 < len(ways) < ASKS


@pytest.mark.long
def test_the_cleaning_alone_is_not_enough(leaking, served):
    cleaned = shown(LEAKING).join().decode()
    ways, has_run = count_ways(leaking, served.frame(served.answer(cleaned, {}), ""), 1)
    print(len(ways), sorted(ways))
    assert not has_run and 0 < len(ways) < ASKS


@pytest.mark.parametrize("is_reading", [False, True])
def test_nothing_leaves_a_shown_page(leaking, served, is_reading):
    page = shown(LEAKING, is_reading=is_reading)
    ways, has_run = count_ways(leaking, served.frame(served.shelf.add(page, find_nothing), SANDBOX))
    assert not has_run and ways == set()
