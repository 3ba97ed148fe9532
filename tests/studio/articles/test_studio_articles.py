"""The table of articles in a real browser: narrowed, mended, taken home."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from accessibility import find_faults, is_too_wide, reach_meaning
from moved_portal import move_portal
from running_studio import Studio
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.studio.articles.articles_download import pack_download
from webarticlecurator.studio.frame.portal_draft import PortalDraft

RULES = """\
portal: rows
archive: {url: BASE/list, links: h2 a}
fetch: {delay: 0}
article: {metadata: {authors: .by}}
"""
AUTHORS = ("Kovács János", "Kovacs Janos", "Kovacs Janos", "Ann", "Ann", "Ann")


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory, studio_folder: Path) -> SmallPortal:
    """Six articles; an author has two spellings."""
    with small_portal(tmp_path_factory.mktemp("portals"), {}) as portal:
        portal.pages["/list"] = listing(*(f"/a{number}" for number in range(len(AUTHORS))))
        for number, name in enumerate(AUTHORS):
            text = f'<h1>Title {number}</h1><p class="by">{name}</p><p>The text of {number}.</p>'
            portal.pages[f"/a{number}"] = article(text)
        portal.crawl(RULES)
    move_portal(portal, studio_folder, "rows")
    return portal


def test_a_spelling_is_mended_and_the_selection_saved(
    tab: Any, studio: Studio, crawled: SmallPortal, studio_folder: Path
):
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/rows/articles")
    tab.get_by_text("6 articles", exact=True).wait_for()
    heads = tab.locator(".articles-table th").all_inner_texts()
    assert "Words" in heads and "Section" not in heads  # none has one
    facet = tab.get_by_role("region", name="Author")
    facet.get_by_role("link", name="Kovacs Janos").click()
    tab.get_by_text("2 articles", exact=True).wait_for()

    tab.get_by_role("button", name="Correct authors of").first.click()
    form = tab.get_by_role("region", name="Correct authors")
    form.get_by_role("button", name="Kovács János (1)").click()
    form.get_by_label("also in 1 other article").first.check()
    form.get_by_label("Reason").fill("one person")
    assert find_faults(tab) == []
    form.get_by_role("button", name="Write").click()
    form.get_by_text("Saved to rows.overrides.tsv.").wait_for()
    tab.get_by_text("Kovács János (corrected by hand, from the next build on)").first.wait_for()
    table = studio_folder / "rows.overrides.tsv"
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    assert [(url[-3:], *row) for url, *row in rows] == [
        ("/a1", "authors", "Kovács János", "one person"),
        ("/a2", "authors", "Kovács János", "one person"),
    ]
    form.get_by_role("button", name="Undo").click()
    form.get_by_text("Undone.").wait_for()
    assert table.read_text(encoding="utf-8").count("\n") == 1

    tab.get_by_role("button", name="Download 2 articles").click()
    tab.get_by_text("does not fit into a cell").wait_for()
    tab.get_by_label("Format").first.select_option("tei")
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Download", exact=True).click()
    assert saved.value.suggested_filename == "rows.zip"
    with ZipFile(BytesIO(Path(saved.value.path()).read_bytes())) as packed:
        assert len(packed.namelist()) == 2
        assert all(b"Kovacs Janos" in packed.read(name) for name in packed.namelist())


def test_words_are_found_in_their_context(tab: Any, studio: Studio, crawled: SmallPortal):
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/rows/articles")
    tab.get_by_label("Words in the texts").fill("text")
    tab.get_by_role("button", name="Show", exact=True).click()
    tab.get_by_text("6 lines in 6 articles").wait_for()
    lines = tab.get_by_role("region", name="Words in their context").get_by_role("row")
    assert "Title 0 Kovács János The\ttext\tof 0." in map(str.strip, lines.all_inner_texts())
    assert find_faults(tab) == []
    facet = tab.get_by_role("region", name="Author")
    facet.get_by_role("link", name="Ann").click()  # the words are kept
    tab.get_by_text("3 lines in 3 articles").wait_for()
    lines.get_by_role("link").first.click()
    tab.wait_for_url("**/article?url=*")
    tab.goto(f"{studio.base}/portal/rows/articles?words=text&line=4")
    tab.get_by_role("link", name="First", exact=True).wait_for()
    assert lines.count() == 1 + 2
    tab.goto(f"{studio.base}/portal/rows/articles?words=nowhere")
    tab.get_by_text("No text has these words.").wait_for()
    tab.goto(f"{studio.base}/portal/rows/articles?words=(")
    tab.get_by_text("An example: climate AND").wait_for()


def test_a_sheet_shows_what_is_text_before_all_is_crawled(
    tab: Any, studio: Studio, crawled: SmallPortal
):
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/rows/run")
    sheet = tab.locator(".page-sheet > li")
    sheet.nth(5).get_by_role("link", name="Title 5").wait_for()
    assert sheet.count() == 6
    page = sheet.nth(5).frame_locator("iframe")
    assert "The text of 5." in page.locator("body").inner_text()
    page.locator("curator-marks").wait_for(state="attached")
    assert find_faults(tab) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 800)])
def test_the_step_leads_to_the_form_that_downloads(
    tab: Any, studio: Studio, crawled: SmallPortal, width: int, height: int
):
    """Where one need not look for it: it is in the window, and the keyboard is there."""
    tab.set_viewport_size({"width": width, "height": height})
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/rows/articles?point=download")
    tab.get_by_text("6 articles", exact=True).wait_for()
    # when all that comes later is there
    tab.get_by_role("region", name="Author").wait_for()
    tab.locator(".step-next a, .step-next button").first.wait_for()
    tab.wait_for_function("document.activeElement.name === 'format'")
    for name in ("format", "columns"):
        box = tab.locator(f".articles-download [name={name}]").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
    table = tab.locator(".articles-table").bounding_box()
    assert tab.locator(".articles-download").bounding_box()["y"] < table["y"]
    assert not is_too_wide(tab)
    steps = tab.locator(".step-list")
    if steps.evaluate("list => list.scrollWidth > list.clientWidth"):
        room = "list => list.offsetHeight - list.querySelector('[aria-current]').offsetHeight"
        assert steps.evaluate(room) >= 15  # of a scroll bar, which is not drawn here


@pytest.mark.parametrize("width", [1280, 390])
def test_the_keyboard_reaches_what_confidence_means(
    tab: Any, studio: Studio, crawled: SmallPortal, width: int
) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/rows/articles")
    tab.get_by_text("6 articles", exact=True).wait_for()
    tab.get_by_role("region", name="Author").wait_for()
    assert "Confidence" in reach_meaning(tab, "How much of the text is probably right")


@pytest.mark.long
def test_the_table_fits_a_telephone_and_says_what_is_wrong(
    tab: Any, studio: Studio, crawled: SmallPortal
):
    studio.admit(tab)
    tab.set_viewport_size({"width": 390, "height": 800})
    for query in ("", "where=words%3C5", "where=text~text", "sort=title&falling=1"):
        tab.goto(f"{studio.base}/portal/rows/articles?{query}")
        tab.get_by_text("not a condition" if "3C" in query else "6 articles").first.wait_for()
        assert find_faults(tab) == []
        assert not is_too_wide(tab)


def test_a_step_is_seen_and_gone_back_to(
    tab: Any, studio: Studio, crawled: SmallPortal, studio_folder: Path
):
    file = studio_folder / "rows.yaml"
    before = file.read_text(encoding="utf-8")
    draft = PortalDraft(file, False)
    draft.replace(f"{before}title: The rows\n")
    draft.save()
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/rows/history")
    tab.get_by_text("+title: The rows").wait_for()
    steps = tab.get_by_role("list", name="Steps").get_by_role("listitem")
    steps.filter(has_text="rows.yaml").nth(1).get_by_role("link").click()
    tab.get_by_text("-title: The rows").first.wait_for()
    assert find_faults(tab) == []
    tab.get_by_role("button", name="Go back to this").click()
    tab.get_by_role("button", name="Save rows.yaml").click()
    tab.get_by_text("has changes that are not saved").wait_for(state="hidden")
    assert file.read_text(encoding="utf-8") == before


def test_what_two_tabs_pack_at_once_is_whole(tmp_path: Path):
    for number in range(20):
        folder = tmp_path / f"{number}" / "files"
        folder.mkdir(parents=True)
        for name in ("a.xml", "b.xml"):
            (folder / name).write_bytes(b"x" * 100_000)
        with ThreadPoolExecutor() as pool:
            packed = {*pool.map(pack_download, [folder] * 4, ["rows"] * 4)}
        assert [each.name for each in packed] == ["files.zip"]
        with ZipFile(packed.pop()) as file:
            assert file.namelist() == ["a.xml", "b.xml"]
