"""``curator serve --harvest``: catalogues harvest a corpus by OAI-PMH, and search it by FCS, with
their own clients."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from clarin_schemas import find_faults, read_schema
from harvested_portal import NUMBER, RULES
from lxml import etree
from running_service import Service, running_service
from small_portal import article, listing, small_portal

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.corpus import open_corpus

OAI = "{http://www.openarchives.org/OAI/2.0/}"


def test_sickle_harvests_all_records(served: tuple[Service, str, str]):
    sickle = pytest.importorskip("sickle", reason="pip install sickle")
    oaiexceptions = pytest.importorskip("sickle.oaiexceptions")
    service, base, gone = served
    client = sickle.Sickle(f"{service.base}/oai")
    identified = client.Identify()
    assert identified.deletedRecord == "transient"
    records = list(client.ListRecords(metadataPrefix="oai_dc"))
    assert len({r.header.identifier for r in records}) == len(records) == NUMBER + 1
    deleted = [r for r in records if r.header.deleted]
    assert [r.header.identifier.rpartition(":")[2] for r in deleted] == [gone]
    name = article_id(f"{base}/3")
    (record,) = [r for r in records if r.header.identifier.endswith(f":{name}")]
    assert record.metadata["creator"] == ["Eva Rot"]
    assert record.metadata["date"] == ["2020-03-04"]
    assert f"https://doi.org/10.5281/zenodo.1?id={name}" in record.metadata["identifier"]
    assert not any("Gleis" in value for values in record.metadata.values() for value in values)
    (corpus,) = [r for r in records if r.header.identifier.endswith(":small")]
    assert corpus.metadata["title"] == ["Echo-Korpus"]
    assert {s.setSpec for s in client.ListSets()} == {
        "portal:small",
        *(f"year:{year}" for year in (2020, 2021, 2022)),
    }
    of_year = list(client.ListIdentifiers(metadataPrefix="oai_dc", set="year:2021"))
    assert len(of_year) == len([n for n in range(NUMBER) if n % 3 == 1])
    assert [each.deleted for each in of_year].count(True) == 1
    assert client.GetRecord(identifier=records[5].header.identifier, metadataPrefix="oai_dc")
    future = {"metadataPrefix": "oai_dc", "from": "2100-01-01"}
    with pytest.raises(oaiexceptions.NoRecordsMatch):
        list(client.ListRecords(**future))
    for path in (f"/id/{name}", f"/id?id={name}"):
        found = service.client.get(path, follow_redirects=True)
        assert found.json()["url"] == f"{base}/3"


def collect_names(records: Iterator[Any], names: set[str], count: int | None = None) -> None:
    """Do what a catalogue does with some of the records, by default all that are left."""
    for record in islice(records, count):
        name = record.header.identifier
        (names.discard if record.header.deleted else names.add)(name)


def test_a_harvest_that_is_under_way_hears_of_what_is_withdrawn_meanwhile(tmp_path: Path):
    """One that had its end before hears of it at its next request, within the same day; so do
    those who harvest a year alone."""
    sickle = pytest.importorskip("sickle", reason="pip install sickle")
    number, days = 120, '<meta name="day" content="2020-03-04">'
    pages = {"/list": listing(*(f"/{n}" for n in range(number)))}
    pages |= {f"/{n}": article(f"Report {n} of the harbour.", days) for n in range(number)}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(RULES)
        (tmp_path / "corpora").mkdir()
        portal.corpus.rename(tmp_path / "corpora" / "small")
    file, corpus = str(tmp_path / "portal.yaml"), str(tmp_path / "corpora" / "small")
    with running_service(tmp_path, "portal.yaml", "--corpus", "corpora", "--harvest") as service:
        client = sickle.Sickle(f"{service.base}/oai")
        whole, of_year, under_way = set[str](), set[str](), set[str]()
        collect_names(client.ListRecords(metadataPrefix="oai_dc"), whole)
        collect_names(client.ListRecords(metadataPrefix="oai_dc", set="year:2020"), of_year)
        began = service.client.get("/oai?verb=Identify").content
        since = etree.fromstring(began).findtext(f"{OAI}responseDate")
        records = client.ListRecords(metadataPrefix="oai_dc")
        collect_names(records, under_way, 50)
        gone = [f"{portal.base}/{n}" for n in (*range(10), *range(number - 10, number))]
        assert main(["withdraw", file, *gone, "--reason", "by order", "--corpus", corpus]) in (0, 1)
        collect_names(records, under_way)
        for names, more in ((whole, {}), (of_year, {"set": "year:2020"})):
            asked = {"metadataPrefix": "oai_dc", "from": since, **more}
            collect_names(client.ListRecords(**asked), names)
    left = {
        f"oai:localhost:small:{article_id(f'{portal.base}/{n}')}" for n in range(10, number - 10)
    }
    assert of_year == left
    assert whole == under_way == left | {"oai:localhost:small"}


def test_records_are_called_by_the_public_address(tmp_path: Path):
    """Whatever a request calls the service; and lists are compressed."""
    pages = {"/list": listing("/1"), "/1": article("Report 1 of the harbour and its ships.")}
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(RULES)
        (tmp_path / "corpora").mkdir()
        portal.corpus.rename(tmp_path / "corpora" / "small")
    public = ("--public-address", "https://echo.example/c/", "--contact", "eva@echo.example")
    options = ("portal.yaml", "--corpus", "corpora", "--harvest", *public)
    with running_service(tmp_path, *options) as service:
        service.client.description = None
        for host in ("localhost", "127.0.0.1"):
            answer = service.client.get("/oai?verb=Identify", headers={"Host": host})
            root = etree.fromstring(answer.content)
            assert root.findtext(f".//{OAI}baseURL") == "https://echo.example/c/oai"
            assert root.findtext(f".//{OAI}adminEmail") == "eva@echo.example"
        listed = service.client.get("/oai?verb=ListRecords&metadataPrefix=oai_dc")
        assert listed.headers["Content-Encoding"] == "gzip"
        found = {each.text for each in etree.fromstring(listed.content).iter(f"{OAI}identifier")}
        name = f"oai:echo.example:small:{article_id(f'{portal.base}/1')}"
        assert found == {"oai:echo.example:small", name}
        times = [each.text for each in etree.fromstring(listed.content).iter(f"{OAI}datestamp")]
        assert root.findtext(f".//{OAI}earliestDatestamp") <= min(times)
        explained = etree.fromstring(service.client.get("/fcs").content)
        parts = [explained.findtext(f".//{{*}}{name}") for name in ("host", "port", "database")]
        assert parts == ["echo.example", "443", "c/fcs"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "0.0.0.0"], "no public address or no contact"),
        (["--public-address", "echo.example"], "not an address"),
        (["--contact", "Eva"], "not an e-mail address"),
    ],
)
def test_who_can_be_reached_says_where_and_who(options, words, tmp_path: Path, capfd):
    (tmp_path / "portal.yaml").write_text("portal: small\nhome: https://echo.example/\n")
    file = str(tmp_path / "portal.yaml")
    assert main(["serve", file, "--corpus", str(tmp_path), "--harvest", *options]) == 2
    assert words in capfd.readouterr().err


def read_memory(pid: int) -> int:
    """Return what a process has in memory, in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    (line,) = [line for line in lines if line.startswith("VmRSS:")]
    return int(line.split()[1]) // 1024


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory from /proc")
def test_ten_thousand_records_are_harvested_in_the_same_memory(tmp_path: Path):
    sickle = pytest.importorskip("sickle", reason="pip install sickle")
    number = 10_000
    pages = {"/list": listing(*(f"/{n}" for n in range(number)))}
    pages |= {
        f"/{n}": article(f"Report {n} of the harbour.", '<meta name="day" content="2020-03-04">')
        for n in range(number)
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(RULES)
        (tmp_path / "corpora").mkdir()
        portal.corpus.rename(tmp_path / "corpora" / "small")
    with running_service(tmp_path, "portal.yaml", "--corpus", "corpora", "--harvest") as service:
        service.client.description = None
        names, memory = set(), []
        harvested = sickle.Sickle(f"{service.base}/oai").ListRecords(metadataPrefix="oai_dc")
        for count, record in enumerate(harvested, 1):
            names.add(record.header.identifier)
            if count % 1000 == 0:
                memory.append(read_memory(service.process.pid))
    assert len(names) == number + 1
    assert max(memory) <= memory[0] + 16, memory


def test_another_client_harvests_the_same(served: tuple[Service, str, str]):
    scythe = pytest.importorskip("oaipmh_scythe", reason="pip install oaipmh-scythe")
    service, _, _ = served
    with scythe.Scythe(f"{service.base}/oai") as client:
        records = list(client.list_records(metadata_prefix="oai_dc", ignore_deleted=True))
    assert len(records) == NUMBER


def test_a_corpus_with_a_doi_is_described_for_datacite(served: tuple[Service, str, str]):
    sickle = pytest.importorskip("sickle", reason="pip install sickle")
    oaiexceptions = pytest.importorskip("sickle.oaiexceptions")
    schema = pytest.importorskip("datacite.schema45", reason="pip install datacite")
    service, base, _ = served
    client = sickle.Sickle(f"{service.base}/oai")
    formats = [f.metadataPrefix for f in client.ListMetadataFormats()]
    assert formats == ["oai_dc", "datacite", "cmdi"]
    (record,) = client.ListRecords(metadataPrefix="datacite")
    again = client.GetRecord(identifier=record.header.identifier, metadataPrefix="datacite")
    assert again.metadata == record.metadata
    (resource,) = record.xml.iter("{http://datacite.org/schema/kernel-4}resource")
    assert {etree.QName(each).namespace for each in resource.iter()} == {schema.ns[None]}
    (location,) = (value for name, value in resource.attrib.items() if "Location" in name)
    assert location.endswith("/kernel-4.7/metadata.xsd")
    assert resource.find("{*}identifier").attrib == {"identifierType": "DOI"}
    assert record.metadata["identifier"] == ["10.5281/zenodo.1"]
    assert record.metadata["creatorName"] == ["Editor, Anna"]
    assert record.metadata["size"][0] == f"{NUMBER - 1} articles"
    article = f"{record.header.identifier}:{article_id(f'{base}/3')}"
    formats = client.ListMetadataFormats(identifier=article)
    assert [each.metadataPrefix for each in formats] == ["oai_dc"]
    with pytest.raises(oaiexceptions.CannotDisseminateFormat):
        client.GetRecord(identifier=article, metadataPrefix="datacite")
    with pytest.raises(oaiexceptions.NoRecordsMatch):
        list(client.ListRecords(metadataPrefix="datacite", set="year:2021"))


def test_a_corpus_is_described_for_clarin(served: tuple[Service, str, str]):
    sickle = pytest.importorskip("sickle", reason="pip install sickle")
    service, _, _ = served
    (record,) = sickle.Sickle(f"{service.base}/oai").ListRecords(metadataPrefix="cmdi")
    (cmdi,) = record.xml.iter("{http://www.clarin.eu/cmd/1}CMD")
    own = service.client.get(cmdi.findtext(".//{*}MdSelfLink")).content
    assert etree.tostring(next(etree.fromstring(own).iter(cmdi.tag))) == etree.tostring(cmdi)
    assert cmdi.findtext(".//{*}ResourceRef") == "https://doi.org/10.5281/zenodo.1"
    (described,) = cmdi.iter("{*}OLAC-DcmiTerms")
    assert described.findtext("{*}creator") == "Editor, Anna"
    assert described.find("{*}language").attrib == {"olac-language": "de"}
    assert described.findtext("{*}license") == "https://creativecommons.org/licenses/by/4.0/"


@pytest.mark.parametrize(
    "query",
    [
        "verb=Identify",
        "verb=ListMetadataFormats",
        "verb=ListSets",
        "verb=ListIdentifiers&metadataPrefix=oai_dc",
        "verb=ListRecords&metadataPrefix=oai_dc",
        "verb=ListRecords&metadataPrefix=cmdi",
        "verb=ListRecords&metadataPrefix=datacite",
        "verb=ListRecords&metadataPrefix=oai_dc&from=2100-01-01",
        "verb=Nothing",
    ],
)
def test_answers_to_harvesters_are_valid(served: tuple[Service, str, str], query: str):
    root = etree.fromstring(served[0].client.get(f"/oai?{query}").content)
    assert find_faults(read_schema("OAI-PMH.xsd"), root) == []
    schemas = {"oai_dc": read_schema("oai_dc.xsd"), "cmdi": read_schema("cmdi_envelope.xsd")}
    prefix = query.rpartition("metadataPrefix=")[2]
    if prefix in schemas and "Records" in query:
        (*records,) = root.iterfind(f".//{OAI}metadata/*")
        assert records, "there is nothing to check"
        assert [fault for each in records for fault in find_faults(schemas[prefix], each)] == []


def test_schemas_find_faults(served: tuple[Service, str, str]):
    query = "verb=ListRecords&metadataPrefix=cmdi"
    root = etree.fromstring(served[0].client.get(f"/oai?{query}").content)
    (cmdi,) = root.iter("{http://www.clarin.eu/cmd/1}CMD")
    cmdi.find(".//{*}license").tag = etree.QName(cmdi.find(".//{*}type"), "licence").text
    assert find_faults(read_schema("cmdi_envelope.xsd"), cmdi)
    root.find(f"{OAI}responseDate").text = "today"
    assert find_faults(read_schema("OAI-PMH.xsd"), root)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("verb=Nothing", "badVerb"),
        ("", "badVerb"),
        ("verb=ListRecords", "badArgument"),
        ("verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc", "badArgument"),
        ("verb=ListRecords&metadataPrefix=marc", "cannotDisseminateFormat"),
        ("verb=ListRecords&resumptionToken=abc", "badResumptionToken"),
        ("verb=ListRecords&metadataPrefix=oai_dc&from=soon", "badArgument"),
        ("verb=ListRecords&metadataPrefix=oai_dc&from=2020-02-31", "badArgument"),
        ("verb=ListRecords&metadataPrefix=oai_dc&until=2020-02-03T24:61:00Z", "badArgument"),
        ("verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:x:y:z", "idDoesNotExist"),
    ],
)
def test_wrong_requests_have_the_errors_of_the_protocol(served, query: str, code: str):
    answer = served[0].client.get(f"/oai?{query}")
    root = etree.fromstring(answer.content)
    assert [each.get("code") for each in root.iter(f"{OAI}error")] == [code]


