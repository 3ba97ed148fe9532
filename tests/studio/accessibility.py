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


_FAINT = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const read = (color) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], under) => [r, g, b].map((each, n) => each * a + under[n] * (1 - a));
    const behind = (element) => {
        if (element === null) return read(getComputedStyle(document.body).backgroundColor).slice(0, 3);
        const own = read(getComputedStyle(element).backgroundColor);
        return own[3] === 1 ? own.slice(0, 3) : over(own, behind(element.parentElement));
    };
    const light = (color) => {
        const [r, g, b] = color.map((each) => each / 255)
            .map((each) => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faint = new Set();
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const words = walker.currentNode.data.trim();
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const box = range.getBoundingClientRect();
        if (!words || box.width < 2 || element.closest("script, style, [disabled], .disabled")) continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const under = behind(element);
        const ink = over(read(getComputedStyle(element).color), under);
        const [high, low] = [light(ink), light(under)].sort((one, other) => other - one);
        const contrast = (high + .05) / (low + .05);
        if (contrast < 4.5) faint.add(`${contrast.toFixed(2)} ${words.slice(0, 40)}`);
    }
    return [...faint];
}"""


def find_faint_texts(tab: Any) -> list[str]:
    """Return the texts that the window draws itself with a contrast below 4.5 (WCAG 2.2, 1.4.3),
    each behind its contrast; also those that axe leaves out, as in messages."""
    return list(tab.evaluate(_FAINT))
