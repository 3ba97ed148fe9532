"""What can be done beside the next step, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from response_records import response_record
from running_studio import Studio
from small_portal import article

from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

BASE = "https://one.example"


def test_a_list_of_one_page_in_a_warc_file_leads_to_its_articles(
    tab: Any, studio: Studio, studio_folder: Path
) -> None:
    links = "".join(f'<h2><a href="{BASE}/story-{n}">Story {n}</a></h2>' for n in range(3))
    stories = {f"{BASE}/story-{n}": article(f"Words of story {n}. " * 20) for n in range(3)}
    pages = {f"{BASE}/list": f"<html><body>{links}</body></html>", **stories}
    records = [
        response_record(url, page.encode(), f"00000000-0000-0000-0000-{number:012}")
        for number, (url, page) in enumerate(pages.items())
    ]
    (studio_folder / "one.warc").write_bytes(b"".join(records))
    (studio_folder / "one.warcs.txt").write_text("one.warc\n", encoding="utf-8")
    file = studio_folder / "one.yaml"
    file.write_text(
        f"portal: one\nhome: {BASE}/\narchive:\n  url: {BASE}/list\n  links: h2 a\n"
        "article: {body: {root: article}, metadata: {authors: none, published: none}}\n",
        encoding="utf-8",
    )
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/one/run")
    tab.get_by_text("Other ways to crawl and build").click()
    tab.get_by_role("button", name="Build", exact=True).click()
    tab.get_by_text("nothing to build: no page is stored yet").wait_for()

    tab.get_by_role("button", name="Take them into the corpus").first.wait_for()
    tab.get_by_role("button", name="It is the whole list").click()
    tab.locator(".step-done", has_text="Next page").wait_for()
    tab.locator(".step-next").get_by_role("button", name="Take them into the corpus").click()
    tab.locator(".step-done", has_text="Take the pages").wait_for(timeout=60_000)
    assert load_portal(file).columns[0].spans[0].pagination.mode == "none"
    assert "pagination: none" in file.read_text(encoding="utf-8")
    with view_corpus(studio_folder / "corpora" / "one", "one") as corpus:
        assert corpus.article_counts.by_state().articles == 3
