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
