"""The story of a redesign in a browser: drift, both pages, proposal with proof, accepted, built."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults, reach_meaning
from browser import click_where_it_stays
from daily_portal import RULES, all_pages, redesigned
from running_studio import running_studio
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.building.run_drift import Drift, DriftKind, describe_drift
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE

expect: Any = pytest.importorskip("playwright.sync_api").expect


@pytest.fixture
def drifted(tmp_path: Path) -> Iterator[SmallPortal]:
    """A portal that was crawled for two months, and for a third one in another design."""
    with small_portal(tmp_path, all_pages()) as portal:
        corpus = tmp_path / "corpora" / "small"
        portal.clock.time -= timedelta(days=60)
        crawl(portal.write(RULES.replace("03-31", "02-29")), corpus, None, portal.runtime)
        portal.pages.clear()
        portal.pages.update(redesigned(["rename", "no-json"]))
        portal.clock.time += timedelta(days=60)
        # the links of the new lists are found by chance: only articles are to drift
        crawl(portal.write(RULES.replace("h2.headline", "h2")), corpus, None, portal.runtime)
        portal.write(RULES)
        yield portal


def test_a_redesign_is_mended_by_clicks(drifted: SmallPortal, tab: Any) -> None:
    folder = drifted.folder
    with running_studio(folder) as studio:
        studio.admit(tab)
        tab.goto(studio.base)
        tab.get_by_role("link", name="Repair the rules").click()
        tab.get_by_text("6 of 6 new articles have no root").wait_for()
        good = tab.get_by_role("region", name="The last good article")
        bad = tab.get_by_role("region", name="The first bad one")
        expect(good).to_contain_text("/2024/02/")
        expect(good).to_contain_text("authors:")
        expect(bad).to_contain_text("no article: no root rule finds the article on the page")
        assert "curator" not in tab.locator(".studio-content").inner_text()
        assert good.locator("iframe").count() == bad.locator("iframe").count() == 1
        assert find_faults(tab) == []
        # what a root is stands at the sentence, for the keyboard, too
        assert "have no root" in reach_meaning(tab, "hold the text of the article")

        click_where_it_stays(tab.get_by_role("button", name="Propose rules"))
        proof = tab.get_by_role("region", name="Proof")
        expect(proof).to_contain_text("The proof holds.")
        expect(proof).to_contain_text("no part in the rules, 6 of 6 are read the same.")
        expect(tab.get_by_text("The text is in ")).to_be_visible()
        assert find_faults(tab) == []
        cookie = {"name": LANGUAGE_COOKIE, "value": "de", "url": studio.base}
        tab.context.add_cookies([cookie])
        tab.reload()
        german = tab.get_by_role("region", name="Beweis")
        expect(german).to_contain_text("werden 6 von 6 gleich gelesen")
        tab.context.add_cookies([cookie | {"value": "en"}])
        tab.reload()
        click_where_it_stays(tab.get_by_text("What changes in the file: "))
        expect(tab.get_by_role("region", name="Proposed lines")).to_contain_text("+  layouts:")
        file = folder / "portal.yaml"
        assert load_portal(file).layouts == ()
        tab.get_by_role("button", name="Accept", exact=True).click()
        tab.get_by_text("Accepted: ").wait_for()
        expect(tab.get_by_role("link", name="What they change")).to_be_visible()
        assert load_portal(file).layouts == ()

        tab.get_by_role("button", name="Save and build").click()
        tab.get_by_text("Built: 30 articles in TEI (before: 24)").wait_for()
        tab.get_by_text("0 rejected (6)").wait_for()
        assert load_portal(file).layouts
        expect(tab.get_by_role("button", name="Crawl what is new")).to_be_visible()
        assert find_faults(tab) == []


def test_a_list_whose_links_are_found_no_more_leads_to_its_repair(tmp_path: Path, tab: Any) -> None:
    """From the first view, and from each other one; it is not denied there."""
    rules = (
        "fetch: {delay: 0, retries: 0}\narticle: {body: {root: article}, metadata: {title: h1}}\n"
        'archive: {url: "BASE/list?p={page}", links: h2, pagination: {mode: numbered}}\n'
    )
    paths = [f"/story-{number}" for number in range(12)]
    pages = {
        path: article(f"What {path} says. " * 9, around=f"<h1>Story {path}</h1>") for path in paths
    }
    with small_portal(tmp_path, pages) as portal:
        corpus = tmp_path / "corpora" / "small"
        first, second = listing(*paths[:8]), listing(*paths[8:])
        portal.pages |= {"/list?p=1": first, "/list?p=2": second}
        crawl(portal.write(rules), corpus, None, portal.runtime)
        portal.pages |= {
            "/list?p=1": first.replace("h2>", "h4>"),
            "/list?p=2": second.replace("h2>", "h4>"),
        }
        portal.clock.time += timedelta(days=30)
        crawl(portal.write(rules), corpus, None, portal.runtime)
    with running_studio(tmp_path) as studio:
        studio.admit(tab)
        tab.goto(f"{studio.base}/portal/small/run")
        expect(tab.get_by_role("link", name="Repair the rules")).to_be_visible()
        expect(tab.get_by_text("with problems")).to_have_count(0)
        tab.goto(studio.base)
        tab.get_by_role("link", name="Repair the rules").click()
        tab.get_by_text("The link rules of a column match nothing on any of its").first.wait_for()
        expect(tab.get_by_text("No crawl has found")).to_have_count(0)
        expect(tab.get_by_role("link", name="Repair the rules")).to_have_count(0)
        assert find_faults(tab) == []


def make_drift(kind: DriftKind, template: str, **values: Any) -> Drift:
    words = make_message(template, **values)
    return Drift(f"roots-{kind.value}", "", kind, words, f"https://example.org/{kind.value}")


LESS = {"number": 6, "of": 6, "before": 0, "of_before": 24}
DRIFTS = (
    make_drift(
        DriftKind.ROOT,
        "{number} of {of} new articles have no root (before: {before} of {of_before})",
        **LESS,
    ),
    make_drift(
        DriftKind.FIELD,
        "{number} of {of} new articles have no {name} (before: {before} of {of_before})",
        name="authors",
        **LESS,
    ),
    make_drift(
        DriftKind.LENGTH,
        "new articles have {present:.0f} words (before: {usual:.0f})",
        present=40.0,
        usual=400.0,
    ),
)


def test_what_a_root_is_is_said_by_the_kind_of_drift(tmp_path: Path, tab: Any) -> None:
    """Neither by the name of a column, nor in one language alone."""
    with small_portal(tmp_path, all_pages()) as portal:
        portal.write(RULES)
    with open_corpus(tmp_path / "corpora" / "small", "small") as corpus:
        for drift in DRIFTS:
            corpus.run_log.renew_problems(
                [describe_drift(drift, "portal.yaml")], kinds=None, places=()
            )
        corpus.commit()
    with running_studio(tmp_path) as studio:
        studio.admit(tab)
        cookie = {"name": LANGUAGE_COOKIE, "value": "de", "url": studio.base}
        tab.context.add_cookies([cookie])
        tab.goto(f"{studio.base}/portal/small/repair")
        tab.get_by_text("Die Seiten der Rubrik roots-field haben sich").wait_for()
        explained = tab.locator(".studio-term").all_inner_texts()
        assert [words.split(" haben")[0] for words in explained] == [
            "Die Seiten der Rubrik roots-root"
        ]
        expect(tab.locator(".studio-content")).to_contain_text("fehlt das Feld Autoren (")
        assert "curator" not in tab.locator(".studio-content").inner_text()


@pytest.mark.long
def test_without_drift_and_with_a_portal_that_is_down_it_is_said_what_to_do(
    tmp_path: Path, tab: Any
) -> None:
    with small_portal(tmp_path, all_pages()) as portal:
        crawl(portal.write(RULES), tmp_path / "corpora" / "small", None, portal.runtime)
    with running_studio(tmp_path) as studio:
        studio.admit(tab)
        tab.goto(f"{studio.base}/portal/small/repair")
        tab.get_by_text("No crawl has found that the pages have changed.").wait_for()
        tab.get_by_role("button", name="Propose rules").click()
        message = tab.locator(".q-notification__message")
        expect(message).to_contain_text("robots.txt cannot be read")
