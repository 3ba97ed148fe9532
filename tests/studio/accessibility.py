"""What axe finds in a window of the studio."""

from __future__ import annotations

from typing import Any

import pytest

LOADED = "!document.querySelector('.q-loading-bar:not([aria-hidden=true])')"


def find_faults(tab: Any, part: str | None = None) -> list[str]:
    """Return what axe finds in the window, or in what a selector selects, once its bar of loading
    has gone; what it finds only while the window is not yet complete does not count. The test is
    skipped without axe."""
    axe: Any = pytest.importorskip("axe_playwright_python.sync_playwright")
    tab.wait_for_function(LOADED)
    found = axe.Axe().run(tab, context=part)
    if found.violations_count:
        tab.wait_for_timeout(1500)
        found = axe.Axe().run(tab, context=part)
    return [found.generate_report()] if found.violations_count else []


def is_too_wide(tab: Any) -> bool:
    """Return True if the window scrolls sideways."""
    root = "document.documentElement"
    return bool(tab.evaluate(f"{root}.scrollWidth > {root}.clientWidth"))


_COUNT_MAIN = """() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "var(--accent)";
    const accent = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...document.querySelectorAll(".studio-button, .studio-link-button")].filter(
        (each) => each.checkVisibility({ visibilityProperty: true })
            && getComputedStyle(each).backgroundColor === accent).length;
}"""


def count_main_buttons(tab: Any) -> int:
    """Return how many buttons have the colour of the one thing that is to be done in a view."""
    return int(tab.evaluate(_COUNT_MAIN))


_TWO_FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)


def reach_meaning(tab: Any, meaning: str) -> str:
    """Go by Tab to the term whose explanation has these words, which is shown then, until Escape;
    return the words at the term."""
    tip = tab.locator("[role=tooltip]", has_text=meaning).first
    term = tab.locator(f"[aria-describedby={tip.get_attribute('id')}]")
    assert not tip.is_visible()
    for _ in range(80):
        tab.keyboard.press("Tab")
        if term.evaluate("(each) => each === document.activeElement"):
            break
    assert tip.is_visible()
    tab.evaluate(_TWO_FRAMES)
    box = tip.bounding_box()
    assert min(box["x"], box["y"]) >= 0, box
    assert box["x"] + box["width"] <= tab.evaluate("innerWidth"), box
    assert box["y"] + box["height"] <= tab.evaluate("innerHeight"), box
    beside = term.bounding_box()
    gap = max(box["y"] - beside["y"] - beside["height"], beside["y"] - box["y"] - box["height"])
    assert 0 <= gap < 20, (box, beside)
    tab.keyboard.press("Escape")
    assert not tip.is_visible()
    assert term.evaluate("(each) => each === document.activeElement")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Shift+Tab")
    assert tip.is_visible()
    return str(term.inner_text())
