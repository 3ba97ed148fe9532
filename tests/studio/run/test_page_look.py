"""What it takes to store how pages looked, and the click that has it stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults
from moved_portal import move_portal
from running_studio import Studio
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.studio.new_portal.page_look import AssetCost, describe_cost, estimate_cost

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


def test_the_cost_is_said_and_one_click_has_it_stored(
    tab: Any, studio: Studio, crawled: SmallPortal, studio_folder: Path
) -> None:
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/looks/run")
    tab.get_by_text("Other ways to crawl and build").click()
    tab.get_by_role("button", name="What pages looked like").click()
    tab.get_by_text("4 articles: about 9 more requests (2 for each article, 1 for all)").wait_for()
    assert find_faults(tab) == []
    tab.get_by_role("button", name="Store it from the next crawl on").click()
    tab.get_by_role("button", name="Save looks.yaml").click()
    tab.get_by_text("has changes that are not saved").first.wait_for(state="hidden")
    assert "assets: page" in (studio_folder / "looks.yaml").read_text(encoding="utf-8")


def test_the_cost_counts_what_is_shared_once_and_the_slowest_host() -> None:
    pages = [
        ("http://a.example/s.css", "http://a.example/1.png", "http://b.example/1.png"),
        ("http://a.example/s.css", "http://a.example/2.png", "http://a.example/3.png"),
    ]
    cost = estimate_cost(pages, 1000, 2.0)
    assert cost == AssetCost(1000, 1, 2.0, (1500 + 1) * 2.0)
    assert cost.requests == 2001
    assert describe_cost(cost) == (
        "1,000 articles: about 2,001 more requests (2 for each article, 1 for all), 0.8 hours with"
        " the delay of the portal file, 0.1 GB at 50 kB each."
    )
    assert "2.0 days" in describe_cost(AssetCost(9, 0, 1, 2 * 86_400))
