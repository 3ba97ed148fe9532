"""A corpus that one may share: from the crawl of a portal with mixed rights, edits and articles that
had to go, to all that colleagues, libraries and assistants take, each with its own client."""

from __future__ import annotations

import asyncio
import csv
import gzip
import io
import json
import re
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from long_parameters import always
from running_service import running_service
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection

pytest.importorskip("spacy", reason="derived texts are divided by spaCy")
RULES = """title: The Echo
language: en
fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {body: {root: article}, metadata: {published: {meta: day}, title: {meta: "og:title"}}}
corpus:
  title: Echo corpus
  licence: CC BY 4.0
  doi: 10.5281/zenodo.1
  editors: [{name: "Editor, Anna"}]
"""
LICENCE = """<rsl xmlns="https://rslstandard.org/rsl"><content url="/">
<license><prohibits type="usage">ai-train</prohibits></license></content>
<content url="/open/*"><license><permits type="usage">all</permits></license></content></rsl>"""
HTML = ("Content-Type", "text/html; charset=utf-8")


def address(n: int) -> str:
    """Every third article is open."""
    return f"/open/{n}" if n % 3 == 0 else f"/news/{n}"


def text(n: int, version: int = 1) -> str:
    words = " ".join(f"w{chr(97 + (n * k) % 26)}{chr(97 + k)}" for k in range(1, 15))
    return f"Report {version}: the harbour of town number{n} was closed today. {words} secret{n}s."


def page(n: int, version: int = 1) -> str:
    head = f'<meta property="og:title" content="Harbour {n}">'
    day = f'<meta name="day" content="20{20 + n % 3}-0{1 + n % 9}-04">'
    return article(text(n, version), head + day)


def crawl_portal(portal: SmallPortal, number: int) -> None:
    """Crawl it, and once more after every tenth article was edited."""
    portal.executor = "serial"
    portal.pages |= {
        "/robots.txt": Answer("User-agent: *\nAllow: /\nLicense: /license.xml\n"),
        "/license.xml": LICENCE,
        "/list": listing(*map(address, range(number))),
        **{address(n): page(n) for n in range(number)},
    }
    portal.crawl(RULES)
    portal.clock.time += timedelta(days=1)
    portal.pages |= {address(n): page(n, 2) for n in range(0, number, 10)}
    everything = CrawlOptions(refresh=RefreshSelection(everything=True))
    assert crawl(portal.write(RULES), portal.corpus, everything, portal.runtime).ok


