"""Articles whose text a script loads: rendered, failed, tried again, read by the commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripted_portal import READ, ScriptedPortal, as_json, list_page, script
from small_portal import Answer, listing, moved

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.live_check import check_live
from webarticlecurator.storage.store.view import view_corpus

SCRIPTED = """
archive: {url: BASE/list, links: h2, order: newest-first}
fetch: {delay: 0, timeout: 3%s}
article: {body: {root: [article, main]}}
"""
BROWSER = ", browser: true, wait_for: 'article, h2'"


class Messages(NullProgress):
    def __init__(self) -> None:
        self.messages: list[str] = []

    def show_message(self, text: str) -> None:
        self.messages.append(text)


def write_articles(scripted: ScriptedPortal) -> None:
    scripted.set_scripted_article("a", "Árvíztűrő words of a, which only a script shows.")
    scripted.set_scripted_article("b", "Words of b, which only a script shows.")
    scripted.portal.pages["/list"] = listing("/a", "/b")


def test_articles_are_read_as_rendered(
    scripted: ScriptedPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    write_articles(scripted)
    portal = scripted.portal
    summary = crawl(portal.write(SCRIPTED % ""), portal.corpus)
    assert summary.tei == 0, "the control: without a browser, there is no text"

    portal.asked.clear()
    summary = crawl(portal.write(SCRIPTED % BROWSER), portal.folder / "rendered")
    assert (summary.tei, summary.problems) == (2, {})
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in sorted((portal.folder / "rendered" / "tei").rglob("*.xml"))
    )
    assert "Árvíztűrő words of a, which only a script shows." in text
    assert portal.asked.count("/read.js") == 1, "scripts are requested once"
    assert portal.asked.count("/api/a") == portal.asked.count("/api/b") == 1
    assert scripted.ads.asked == []
    config = str(portal.folder / "portal.yaml")
    warc = next((portal.folder / "rendered" / "warc").glob("*-articles-*"))
    extract = ["extract", config, "--url", f"{portal.base}/b", "--warc", str(warc)]
    capsys.readouterr()
    assert main([*extract, "--format", "text"]) == 0
    assert capsys.readouterr().out == "b\nWords of b, which only a script shows.\n"
    why = ["why", config, f"{portal.base}/b", "--corpus", str(portal.folder / "rendered")]
    assert main(why) == 0
    assert "tei" in capsys.readouterr().out


@pytest.mark.long
def test_the_text_of_a_warc_alone(scripted: ScriptedPortal, capsys: pytest.CaptureFixture[str]):
    """``extract`` and ``links`` read the rendered pages of WARC files, ``why`` those of a corpus."""
    scripted.set_scripted_article("n6", "Words which only a script shows.")
    portal = scripted.portal
    text = "archive: {url: BASE/list, pagination: {mode: browser-list}, links: h2}\n"
    text += "fetch: {delay: 0, browser: true}\narticle: {body: {root: [article]}}\n"
    crawl(portal.write(text), portal.corpus, CrawlOptions(limit=1))
    config = str(portal.folder / "portal.yaml")
    archive, articles = sorted((portal.corpus / "warc").glob("*.warc.gz"))
    capsys.readouterr()
    url = f"{portal.base}/n6"
    assert main(["extract", config, "--url", url, "--warc", str(articles), "--format", "text"]) == 0
    assert capsys.readouterr().out == "n6\nWords which only a script shows.\n"
    assert main(["links", config, "--url", f"{portal.base}/list", "--warc", str(archive)]) == 0
    assert capsys.readouterr().out.count(f"{portal.base}/n") == 7
    assert main(["why", config, url, "--corpus", str(portal.corpus)]) == 0
    assert "tei" in capsys.readouterr().out


@pytest.mark.long
def test_an_article_that_does_not_appear_has_failed_and_is_tried_again(
    scripted: ScriptedPortal,
) -> None:
    write_articles(scripted)
    portal = scripted.portal
    good = portal.pages["/api/a"]
    portal.pages["/api/a"] = Answer("no JSON", 404)
    summary = crawl(portal.write(SCRIPTED % BROWSER), portal.corpus)
    assert (summary.tei, summary.failed) == (1, 1)
    with view_corpus(portal.corpus, "small") as corpus:
        (row,) = corpus.frontier.articles("failed")
    assert row.reason == "browser"
    assert "fetch.wait_for (article, h2) selected nothing within 3 seconds" in row.evidence
    assert "not asked: localhost (fetch.browser_hosts)" in row.evidence

    portal.pages["/api/a"] = good
    summary = crawl(portal.write(SCRIPTED % BROWSER), portal.corpus)
    assert (summary.tei, summary.failed, summary.problems) == (2, 0, {})


@pytest.mark.long
def test_robots_txt_holds_for_what_a_page_loads(scripted: ScriptedPortal) -> None:
    write_articles(scripted)
    portal = scripted.portal
    portal.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /api/\n")
    progress = Messages()
    runtime = Runtime(progress=progress)
    summary = crawl(portal.write(SCRIPTED % BROWSER), portal.corpus, runtime=runtime)
    assert (summary.tei, summary.failed) == (0, 2)
    assert not any(path.startswith("/api") for path in portal.asked)
    said = [text for text in progress.messages if "which a page loads, is not requested" in text]
    assert len(said) == 1 and "robots.txt" in said[0], "once for a host"


@pytest.mark.long
def test_redirects_to_other_hosts_are_not_followed(scripted: ScriptedPortal) -> None:
    """What a script gets by a redirect stays on the hosts from which pages load; other origins do
    not get the headers that it sends."""
    write_articles(scripted)
    portal, ads = scripted.portal, scripted.ads
    portal.pages["/read.js"] = script(
        READ.replace("location.pathname", 'location.pathname, {headers: {"X-Key": "secret"}}')
    )
    portal.pages["/api/a"] = moved(f"http://localhost:{ads.port}/stolen")
    portal.pages["/api/b"] = moved(f"http://127.0.0.1:{ads.port}/api/b")
    ads.pages["/api/b"] = as_json({"title": "b", "text": "Words of b, from another port."})
    summary = crawl(portal.write(SCRIPTED % BROWSER), portal.corpus)
    assert (summary.tei, summary.failed) == (1, 1)
    assert ads.asked == ["/api/b"]
    assert [h["x-key"] for h in portal.headers if "x-key" in h] == ["secret", "secret"]
    assert not any("x-key" in headers for headers in ads.headers)


@pytest.mark.long
def test_other_hosts_are_asked_where_the_portal_file_names_them(scripted: ScriptedPortal) -> None:
    write_articles(scripted)
    portal = scripted.portal
    more = BROWSER + ", browser_hosts: localhost"
    crawl(portal.write(SCRIPTED % more), portal.corpus, CrawlOptions(warc_only=True))
    assert set(scripted.ads.asked) == {"/ad.js", "/bid"}, "scripts and data, but no pictures"


@pytest.mark.long
def test_a_page_with_an_endless_loop_fails_alone(scripted: ScriptedPortal) -> None:
    """The browser is ended, and started again for the next page."""
    write_articles(scripted)
    portal = scripted.portal
    portal.pages["/a"] = "<html><body><article>x</article><script>while (true) { }</script>"
    summary = crawl(portal.write(SCRIPTED % BROWSER), portal.corpus)
    assert (summary.tei, summary.failed) == (1, 1)
    with view_corpus(portal.corpus, "small") as corpus:
        (row,) = corpus.frontier.articles("failed")
    assert "its scripts have not answered" in row.evidence


@pytest.mark.long
def test_check_live_looks_at_rendered_pages(scripted: ScriptedPortal, tmp_path: Path) -> None:
    scripted.set_scripted_article("n6", "Words which only a script shows, " * 9)
    scripted.set_list(list_page(more=True))
    portal = scripted.portal
    portal.write(
        "archive: {url: BASE/list, pagination: {mode: browser-list, click: button}, links: h2}\n"
        "fetch: {delay: 0, browser: true}\narticle: {body: {root: [article]}}\n"
    )
    answer = check_live(load_portal(portal.folder / "portal.yaml"))
    assert len(answer.lists[0].articles) == 6, "one click, as a sample"
    assert answer.articles[0].verdict == "kept"
    assert not (portal.corpus).exists()