def test_without_the_option_there_is_nothing_of_it(tmp_path: Path):
    (tmp_path / "portal.yaml").write_text(
        "portal: a\nhome: http://127.0.0.1:9/\narchive: {url: 'http://127.0.0.1:9/', links: h2}\n"
    )
    with running_service(tmp_path, "portal.yaml") as service:
        service.client.description = None
        assert service.client.get("/oai?verb=Identify").status_code == 404


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("verb=ListIdentifiers&metadataPrefix=oai_dc&until=9999-12-31", ""),
        ("verb=ListIdentifiers&metadataPrefix=oai_dc&from=2300-01-01", "noRecordsMatch"),
        ("verb=ListIdentifiers&metadataPrefix=oai_dc&from=", "badArgument"),
        ("verb=GetRecord&metadataPrefix=oai_dc&identifier=oai%01", "idDoesNotExist"),
        (f"verb=ListRecords&resumptionToken={'W' * 9000}", "badResumptionToken"),
        ("verb=List%00Records", "badVerb"),
    ],
)
def test_odd_requests_have_an_answer_of_the_protocol(served, query: str, code: str):
    answer = served[0].client.get(f"/oai?{query}")
    assert answer.status_code == 200
    found = [each.get("code") for each in etree.fromstring(answer.content).iter(f"{OAI}error")]
    assert found == ([code] if code else [])


def test_a_record_is_dated_when_others_could_see_it(tmp_path: Path):
    """Its TEI is written before: who has asked between both must not miss it."""
    pages = {"/list": listing("/1"), "/1": article("Report 1 of the harbour and its ships.")}
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(RULES)
        with open_corpus(portal.corpus, "small", portal.runtime.store_options()) as corpus:
            (file,) = corpus.tei_files.all()
            corpus.tei_files.record(file.path, "another digest", (1, 1))
            asked = portal.clock.time
            portal.clock.time += timedelta(minutes=9)
            corpus.commit()
            found = corpus.tei_files.by_change((int(asked.timestamp()), ""), 2**40, "", 9)
    assert [each.path for each in found] == [file.path]
