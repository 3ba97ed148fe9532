"""A corpus that one may share: from the crawl of a portal with mixed rights, edits and articles that
had to go, to all that colleagues, libraries and assistants take, each with its own client."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from clarin_schemas import find_faults, read_schema
from datacite_schema import find_datacite_faults
from libraries import Library, skip_without
from long_parameters import always
from lxml import etree
from processes import run_python
from running_service import Service, running_service
from small_portal import Answer, SmallPortal, article, listing, small_portal
from time_authority import openssl, time_authority
from unpacked_files import places_of

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection

skip_without("spacy", reason="derived texts are divided by spaCy")
bagit: Any = pytest.importorskip("bagit", reason="pip install bagit")
skip_without("datacite", reason="pip install datacite")
sickle: Any = Library("sickle", reason="pip install sickle")
mcp: Any = Library("mcp", reason="pip install mcp")

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
WITHDRAWN = (1, 20)


def address(n: int) -> str:
    """Every third article is open."""
    return f"/open/{n}" if n % 3 == 0 else f"/news/{n}"


def text(n: int, version: int = 1) -> str:
    own = "".join(chr(ord("a") + int(digit)) for digit in str(n))
    words = " ".join(f"{own}x{chr(ord('a') + k)}" for k in range(14))
    return f"Report {version}: the harbour of town number{n} was closed today. {words} secret{n}s."


def page(n: int, version: int = 1) -> str:
    head = f'<meta property="og:title" content="Harbour {n}">'
    day = f'<meta name="day" content="20{20 + n % 3}-0{1 + n % 9}-04">'
    return article(text(n, version), head + day)


@dataclass
class Shared:
    """A corpus of ``number`` articles, of which each tenth was edited after the first crawl."""

    folder: Path
    base: str
    number: int

    @property
    def corpus(self) -> Path:
        return self.folder / "corpora" / "small"

    def url(self, n: int) -> str:
        return f"{self.base}{address(n)}"

    def curator(self, command: str, *words: str) -> int:
        """Run a command on the corpus and return its exit code."""
        portal = str(self.folder / "portal.yaml")
        return main([*command.split(), portal, *words, "--corpus", str(self.corpus)])

    @contextmanager
    def served(self) -> Iterator[Service]:
        given = ("portal.yaml", "--corpus", "corpora", "--harvest")
        with running_service(self.folder, *given) as service:
            service.client.description = None
            yield service


@pytest.fixture(params=always([60], [60, 1000]))
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Shared:
    number = request.param
    with small_portal(tmp_path, {}) as portal:
        crawl_twice(portal, number)
        (tmp_path / "corpora").mkdir()
        portal.corpus.rename(tmp_path / "corpora" / "small")
        return Shared(tmp_path, portal.base, number)


def crawl_twice(portal: SmallPortal, number: int) -> None:
    """Crawl the portal, and once more after every tenth article was edited."""
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


def test_a_corpus_is_shared(shared: Shared, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    # two articles have to go
    secrets = [f"secret{n}s" for n in WITHDRAWN]
    assert {word for _, word in places_of(shared.corpus, *secrets)} == set(secrets)
    gone = [shared.url(n) for n in WITHDRAWN]
    assert shared.curator("withdraw", *gone, "--reason", "by order") == 0

    # what the portal allows is known of each article
    capfd.readouterr()
    assert shared.curator("report permissions") == 0
    assert "prohibits usage: ai-train" in capfd.readouterr().out

    # so is what was edited silently
    assert shared.curator("export", "--format", "edits", "--output", str(tmp_path / "e.csv")) == 0
    edits = list(csv.DictReader(io.StringIO((tmp_path / "e.csv").read_text("utf-8-sig"))))
    edited = [n for n in range(0, shared.number, 10) if n not in WITHDRAWN]
    assert {row["url"] for row in edits} == {shared.url(n) for n in edited}
    assert {row["kind"] for row in edits} == {"reworded"}

    # the texts may not be given away, but much can be counted without them
    made, ngrams = tmp_path / "frequencies", tmp_path / "ngrams"
    assert shared.curator("derive", "frequencies", "--output", str(made)) == 0
    runs_of_five = ("derive", "ngrams", "--size", "5", "--least", "1", "--output", str(ngrams))
    assert shared.curator(*runs_of_five) == 2, "with the words of each article they are the text"
    assert not ngrams.exists()
    assert shared.curator(*runs_of_five, "--anyway") == 1
    assert "can be reconstructed" in (ngrams / "README.md").read_text(encoding="utf-8")

    # a repository takes metadata, manifest and derived texts
    deposit = tmp_path / "deposit"
    package = ("package", "--output", str(deposit), "--bagit", "--derived", str(made))
    capfd.readouterr()
    assert shared.curator(*package) == 2, "reserved texts are not packed"
    assert "--derived FOLDER" in capfd.readouterr().err
    assert shared.curator(*package, "--without-text") == 0
    bagit.Bag(str(deposit)).validate(processes=1)
    assert find_faults_of_deposit(deposit / "data") == []

    # an authority signs the state of the corpus, and anyone can check that
    manifest = tmp_path / "small.manifest.jsonl"
    (tmp_path / "authority").mkdir()
    with time_authority(tmp_path / "authority") as (authority, certificate):
        stamped = ("--output", str(manifest), "--timestamp", authority)
        assert shared.curator("manifest", *stamped) == 0
    token = ("-in", f"{manifest}.tsr", "-data", str(manifest), "-CAfile", str(certificate))
    assert "Verification: OK" in openssl(tmp_path, "ts", "-verify", *token)
    proof = ("--manifest", str(manifest), "--timestamp-ca", str(certificate))
    assert shared.curator("verify", *proof) == 0

    # a colleague reads the archive as WACZ, without the portal file, too
    wacz = tmp_path / "small.wacz"
    assert shared.curator("export", "--format", "wacz", "--output", str(wacz)) == 0
    assert main(["warc", "check", str(wacz)]) == 0
    capfd.readouterr()
    assert main(["extract", "--warc", str(wacz), "--url", shared.url(2)]) == 0
    assert "number2" in capfd.readouterr().out

    # catalogues harvest it, and search portals look into it
    with shared.served() as service:
        records = harvest(service, "oai_dc")
        assert len(records) == shared.number + 1, "the articles and the corpus"
        deleted = [r.header.identifier for r in records if r.header.deleted]
        assert {name.rpartition(":")[2] for name in deleted} == {article_id(each) for each in gone}
        for prefix in ("cmdi", "datacite"):
            (described,) = harvest(service, prefix)
            assert "Editor, Anna" in str(described.metadata)
        hits = service.client.get("/fcs", params={"query": "harbour and number3"}).text
        assert shared.url(3) in hits

    # assistants find and cite it; of reserved texts they see a few words
    found = {hit["url"]: hit for hit in asyncio.run(ask_assistant(shared, "number2 OR number3"))}
    reserved, free = found[shared.url(2)], found[shared.url(3)]
    assert len(reserved["text_of_page"]["right"].split()) == 5
    assert len(free["text_of_page"]["right"].split()) > 5
    assert free["text_of_page"]["cite"].endswith(f"?id={article_id(shared.url(3))}")

    # and nobody reads again what had to go, in whatever was made since
    assert places_of(tmp_path, "secret3s"), "others are there"
    assert places_of(tmp_path, *secrets) == []


VALIDATION = """
import json, frictionless, mlcroissant
report = frictionless.validate("datapackage.json")
dataset = mlcroissant.Dataset(jsonld="croissant.json")
errors = sorted(dataset.metadata.ctx.issues.errors)
rows = len(list(dataset.records("articles")))
print(json.dumps([report.flatten(["type", "message"]) + errors, rows]))
"""


def find_faults_of_deposit(folder: Path) -> list[str]:
    """Return what validators of their makers say about the descriptions of a deposit."""
    cmdi = etree.parse(folder / "cmdi.xml")
    faults = find_faults(read_schema("cmdi_envelope.xsd"), cmdi)
    record = json.loads((folder / "datacite.json").read_text(encoding="utf-8"))
    faults += find_datacite_faults(record)
    for library in ("frictionless", "mlcroissant"):
        pytest.importorskip(library, reason=f"pip install {library}")
    said, rows = json.loads(run_python(VALIDATION, folder).splitlines()[-1])
    with (folder / "small.csv").open(encoding="utf-8-sig", newline="") as table:
        assert rows == len(list(csv.DictReader(table)))
    return [*faults, *said]


def harvest(service: Service, prefix: str) -> list[Any]:
    return list(sickle.Sickle(f"{service.base}/oai").ListRecords(metadataPrefix=prefix))


async def ask_assistant(shared: Shared, query: str) -> list[dict[str, Any]]:
    program = "from webarticlecurator.cli.main import main; import sys; sys.exit(main())"
    arguments = ["-c", program, "mcp", "portal.yaml", "--corpus", "corpora"]
    folder = str(shared.folder)
    server = mcp.StdioServerParameters(command=sys.executable, args=arguments, cwd=folder)
    async with mcp.Client(server) as client:
        answer = await client.call_tool("search", {"portal": "small", "query": query})
        return list(json.loads(answer.content[0].text)["hits"])
