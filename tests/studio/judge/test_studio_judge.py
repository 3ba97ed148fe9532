"""The view *Judge*: a person judges by keys alone, with the page beside the text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults
from firefox_tab import open_firefox
from moved_portal import move_portal
from running_studio import Studio, running_studio
from small_portal import article, listing, small_portal

from webarticlecurator.corpus.judging.judged_shares import read_sentences
from webarticlecurator.corpus.judging.judgements import read_judgements, read_sample

expect: Any = pytest.importorskip("playwright.sync_api").expect

RULES = """\
portal: judged
archive: {url: BASE/list, links: h2 a}
fetch: {delay: 0}
article: {body: {root: article, drop: [p.ad]}}
"""
ARTICLES = 4


def fill_portal(folder: Path, studio_folder: Path) -> None:
    """Crawl a portal, and give it to the studio."""
    with small_portal(folder, {}) as portal:
        portal.pages["/list"] = listing(*(f"/a{number}" for number in range(ARTICLES)))
        for number in range(ARTICLES):
            words = f"First {number}.</p><p>Middle.</p><p class='ad'>Buy!</p><p>Last {number}."
            portal.pages[f"/a{number}"] = article(words)
        portal.crawl(RULES)
    move_portal(portal, studio_folder, "judged")


@pytest.fixture(scope="session")
def judged(tmp_path_factory: pytest.TempPathFactory, studio_folder: Path) -> None:
    fill_portal(tmp_path_factory.mktemp("portals"), studio_folder)


def test_keys_alone_judge_the_sample(tab: Any, studio: Studio, judged: None, studio_folder: Path):
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/judged/judge?judge=anna")
    text = tab.get_by_role("status").filter(has_text="of 4 · anna")
    expect(text).to_contain_text("1 of 4 · anna")
    expect(text).to_contain_text("drop: p.ad: Buy!")
    expect(text).not_to_contain_text("Middle.")
    expect(tab.frame_locator("iframe").get_by_text("Middle.")).to_be_visible()
    assert find_faults(tab) == []
    press = tab.keyboard.press
    press("o")
    expect(text).to_contain_text("Middle.")
    press("r")
    expect(text).to_contain_text("2 of 4")
    press("c")
    press("1")
    expect(text).to_contain_text("cut, field:title")
    press("Enter")
    expect(text).to_contain_text("3 of 4")
    press("b")
    expect(text).to_contain_text("2 of 4")
    expect(text).to_contain_text("cut, field:title")
    press("s")
    expect(text).to_contain_text("3 of 4")
    press("m")
    expect(tab.get_by_label("note")).to_be_focused()
    tab.keyboard.type("a list, r")
    press("Enter")
    expect(tab.get_by_label("note")).not_to_be_focused()
    press("n")
    expect(text).to_contain_text("4 of 4")
    press("r")
    expect(tab.get_by_text("the text was complete and clean in 2")).to_be_visible()
    corpus = studio_folder / "corpora" / "judged"
    sample, found = read_sample(corpus), read_judgements(corpus, "anna")
    assert sample is not None
    faults = [found[url].faults for url, _ in sample.articles]
    assert faults == [(), ("cut", "field:title"), ("no-article",), ()]
    assert found[sample.articles[2].url].note == "a list, r"
    (told,) = read_sentences(corpus)
    assert "the text was complete and clean in 2" in told
    tab.goto(f"{studio.base}/portal/judged/judge?judge=berta")
    expect(tab.get_by_text("1 of 4 · berta")).to_be_visible()


def test_keys_alone_judge_the_sample_in_firefox(tmp_path: Path):
    folder = tmp_path / "home"
    folder.mkdir()
    fill_portal(tmp_path, folder)
    with open_firefox(tmp_path) as tab, running_studio(folder) as studio:
        tab.open(studio.addresses()[-1])
        tab.open(f"{studio.base}/portal/judged/judge?judge=anna")
        tab.wait_for_words("1 of 4 · anna")
        tab.press("r")
        tab.wait_for_words("2 of 4")
        tab.press("c", "1")
        tab.wait_for_words("cut, field:title")
        tab.press("m")
        tab.wait_for("document.activeElement.tagName === 'INPUT'")
        tab.press(*"the end, r", "Enter")
        tab.wait_for("document.activeElement.tagName !== 'INPUT'")
        tab.press("Enter")
        tab.wait_for_words("3 of 4")
        tab.press("n")
        tab.wait_for_words("4 of 4")
        tab.press("r")
        tab.wait_for_words("the text was complete and clean in 2")
    corpus = folder / "corpora" / "judged"
    sample, found = read_sample(corpus), read_judgements(corpus, "anna")
    assert sample is not None
    said = [(found[url].faults, found[url].note) for url, _ in sample.articles]
    assert said == [
        ((), ""),
        (("cut", "field:title"), "the end, r"),
        (("no-article",), ""),
        ((), ""),
    ]
