"""``curator serve``: the header Link of FAIR Signposting, and the RO-Crate of a corpus."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urljoin

import pytest
from harvested_portal import RULES
from lxml import etree
from requests.utils import parse_header_links
from running_service import Service, httpx, running_service
from small_portal import article, listing, small_portal

from webarticlecurator.articles.by_rules.identity import article_id

OAI = "{http://www.openarchives.org/OAI/2.0/}"


def test_signposts_lead_from_an_article_to_all_that_belongs_to_it(served: tuple[Service, str, str]):
    """As FAIR Signposting says for level 1; each address is followed."""
    service, base, _ = served
    name = article_id(f"{base}/3")
    article = follow_signposts(service, f"/articles/{name}?portal=small")
    assert article["cite-as"] == [f"https://doi.org/10.5281/zenodo.1?id={name}"]
    assert article["type"] == ["https://schema.org/NewsArticle", "https://schema.org/AboutPage"]
    (tei,), (record,), (corpus,) = article["item"], article["describedby"], article["collection"]
    assert etree.fromstring(service.client.get(tei).content).tag.endswith("}TEI")
    assert etree.fromstring(service.client.get(record).content).findtext(".//{*}creator")
    (again,) = follow_signposts(service, tei)["collection"]
    assert service.client.get(again).json()["id"] == name

    signs = follow_signposts(service, corpus)
    assert signs["cite-as"] == ["https://doi.org/10.5281/zenodo.1"]
    assert signs["license"] == ["https://creativecommons.org/licenses/by/4.0/"]
    assert "https://schema.org/Dataset" in signs["type"]
    assert service.client.get(signs["item"][0]).json()["articles"]
    described = [
        etree.fromstring(service.client.get(each).content) for each in signs["describedby"]
    ]
    assert [len(each.findall(f".//{OAI}metadata")) for each in described] == [1, 1]


def follow_signposts(service: Service, address: str) -> dict[str, list[str]]:
    """Return the whole addresses of an answer's header Link, by relation."""
    answer = service.client.get(address)
    assert answer.status_code == 200, answer.text
    signs: dict[str, list[str]] = {}
    head = service.client.build_request("HEAD", address)
    with httpx.Client() as client:
        assert client.send(head).headers["Link"] == answer.headers["Link"]
    for link in parse_header_links(answer.headers["Link"]):
        signs.setdefault(link["rel"], []).append(urljoin(str(answer.url), link["url"]))
    return signs


def test_a_client_of_signposting_finds_the_same(served: tuple[Service, str, str]):
    signposting = pytest.importorskip("signposting", reason="pip install signposting")
    service, base, _ = served
    signs = signposting.find_signposting_http(
        f"{service.base}/articles/{article_id(f'{base}/3')}?portal=small"
    )
    assert signs.citeAs.target.startswith("https://doi.org/10.5281/zenodo.1?id=")
    (item,) = signs.items
    assert item.type == "application/tei+xml"
    assert {each.target for each in signs.types} >= {"https://schema.org/NewsArticle"}
    assert [each.type for each in signs.describedBy] == ["text/xml"]


def test_a_corpus_is_a_detached_research_object(served: tuple[Service, str, str], tmp_path: Path):
    service, base, _ = served
    rocrate = pytest.importorskip("rocrate.rocrate", reason="pip install rocrate")
    assert service.client.get("/portals/none").status_code == 404
    written = service.client.get("/portals/small")
    assert written.headers["Content-Type"] == "application/ld+json"
    file = tmp_path / "small-ro-crate-metadata.json"
    file.write_bytes(written.content)
    crate = rocrate.ROCrate(str(file))
    root = f"{service.base}/portals/small".replace("127.0.0.1", "localhost")
    assert crate.root_dataset.id.rstrip("/") == root
    assert crate.root_dataset["cite-as"] == "https://doi.org/10.5281/zenodo.1"
    for part in crate.root_dataset["hasPart"]:
        found = service.client.get(part.id.replace("localhost", "127.0.0.1"))
        assert found.status_code == 200 and f"{base}/" in found.text


def test_without_catalogues_an_article_leads_to_its_own_forms(tmp_path: Path):
    rules = RULES.partition("corpus:")[0]
    licence = '<link rel="license" href="https://creativecommons.org/licenses/by/4.0/">'
    pages = {"/list": listing("/a"), "/a": article("Words <of> a text.", licence)}
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(rules)
        (tmp_path / "corpora").mkdir()
        portal.corpus.rename(tmp_path / "corpora" / "small")
    with running_service(tmp_path, "portal.yaml", "--corpus", "corpora") as service:
        name = article_id(f"{portal.base}/a")
        signs = follow_signposts(service, f"/articles/{name}?portal=small")
        assert signs.keys() == {"type", "license", "item"}
        assert signs["license"] == ["https://creativecommons.org/licenses/by/4.0/"]
        assert follow_signposts(service, signs["item"][0]).keys() == {
            "type",
            "license",
            "collection",
        }
        assert service.client.get("/portals/small").status_code == 404
