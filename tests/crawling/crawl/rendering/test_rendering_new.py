"""``curator new`` for a page whose list a script loads: its data first, a browser else."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripted_portal import SCROLLED, ScriptedPortal, script, scripted_portal
from small_portal import Answer, article

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

WORDS = "Long words of an article, which nobody has written before, and which go on. " * 9


def proposed(scripted: ScriptedPortal, path: str = "/list") -> Portal:
    """The portal file that is written for a page, with a delay that suits a test."""
    portal = scripted.portal
    for name in scripted.names:
        portal.pages[f"/{name}"] = article(f"{name}: {WORDS}")
    found = propose_portal([f"{portal.base}{path}"], runtime=Runtime(clock=portal.clock))
    file = portal.folder / "new.yaml"
    file.write_text(proposed_yaml(found).replace("delay: 1.0", "delay: 0"), encoding="utf-8")
    return load_portal(file)


def assert_reads_data(portal: Portal, base: str) -> None:
    (span,) = portal.columns[0].spans
    assert span.url.text == f"{base}/api/list?page={{page}}"
    assert (span.pagination.mode, span.pagination.first) == ("infinite-scroll", 0)
    assert [(rule.kind, rule.expression) for rule in span.links] == [("json", "items[].url")]
    assert not span.browser.renders_lists


@pytest.mark.long
def test_the_data_behind_a_list_are_found_without_a_browser(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their address is in a script file; the proposed file crawls all articles."""
    monkeypatch.setenv("CURATOR_CHROMIUM", str(tmp_path / "none"))
    with scripted_portal(tmp_path) as scripted:
        portal = proposed(scripted)
        assert_reads_data(portal, scripted.portal.base)
        summary = crawl(portal, tmp_path / "corpus", CrawlOptions(warc_only=True))
        assert (summary.articles, summary.problems) == (7, {})
        assert_reads_data(proposed(scripted, "/api/list?page=1"), scripted.portal.base)
        output = str(tmp_path / "told.yaml")
        assert main(["new", f"{scripted.portal.base}/list", "--output", output]) == 0
    said = capsys.readouterr().err
    assert "/api/list?page=0, which a script loads, lists 3" in said


def test_data_are_found_that_only_a_browser_asks_for(scripted: ScriptedPortal) -> None:
    hidden = SCROLLED.replace('"/api/list?page="', '["", "api", "list"].join("/") + "?page="')
    assert hidden != SCROLLED
    scripted.portal.pages["/list.js"] = script(hidden)
    assert_reads_data(proposed(scripted), scripted.portal.base)
    assert scripted.ads.asked == []


@pytest.mark.long
def test_without_data_a_browser_is_proposed(scripted: ScriptedPortal) -> None:
    """The script asks for pieces of HTML, and the file lets the browser scroll."""
    portal = scripted.portal
    lines = [f"<h2><a href='/{n}'>The title of article {n}</a></h2>" for n in scripted.names]
    portal.pages["/piece"] = Answer("".join(lines))
    portal.pages["/list.js"] = script(
        "fetch('/pie' + 'ce').then(a => a.text()).then(t => {"
        " document.getElementById('list').innerHTML = t; });"
    )
    file = proposed(scripted)
    (span,) = file.columns[0].spans
    assert span.url.text == f"{portal.base}/list"
    assert (span.pagination.mode, span.pagination.scroll) == ("browser-list", True)
    assert Rule("css", "#list h2") in span.links or Rule("css", "h2") in span.links
    summary = crawl(file, portal.corpus, CrawlOptions(warc_only=True))
    assert (summary.articles, summary.problems) == (7, {})


def test_without_data_and_browser_the_file_says_what_is_missing(
    scripted: ScriptedPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    portal = scripted.portal
    monkeypatch.setenv("CURATOR_CHROMIUM", str(portal.folder / "none"))
    portal.pages["/list.js"] = script("fetch('/pie' + 'ce')")
    found = propose_portal([f"{portal.base}/list"], runtime=Runtime(clock=portal.clock))
    assert any("docs/browser.md" in doubt.message for doubt in found.doubts)
