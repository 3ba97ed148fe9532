"""The click that has it stored how pages look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults
from moved_portal import move_portal
from running_studio import Studio
from small_portal import Answer, SmallPortal, article, listing, small_portal

RULES = """\
portal: looks
archive: {url: BASE/list, links: h2 a}
fetch: {delay: 0}
article: {body: {root: article}}
"""


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory, studio_folder: Path) -> SmallPortal:
    """Four articles with a style sheet of all, and two pictures each."""
    with small_portal(tmp_path_factory.mktemp("looks"), {}) as portal:
        portal.pages["/list"] = listing(*(f"/a{number}" for number in range(4)))
        for number in range(4):
            pictures = "".join(f'<img src="/{number}-{each}.png">' for each in "ab")
            head = '<link rel="stylesheet" href="/main.css">'
            portal.pages[f"/a{number}"] = article(f"The text of {number}.{pictures}", head)
        portal.pages["/main.css"] = Answer("a {}", headers=(("Content-Type", "text/css"),))
        portal.crawl(RULES)
    move_portal(portal, studio_folder, "looks")
    return portal


def test_one_click_has_it_stored(
    tab: Any, studio: Studio, crawled: SmallPortal, studio_folder: Path
) -> None:
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/looks/run")
    tab.get_by_text("Other ways to crawl and build").click()
    assert find_faults(tab) == []
    tab.get_by_role("button", name="Store what pages look like").click()
    tab.get_by_role("button", name="Save looks.yaml").click()
    tab.get_by_text("has changes that are not saved").first.wait_for(state="hidden")
    assert "assets: page" in (studio_folder / "looks.yaml").read_text(encoding="utf-8")
