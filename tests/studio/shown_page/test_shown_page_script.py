"""The one script of a shown page, in a browser: pointer, keys, marks, and nothing else acts."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from browser import PATIENCE, wait_in_python
from hostile_markup import HOSTILE
from page_server import PageServer, running_pages, shown, wait_for

from webarticlecurator.base.model.capture import Body, Capture

PAGE = """<!DOCTYPE html><html><head><style>
curator-marks, curator-marks *, * + curator-marks { display: none !important; opacity: 0 !important; transform: scale(0) !important }
*::backdrop { background: #00f !important }
</style></head><body>
<h1>A headline</h1>
<div id=list><p style="display: none">hidden</p><a href="/one" onclick="x()">one</a> <a href="/two" target=_blank>two</a></div>
<form action="/send"><input id=field value=old><select><option>a<option>b</select><button>Send</button></form>
<details><summary>more</summary><p>inside</p></details>
<p style="margin-top: 3000px">the end</p></body></html>"""
NUMBERS = "html head style body h1 list hidden one two form field select a b button details summary inside end"
NODE = {name: number for number, name in enumerate(NUMBERS.split())}
HEARD = "window.heard ??= (addEventListener('message', () => { window.heard += 1 }), 0)"
NEXT_FRAME = "new Promise(done => requestAnimationFrame(() => done(0)))"


@pytest.fixture(scope="module")
def served() -> Iterator[PageServer]:
    with running_pages() as server:
        yield server


@pytest.fixture
def page(tab: Any, served: PageServer) -> Any:
    """A tab with the page in a frame that is ready."""
    tab.goto(served.show(PAGE))
    assert wait_for(tab, "ready") == [len(NODE)]
    return tab


def locate(tab: Any, name: str) -> Any:
    return tab.frame_locator("iframe").locator(f'[data-node="{NODE[name]}"]')


def in_page(tab: Any, expression: str) -> Any:
    return tab.frames[1].evaluate(expression)


def told(tab: Any, kind: str) -> list[int]:
    nodes: list[int] = tab.evaluate(
        f"told.filter(([kind]) => kind === {kind!r}).map(([, node]) => node)"
    )
    return nodes


def wait_until_drawn(tab: Any) -> None:
    """Wait until the frame has drawn what has changed: a change is seen in one picture of it, and
    the marks are in the next one."""
    for _ in range(4):
        in_page(tab, NEXT_FRAME)


def send(tab: Any, message: str) -> None:
    """Send a message to the frame, and wait until it has come and was drawn."""
    heard = in_page(tab, HEARD)
    tab.evaluate(f"send({message})")
    wait_in_python(tab, lambda: in_page(tab, HEARD) > heard)
    wait_until_drawn(tab)


def mark(tab: Any, *marks: tuple[str, str, str]) -> None:
    """Send marks, and wait until they are drawn."""
    sent = [[NODE[name], state, label] for name, state, label in marks]
    send(tab, json.dumps({"kind": "marks", "marks": sent}))


def places(tab: Any) -> Any:
    """Where each element is, and how large the page is."""
    return in_page(
        tab,
        """[document.documentElement.scrollWidth, document.documentElement.scrollHeight,
        ...[...document.querySelectorAll('[data-node]')].map(e => JSON.stringify(e.getBoundingClientRect()))]""",
    )


def test_clicks_of_all_kinds_are_picks_and_lead_nowhere(page: Any) -> None:
    before = page.url, [frame.url for frame in page.frames]
    for name in ("one", "two", "button", "field", "select", "summary", "h1"):
        locate(page, name).click()
    wait_for(page, "pick", 7)
    assert told(page, "pick") == [
        NODE[n] for n in ("one", "two", "button", "field", "select", "summary", "h1")
    ]
    locate(page, "one").click(button="middle")
    locate(page, "two").click(modifiers=["Control"])
    locate(page, "one").dblclick()
    locate(page, "one").drag_to(locate(page, "field"))
    page.wait_for_timeout(300)
    assert before == (page.url, [frame.url for frame in page.frames])
    assert len(page.context.pages) == 1
    assert in_page(page, "document.querySelector('input').value") == "old"
    assert in_page(page, "document.querySelector('details').open")
    locate(page, "field").click()
    assert in_page(page, "document.activeElement === document.documentElement")  # no field


def test_the_place_around_the_elements_is_nothing_to_pick(page: Any) -> None:
    page.mouse.click(5, 500)
    locate(page, "h1").click()
    assert wait_for(page, "pick") == [NODE["h1"]]


def test_the_pointer_is_told_once_for_each_element(page: Any) -> None:
    for name in ("h1", "h1", "one", "field"):
        locate(page, name).hover()
    page.mouse.move(5, 500)
    wait_for(page, "hover", 4)
    named = {NODE[name] for name in ("h1", "one", "field")}
    found = [node for node in told(page, "hover") if node in named]
    assert found == [NODE["h1"], NODE["one"], NODE["field"]] and told(page, "hover")[-1] == -1


@pytest.fixture
def new_page(browser: Any, served: PageServer) -> Iterator[Any]:
    """As ``page``, in a new tab: the focus of the test before is not where the keys begin."""
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.goto(served.show(PAGE))
        wait_for(tab, "ready")
        yield tab


def test_keys_go_from_element_to_element_and_pick(new_page: Any) -> None:
    page, has_focus = new_page, "document.hasFocus()"
    page.keyboard.press("Tab")  # into the frame: one stop, whatever fields the page has
    wait_in_python(page, lambda: in_page(page, has_focus))
    steps = (
        ("ArrowDown", "h1"),
        ("ArrowDown", "list"),
        ("ArrowRight", "one"),  # past what is hidden
        ("ArrowDown", "two"),
        ("ArrowUp", "one"),
        ("ArrowUp", "list"),
        ("ArrowRight", "one"),
        ("ArrowLeft", "list"),
        ("ArrowLeft", "list"),  # the page itself is no stop
        ("ArrowDown", "form"),
        ("ArrowRight", "field"),
    )
    for key, _ in steps:
        page.keyboard.press(key)
    expected = [NODE[name] for number, (_, name) in enumerate(steps) if number != 8]
    assert wait_for(page, "focus", len(expected)) == expected
    page.keyboard.press("Enter")
    page.keyboard.type("x")
    page.keyboard.press("Space")
    assert wait_for(page, "pick", 2) == [NODE["field"]] * 2
    assert in_page(page, "document.querySelector('input').value") == "old"
    page.keyboard.press("Tab")
    wait_in_python(page, lambda: not in_page(page, has_focus))


def test_going_on_from_an_element_that_was_clicked(page: Any) -> None:
    locate(page, "two").click()
    page.keyboard.press("ArrowUp")
    assert wait_for(page, "focus") == [NODE["one"]]


def test_an_element_out_of_view_comes_into_view(page: Any) -> None:
    page.evaluate(f"send({{kind: 'scroll', node: {NODE['end']}}})")
    wait_in_python(page, lambda: in_page(page, "scrollY") > 2000)
    page.evaluate(f"send({{kind: 'scroll', node: {NODE['hidden']}}})")  # then what it is in
    wait_in_python(page, lambda: in_page(page, "scrollY") < 200)


@pytest.mark.parametrize("width", [1280, pytest.param(390, marks=pytest.mark.long)])
def test_marks_are_seen_and_change_nothing_of_the_page(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.mouse.move(5, 500)
    before, plain = places(page), page.screenshot()
    shots = set()
    for state in (
        "kept",
        "dropped",
        "unclaimed",
        "outside",
        "link",
        "next",
        "left-out",
        "proposed",
        "hovered",
    ):
        mark(page, ("h1", state, ""))
        shots.add(page.screenshot())
    assert len(shots) == 9 and plain not in shots
    mark(
        page,
        ("h1", "kept", "a label " * 30),
        ("end", "dropped", "out of view"),
        ("one", "link", "1"),
    )
    assert places(page) == before
    mark(page)
    assert page.screenshot() == plain
    in_page(page, "document.querySelector('h1').textContent = 'other words'")
    wait_until_drawn(page)
    assert page.screenshot() != plain  # the page is not covered


def test_marks_follow_what_moves(page: Any) -> None:
    page.mouse.move(5, 500)
    mark(page, ("h1", "kept", ""))
    shot = locate(page, "h1").screenshot()
    in_page(page, "document.body.style.paddingTop = '40px'; 0")
    wait_until_drawn(page)
    assert locate(page, "h1").screenshot() == shot
    in_page(page, "scrollTo(0, 20)")
    wait_until_drawn(page)
    assert locate(page, "h1").screenshot() == shot


def test_messages_that_are_not_of_the_window_are_not_heard(page: Any) -> None:
    page.mouse.move(5, 500)
    plain = page.screenshot()
    marks = f"{{kind: 'marks', marks: [[{NODE['h1']}, 'kept', 'x']]}}"
    in_page(page, f"postMessage({marks}, '*')")
    in_page(page, "postMessage(null, '*')")
    send(page, "null")
    send(page, "{kind: 'toString'}")
    send(
        page,
        "{kind: 'marks', marks: [[4, 'unknown', 'x'], [999, 'kept', 'x'], [-1, 'kept', '']]}",
    )
    assert page.screenshot() == plain
    send(page, marks)
    assert page.screenshot() != plain


def test_a_label_is_text(page: Any) -> None:
    mark(page, ("h1", "kept", "<img src=x onerror=alert(1)>"))
    assert in_page(page, "document.querySelectorAll('img').length") == 0


def test_a_page_cannot_hide_how_its_elements_are_found(tab: Any, served: PageServer) -> None:
    names = (
        "closest",
        "getAttribute",
        "parentElement",
        "getClientRects",
        "body",
        "querySelectorAll",
    )
    fields = "".join(f"<input id={name} name={name}><img id={name} name={name}>" for name in names)
    tab.goto(
        served.show(f"<form id=body name=body style='padding: 50px'>{fields}<b>word</b></form>")
    )
    wait_for(tab, "ready")
    frame = tab.frame_locator("iframe")
    frame.locator("b").click()
    frame.locator("div").click(position={"x": 5, "y": 5})
    tab.keyboard.press("ArrowRight")
    form = 2
    assert wait_for(tab, "focus") == [form + 1]
    assert told(tab, "pick") == [form + 2 * len(names) + 1, form]


def test_no_hostile_markup_runs_in_the_browser_even_without_policy_and_sandbox(
    tab: Any,
) -> None:
    def runs(markup: str) -> bool:
        tab.evaluate("window.ran = false; window.run = () => { window.ran = true }; 0")
        tab.set_content(markup)
        tab.wait_for_timeout(20)
        return bool(tab.evaluate("window.ran"))

    assert [source for source in HOSTILE if runs(shown(source).join().decode())] == []
    running = filter(runs, HOSTILE)
    assert len([*islice(running, 10)]) == 10, "the control: they run"


def test_pictures_styles_and_fonts_come_from_where_the_page_is_stored(
    tab: Any, served: PageServer
) -> None:
    nicegui = Path(pytest.importorskip("nicegui").__file__).parent
    font = min((nicegui / "static" / "fonts").glob("*.woff2"), key=lambda file: file.stat().st_size)
    files = {
        "a.css": (
            b"@import 'b.css'; @font-face { font-family: f; src: url(f.woff2) } p { font-family: f }",
            "text/css",
        ),
        "b.css": (
            b"p { background: url('../a.png'); color: rgb(1, 2, 3) } a:link { color: rgb(4, 5, 6) }",
            "text/css",
        ),
        "f.woff2": (font.read_bytes(), "font/woff2"),
    }
    stored = {f"http://leak.example/css/{name}": body for name, body in files.items()}
    stored["http://leak.example/a.png"] = (make_png(), "image/png")
    asked: list[str] = []

    def find_body(url: str) -> Body | None:
        asked.append(url)
        content, media_type = stored.get(url, (b"", ""))
        capture = Capture(
            "<urn:x>", url, 200, datetime.now(timezone.utc), "a.warc", 0, 0, media_type, None, ""
        )
        return Body(capture, content, media_type) if content else None

    source = "<html><head><link rel=stylesheet href=/css/a.css></head><body><p>words</p><a href=x>a</a><img src=/a.png><img src=/missing.png>"
    tab.goto(served.show(source, find_body))
    wait_for(tab, "ready")
    in_page(tab, "document.fonts.ready.then(() => 0)")
    assert in_page(tab, "[...document.images].map(i => i.naturalWidth)") == [3, 0]
    assert in_page(tab, "getComputedStyle(document.querySelector('p')).color") == "rgb(1, 2, 3)"
    assert in_page(tab, "getComputedStyle(document.querySelector('a')).color") == "rgb(4, 5, 6)"
    assert in_page(tab, "[...document.fonts].map(f => f.status)") == ["loaded"]
    assert set(asked) == {*stored, "http://leak.example/missing.png"}


def make_png() -> bytes:
    """A picture of 3 by 1 pixels."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + name
            + content
            + struct.pack(">I", zlib.crc32(name + content))
        )

    head = struct.pack(">IIBBBBB", 3, 1, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0abc"))
        + chunk(b"IEND", b"")
    )
