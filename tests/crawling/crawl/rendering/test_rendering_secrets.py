"""Scripts of a portal read the cookies of its portal file, and send them in ways of their own."""

from __future__ import annotations

import logging
import re

import pytest
from scripted_portal import SCROLLED, ScriptedPortal, script
from secret_bytes import records_of
from unpacked_files import places_of

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.inspect import check_records

SESSION = "s3ss10n of anna"
TEXT = f"""
archive: {{url: BASE/list, pagination: {{mode: browser-list}}, links: h2}}
fetch: {{delay: 0, cookies: {{sid: "{SESSION}"}}, browser_post: /graphql$}}
"""
ASKS = """fetch("/graphql", {method: "POST", headers: {"X-Session": sid, "X-Page": page},
 body: JSON.stringify({page, sid})})"""


def test_what_a_script_sends_is_stored_and_logged_without_the_session(
    scripted: ScriptedPortal, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "webarticlecurator")
    portal = scripted.portal
    posted = re.sub(r'fetch\("/api/list.*?\}\}\)', lambda _: ASKS, SCROLLED)
    assert posted != SCROLLED
    portal.pages["/list.js"] = script(f"const sid = document.cookie.slice(4);{posted}")
    for number in range(4):
        answer = portal.pages[f"/api/list?page={number}"]
        portal.pages[f'POST /graphql {{"page":{number},"sid":"{SESSION}"}}'] = answer
    summary = crawl(portal.write(TEXT), portal.corpus, CrawlOptions(warc_only=True))
    assert (summary.articles, summary.problems) == (7, {})
    assert [head["x-session"] for head in portal.headers if "x-session" in head] == [SESSION] * 4
    assert places_of(portal.corpus, SESSION) == []
    logged = caplog.text
    assert SESSION not in logged
    posts = re.findall(r"POST \S+/graphql 200, \d+ bytes, \S+ s: (.+)", logged)
    assert posts == ["fetch, asked for by the browser"] * 4
    assert (
        len(re.findall(r"GET \S+/list\.js 200, .+: script, asked for by the browser", logged)) == 1
    )
    assert len(re.findall(r"small: rendered \S+/list: \d+ bytes", logged)) == 1
    requests = [r for r in records_of(portal.corpus, "request") if r.url.endswith("/graphql")]
    assert [r.block.rpartition(b"\r\n\r\n")[2] for r in requests] == [
        b'{"page":%d,"sid":"%s"}' % (number, b"*" * len(SESSION)) for number in range(4)
    ]
    for record in requests:
        assert b"x-page" in record.block and b"x-session" not in record.block
        assert set(record.get("WARC-Fields-Left-Out").split(", ")) == {
            "x-session",
            "Cookie",
            "body",
        }
        length = re.search(rb"Content-Length: (\d+)", record.block)
        assert length and int(length[1]) == len(record.block.rpartition(b"\r\n\r\n")[2])
    assert list(check_records(sorted((portal.corpus / "warc").iterdir()))) == []
