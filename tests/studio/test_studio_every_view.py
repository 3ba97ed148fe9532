"""No view is missing where all are looked at, and none cuts a text, in five languages and three
widths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from accessibility import is_too_wide
from checkout import CHECKOUT
from every_view import VIEWS
from long_parameters import always
from running_studio import Studio
from studio_pictures import WINDOWS, demo_studio
from view_waiting import wait_for_view

from webarticlecurator.base.text.catalogues import LANGUAGES
from webarticlecurator.studio.application import _PORTAL_VIEWS
from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE

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


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, demo_corpus: Path) -> Iterator[Studio]:
    with demo_studio(tmp_path_factory.mktemp("views"), demo_corpus) as running:
        yield running


@pytest.mark.parametrize("language", always(["fr"], sorted(LANGUAGES)))
def test_no_text_is_cut(tab: Any, studio: Studio, language: str) -> None:
    studio.admit(tab)
    tab.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": studio.base}])
    cut = []
    for path in VIEWS:
        tab.goto(f"{studio.base}{path}")
        wait_for_view(tab)
        for window in WINDOWS:
            tab.set_viewport_size(window)
            cut += [(path, window["width"], each) for each in tab.evaluate(LIST_CUT)]
            cut += [(path, window["width"], "too wide")] * is_too_wide(tab)
    assert cut == []


def test_cut_texts_are_found(tab: Any) -> None:
    style = "width: 3rem; white-space: nowrap; overflow: "
    tab.set_content(
        f"<p style='{style}hidden'>too long for it</p><p style='{style}auto'>can be scrolled</p>"
        "<p style='overflow: hidden'>short</p>"
    )
    assert tab.evaluate(LIST_CUT) == ["too long for it"]
