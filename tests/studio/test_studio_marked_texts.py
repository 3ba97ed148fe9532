"""Every text that a view shows goes through a catalogue: in a language of marks, nothing is without
them. Over the demo, over rules that find nothing or are wrong, and with problems of crawls."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import CHECKOUT
from english_words import READ_WORDS
from running_studio import Studio, running_studio
from studio_pictures import ARTICLE, HOST, LIST

sys.path.append(str(CHECKOUT / "tests" / "base" / "translation"))

from marked_texts import LANGUAGE, PROGRAM, list_english

from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.building.run_drift import Drift, DriftKind, describe_drift
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.corpus import open_corpus

pytestmark = pytest.mark.long
WITH_VIEWS = ("demo", "odd", "broken", "torn")
NAMES = ("archive", "article", "articles", "effect", "repair", "tags", "metadata", "run", "corpus")
VIEWS = (
    *("/", "/new", "/new?by=pages", "/run", "/portal/none/archive"),
    *(f"/portal/{portal}/{name}" for portal in WITH_VIEWS for name in (*NAMES, "history")),
    *(f"/portal/{portal}/archive?url={LIST}" for portal in ("demo", "odd")),
    *(f"/portal/{portal}/article?url={ARTICLE}" for portal in ("demo", "odd")),
    "/portal/demo/articles?where=words~[",
    "/portal/demo/articles?where=published>=xx",
)
BUTTONS = (("/portal/demo/tags", "Count the tags of the stored pages"),)
"""Buttons, by their English names, after which a view says more."""
OTHER = (
    ".studio-listing, .studio-code, .cm-editor, .article-values, .article-blocks, pre, iframe,"
    " .articles-table td, .articles-download td, .articles-facets, .article-rules, div[lang=en]"
)
"""Where files, pages and values of a corpus are shown, and what is said in English."""
DATA = re.compile(
    r"<|The demo corpus|A\. Editor \(|⟦ ⟪http|root: |css:|column \w+, span|in \w+$|cite in|… ;  … : "
    r"|curator |Expected (?:ident|selector)|unterminated character set"
)
"""What parts begin with that are no texts: rules, places, commands, values, what libraries say, and
what is shortened behind an address."""


def write_portals(folder: Path, corpus: Path) -> None:
    """Write the demo, with problems of crawls, and three copies of it: its rules find nothing or
    leave all out, are wrong, or are no YAML."""
    for file in (CHECKOUT / "examples").glob("demo.*"):
        shutil.copy(file, folder)
    shutil.copytree(corpus, folder / "corpora" / "demo")
    text = (folder / "demo.yaml").read_text(encoding="utf-8")
    demo = load_portal(folder / "demo.yaml")
    with open_corpus(folder / "corpora" / "demo", demo.id) as written:
        place = "column hirek, span 1"
        silent = make_message(
            "the link rules match nothing on {pages}: {rules}; `curator links --explain` shows what"
            " is near",
            pages=make_message("its archive page"),
            rules="archive.links (demo.yaml:26): css: a",
        )
        written.run_log.renew_problems([Problem("no-links", place, silent)], kinds=None, places=())
        lacking = make_message(
            "{number} of {of} new articles have no root (before: {before} of {of_before})",
            number=3,
            of=4,
            before=0,
            of_before=9,
        )
        drift = Drift("hirek", "", DriftKind.ROOT, lacking, ARTICLE)
        written.run_log.renew_problems([describe_drift(drift, "demo.yaml")], kinds=None, places=())
        written.commit()
    rules = {
        "portal: demo ": "portal: odd ",
        "authors: [header.cikkfej a.szerzo]": "authors: {css: h1, map: {a: b}, only: true}",
        "sources: [header.cikkfej span.forras]": 'sources: {css: h1, replace: [["^.*$", ""]]}',
        "subtitle: [header.cikkfej p.alcim]": "subtitle: {css: h1, add: 3}",
    }
    odd = text
    for old, new in rules.items():
        assert old in odd
        odd = odd.replace(old, new, 1)
    (folder / "odd.yaml").write_text(odd, encoding="utf-8")
    shutil.copytree(corpus, folder / "corpora" / "odd")
    (folder / "broken.yaml").write_text(
        f"portal: broken\nhom: {HOST}/\nlanguage: Magyar\narchive: {{url: '{HOST}/{{x}}'}}\n"
        "article: {body: {root: '::', drop: 3}, metadata: {titel: h1}}\n",
        encoding="utf-8",
    )
    (folder / "torn.yaml").write_text("portal: [torn\n", encoding="utf-8")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, demo_corpus: Path) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("marks")
    write_portals(folder, demo_corpus)
    with running_studio(folder, "--language", LANGUAGE, program=[str(PROGRAM)]) as running:
        yield running


def read_english(tab: Any) -> list[str]:
    """Return the parts of the view that have no marks and are no data."""
    tab.wait_for_load_state("networkidle")
    shown = [
        *tab.evaluate(READ_WORDS, [OTHER, "none"]),
        *tab.locator(".q-notification__message").all_inner_texts(),
    ]
    return [part for words in shown for part in list_english(words) if not DATA.match(part)]


def test_every_text_of_every_view_has_marks(tab: Any, studio: Studio) -> None:
    studio.admit(tab)
    left: dict[str, list[str]] = {}
    for path in VIEWS:
        tab.goto(f"{studio.base}{path}")
        tab.wait_for_load_state("networkidle")
        tab.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
        if tab.locator(".studio-steps").count() and tab.locator(".step-line a").count():
            tab.locator(".step-line a").first.wait_for()
        left[path] = read_english(tab)
    for path, name in BUTTONS:
        tab.goto(f"{studio.base}{path}")
        tab.get_by_role("button", name=name).first.click()
        tab.wait_for_timeout(500)
        left[f"{path} {name}"] = read_english(tab)
    assert {path: parts for path, parts in left.items() if parts} == {}
