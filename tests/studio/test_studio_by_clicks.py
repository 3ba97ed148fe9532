"""From the address of the demo portal to a checked file that crawls: by clicks alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from running_studio import running_studio
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

LIST = "http://demo.echo.example/hirek/2013/04/"


def test_the_demo_portal_is_configured_and_crawled_by_clicks(tmp_path: Path, tab: Any):
    with DemoServer() as server, running_studio(tmp_path, "--proxy", server.proxy) as studio:
        tab.goto(studio.addresses()[-1])
        tab.get_by_role("link", name="A portal from its address").click()
        tab.get_by_label("Address of a page that lists articles").fill(LIST)
        tab.get_by_role("button", name="Propose a portal file").click()
        tab.get_by_role("button", name="Write the file").click()

        tab.wait_for_url("**/portal/demo-echo/run*")
        # the steps know what `new` has fetched
        tab.get_by_role("button", name="Try 20 articles").wait_for()
        tab.get_by_role("link", name="List: done").click()  # `new` has fetched it
        tab.wait_for_url("**/archive?url=*")
        tab.get_by_text("No problems: the file can be used.").wait_for()
        tab.get_by_role("link", name="Try 20: to do").click()
        tab.get_by_text("Other ways to crawl and build").click()
        tab.get_by_text("Options of the crawl").click()
        tab.get_by_label("From (archives by date only)").fill("2013-04-01")
        tab.get_by_label("Until").fill("2013-05-31")
        tab.get_by_role("button", name="Crawl", exact=True).click()
        tab.get_by_text("done", exact=True).first.wait_for()

        tab.get_by_role("link", name="Text: done").click()
        tab.frame_locator("iframe").get_by_text("Őszi Bernadett").click()
        tab.get_by_role("button", name="Author", exact=True).click()
        tab.get_by_role("button", name="Accept", exact=True).click()
        tab.get_by_role("button", name="Save", exact=True).click()
        tab.get_by_text("saved", exact=True).wait_for()

    load_portal(tmp_path / "demo-echo.yaml")
    assert "authors:" in (tmp_path / "demo-echo.yaml").read_text(encoding="utf-8")
    with view_corpus(tmp_path / "corpora" / "demo-echo", "demo-echo") as corpus:
        assert corpus.captures.page_addresses("/2013/", 10)
