"""No view is missing where all are looked at; none cuts a text, in three widths, leaves an English
word in another language, or draws a text with a contrast below 4.5 : 1, in light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from accessibility import find_faint_texts, is_too_wide
from checkout import CHECKOUT
from english_words import list_english_words
from every_view import VIEWS
from long_parameters import always
from running_studio import Studio
from studio_pictures import WINDOWS, demo_studio
from view_waiting import wait_for_view

from webarticlecurator.base.text.catalogues import ENGLISH, LANGUAGES
from webarticlecurator.proposing.tags.tag_reasons import REASONS, write_reasons
from webarticlecurator.studio.application import _PORTAL_VIEWS
from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE
from webarticlecurator.studio.frame.tag_table_files import COUNTS_NAME

TAG_VIEWS = (
    "/portal/demo/tags?text=div.reason",
    "/portal/demo/tags?row=div.reason-repeated",
)
COUNTS = "signature operation in_force source suggestion confidence reason frequency".split()
"""Columns of a table of counts."""
_PAGE = re.compile(r'@add_page\("(?P<address>[^"]+)"\)|add_portal_view\(context, "(?P<name>\w+)"')
LIST_CUT = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut = [];
    while (walker.nextNode()) {
        const words = walker.currentNode.data.trim();
        const element = walker.currentNode.parentElement;
        if (!words || element.closest("script, style, option, .cm-editor")) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const text = range.getBoundingClientRect();
        for (let outer = element; outer; outer = outer.parentElement) {
            const style = getComputedStyle(outer);
            if (style.clipPath !== "none" || style.position === "fixed") break; // for readers of screens
            if (["auto", "scroll"].includes(style.overflowX)) break; // it can be scrolled there
            if (!["hidden", "clip"].includes(style.overflowX)) continue;
            const box = outer.getBoundingClientRect();
            if (text.left < box.left - 1 || text.right > box.right + 1) cut.push(words.slice(0, 60));
        }
    }
    return cut;
}"""
"""Texts that go on where nobody can see or scroll them."""


def list_names() -> Iterator[str]:
    """Yield what the address of each view ends with, as the code of the studio has it."""
    yield from (name for name, *_ in _PORTAL_VIEWS)
    for file in (CHECKOUT / "webarticlecurator" / "studio").rglob("*.py"):
        for found in _PAGE.finditer(file.read_text(encoding="utf-8")):
            name = found["name"] or found["address"].rpartition("/")[2]
            if not name.startswith("{"):
                yield name


def test_no_view_is_missing() -> None:
    shown = {view.partition("?")[0].rpartition("/")[2] for view in VIEWS}
    names = {*list_names()}
    assert {"", "new", "effect", "judge"} <= names
    assert names - shown == set()


def write_counts(path: Path) -> None:
    """Write a table of counts with a suggestion for each reason that there is."""
    lines = ["\t".join(COUNTS)]
    for key, words in REASONS.items():
        parts = ["0.50" if form else name for _, name, form, _ in Formatter().parse(words) if name]
        parts = ["drop" if part == "operation" else part for part in parts]
        reason = write_reasons([(key, *parts)])
        lines.append(
            "\t".join((f"div.reason-{key}", "", "auto", "none", "drop", "0.75", reason, "9"))
        )
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, demo_corpus: Path) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("views")
    with demo_studio(folder, demo_corpus) as running:
        write_counts(folder / "corpora" / "demo" / "reports" / COUNTS_NAME)
        yield running


@pytest.mark.parametrize("language", always(["fr"], sorted(LANGUAGES)))
def test_each_view_can_be_read(tab: Any, studio: Studio, language: str) -> None:
    studio.admit(tab)
    tab.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": studio.base}])
    found = []
    for path in (*VIEWS, *TAG_VIEWS):
        for scheme in ("dark", "light"):
            tab.emulate_media(color_scheme=scheme)
            tab.goto(f"{studio.base}{path}")
            wait_for_view(tab)
            found += [(path, scheme, each) for each in find_faint_texts(tab)]
        if language != ENGLISH:
            found += [(path, "English", each) for each in list_english_words(tab, language)]
        for window in reversed(WINDOWS):
            tab.set_viewport_size(window)
            found += [(path, window["width"], each) for each in tab.evaluate(LIST_CUT)]
            found += [(path, window["width"], "too wide")] * is_too_wide(tab)
    assert found == []


def test_cut_texts_are_found(tab: Any) -> None:
    style = "width: 3rem; white-space: nowrap; overflow: "
    tab.set_content(
        f"<p style='{style}hidden'>too long for it</p><p style='{style}auto'>can be scrolled</p>"
        "<p style='overflow: hidden'>short</p>"
    )
    assert tab.evaluate(LIST_CUT) == ["too long for it"]
