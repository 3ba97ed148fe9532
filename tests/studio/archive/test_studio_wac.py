"""Two portals are configured in the studio from their WARC files alone, by clicks: without their
portal files and without typing a selector. What is written there gives the known answers."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from running_studio import running_studio
from warc_pages import read_warc_page

from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.proposing.trial.page_links import list_links

MAX_CLICKS = 25


@dataclass
class Clicks:
    """A tab in which every click is counted. Nothing is typed but the path of the WARC file."""

    tab: Any
    number: int = 0

    def click(self, element: Any) -> None:
        element.click()
        self.number += 1

    def button(self, name: str) -> None:
        self.click(self.tab.get_by_role("button", name=name, exact=True))

    def link(self, name: str) -> None:
        self.click(self.tab.get_by_role("link", name=name, exact=True))

    def heading(self, text: str) -> None:
        self.click(self.tab.frame_locator("iframe").get_by_text(text, exact=True).first)


@dataclass(frozen=True)
class Steps:
    """What is clicked: the page that is opened, headlines on it, and what leads to the next one."""

    portal: str
    page: str
    headlines: tuple[str, ...]
    next_page: str


STEPS = (
    Steps(  # several columns; the next page is a number in a pager
        "feol",
        "https://www.feol.hu/orszag-vilag/page/169/",
        (
            "Felrobbantottak egy leányiskolát Pakisztánban",
            "Novák: a kormány tizenkettedik éve a családokért dolgozik",
        ),
        "170",
    ),
    Steps(
        "termvil",
        "https://termvil.hu/cikkek/page/2/",
        (
            "Délről érkező hódítók – Madaraink és a klímaváltozás",
            "Egy meteoritgyűjtő kalandjai – Minta az ősi Naprendszerből",
        ),
        "Régebbi cikkek",
    ),
    Steps(
        "think_transindex",
        "https://think.transindex.ro/?page=15",
        (
            "Rengeteg a szemét a Szamoson Szászfenes és Kolozsvár között",
            "Kiemelt védelmet kapott Kínában a tobzoska",
        ),
        "tovább >>",
    ),
)


@pytest.mark.long
@pytest.mark.parametrize("steps", STEPS, ids=lambda steps: steps.portal)
def test_a_portal_is_configured_from_its_warc_alone(
    steps: Steps, shared: Path, tmp_path: Path, tab: Any
):
    warc = f"{steps.portal}.warc.gz"
    shutil.copy(shared / "cases" / "wac" / warc, tmp_path)
    clicks = Clicks(tab)
    with running_studio(tmp_path) as studio:
        tab.goto(studio.address)
        make_portal(clicks, warc)
        configure_archive(clicks, steps)
    assert clicks.number <= MAX_CLICKS
    (file,) = tmp_path.glob("*.yaml")
    assert check(file) == ()
    assert list_wrong_answers(file, shared, steps.portal) == []


def make_portal(clicks: Clicks, warc: str) -> None:
    clicks.link("From WARC, WACZ or saved pages")
    clicks.tab.get_by_label("WARC files on this computer").fill(warc)
    clicks.button("Make a file without rules")
    clicks.button("Write the file")


def configure_archive(clicks: Clicks, steps: Steps) -> None:
    tab = clicks.tab
    clicks.link(steps.page)
    clicks.button("Point at headlines")
    for headline in steps.headlines:
        clicks.heading(headline)
        tab.get_by_text(f"“{headline}”").wait_for()
    clicks.button("Use this rule")
    clicks.button("Point at the next page")
    clicks.heading(steps.next_page)
    clicks.button("Use this rule")
    clicks.button("Use this address")
    clicks.button("Save")
    tab.get_by_text("saved", exact=True).wait_for()


def list_wrong_answers(file: Path, shared: Path, portal_id: str) -> list[str]:
    """The cases that a portal file does not answer as they are known."""
    folder = shared / "cases" / "wac"
    cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    portal = load_portal(file)
    wrong = []
    for case in cases:
        if case["portal"] != portal_id:
            continue
        answer = list_links(portal, read_warc_page(folder / case["warc"], case["url"]))
        found = {"article_urls": {*answer.articles}, "next_page_url": answer.next_page}
        expected = case["expected"]
        if found[case["kind"]] != ({*expected} if isinstance(expected, list) else expected):
            wrong.append(case["id"])
    return wrong
