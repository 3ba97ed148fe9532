"""A question about an element leaves the page half of the window, and the element in view."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from browser import click_where_it_stays, wait_in_python
from response_records import response_record
from running_studio import Studio

pytest.importorskip("nicegui")

HOME = "https://room.example/"
LIST, STORY = f"{HOME}list", f"{HOME}story-1.html"
PORTAL = f"""\
portal: room
home: {HOME}
archive: {{url: {LIST}, links: h2}}
article:
  match: story
  body: {{root: main}}
"""
HEADLINES = "".join(
    f"<h2><a href='/story-{number}.html'>Headline {number} of them</a></h2><p>What it says.</p>"
    for number in range(40)
)
PARAGRAPHS = "".join(
    f"<p class='part'>Paragraph {number} says that the ferry was late again. {'More. ' * 20}</p>"
    for number in range(40)
)
COUNTS = f"""\
signature\toperation\tkeep\tcontext\tfrequency\tpages\tsuggestion\tconfidence\treason\texamples
p.part\t\t\t\t40\t1\tparagraph\t0.70\ta word\t{STORY}
"""
SIZES = {"wide": (1280, 800), "narrow": (390, 800)}
ROOM = """() => {
  const frame = document.querySelector("iframe"), box = frame.getBoundingClientRect();
  const x = box.left + box.width / 2;
  let seen = 0;
  for (let y = 0; y < innerHeight; y++) seen += document.elementFromPoint(x, y) === frame;
  return seen / innerHeight;
}"""
"""The share of the height of the window that the page has, without what lies over it."""


@pytest.fixture(scope="session", autouse=True)
def portal(studio_folder: Path) -> None:
    story = f"<html><body><main><h1>The ferry</h1>{PARAGRAPHS}</main></body></html>"
    pages = {LIST: f"<html><body><h1>All</h1>{HEADLINES}</body></html>", STORY: story}
    records = (
        response_record(url, text.encode(), f"{number:036}")
        for number, (url, text) in enumerate(pages.items())
    )
    (studio_folder / "room.warc").write_bytes(b"".join(records))
    (studio_folder / "room.warcs.txt").write_text("room.warc\n", encoding="utf-8")
    (studio_folder / "room.yaml").write_text(PORTAL, encoding="utf-8")
    reports = studio_folder / "corpora" / "room" / "reports"
    reports.mkdir(parents=True)
    (reports / "tag-counts.tsv").write_text(COUNTS, encoding="utf-8")


@pytest.fixture(params=SIZES)
def window(request: pytest.FixtureRequest, tab: Any, studio: Studio) -> Any:
    width, height = SIZES[request.param]
    tab.set_viewport_size({"width": width, "height": height})
    studio.admit(tab)
    return tab


def open_view(tab: Any, studio: Studio, view: str, **query: str) -> Any:
    """Open a view; return the page in it."""
    asked = "&".join(f"{name}={quote(value, safe='')}" for name, value in query.items())
    tab.goto(f"{studio.base}/portal/room/{view}?{asked}")
    page = tab.frame_locator("iframe")
    page.locator("html[data-node]").wait_for(state="attached")
    return page


def press(tab: Any, name: str) -> None:
    tab.get_by_role("button", name=name, exact=True).click()


def is_in_window(tab: Any, box: dict[str, float]) -> bool:
    size = tab.viewport_size
    is_beside = box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    return is_beside and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def expect_room(tab: Any, asked: Any, answer: Any) -> None:
    """Expect that the page has half of the window, with the element that is asked for, and that the
    button that answers is in the window."""
    answer.wait_for()
    wait_in_python(tab, lambda: tab.evaluate(ROOM) >= 0.5)
    frame = tab.locator("iframe").bounding_box()
    wait_in_python(
        tab, lambda: frame["y"] <= asked.bounding_box()["y"] <= frame["y"] + frame["height"]
    )
    wait_in_python(tab, lambda: is_in_window(tab, answer.bounding_box()))


def test_what_an_element_means(window: Any, studio: Studio):
    page = open_view(window, studio, "article", url=STORY, pane="page")
    asked = page.get_by_text("Paragraph 7 ")
    click_where_it_stays(asked)
    expect_room(window, asked, window.get_by_role("button", name="Drop", exact=True))
    press(window, "Drop")
    window.locator(".article-change").first.wait_for()
    expect_room(window, asked, window.get_by_role("button", name="Accept", exact=True))
    window.keyboard.press("Escape")
    window.get_by_text("What is this?").wait_for(state="detached")


def test_what_a_block_of_the_text_means(window: Any, studio: Studio):
    """In a narrow window, where the text is shown without the page until then, too."""
    page = open_view(window, studio, "article", url=STORY, pane="text")
    block = window.get_by_role("listbox", name="Blocks of the text").get_by_text("Paragraph 30 ")
    block.click()
    press(window, "Title")
    accept = window.get_by_role("button", name="Accept", exact=True)
    expect_room(window, page.get_by_text("Paragraph 30 "), accept)
    press(window, "Close")
    block.wait_for()


def test_what_a_list_has(window: Any, studio: Studio):
    page = open_view(window, studio, "archive", url=LIST)
    click_where_it_stays(window.get_by_role("button", name="Point at headlines"))
    window.get_by_text("Click two or three headlines").wait_for()
    asked = page.get_by_text("Headline 9 of them")
    click_where_it_stays(asked)
    expect_room(window, asked, window.get_by_role("radio").first)
    press(window, "Close")
    window.get_by_text("Pointed at").wait_for(state="detached")
    asked = page.get_by_text("Headline 12 of them")
    click_where_it_stays(asked)
    leave = window.get_by_role("button", name="Leave out links like this")
    expect_room(window, asked, leave)
    leave.click()
    window.get_by_text("Links like this:").wait_for()
    expect_room(window, asked, window.get_by_role("radio").first)
    press(window, "Close")
    window.get_by_text("Links like this:").wait_for(state="detached")


def test_what_a_tag_means(window: Any, studio: Studio):
    page = open_view(window, studio, "tags", row="p.part")
    decide = window.get_by_role("group", name="This row").get_by_role("button", name="Decide")
    expect_room(window, page.get_by_text("Paragraph 0 "), decide)
