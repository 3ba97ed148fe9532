"""The effect of edited rules in a browser: what changes, the difference, accepting it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults, is_too_wide
from moved_portal import move_portal
from running_studio import Studio
from small_portal import listing, small_portal

from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.expectation_file import read_entries
from webarticlecurator.proposing.trial.expecting import compare_pages
from webarticlecurator.storage.store.view import view_corpus

expect: Any = pytest.importorskip("playwright.sync_api").expect

NUMBER = 8
RULES = """\
portal: effect
language: en
timezone: Europe/Budapest
archive: {url: BASE/list, links: h2 a}
article:
  body: {root: article}
  metadata: {title: h1}
"""
DROPPED = ("{root: article}", "{root: article, drop: aside}")
TITLED = ("title: h1", "title: h3")
SLOW = ("title: h1", 'title: {css: h4, replace: [["(o+)+!", ""]]}')
"""A rule that takes a part of a second on each page."""
EXPECTED = """\
# What we know of these pages.
- article: BASE/a/1
  title: Ferry 1
  last_words: Read also this.
  accepted: yes

- article: BASE/a/2
  title: Ferry 2
  accepted: yes
"""


def page(number: int) -> str:
    box = "<aside>Read also this.</aside>" if number % 2 else ""
    return (
        f"<html><body><h1>Ferry {number}</h1><h3>Boats &amp; <i>more</i></h3>"
        f"<h4>{'o' * 22}</h4><article><p>The ferry {number} sails again.</p>{box}</article>"
        "</body></html>"
    )


@pytest.fixture(scope="session", autouse=True)
def crawled(tmp_path_factory: pytest.TempPathFactory, studio_folder: Path) -> None:
    """A crawled portal in the folder of the studio."""
    folder: Path = tmp_path_factory.mktemp("effect")
    paths = [f"/a/{n}" for n in range(NUMBER)]
    pages = {"/list": listing(*paths), **{path: page(n) for n, path in enumerate(paths)}}
    with small_portal(folder, pages) as portal:
        portal.crawl(RULES)
    move_portal(portal, studio_folder, "effect")
    expected = EXPECTED.replace("BASE", portal.base)
    (studio_folder / "effect.tests.yaml").write_text(expected, encoding="utf-8")


@pytest.fixture
def window(studio: Studio, tab: Any) -> Any:
    """A tab in which the studio is open."""
    studio.admit(tab)
    return tab


def folder_of(studio: Studio) -> Path:
    return studio.output.parent


def edit(window: Any, studio: Studio, *changes: tuple[str, str]) -> str:
    """Make the draft the saved file with some changes, in the editor of the article view."""
    text = (folder_of(studio) / "effect.yaml").read_text(encoding="utf-8")
    window.goto(f"{studio.base}/portal/effect/article")
    write_text(window, text, "saved")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    if changes:
        write_text(window, text, "not saved")
    return text


def write_text(window: Any, text: str, state: str) -> None:
    window.locator(".cm-content").wait_for(state="attached")
    if window.locator(".editor-opener").is_visible():
        window.locator(".editor-opener").click()
    window.locator(".cm-content").click()
    window.keyboard.press("Control+A")
    window.keyboard.insert_text(text)
    window.locator(".editor-state").get_by_text(state, exact=True).wait_for()


def open_effect(window: Any, studio: Studio, query: str = "") -> None:
    window.goto(f"{studio.base}/portal/effect/effect{query}")
    window.get_by_text("The sample is compared.").wait_for()


def rows(window: Any) -> list[list[str]]:
    return [
        [cell.inner_text() for cell in row.locator("td").all()]
        for row in window.locator(".effect-table tbody tr").all()
    ]


def test_without_edits_there_is_nothing_to_compare(studio: Studio, window: Any):
    edit(window, studio)
    window.goto(f"{studio.base}/portal/effect/effect")
    window.get_by_text("effect.yaml has no edits that are not saved").wait_for()


def test_changed_articles_are_listed_and_their_difference_is_marked(studio: Studio, window: Any):
    edit(window, studio, DROPPED)
    open_effect(window, studio)
    window.get_by_text("8 articles compared, 4 change: 0 words gained, 12 lost.").wait_for()
    window.get_by_text("The sample is compared.").wait_for()
    listed = rows(window)
    assert [row[1:] for row in listed] == [["8 → 5", "", "−3", "", ""]] * 4
    assert sorted(row[0][-4:] for row in listed) == ["/a/1", "/a/3", "/a/5", "/a/7"]
    window.get_by_text("effect.yaml: 1 line added and 1 line removed").click()
    edits = window.locator(".effect-edits .studio-difference").inner_text()
    assert "-  body: {root: article}\n+  body: {root: article, drop: aside}" in edits
    # followed by its address: a busy browser loses a click while the lines above unfold
    window.goto(window.locator(".effect-table a").first.evaluate("link => link.href"))
    window.get_by_role("heading", name="/a/").wait_for()
    expect(window.locator("del")).to_have_text(["Read also this."])
    expect(window.locator("ins")).to_have_count(0)
    assert find_faults(window) == []
    window.go_back()
    window.get_by_text("The sample is compared.").wait_for()
    assert rows(window) == listed


@pytest.mark.long
def test_metadata_is_shown_side_by_side_and_markup_of_pages_as_text(studio: Studio, window: Any):
    edit(window, studio, TITLED)
    open_effect(window, studio, "?kind=metadata")
    assert {tuple(row[1:]) for row in rows(window)} == {
        ("5 → 5", "", "", "title", ""),
        ("8 → 8", "", "", "title", ""),
    }
    window.locator(".effect-table a").first.click()
    window.locator("table del").wait_for()
    assert window.locator("table ins").inner_text() == "Boats & more"
    assert window.locator("table del").inner_text().startswith("Ferry ")
    window.get_by_text("The text stays as it is.").wait_for()


@pytest.mark.long
def test_expectations_that_would_fail_come_first_and_new_values_are_accepted(
    studio: Studio, window: Any
):
    edit(window, studio, DROPPED)
    open_effect(window, studio)
    window.get_by_text("1 of 2 expectations would fail.").wait_for()
    failing = window.locator(".effect-failing").inner_text()
    assert 'expected "Read also this.", found "1 sails again."' in failing
    window.get_by_role("button", name="Expect the new values").click()
    shown = window.get_by_label("What will be written").inner_text()
    assert "last_words: 1 sails again." in shown
    window.get_by_role("button", name="Write to effect.tests.yaml").click()
    window.get_by_text("None of 2 expectations would fail.").wait_for()
    written = (folder_of(studio) / "effect.tests.yaml").read_text(encoding="utf-8")
    assert written.startswith("# What we know of these pages.\n- article:")
    assert "title: Ferry 1\n  last_words: 1 sails again.\n" in written


@pytest.mark.long
def test_an_article_is_accepted_and_holds_by_the_edited_rules(studio: Studio, window: Any):
    text = edit(window, studio, DROPPED)
    open_effect(window, studio)
    window.locator(".effect-table").get_by_role("link", name="/a/5").click()
    window.get_by_role("button", name="Accept as expectation").click()
    shown = window.get_by_label("What will be written").inner_text()
    assert shown.count("- article:") == 1
    assert find_faults(window, ".effect-dialog") == []
    window.get_by_role("button", name="Write to effect.tests.yaml").click()
    window.get_by_text("Written to effect.tests.yaml: 1 entry added.").wait_for()
    folder = folder_of(studio)
    portal = load_portal(folder / "effect.yaml", content=text.encode())
    entries = read_entries(portal)
    assert [entry.url[-4:] for entry in entries] == ["/a/1", "/a/2", "/a/5"]
    with view_corpus(folder / "corpora" / "effect", "effect") as corpus:
        compared = [*compare_pages(portal, entries[2:], corpus)]
    assert [each.passed for each in compared] == [True]


@pytest.mark.long
def test_all_articles_are_compared_and_a_second_tab_shows_the_same(studio: Studio, window: Any):
    edit(window, studio, DROPPED)
    open_effect(window, studio)
    window.get_by_role("button", name="Compare all stored articles").click()
    window.get_by_text("All stored articles are compared.").wait_for()
    second = window.context.new_page()
    second.goto(f"{studio.base}/portal/effect/effect?kind=text")
    second.get_by_text("All stored articles are compared.").wait_for()
    assert rows(second) == rows(window)


@pytest.mark.long
def test_a_comparison_is_stopped_by_a_click(studio: Studio, window: Any):
    edit(window, studio, SLOW)
    window.goto(f"{studio.base}/portal/effect/effect")
    window.get_by_role("button", name="Stop", exact=True).click()
    window.get_by_text("Stopped; what was found until then is shown.").wait_for()
    window.get_by_role("button", name="Compare again").wait_for()
    assert "0 articles compared, none changes." in window.inner_text("body")


def test_a_draft_with_problems_says_so(studio: Studio, window: Any):
    edit(window, studio, ("title: h1", "titel: h1"))
    window.goto(f"{studio.base}/portal/effect/effect")
    alert = window.get_by_role("alert")
    alert.wait_for()
    assert "effect.yaml:8" in alert.inner_text()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(studio: Studio, window: Any, scheme: str):
    edit(window, studio, DROPPED, TITLED)
    window.emulate_media(color_scheme=scheme)
    window.set_viewport_size({"width": 390, "height": 800})
    open_effect(window, studio)
    found = find_faults(window)
    window.locator(".effect-table a").first.click()
    window.locator("table del").wait_for()
    found += find_faults(window)
    window.get_by_role("button", name="Accept as expectation").click()
    window.get_by_label("What will be written").wait_for()
    found += find_faults(window, ".effect-dialog")
    assert found == []
    assert not is_too_wide(window)
