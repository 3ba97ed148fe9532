"""Whichever way a portal reserves a text, all that gives texts away goes by it: ``package``,
``derive``, the articles of ``serve``, its content search, and the tools of ``mcp``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from running_service import running_service
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
        pytest.param(
            {}, (), '<meta name="robots" content="noai">', True, id="noai", marks=pytest.mark.long
        ),
        pytest.param(SIGNAL, (), "", True, id="signal of robots.txt", marks=pytest.mark.long),
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
            found_tei = service.client.get(f"{path}&format=tei")
            assert found_tei.status_code == (451 if is_cut else 200)
            assert (AFTER in found_tei.text) is not is_cut


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
    assert "has reserved the texts of 1 articles (rsl:license: " in capsys.readouterr().err
    assert not output.exists()
    frequencies = ["derive", words[0], "frequencies", *words[1:]]
    assert main([*frequencies, "--output", str(output)]) == 0
    said = (output / "README.md").read_text(encoding="utf-8")
    assert "The portal has reserved the texts of 1 articles" in said
