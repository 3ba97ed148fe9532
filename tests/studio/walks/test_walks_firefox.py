"""The main path of the studio in Firefox: from an address to the table, with mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from counted_walk import hurry
from firefox_tab import open_firefox
from made_up_portals import fill_german_portal
from running_studio import running_studio
from small_portal import small_portal

from webarticlecurator.portal_file.config.load import load_portal


@pytest.mark.long
def test_the_main_path_in_firefox(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    with (
        open_firefox(tmp_path) as tab,
        small_portal(tmp_path, {}) as portal,
        running_studio(folder) as studio,
    ):
        address, _ = fill_german_portal(portal)
        tab.open(studio.addresses()[-1])
        tab.click("A portal from its address")
        tab.wait_for("!!document.querySelector('input[type=url]')")
        tab.evaluate("document.querySelector('input[type=url]').focus()")
        tab.press(*address)
        tab.click("Propose a portal file")
        tab.click("Write the file")
        tab.wait_for("!!document.querySelector('.step-next button')")
        hurry(folder)
        tab.click("Try 20 articles")
        tab.click("Look at the next one")
        tab.wait_for("document.querySelector('iframe')?.src.includes('/page/')")

        # a click on the page asks; the question has the keyboard, and Escape gives it back
        tab.click_in_frame("h1")
        tab.wait_for_words("What is this?")
        assert tab.focus() == "What is this?"
        tab.press("Escape")
        tab.wait_for("!document.body.innerText.includes('What is this?')")
        assert tab.focus() == "The stored page"
        # the keyboard alone: the next element, and the question about it
        tab.press("ArrowDown", "Enter")
        tab.wait_for_words("What is this?")
        tab.click("Title")
        tab.click("Accept")
        tab.wait_for_words("not saved")
        tab.click("Save")
        tab.wait_for("!document.body.innerText.includes('not saved')")
        tab.click("All of it is right")
        for number in range(1, 5):
            tab.wait_for_words(f"You have confirmed {number} of 5 articles.")
            tab.click("All of it is right")
        tab.click("Crawl all")
        tab.click("Articles")
        tab.click("Take them home")
        tab.click("Download")
        (file,) = (each for each in folder.glob("*.yaml") if not each.stem.endswith(".tests"))
        tab.wait_for_words(f"Save {file.stem}.xlsx")
    assert "title:" in load_portal(file).path.read_text(encoding="utf-8")
