"""Wait until a view of the studio is complete: it is written, it names nothing that it waits for,
its archived page is there, and nothing in it changes any more.

That no request is under way tells less: frames and sockets of a view may have some for ever.
"""

from __future__ import annotations

from typing import Any

IS_WRITTEN = """() => document.querySelectorAll(".studio-content > *").length > 1
    && [...document.querySelectorAll(".article-reading")].every(
        (line) => document.querySelector(".article-words") || !line.checkVisibility())"""
"""Whether there is more of a view than its head."""
NOTHING_IS_AWAITED = """() => [...document.querySelectorAll("[role=status]")].every(
    (line) => !line.checkVisibility() || !line.innerText.endsWith("…"))"""
"""Whether no line of the view names what the view waits for."""
STEPS_ARE_READ = """() => [...document.querySelectorAll(".studio-steps")].every(
    (steps) => steps.querySelector(".step-line a"))"""
"""Whether it is known where one is in a portal."""
NOTHING_CHANGES = """() => new Promise((done) => {
    const QUIET = 500; // milliseconds
    let ending = setTimeout(end, QUIET);
    const observer = new MutationObserver(() => {
        clearTimeout(ending);
        ending = setTimeout(end, QUIET);
    });
    function end() { observer.disconnect(); done(true); }
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
})"""
"""Resolves when a view has stayed as it is for a while."""


def wait_for_view(tab: Any) -> None:
    """Wait until the view of a tab is complete."""
    for condition in (STEPS_ARE_READ, IS_WRITTEN, NOTHING_IS_AWAITED):
        tab.wait_for_function(condition)
    for frame in tab.locator("iframe").filter(visible=True).all():
        frame.content_frame.locator("body").wait_for(state="attached")
    tab.evaluate(NOTHING_CHANGES)
    tab.wait_for_function(NOTHING_IS_AWAITED)
