"""Whichever way a portal reserves a text, all that gives texts away goes by it: ``package``, the
content search of ``serve --harvest``, and the tools of ``mcp``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from small_portal import Answer, article, listing, small_portal

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.cli.main import main
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


@pytest.mark.parametrize(
    ("pages", "headers", "head", "is_reserved"),
    [
        pytest.param({}, (), "", False, id="nothing said"),
        pytest.param({}, (("TDM-Reservation", "1"),), "", True, id="tdm header"),
        pytest.param({}, (), '<meta name="robots" content="noai">', True, id="noai"),
        pytest.param(SIGNAL, (), "", True, id="signal of robots.txt"),
        pytest.param(RSL, (), "", True, id="rsl"),
    ],
)
def test_reserved_texts_are_cut_everywhere(
    tmp_path: Path,
    pages: dict[str, Any],
    headers: tuple[tuple[str, str], ...],
    head: str,
    is_reserved: bool,
):
    page = Answer(article(f"{BEFORE} harbour {AFTER}.", head), headers=(HTML, *headers))
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": page, **pages}) as site:
        site.executor = "serial"
        assert site.crawl(RULES).ok
        url = f"{site.base}/a"
    config = tmp_path / "portal.yaml"
    corpora = {"small": (load_portal(str(config)), site.corpus)}
    words = [str(config), "--corpus", str(site.corpus), "--output", str(tmp_path / "deposit")]
    assert main(["package", *words]) == (2 if is_reserved else 0)
    answer = ContentSearch(lambda: corpora, "http://127.0.0.1/fcs").answer({"query": "harbour"})
    (hit,) = etree.fromstring(answer).iter("{http://clarin.eu/fcs/dataview/hits}Result")
    assert hit.text.strip() == ("three four five six seven" if is_reserved else BEFORE)
    tools = AssistantTools(lambda: corpora)
    read = tools.read("small", article_id(url))
    assert (AFTER in read["text_of_page"]["text"]) is not is_reserved
    (found,) = tools.search("small", "harbour")["hits"]
    assert ("one two" in found["text_of_page"]["left"]) is not is_reserved