@pytest.mark.parametrize("number", always([60], [60, 1000]))
def test_a_corpus_is_shared(number: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    with small_portal(tmp_path, {}) as portal:
        crawl_portal(portal, number)
        base = portal.base
        (tmp_path / "corpora").mkdir()
        corpus = portal.corpus.rename(tmp_path / "corpora" / "small")
    words = [str(tmp_path / "portal.yaml"), "--corpus", str(corpus)]
    made = tmp_path / "made"

    # two articles have to go
    gone = [f"{base}{address(n)}" for n in (1, 20)]
    assert main(["withdraw", words[0], *gone, "--reason", "by order", *words[1:]]) in (0, 1)
    assert not any(b"secret20s" in path.read_bytes() for path in corpus.rglob("*.xml"))

    # what the portal allows is known of each article, and what it changed
    capfd.readouterr()
    assert main(["report", "permissions", *words]) == 0
    assert "prohibits usage: ai-train" in capfd.readouterr().out
    assert main(["export", *words, "--format", "edits", "--output", str(tmp_path / "e.csv")]) == 0
    edits = list(csv.DictReader(io.StringIO((tmp_path / "e.csv").read_text("utf-8-sig"))))
    edited = [n for n in range(0, number, 10) if n != 20]
    assert {row["url"] for row in edits} == {f"{base}{address(n)}" for n in edited}
    assert {row["kind"] for row in edits} == {"reworded"}

    # the texts may not be given away, but much can be counted without them
    derive = ["derive", words[0], "frequencies", *words[1:], "--output", str(made)]
    assert main([*derive, "--jobs", "1"]) == 0
    ngrams = ["derive", words[0], "ngrams", *words[1:], "--output", str(tmp_path / "ngrams")]
    open_ones = [*ngrams, "--size", "5", "--least", "1", "--jobs", "1"]
    assert main(open_ones) == 2, "with the words of each article these are not harmless"
    assert main([*open_ones, "--anyway"]) == 1, "and they say how much can be put together"
    capfd.readouterr()

    # a repository takes metadata, manifest and derived texts, as a bag, and its validators agree
    deposit = tmp_path / "deposit"
    package = ["package", *words, "--output", str(deposit), "--bagit", "--derived", str(made)]
    assert main(package) == 2, "reserved texts are not packed"
    assert "--derived FOLDER" in capfd.readouterr().err
    assert main([*package, "--without-text"]) == 0
    bagit: Any = pytest.importorskip("bagit", reason="pip install bagit")
    bagit.Bag(str(deposit)).validate(processes=1)
    described = json.loads((deposit / "data" / "datapackage.json").read_text(encoding="utf-8"))
    assert {"small.csv", "small-made.derived.zip"} <= {r["path"] for r in described["resources"]}

    # the state is proved
    manifest = tmp_path / "small.manifest.jsonl"
    assert main(["manifest", *words, "--output", str(manifest)]) == 0
    assert main(["verify", *words, "--manifest", str(manifest)]) == 0

    # a colleague reads the archive as WACZ, without the portal file, too
    wacz = tmp_path / "small.wacz"
    assert main(["export", *words, "--format", "wacz", "--output", str(wacz)]) == 0
    assert main(["warc", "check", str(wacz)]) == 0
    capfd.readouterr()
    url = f"{base}{address(2)}"
    assert main(["extract", "--warc", str(wacz), "--url", url]) == 0
    assert "number2" in capfd.readouterr().out

    # catalogues harvest it, search portals and assistants find and cite it
    sickle: Any = pytest.importorskip("sickle", reason="pip install sickle")
    with running_service(tmp_path, "portal.yaml", "--corpus", "corpora", "--harvest") as service:
        service.client.description = None
        records = list(sickle.Sickle(f"{service.base}/oai").ListRecords(metadataPrefix="oai_dc"))
        hits = service.client.get("/fcs", params={"query": "harbour and number3"}).text
    assert len(records) == number + 1
    assert {r.header.identifier.rpartition(":")[2] for r in records if r.header.deleted} == {
        article_id(each) for each in gone
    }
    assert f"{base}{address(3)}" in hits
    mcp: Any = pytest.importorskip("mcp", reason="pip install mcp")

    async def ask() -> Any:
        program = "from webarticlecurator.cli.main import main; import sys; sys.exit(main())"
        arguments = ["-c", program, "mcp", "portal.yaml", "--corpus", "corpora"]
        server = mcp.StdioServerParameters(
            command=sys.executable, args=arguments, cwd=str(tmp_path)
        )
        async with mcp.Client(server) as client:
            given = {"portal": "small", "query": "number2 OR number3"}
            return json.loads((await client.call_tool("search", given)).content[0].text)

    found = {hit["url"].removeprefix(base): hit for hit in asyncio.run(ask())["hits"]}
    reserved, free = found["/news/2"], found["/open/3"]
    assert len(reserved["text_of_page"]["right"].split()) == 5
    assert len(free["text_of_page"]["right"].split()) > 5
    assert free["cite"].endswith(f"?id={article_id(f'{base}/open/3')}")

    # and nobody reads again what had to go
    for path in corpus.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            content = gzip.decompress(content) if path.suffix == ".gz" else content
            assert not re.search(rb"secret(1|20)s", content), path
