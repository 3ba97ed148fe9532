"""The editor of a portal file in a browser: typing, problems, saving."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running_studio import Studio

pytest.importorskip("nicegui")

COLUMNS = 400
"""So many that to check the file takes longer than to type a word."""
BIG = "portal: big\nhome: https://big.example/\narchive:\n  columns:\n" + "".join(
    f"    c{number}: {{url: 'https://big.example/{number}/'}}\n" for number in range(COLUMNS)
)
OTHER = "portal: other\nhome: https://other.example/\narchive: {url: https://other.example/}\n"
TINY = "portal: tiny\nhome: https://tiny.example/\narchive: {url: https://tiny.example/}\n"


@pytest.fixture(scope="session", autouse=True)
def portals(studio_folder: Path) -> None:
    (studio_folder / "big.yaml").write_text(BIG, encoding="utf-8")
    (studio_folder / "other.yaml").write_text(OTHER, encoding="utf-8")
    (studio_folder / "tiny.yaml").write_bytes(TINY.replace("\n", "\r\n").encode())


def open_editor(tab: Any, studio: Studio, portal: str) -> Any:
    """Open the view without a page, which has the editor alone."""
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/{portal}/article")
    tab.get_by_text("No problems").wait_for()
    editor = tab.get_by_role("textbox", name="Portal file")
    editor.click()
    return editor


def file_of(studio: Studio, portal: str) -> Path:
    return studio.output.with_name(f"{portal}.yaml")


def test_no_character_is_lost_while_the_file_is_checked(tab: Any, studio: Studio):
    open_editor(tab, studio, "big")
    tab.keyboard.press("Control+End")
    lines = [f"# line {number} 😀 of quickly typed words" for number in range(5)]
    for number, line in enumerate(lines):
        tab.keyboard.type(line, delay=3)
        tab.keyboard.press("Enter")
        tab.wait_for_timeout(150 if number % 2 else 450)  # some pauses are long enough for a check
        tab.get_by_text("not saved", exact=True).wait_for()
    tab.keyboard.press("Control+s")
    tab.get_by_text("saved", exact=True).wait_for()
    assert file_of(studio, "big").read_text(encoding="utf-8") == BIG + "\n".join([*lines, ""])


def test_a_problem_leads_to_its_line_and_the_file_keeps_its_line_ends(tab: Any, studio: Studio):
    editor = open_editor(tab, studio, "tiny")
    tab.keyboard.press("Control+End")
    tab.keyboard.type("nonsense: 1")
    tab.get_by_role("button", name="Line 4: nonsense: unknown key").click()
    note = tab.locator(".cm-line", has_text="nonsense").locator(".editor-problem-note")
    note.wait_for()
    tab.get_by_role("button", name="Save").click()
    tab.get_by_text("saved", exact=True).wait_for()
    written = TINY.replace("\n", "\r\n").encode() + b"nonsense: 1"
    assert file_of(studio, "tiny").read_bytes() == written
    assert editor.get_attribute("aria-label").endswith("to leave the editor.")


def test_a_file_that_was_changed_elsewhere_is_read_again(tab: Any, studio: Studio):
    open_editor(tab, studio, "other")
    tab.keyboard.press("Control+Home")
    tab.keyboard.type("# mine ")
    tab.get_by_text("not saved").wait_for()
    file = file_of(studio, "other")
    file.write_text(f"{OTHER}title: Theirs\n", encoding="utf-8")
    tab.get_by_role("button", name="Save").click()
    tab.get_by_text("another program has changed").wait_for()
    assert file.read_text(encoding="utf-8") == f"{OTHER}title: Theirs\n"
    tab.get_by_role("button", name="Read again").click()
    tab.get_by_text("saved", exact=True).wait_for()
    tab.get_by_text("another program has changed").wait_for(state="detached")
    shown = tab.locator(".cm-content").inner_text()
    assert "Theirs" in shown
    assert "# mine" not in shown
    file.write_text(OTHER, encoding="utf-8")
    open_editor(tab, studio, "other")
    assert "Theirs" not in tab.locator(".cm-content").inner_text()
