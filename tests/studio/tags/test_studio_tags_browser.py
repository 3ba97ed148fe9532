"""The tag table in a real browser: counted, decided, taken back, seen in its pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults, is_too_wide
from browser import reveal_marks
from ferry_pages import FERRY_HOME as HOME
from ferry_pages import write_ferry_pages
from running_studio import Studio

PORTAL = f"""\
portal: NAME  # the id
home: {HOME}
archive: {{url: {HOME}list}}
article:
  match: /\\d$
  body:
    root: main
"""
PAGE = """\
<!DOCTYPE html><html lang="en"><head><title>Ferry {n}</title></head><body><main><h1>Ferry {n}</h1>
<p>The ferry of day {n} was late again, and nobody at the harbour could say why it was so.</p>
<div class="promo-box">Read our newsletter every day</div>
<p class="hint">What helps on day {n}: <b>patience</b>.</p></main></body></html>
"""
AXE_VIEWS = ("", "?row=p.hint&show=undecided")


@pytest.fixture(scope="session")
def folder(studio_folder: Path) -> Path:
    """A folder with a WARC file of ten articles, and with a portal file for each test."""
    made = studio_folder
    write_ferry_pages(made, [PAGE.format(n=number) for number in range(10)])
    for name in ("decided", "placed", "counted"):
        (made / f"{name}.yaml").write_text(PORTAL.replace("NAME", name), encoding="utf-8")
        (made / f"{name}.warcs.txt").write_text("small.warc\n", encoding="utf-8")
    return made


def test_tags_are_counted_decided_and_taken_back(studio: Studio, folder: Path, tab: Any):
    table = folder / "decided.tags.tsv"
    before = (folder / "decided.yaml").read_text(encoding="utf-8")
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/decided/tags")
    tab.get_by_role("button", name="Count the tags of the stored pages").click()
    tab.get_by_role("button", name="Count again").wait_for()

    tab.get_by_label("Search").fill("promo")
    tab.get_by_role("button", name="Show").click()
    tab.wait_for_url("**/tags?text=promo*")
    tab.get_by_label("choose div.promo-box", exact=True).check()
    tab.get_by_role("button", name="Drop").click()
    tab.get_by_text("1 decided").wait_for()
    assert "\ndiv.promo-box\tdrop\t" in table.read_text(encoding="utf-8")
    # the portal file is to name the table, which is shown before it is saved
    tab.get_by_text("+    tags: decided.tags.tsv").wait_for()
    assert (folder / "decided.yaml").read_text(encoding="utf-8") == before
    tab.get_by_role("button", name="Save decided.yaml").click()
    tab.get_by_text("has changes that are not saved").wait_for(state="hidden")
    saved = (folder / "decided.yaml").read_text(encoding="utf-8")
    assert saved == before + "    tags: decided.tags.tsv\n"

    tab.goto(f"{studio.base}/portal/decided/tags")
    tab.get_by_role("button", name="Choose all").click()
    tab.get_by_label("Keep as").fill("unwrap")
    tab.get_by_role("button", name="Decide", exact=True).click()
    tab.get_by_text("; 6 decided").wait_for()
    assert "\ndiv.promo-box\tunwrap\t" in table.read_text(encoding="utf-8")
    tab.get_by_role("button", name="Undo").click()
    tab.get_by_text("; 1 decided").wait_for()
    assert "\ndiv.promo-box\tdrop\t" in table.read_text(encoding="utf-8")

    table.write_text("signature\toperation\np.hint\tbox\n", encoding="utf-8")
    tab.get_by_label("choose b", exact=True).check()
    tab.get_by_role("button", name="Drop").click()
    tab.get_by_text("since it was read here").wait_for()
    assert table.read_text(encoding="utf-8") == "signature\toperation\np.hint\tbox\n"


@pytest.mark.long
def test_a_tag_is_seen_in_its_pages_and_decided_for_a_place(studio: Studio, folder: Path, tab: Any):
    tab = tab.context.new_page()
    reveal_marks(tab)
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/placed/tags")
    tab.get_by_role("button", name="Count the tags of the stored pages").click()
    tab.get_by_role("link", name="p.hint", exact=True).click()
    tab.get_by_text("What helps on day 0: patience.").wait_for()
    page = tab.frame_locator("iframe")
    page.locator(".mark.proposed").get_by_text("p.hint").wait_for()
    hint, mark = page.locator("p.hint").bounding_box(), page.locator(".mark").bounding_box()
    assert abs(hint["y"] - mark["y"]) < 4
    assert abs(hint["height"] - mark["height"]) < 8
    assert find_faults(tab) == []
    tab.get_by_role("link", name=f"show {HOME}1 here").click()
    tab.get_by_text("What helps on day 1: patience.").wait_for()
    page.locator(".mark.proposed").get_by_text("p.hint").wait_for()
    address = tab.get_by_role("link", name=f"{HOME}0", exact=True).get_attribute("href")
    assert address == "/portal/placed/article?url=https%3A%2F%2Fsmall.example%2F0"

    row = tab.get_by_role("group", name="This row")
    row.get_by_label("Keep as").fill("boks")
    row.get_by_label("only").fill("in main")
    row.get_by_role("button", name="Decide", exact=True).click()
    tab.get_by_text('unknown operation: "boks"').wait_for()
    assert not (folder / "placed.tags.tsv").exists()
    tab.get_by_role("button", name="Close", exact=True).click()
    row.get_by_label("Keep as").fill("box")
    row.get_by_role("button", name="Decide", exact=True).click()
    tab.get_by_role("link", name="Close").click()
    tab.get_by_text("in main").wait_for()
    written = (folder / "placed.tags.tsv").read_text(encoding="utf-8")
    assert [line.split("\t")[:4] for line in written.splitlines()[1:]] == [
        ["p.hint", "box", "", "in main"]
    ]


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_view_is_accessible(studio: Studio, folder: Path, tab: Any, scheme: str):
    reports = folder / "corpora" / "counted" / "reports"
    reports.mkdir(parents=True, exist_ok=True)
    (reports / "tag-counts.tsv").write_text(
        "signature\toperation\tkeep\tcontext\tfrequency\tpages\tsuggestion\tconfidence\treason"
        f"\texamples\np.hint\t\t\t\t5\t5\tbox\t0.70\ta word\t{HOME}0 {HOME}1\n",
        encoding="utf-8",
    )
    tab.emulate_media(color_scheme=scheme)
    studio.admit(tab)
    for width in (1280, 390):
        tab.set_viewport_size({"width": width, "height": 800})
        for query in AXE_VIEWS:
            tab.goto(f"{studio.base}/portal/counted/tags{query}")
            # in a narrow window a row that is open hides the table
            is_hidden = width == 390 and "row" in query
            row = tab.locator(".studio-table input[type=checkbox]")
            row.wait_for(state="attached" if is_hidden else "visible")
            assert find_faults(tab) == []
            assert not is_too_wide(tab)
