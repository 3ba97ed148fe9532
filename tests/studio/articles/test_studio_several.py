"""The portals of ``corpus.yaml`` as one table, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from accessibility import find_faults
from moved_portal import move_portal
from running_studio import Studio
from small_portal import article, listing, small_portal

RULES = """\
portal: NAME
archive: {url: BASE/list, links: h2 a}
fetch: {delay: 0}
article: {metadata: {authors: .by}}
"""
CORPUS = """\
title: Two papers
portals: [ebb.yaml, flow.yaml]
where: ["title!=Title 0"]
"""
DRY = "portal: dry\nhome: http://dry.example/\narchive: {url: http://dry.example/, links: h2 a}\n"


@pytest.fixture(scope="module")
def two_portals(tmp_path_factory: pytest.TempPathFactory, studio_folder: Path) -> Iterator[Path]:
    """Two portals of three articles each, and their ``corpus.yaml``."""
    for name in ("ebb", "flow"):
        with small_portal(tmp_path_factory.mktemp(name), {}) as portal:
            portal.pages["/list"] = listing(*(f"/{name}{number}" for number in range(3)))
            for number in range(3):
                text = f'<h1>Title {number}</h1><p class="by">Ann {name}</p><p>The text.</p>'
                portal.pages[f"/{name}{number}"] = article(text)
            portal.crawl(RULES.replace("NAME", name))
        move_portal(portal, studio_folder, name)
    file = studio_folder / "corpus.yaml"
    file.write_text(CORPUS, encoding="utf-8")
    yield studio_folder
    file.unlink()


def test_several_portals_are_one_table(tab: Any, studio: Studio, two_portals: Path):
    studio.admit(tab)
    tab.goto(studio.base)
    tab.get_by_role("link", name="corpus.yaml").click()
    tab.get_by_role("heading", name="Two papers").wait_for()
    # those that the file selects: without the first of each portal
    tab.get_by_text("4 articles", exact=True).wait_for()
    facet = tab.get_by_role("region", name="Portal")
    facet.wait_for()
    assert facet.get_by_role("listitem").all_inner_texts() == ["ebb 2", "flow 2"]
    assert find_faults(tab) == []

    tab.get_by_role("link", name="Sort by title").click()
    tab.locator("th[aria-sort=ascending]", has_text="title").wait_for()
    addresses = [link.get_attribute("href") for link in tab.locator("td a").all()]
    assert [each.partition("/portal/")[2].partition("/")[0] for each in addresses] == [
        *("ebb", "flow", "ebb", "flow"),
    ]

    tab.get_by_role("button", name="Download 4 articles").click()
    tab.get_by_label("Format").first.select_option("tei")
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Download", exact=True).click()
    with ZipFile(BytesIO(Path(saved.value.path()).read_bytes())) as packed:
        texts = [packed.read(name) for name in packed.namelist() if name.endswith(".xml")]
    assert sorted(text.count(b"Ann flow") > 0 for text in texts) == [False, False, True, True]

    tab.get_by_role("region", name="Portal").get_by_role("link", name="flow").click()
    tab.get_by_text("2 articles", exact=True).wait_for()
    tab.get_by_role("link", name="Title 2").click()
    tab.wait_for_url("**/portal/flow/article?*")


def test_what_is_wrong_with_the_file_is_said(tab: Any, studio: Studio, two_portals: Path):
    file = two_portals / "corpus.yaml"
    (two_portals / "dry.yaml").write_text(DRY, encoding="utf-8")
    file.write_text("portals: [dry.yaml, flow.yaml]\n", encoding="utf-8")
    studio.admit(tab)
    tab.goto(f"{studio.base}/articles")
    tab.get_by_text("Nothing of dry is stored yet").wait_for()
    tab.get_by_text("3 articles", exact=True).wait_for()
    file.write_text("portals: [nowhere.yaml]\n", encoding="utf-8")
    tab.goto(f"{studio.base}/articles")
    tab.get_by_text("corpus.yaml:1:11: portals[0]: no such portal file").wait_for()
    # the folder has all of its portals nevertheless
    tab.goto(studio.base)
    tab.get_by_role("link", name="dry", exact=True).wait_for()
