"""A portal in a new design: what ``curator repair`` proposes, and whether its proof is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from daily_portal import MONTHS, PER_MONTH, RULES, all_pages, redesigned
from long_parameters import always
from small_portal import SmallPortal, moved, small_portal

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.repair.portal_repair import repair_portal
from webarticlecurator.proposing.repair.repair_proof import Repair


@contextmanager
def redesigned_portal(folder: Path, changes: list[str]) -> Iterator[SmallPortal]:
    """A portal that was crawled, and has another design since."""
    with small_portal(folder, all_pages()) as portal:
        portal.crawl(RULES)
        portal.pages.clear()
        portal.pages.update(redesigned(changes))
        portal.clock.time += timedelta(days=60)
        portal.asked.clear()
        yield portal


def repair(portal: SmallPortal) -> Repair:
    file = portal.write(RULES)
    text = file.path.read_text(encoding="utf-8")
    return repair_portal(file, text, portal.corpus, (), portal.runtime)


DESIGNS = [
    ["rename"],
    ["hash"],
    ["hash", "nest"],
    ["siblings"],
    ["rename", "cards"],
    ["rename", "dates", "no-json"],
    ["hash", "nest", "siblings", "cards", "dates", "no-json"],
    ["test-ids", "paragraphs", "side-box"],
    ["heading", "footer", "rename", "no-json"],
]
CHOSEN = DESIGNS[6:]
"""Designs of every run; each kind of change is in one of them."""


@pytest.mark.parametrize("changes", always(CHOSEN, DESIGNS), ids="+".join)
def test_all_articles_and_lists_are_read_the_same(changes: list[str], tmp_path: Path) -> None:
    with redesigned_portal(tmp_path, changes) as portal:
        found = repair(portal)
        assert len(portal.asked) <= 24  # and one for robots.txt
    assert (found.made.same, found.control.same) == (12, 6)
    assert len(found.made.articles) == 12 and len(found.control.articles) == 6
    assert all(each.is_same for each in found.lists) and len(found.lists) == 5
    assert found.older == found.of_older == 30
    assert "sc-" not in found.text


def read_texts(folder: Path) -> dict[str, str]:
    """Return file → the element text, of all TEI files of a corpus."""
    files = sorted((folder / "tei").rglob("*.xml"))
    return {file.name: file.read_text(encoding="utf-8").partition("<text")[2] for file in files}


def test_old_captures_and_old_windows_fetched_anew_are_both_read_right(tmp_path: Path) -> None:
    changes = ["hash", "nest", "siblings", "cards", "dates", "no-json"]
    with redesigned_portal(tmp_path, changes) as portal:
        before, tei = read_texts(portal.corpus), portal.tei()
        found = repair(portal)
        (tmp_path / "portal.yaml").write_text(found.text, encoding="utf-8")
        mended = load_portal(tmp_path / "portal.yaml")
        build(mended, portal.corpus, None, portal.runtime)
        rebuilt = portal.tei()
        crawl(mended, tmp_path / "again", None, portal.runtime)
    assert len(before) == MONTHS * PER_MONTH
    assert {name: text.partition("<text")[2] for name, text in rebuilt.items()} == {
        name: text.partition("<text")[2] for name, text in tei.items()
    }
    assert read_texts(tmp_path / "again") == before


def test_text_that_is_shown_without_scripts_alone_is_found(tmp_path: Path) -> None:
    with redesigned_portal(tmp_path, ["rename"]) as portal:
        for path, page in portal.pages.items():
            inside = page.replace("<main", "<noscript><main").replace(
                "</main>", "</main></noscript>"
            )
            portal.pages[path] = inside if "<h1" in page else page
        found = repair(portal)
    assert found.control.same == len(found.control.articles) == 6
    assert "guess: true" not in found.text


def test_what_stands_deep_in_boxes_without_names_is_found(tmp_path: Path) -> None:
    with redesigned_portal(tmp_path, ["hash", "no-json", "dates"]) as portal:
        for path, page in portal.pages.items():
            deep = re.sub("<article[^>]*>", "<div>" * 9, str(page))
            portal.pages[path] = deep.replace("</article>", "</div>" * 9)
        found = repair(portal)
    assert found.control.same == len(found.control.articles) == 6
    assert found.made.same == len(found.made.articles) == 12
    assert not found.doubts


PATTERN = "  match: '^BASE/[0-9]+/'\n"


@pytest.mark.parametrize(
    "changes", always([["rename"]], [["rename"], []]), ids=["redesigned", "as it was"]
)
def test_a_portal_at_another_host_is_asked_there(changes: list[str], tmp_path: Path) -> None:
    with redesigned_portal(tmp_path, changes) as portal:
        for path, page in list(portal.pages.items()):
            portal.pages[f"http://new.example{path}"] = page
            portal.pages[path] = moved(f"http://new.example{path}")
        file = portal.write(RULES + PATTERN)
        text = file.path.read_text(encoding="utf-8")
        found = repair_portal(file, text, portal.corpus, (), portal.runtime, portal.base)
        asked = [path for path in portal.asked if not path.startswith("http://new.example/")]
    assert f"{portal.base}/ leads to http://new.example/" in found.remarks
    assert len(asked) == 1 and len(portal.asked) <= 24  # and one for robots.txt
    assert all(each.is_same for each in found.lists) and len(found.lists) == 5
    assert not found.doubts
    mended = load_portal(file.path, content=found.text.encode("utf-8"))
    assert mended.home.startswith("http://new.example/")
    assert "http://new.example/{date:%Y/%m}" in found.text
    host = re.escape(portal.base.removeprefix("http://"))
    assert rf"match: ^http://(?:{host}|new\.example)/[0-9]+/" in found.text
    if changes:
        assert found.control.same == len(found.control.articles) == 5
        assert found.made.same == len(found.made.articles) >= 10
    else:
        assert not found.layout


def test_addresses_stay_where_the_lists_of_the_new_host_are_others(tmp_path: Path) -> None:
    with redesigned_portal(tmp_path, []) as portal:
        for path, page in list(portal.pages.items()):
            is_list = "headline" in page
            new = "<main>Nothing yet.</main>" if is_list else page
            portal.pages[f"http://new.example{path}"] = new
            portal.pages[path] = moved(f"http://new.example{path}")
        file = portal.write(RULES)
        text = file.path.read_text(encoding="utf-8")
        found = repair_portal(file, text, portal.corpus, (), portal.runtime, portal.base)
    assert f'url: "{portal.base}/{{date:%Y/%m}}"' in found.text
    assert "home: http://new.example/" in found.text or 'home: "http://new.example/' in found.text
    assert any("archive pages list the same" in each for each in found.doubts)
