"""A button that a script listens to is pointed at: it is pressed in a browser at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from newcomer_portals import fill_english_blog
from running_studio import running_studio
from small_portal import small_portal

RULES = (
    "fetch: {delay: 0}\narchive: {url: BASE/, links: h3}\narticle: {body: {root: .entry-content}}\n"
)


def test_a_button_that_adds_articles_is_pressed_and_written(tmp_path: Path, tab: Any) -> None:
    with small_portal(tmp_path, {}) as portal, running_studio(tmp_path) as studio:
        fill_english_blog(portal, portal.clock.now().date())
        portal.write(RULES)
        studio.admit(tab)
        tab.goto(f"{studio.base}/portal/small/archive?url={portal.base}/")
        tab.get_by_role("button", name="Fetch this page now").click()
        tab.get_by_text("9 articles are listed.").wait_for()
        tab.get_by_role("button", name="Point at the next page").click()
        tab.frame_locator("iframe").locator("button.more").click()
        tab.get_by_text("“Load more” is a button.").wait_for()
        tab.get_by_role("button", name="Press it in a browser").click()
        tab.get_by_text("18 articles are listed.").wait_for()
        tab.get_by_text("rendered by a browser after one round of its list").wait_for()
        written = tab.locator(".cm-content")
        assert "mode: browser-list" in written.inner_text()
        assert "click:" in written.inner_text()

        # a button that adds none is not written
        tab.get_by_role("button", name="Undo").click()
        portal.pages["/"] = str(portal.pages["/"]).replace("data-endpoint", "data-nothing")
        tab.get_by_role("button", name="Fetch this page now").click()
        tab.get_by_text("9 articles are listed.").wait_for()
        tab.get_by_role("button", name="Point at the next page").click()
        tab.frame_locator("iframe").locator("button.more").click()
        tab.get_by_role("button", name="Press it in a browser").click()
        tab.get_by_text("has added no articles to the list").wait_for()
        assert "browser-list" not in written.inner_text()
