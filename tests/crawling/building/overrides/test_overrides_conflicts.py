"""``curator report metadata`` on pages that hold several articles, and in several processes."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.cli.main import main

TEXT = (
    "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"
    "article: {split: {css: div.post}, body: {root: div.post}, metadata: {title: [h3, b], published: none}}\n"
)
FERRY = "<div class=post id=first><h3>Ferry</h3><b>Boat</b><p>It is late.</p></div>"
ONE = f'{FERRY}<div class=post id="s 2"><h3>Tram</h3><b>Tram</b><p>It runs.</p></div>'
TWO = "<div class=post id=third><h3>School</h3><b>school</b><p>It opens.</p></div>"


@pytest.fixture
def portal(tmp_path: Path):
    pages = {
        "/list": listing("/one", "/two", "/three"),
        "/one": f"<html><body>{ONE}</body></html>",
        "/two": f"<html><body>{TWO}</body></html>",
    }
    with small_portal(tmp_path, {**pages, "/three": article("Nothing")}) as running:
        running.crawl(TEXT)
        yield running


def conflicts(portal: SmallPortal, capsys, *options: str) -> list[list[str]]:
    capsys.readouterr()
    config = str(portal.folder / "portal.yaml")
    assert (
        main(["report", "metadata", config, "--corpus", str(portal.corpus), "--quiet", *options])
        == 0
    )
    return [
        line.split("\t")
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("title")
    ]


def test_each_article_of_a_page_counts(portal: SmallPortal, capsys):
    own = [line for line in conflicts(portal, capsys) if "built in" not in line[2]]
    # School and school are the same
    assert own == [
        ["title", "css:h3", "css:b", "3", "1", "Ferry", "Boat", f"{portal.base}/one#first"]
    ]


def test_the_result_is_the_same_with_any_number_of_processes(portal: SmallPortal, capsys):
    assert (
        conflicts(portal, capsys, "--jobs", "2") == conflicts(portal, capsys, "--jobs", "1") != []
    )
