"""What a portal calls its articles, authors and sections is text in the page of a corpus report and
in its charts."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest
from lxml import etree
from small_portal import listing, small_portal

from webarticlecurator.cli.main import main

FILE = """\
archive: {url: BASE/list, links: h2}
fetch: {delay: 0}
article:
  body: {root: article}
  metadata: {title: h1, authors: .by, section: .in}
"""
HOSTILE = "&lt;/bdi&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror='alert(1)'&gt;\u202eexe\u2066"
SEEN = "<script>alert(1)</script>"
PATH = "/a%22%3E%3Cscript%3E?x='onclick=alert(1)"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with page.html and charts/ of the report."""
    folder = tmp_path_factory.mktemp("report")
    page = (
        f"<html><body><article><h1>{HOSTILE}</h1><b class=by>{HOSTILE} by</b>"
        f"<i class=in>{HOSTILE} in</i><p>Some text of the article.</p></article></body></html>"
    )
    with small_portal(folder, {"/list": listing("/1", PATH), "/1": page, PATH: page}) as portal:
        assert portal.crawl(FILE).tei == 2
    command = ["report", "corpus", str(folder / "portal.yaml"), "--corpus", str(folder / "corpus")]
    options = ["--html", str(folder / "page.html"), "--svg", str(folder / "charts")]
    assert main([*command, *options]) == 0
    return folder


def test_the_page_has_no_element_of_the_portal(report: Path) -> None:
    page = (report / "page.html").read_text(encoding="utf-8")
    builder = html5lib.getTreeBuilder("lxml")
    parser = html5lib.HTMLParser(builder, strict=True, namespaceHTMLElements=False)
    root = parser.parse(page).getroot()
    assert root.xpath("//script | //img | //iframe | //form") == []
    assert root.xpath("//@src | //@*[starts-with(name(), 'on')]") == []
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", page)
    assert "default-src 'none'" in root.xpath("//meta[@http-equiv]/@content")[0]
    titles = [cell.xpath("string()") for cell in root.xpath("//td/bdi")]
    assert any(SEEN in title for title in titles)
    assert not any(r"\u202e" in title for title in titles)  # titles have no such marks
    links = set(root.xpath("//td/a/@href"))
    assert len(links) == 2
    assert all(link.startswith("http://127.0.0.1:") for link in links)


def test_names_are_text_in_charts(report: Path) -> None:
    for name in ("authors", "sections"):
        root = etree.parse(report / "charts" / f"small-{name}.svg").getroot()
        names = {etree.QName(element).localname for element in root.iter()}
        assert names == {"svg", "title", "desc", "rect", "path", "text"}
        meanings = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
        assert any(SEEN in (text or "") for text in meanings)
