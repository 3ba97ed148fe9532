"""Whichever way a portal reserves a text, all that gives texts away goes by it: ``package``,
``derive``, the articles of ``serve``, its content search, and the tools of ``mcp``."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from running_service import running_service
from small_portal import Answer, article, listing, small_portal

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.service.assistant_tools import AssistantTools
from webarticlecurator.service.content_search import ContentSearch

RULES = """language: en
fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {body: {root: article}}
corpus: {title: A corpus, editors: [{name: "Editor, Anna"}]}
"""
HTML = ("Content-Type", "text/html; charset=utf-8")
BEFORE, AFTER = "one two three four five six seven", " ".join(f"after{n}" for n in range(60))
ROBOTS = "User-agent: *\nAllow: /\n"
LICENCE = """<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
<prohibits type="usage">ai-train</prohibits></license></content></rsl>"""
SIGNAL = {"/robots.txt": Answer(f"{ROBOTS}Content-Signal: search=yes, ai-train=no\n")}
RSL = {"/robots.txt": Answer(f"{ROBOTS}License: /l.xml\n"), "/l.xml": LICENCE}
RSL_TYPE = 'type="application/rsl+xml"'
USAGE = "User-agent: GPTBot\nUser-agent: *\nContent-Usage: /a ai-use=n\n"
ASKED = (("WWW-Authenticate", 'License error="invalid_request"'),)
TDM = '[{"location": "/a*", "tdm-reservation": 1}]'
PROHIBITED = "prohibits usage: ai-train"


def long(*values: Any, id: str) -> Any:  # noqa: A002
    return pytest.param(*values, id=id, marks=pytest.mark.long)


@pytest.mark.parametrize(
    ("pages", "headers", "head", "reserved"),
    [
        pytest.param({}, (), "", "", id="nothing said"),
        pytest.param(
            {}, (("TDM-Reservation", "1"),), "", "header:TDM-Reservation: 1", id="tdm header"
        ),
        long({}, (), '<meta name="robots" content="noai">', "meta:robots: noai", id="noai"),
        long(
            {"/.well-known/tdmrep.json": TDM},
            (),
            "",
            "tdmrep:tdm-reservation /a*: 1",
            id="tdmrep.json",
        ),
        long(
            SIGNAL,
            (),
            "",
            "robots.txt: User-agent: *: Content-Signal: search=yes, ai-train=no",
            id="signal of robots.txt",
        ),
        long(
            {"/robots.txt": Answer(USAGE)},
            (),
            "",
            "robots.txt: User-agent: GPTBot, *: Content-Usage: /a ai-use=n",
            id="usage of robots.txt",
        ),
        long(
            {},
            (("Content-Usage", "train-ai=n"),),
            "",
            "header:Content-Usage: train-ai=n",
            id="usage header",
        ),
        pytest.param(
            RSL, (), "", f"rsl:license robots.txt BASE/l.xml /: {PROHIBITED}", id="rsl of robots"
        ),
        long(
            {"/l.xml": LICENCE},
            (),
            f'<link rel="license" {RSL_TYPE} href="/l.xml">',
            f"rsl:license link:rsl BASE/l.xml /: {PROHIBITED}",
            id="rsl link",
        ),
        long(
            {"/l.xml": LICENCE},
            (("Link", f'</l.xml>; rel="license"; {RSL_TYPE}'),),
            "",
            f"rsl:license header:rsl BASE/l.xml /: {PROHIBITED}",
            id="rsl header",
        ),
        long(
            {},
            (),
            f"<script {RSL_TYPE}>{LICENCE}</script>",
            f"rsl:license script BASE/a /: {PROHIBITED}",
            id="rsl in the page",
        ),
        pytest.param(
            {"later": Answer("no", 402, headers=ASKED)},
            (),
            "",
            'header:WWW-Authenticate: License error="invalid_request"',
            id="rsl asked for since",
        ),
    ],
)
def test_reserved_texts_are_cut_everywhere(
    tmp_path: Path,
    pages: dict[str, Any],
    headers: tuple[tuple[str, str], ...],
    head: str,
    reserved: str,
    capsys: pytest.CaptureFixture[str],
):
    """And all say what reserves them: where it is said, for whom, which paths and which use."""
    page = Answer(article(f"{BEFORE} harbour {AFTER}.", head), headers=(HTML, *headers))
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": page, **pages}) as site:
        site.executor = "serial"
        assert site.crawl(RULES).ok
        if later := pages.get("later"):
            site.pages["/a"] = later
            site.clock.time += timedelta(days=1)
            everything = CrawlOptions(refresh=RefreshSelection(everything=True))
            crawl(site.write(RULES), site.corpus, everything, site.runtime)
        url = f"{site.base}/a"
    reserved = reserved.replace("BASE", site.base)
    is_reserved = bool(reserved)
    words = [str(tmp_path / "portal.yaml"), "--corpus", str(site.corpus)]
    assert main(["report", "permissions", *words]) == 0
    said = capsys.readouterr().out
    # The table has the licence once, whatever names it.
    assert reserved.rpartition(" /")[2].replace(": ", "\t", 1) in said
    config = tmp_path / "portal.yaml"
    corpora = {"small": (load_portal(str(config)), site.corpus)}
    output = ["--output", str(tmp_path / "deposit")]
    assert main(["package", *words, *output]) == (2 if is_reserved else 0)
    assert not is_reserved or f"({reserved})" in capsys.readouterr().err
    answer = ContentSearch(lambda: corpora, "http://127.0.0.1/fcs").answer({"query": "harbour"})
    (hit,) = etree.fromstring(answer).iter("{http://clarin.eu/fcs/dataview/hits}Result")
    assert hit.text.strip() == ("three four five six seven" if is_reserved else BEFORE)
    tools = AssistantTools(lambda: corpora)
    read = tools.read("small", article_id(url))
    assert (AFTER in read["text_of_page"]["text"]) is not is_reserved
    assert read["text_of_page"]["reserved_by"] == [reserved] * is_reserved
    (found,) = tools.search("small", "harbour")["hits"]
    assert ("one two" in found["text_of_page"]["left"]) is not is_reserved
    assert found["text_of_page"].get("reserved_by", []) == [reserved] * is_reserved
    outlined = tools.outline("small", url, depth=20)["text_of_page"]["tree"]
    assert ("one two" in outlined) is not is_reserved
    assert "article" in outlined
    (tried,) = tools.try_file("small", url, config.read_text(encoding="utf-8"))["text_of_page"]
    assert (AFTER in tried["text"]) is not is_reserved
    corpora_folder = tmp_path / "corpora"
    corpora_folder.mkdir()
    site.corpus.rename(corpora_folder / "small")
    path = f"/articles/{article_id(url)}?portal=small"
    for options, is_cut in ((), is_reserved), (("--include-reserved",), False):
        with running_service(tmp_path, "portal.yaml", "--corpus", "corpora", *options) as service:
            article_object = service.client.get(path).json()
            assert (AFTER in article_object["text"]) is not is_cut
            assert (article_object["blocks"] == []) is is_cut
            assert article_object.get("reserved_by", []) == [reserved] * is_cut
            found_tei = service.client.get(f"{path}&format=tei")
            assert found_tei.status_code == (451 if is_cut else 200)
            assert (AFTER in found_tei.text) is not is_cut
            assert not is_cut or reserved in found_tei.json()["detail"]


def test_what_puts_reserved_texts_together_is_not_derived(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    pytest.importorskip("spacy", reason="texts are divided by spaCy: pip install spacy")
    page = article(f"{BEFORE} harbour {AFTER}.")
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": page, **RSL}) as site:
        site.executor = "serial"
        assert site.crawl(RULES).ok
    words = [str(tmp_path / "portal.yaml"), "--corpus", str(site.corpus), "--jobs", "1"]
    output = tmp_path / "derived"
    ngrams = ["derive", words[0], "ngrams", *words[1:], "--size", "5", "--least", "1"]
    assert main([*ngrams, "--output", str(output)]) == 2
    assert (
        "has reserved the texts of 1 articles (rsl:license robots.txt " in capsys.readouterr().err
    )
    assert not output.exists()
    frequencies = ["derive", words[0], "frequencies", *words[1:]]
    assert main([*frequencies, "--output", str(output)]) == 0
    said = (output / "README.md").read_text(encoding="utf-8")
    assert "The portal has reserved the texts of 1 articles" in said
