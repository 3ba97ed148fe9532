"""A newcomer's portals by clicks, in three languages of the window, in Chromium and Firefox: from
the address to the table, and a month later, when each has another design, until the new articles are there, too."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from counted_walk import CountedWalk
from firefox_tab import DOWNLOADS, open_firefox
from firefox_window import FirefoxWindow
from newcomer_portals import (
    FillNewcomerPortal,
    NewcomerPortal,
    fill_czech_forum,
    fill_dutch_paper,
    fill_english_blog,
)
from running_studio import running_studio
from small_portal import SmallPortal, small_portal
from test_walks import walk_from_address

from webarticlecurator.cli.main import main
from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE

MAX_CLICKS, MAX_REPAIR_CLICKS = 16, 8
MIN_F1 = 0.99


def repair_by_clicks(walk: CountedWalk) -> None:
    """Crawl what is new, follow the only button to the repair, and crawl by the new rules."""
    walk.press(".portal-name")
    walk.press(".step-next .main-action:enabled")
    walk.wait_for_end()
    walk.press(".step-next a[href*='/repair']")
    walk.press(".repair-propose")
    walk.press(".repair-accept")
    walk.press(".repair-build")
    walk.press(".repair-crawl")
    walk.wait_for_end()


def read_rows(file: Path) -> list[dict[str, Any]]:
    """Return the articles of a portal, as they are exported."""
    table = file.with_suffix(".jsonl")
    corpus = file.parent / "corpora" / file.stem
    given = ["--format", "jsonl", "--output", str(table), "--quiet"]
    main(["export", str(file), "--corpus", str(corpus), *given])
    return [json.loads(line) for line in table.read_text(encoding="utf-8").splitlines()]


def list_wrong_authors(known: NewcomerPortal, rows: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    found = {row["url"]: row["authors"] for row in rows}
    return [
        (url, found.get(url))
        for url, authors in known.authors.items()
        if found.get(url) not in (authors, authors.split("; "))
    ]


WALKS = [
    pytest.param(fill_dutch_paper, "de", id="paper"),
    pytest.param(fill_english_blog, "en", id="blog", marks=pytest.mark.long),
    pytest.param(fill_czech_forum, "fr", id="forum", marks=pytest.mark.long),
]


def walk_and_repair(
    fill: FillNewcomerPortal, portal: SmallPortal, folder: Path, base: str, tab: Any
) -> None:
    """Go from the address to the table, and a month later from a redesign to its articles."""
    known = fill(portal, datetime.now(timezone.utc).date())
    tab.goto(base)
    walk = CountedWalk(tab, known.texts)
    walk_from_address(walk, known.start, folder)
    walk.follow_steps()
    rows = walk.take_home()
    assert walk.report(fill.__name__, rows) >= MIN_F1
    assert len(rows) == len(known.texts)
    assert walk.clicks <= MAX_CLICKS

    known.redesign()
    later = CountedWalk(tab, known.texts)
    tab.goto(base)
    repair_by_clicks(later)
    (file,) = (each for each in folder.glob("*.yaml") if not each.stem.endswith(".tests"))
    rows = read_rows(file)
    assert later.report(f"{fill.__name__}, redesigned", rows) >= MIN_F1
    assert len(rows) == len(known.texts)
    assert list_wrong_authors(known, rows) == []
    assert later.clicks <= MAX_REPAIR_CLICKS


@pytest.mark.parametrize(("fill", "language"), WALKS)
def test_a_newcomer_has_all_articles_and_again_after_a_redesign(
    fill: FillNewcomerPortal, language: str, tmp_path: Path, tab: Any
) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    with small_portal(tmp_path, {}) as portal, running_studio(folder) as studio:
        studio.admit(tab)
        cookie = {"name": LANGUAGE_COOKIE, "value": language, "url": studio.base}
        tab.context.add_cookies([cookie])
        walk_and_repair(fill, portal, folder, studio.base, tab)


@pytest.mark.long
@pytest.mark.parametrize(("fill", "language"), WALKS)
def test_a_newcomer_does_so_in_firefox(
    fill: FillNewcomerPortal, language: str, tmp_path: Path
) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    with (
        open_firefox(tmp_path) as tab,
        small_portal(tmp_path, {}) as portal,
        running_studio(folder) as studio,
    ):
        tab.open(studio.addresses()[-1])
        tab.evaluate(f"document.cookie = '{LANGUAGE_COOKIE}={language}; path=/'")
        window = FirefoxWindow(tab, tmp_path / DOWNLOADS)
        walk_and_repair(fill, portal, folder, studio.base, window)
