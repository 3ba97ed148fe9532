"""The frame in a window of NiceGUI: what is done in the page reaches Python, and the other way round."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import wait_in_python

pytest.importorskip("nicegui")
PROGRAM = Path(__file__).with_name("frame_program.py")
PAGE = """<!DOCTYPE html><html><head><style>h1 { color: rgb(1, 2, 3) !important }</style></head><body>
<h1>A headline</h1><p>first words</p><p style="margin-bottom: 4000px">second words</p><footer>the end</footer></body></html>"""
HTML, HEAD, STYLE, BODY, TITLE, FIRST, SECOND, END = range(8)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the window, which a process of its own serves."""
    files = []
    for name, content in (("one", PAGE), ("two", "<p>another page</p>")):
        files.append(tmp_path_factory.mktemp("pages") / f"{name}.html")
        files[-1].write_text(content, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, str(PROGRAM), str(port), *map(str, files)])
    try:
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def window(tab: Any, address: str) -> Any:
    """A tab with the window."""
    tab.goto(address)
    return tab


def expect_text(tab: Any, selector: str, text: str) -> None:
    tab.wait_for_function(f"document.querySelector({selector!r}).textContent.trim() === {text!r}")


def in_page(tab: Any, expression: str) -> Any:
    return tab.frames[1].evaluate(expression)


def test_a_click_a_key_and_the_pointer_reach_python(window: Any) -> None:
    page = window.frame_locator("iframe")
    page.locator("p").first.click()
    expect_text(window, "#picked", f"picked {FIRST}")
    page.locator("p").nth(1).hover()
    expect_text(window, "#hovered", f"hovered {SECOND}")
    window.keyboard.press("ArrowUp")
    expect_text(window, "#hovered", f"hovered {TITLE}")
    window.keyboard.press("Enter")
    expect_text(window, "#picked", f"picked {FIRST} {TITLE}")


def test_numbers_that_the_page_has_not_and_other_senders_are_not_heard(window: Any) -> None:
    page = window.frame_locator("iframe")
    page.locator("h1").hover()
    expect_text(window, "#hovered", f"hovered {TITLE}")
    window.evaluate('postMessage({kind: "pick", node: 2}, "*")')  # from the window itself
    frame = window.frames[1]
    for node in ("1.5", "'2'", "null", "8", "-2", "1e9", "[2]"):
        frame.evaluate(f"parent.postMessage({{kind: 'pick', node: {node}}}, '*')")
    frame.evaluate("parent.postMessage({kind: 'remove', node: 2}, '*')")
    page.locator("h1").click()
    expect_text(window, "#picked", f"picked {TITLE}")


def test_marks_hovering_and_scrolling_reach_the_page(window: Any) -> None:
    window.frame_locator("iframe").locator("h1").hover()
    expect_text(window, "#hovered", f"hovered {TITLE}")
    seen = [window.locator("iframe").screenshot()]
    for name in ("mark", "hover"):
        window.get_by_role("button", name=name, exact=True).click()
        wait_in_python(window, lambda: window.locator("iframe").screenshot() not in seen)
        seen.append(window.locator("iframe").screenshot())
    assert len(set(seen)) == 3
    window.get_by_role("button", name="scroll").click()
    wait_in_python(window, lambda: in_page(window, "scrollY") > 3000)


def test_another_page_can_be_shown(window: Any) -> None:
    color = "getComputedStyle(document.querySelector('h1')).color"
    window.frame_locator("iframe").locator("h1").hover()
    assert in_page(window, color) == "rgb(1, 2, 3)"
    window.get_by_role("button", name="other").click()
    window.frame_locator("iframe").get_by_text("another page").click()
    expect_text(window, "#picked", "picked 2")


def test_the_frame_is_a_sandbox_with_a_title(window: Any) -> None:
    frame = window.locator("iframe")
    assert frame.get_attribute("sandbox") == "allow-scripts"
    assert frame.get_attribute("referrerpolicy") == "no-referrer"
    assert frame.get_attribute("title") == "The archived page"
    window.frame_locator("iframe").locator("h1").hover()
    assert window.frames[1].evaluate("origin") == "null"
