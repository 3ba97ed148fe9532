"""Lists that exist only through scripts: scrolled and clicked to their end, extended, rebuilt."""

from __future__ import annotations

import re
import shutil

import pytest
from scripted_portal import SCROLLED, ScriptedPortal, list_page, script

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.warc.container import read_records

SCROLL = """
archive: {url: BASE/list, pagination: {mode: browser-list%s}, links: h2}
fetch: {delay: 0}
"""
ALL = [f"/n{number}" for number in range(7)]
LOADED = ["/style.css", "/list.js", *(f"/api/list?page={number}" for number in range(4))]


def test_a_list_is_scrolled_to_its_end(
    scripted: ScriptedPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is asked for that is not needed; a rerun finds what is new; TEI is rebuilt offline."""
    portal = scripted.portal
    summary = crawl(portal.write(SCROLL % ""), portal.corpus)
    assert summary.ok and (summary.tei, summary.problems) == (7, {})
    assert portal.articles() == dict.fromkeys(ALL, "tei")
    assert sorted(portal.asked) == sorted(["/list", *LOADED, *ALL])
    assert scripted.ads.asked == []
    assert [headers.get("x-requested-with") for headers in portal.headers].count("fetch") == 4
    assert len({headers["User-Agent"] for headers in portal.headers}) == 1

    portal.asked.clear()
    scripted.publish("n7", "n8")
    summary = crawl(portal.write(SCROLL % ""), portal.corpus)
    assert summary.ok and summary.new_articles == 2
    assert [path for path in portal.asked if path.startswith("/n")] == ["/n8", "/n7"]
    assert scripted.ads.asked == []

    portal.asked.clear()
    before, corpus = portal.tei(), str(portal.corpus)
    shutil.rmtree(portal.corpus / "tei")
    (portal.corpus / "corpus.sqlite").unlink()
    config, manifest = str(portal.folder / "portal.yaml"), str(portal.folder / "m.jsonl")
    assert main(["verify", config, "--corpus", corpus, "--rebuild"]) == 0
    assert main(["build", config, "--corpus", corpus, "--all"]) == 0
    assert portal.tei() == before and len(before) == 9
    archive = str(next((portal.corpus / "warc").glob("*-archive-*")))
    capsys.readouterr()
    assert main(["links", config, "--url", f"{portal.base}/list", "--warc", archive]) == 0
    assert capsys.readouterr().out.count(f"{portal.base}/n") >= 7
    assert main(["manifest", config, "--corpus", corpus, "--output", manifest]) == 0
    assert main(["verify", config, "--corpus", corpus, "--manifest", manifest]) == 0
    assert portal.asked == []
    assert verify_corpus(portal.corpus, "small").findings == ()


@pytest.mark.long
def test_a_rerun_ends_at_known_links_and_a_full_one_does_not(scripted: ScriptedPortal) -> None:
    portal = scripted.portal
    scripted.publish(*(f"m{number}" for number in range(23)))
    warc_only = CrawlOptions(warc_only=True)
    summary = crawl(portal.write(SCROLL % ""), portal.corpus, warc_only)
    assert summary.articles == 30
    scripted.publish("new")
    for options, pages in ((warc_only, {3, 4}), (CrawlOptions(warc_only=True, full=True), {12})):
        portal.asked.clear()
        summary = crawl(portal.write(SCROLL % ""), portal.corpus, options)
        assert (summary.articles, summary.problems) == (31, {})
        assert len([path for path in portal.asked if path.startswith("/api/")]) in pages


@pytest.mark.long
def test_a_button_is_clicked_behind_a_question_for_consent(scripted: ScriptedPortal) -> None:
    portal = scripted.portal
    scripted.set_list(list_page(more=True, consent=True))
    keys = ", click: button.more, until: p.end"
    text = (SCROLL % keys).replace("delay: 0", "delay: 0, consent: '#yes'")
    summary = crawl(portal.write(text), portal.corpus, CrawlOptions(warc_only=True))
    assert (summary.stored, summary.problems) == (7, {})
    assert sorted(portal.asked) == sorted(["/list", *LOADED, *ALL])
    with view_corpus(portal.corpus, "small") as corpus:
        (page,) = corpus.captures.all("archive")
        content = corpus.read(page).content.decode()
    assert "consent" not in content and content.count("<h2") == 7


@pytest.mark.long
def test_a_query_is_sent_where_the_portal_file_allows_it(scripted: ScriptedPortal) -> None:
    """A list that is only had by POST; what is sent elsewhere (a beacon, statistics) is not."""
    portal = scripted.portal
    asks = 'fetch("/graphql", {method: "POST", body: JSON.stringify({page}), headers: {"Content-Type": "application/json"}})'
    posted = re.sub(r'fetch\("/api/list.*?\}\}\)', lambda _: asks, SCROLLED)
    assert posted != SCROLLED
    portal.pages["/list.js"] = script(posted)
    for number in range(4):
        answer = portal.pages[f"/api/list?page={number}"]
        portal.pages[f'POST /graphql {{"page":{number}}}'] = answer
    refused = crawl(portal.write(SCROLL % ""), portal.folder / "refused")
    assert refused.articles == 0

    portal.asked.clear()
    text = (SCROLL % "").replace("delay: 0", "delay: 0, browser_post: '/graphql$'")
    summary = crawl(portal.write(text), portal.corpus, CrawlOptions(warc_only=True))
    assert (summary.articles, summary.problems) == (7, {})
    sent = [path for path in portal.asked if path.startswith("POST")]
    assert sent == ["POST /graphql"] * 4
    path = next((portal.corpus / "warc").glob("*-archive-*"))
    records = [located.record for located in read_records(path, path.name, 0)]
    requests = [r.block for r in records if r.kind == "request" and r.url.endswith("/graphql")]
    assert [block.rpartition(b"\r\n\r\n")[2] for block in requests] == [
        b'{"page":%d}' % number for number in range(4)
    ]
    assert all(b"Content-Type: application/json" in block for block in requests)


@pytest.mark.long
@pytest.mark.parametrize(
    "keys, expected", [(", max: 1", 6), (", until: 4", 6), (", until: p.end", 7)]
)
def test_the_portal_file_says_where_the_list_ends(
    scripted: ScriptedPortal, keys: str, expected: int
) -> None:
    portal = scripted.portal
    text = (SCROLL % keys).replace("delay: 0", "delay: 0, wait_for: h2")
    summary = crawl(portal.write(text), portal.corpus, CrawlOptions(warc_only=True))
    assert (summary.articles, summary.problems) == (expected, {})


@pytest.mark.long
def test_a_list_that_stops_before_its_named_end_has_failed(scripted: ScriptedPortal) -> None:
    """The page is asked for again by the next crawl, and no article is taken from a part of it."""
    portal = scripted.portal
    text = SCROLL % ", until: 'p.never'"
    summary = crawl(portal.write(text), portal.corpus)
    assert summary.articles == 0 and "archive-page-failed" in summary.problems
    summary = crawl(portal.write(SCROLL % ", until: p.end"), portal.corpus)
    assert (summary.tei, summary.problems) == (7, {})


@pytest.mark.long
def test_data_that_does_not_come_fails_the_list(scripted: ScriptedPortal) -> None:
    """A list that is cut by an error of the portal is not taken for a whole one."""
    from small_portal import Answer

    portal = scripted.portal
    portal.pages["/api/list?page=1"] = Answer("busy", 500)
    text = (SCROLL % "").replace("delay: 0", "delay: 0, retries: 0")
    summary = crawl(portal.write(text), portal.corpus)
    assert summary.articles == 0 and "archive-page-failed" in summary.problems
    with view_corpus(portal.corpus, "small") as corpus:
        fetch = corpus.captures.last_fetch(f"{portal.base}/list")
        assert fetch is not None and fetch.failure is not None
        assert "/api/list?page=1, answers 500" in fetch.failure.message
