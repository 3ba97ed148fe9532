"""``curator serve --harvest``: search portals ask a corpus by SRU and CLARIN FCS, with clients of
their own."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any

import pytest
from clarin_schemas import find_faults, read_schema
from harvested_portal import NUMBER
from lxml import etree
from running_service import Service
from test_service_cql import DIAGNOSED

from webarticlecurator.articles.by_rules.identity import article_id

SRU = "{http://docs.oasis-open.org/ns/search-ws/sruResponse}"
HITS = "{http://clarin.eu/fcs/dataview/hits}"


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("x-fcs-endpoint-description=true", "explainResponse"),
        ("operation=explain", "explainResponse"),
        ("query=Norden&maximumRecords=3", "searchRetrieveResponse"),
        ("query=Kennwort7x", "searchRetrieveResponse"),
        ("query=Nothing", "searchRetrieveResponse"),
        ('query="no+end', "searchRetrieveResponse"),
        ("operation=scan", "explainResponse"),
    ],
)
def test_answers_to_search_portals_are_valid(
    served: tuple[Service, str, str], query: str, name: str
):
    root = etree.fromstring(served[0].client.get(f"/fcs?{query}").content)
    assert etree.QName(root).localname == name
    assert find_faults(read_schema("fcs.rng"), root) == []


def test_content_search_of_clarin(served: tuple[Service, str, str]):
    service, base, gone = served
    explained = service.client.get("/fcs?x-fcs-endpoint-description=true").content
    (resource,) = etree.fromstring(explained).iter("{*}Resource")
    assert resource.get("pid") == "https://doi.org/10.5281/zenodo.1"
    assert resource.findtext(".//{*}Language") == "deu"

    def search(query: str, **more: str) -> Any:
        return etree.fromstring(service.client.get("/fcs", params={"query": query, **more}).content)

    root = search("Kennwort3x")
    (result,) = root.iter(f"{HITS}Result")
    assert result.findtext(f"{HITS}Hit") == "Kennwort3x"
    assert "immer" in result.text
    (fragment,) = root.iter("{*}ResourceFragment")
    assert fragment.get("ref") == f"{base}/3"
    assert fragment.get("pid").endswith(f"?id={article_id(f'{base}/3')}")
    (cut,) = search("Kennwort7x").iter(f"{HITS}Result")
    assert len(cut.text.split()) == 5, "the text is reserved"
    both = search('"nach Norden" and (Kennwort5x or Kennwort6x)')
    assert int(both.findtext(f"{SRU}numberOfRecords")) == 4
    paged = search("Norden", startRecord="3", maximumRecords="2")
    assert paged.findtext(f"{SRU}nextRecordPosition") == "5"
    assert [each.text for each in paged.iter(f"{SRU}recordPosition")] == ["3", "4"]
    assert search("Kennwort229x").findtext(f"{SRU}numberOfRecords") == "0"
    wrong = {
        14: {"query": '"no end'},
        4: {"operation": "scan"},
        5: {"version": "9.0"},
        6: {"queryType": "fcs"},
        66: {"recordSchema": "marcxml"},
        28: {"query": "Nor?en"},
    }
    for number, given in wrong.items():
        root = search(**{"query": "a", **given})
        assert root.findtext(".//{*}uri") == f"info:srw/diagnostic/1/{number}"
    posted = service.client.post("/fcs", content="query=Kennwort3x+or+Kennwort4x+and+immer")
    assert etree.fromstring(posted.content).findtext(f"{SRU}numberOfRecords") == "4"
    assert gone
    none = search("Norden", maximumRecords="0")
    assert not [*none.iter(f"{SRU}record")]
    assert none.findtext(f"{SRU}nextRecordPosition") == "1"
    assert search("Norden", startRecord="0").findtext(".//{*}uri").endswith("/6")
    soap = {"Content-Type": "text/xml"}
    for path in ("/fcs", "/oai"):
        assert service.client.post(path, content="<a/>", headers=soap).status_code == 415


def test_a_client_of_an_older_sru(served: tuple[Service, str, str]):
    sruthi = pytest.importorskip("sruthi", reason="pip install sruthi")
    service, _, _ = served
    records = sruthi.searchretrieve(f"{service.base}/fcs", "Norden and Kennwort1x")
    assert records.count == 2
    assert len(list(records)) == 2


SEARCHED = {
    # each text: "Der Zug nach Norden fährt heute an Gleis N ab und hält nirgends mehr wie sonst &
    # immer. KennwortNx."; the last one is withdrawn
    "Kennwort3x": 1,
    "kennwort3x": 1,
    "Norden": NUMBER - 1,
    '"nach Norden"': NUMBER - 1,
    '"Norden nach"': 0,
    "Kennwort229x": 0,
    "Kennwort22*": 10,
    "Kennwort3x or Kennwort4x": 2,
    "Kennwort3x and Kennwort4x": 0,
    "Kennwort3x and Norden": 2,
    "Norden and Kennwort3x and Zug": 3,
    "Kennwort3x or Kennwort4x and Zug": 4,
    "Kennwort3x or (Kennwort4x and Zug)": 3,
    "(Kennwort3x or Kennwort4x) not Kennwort4x": 1,
    "Kennwort22* not Kennwort220x": 9,
    'text any "Kennwort3x Kennwort4x"': 2,
    'text all "Kennwort3x Zug"': 2,
    'text adj "Gleis 12"': 1,
    'cql.serverChoice = "Gleis 12"': 1,
    'text == "gleis 12 ab"': 1,
    "fährt AND Kennwort5x": 2,
    "and": 0,
    "Kennwort5x NOT Norden": 0,
}


@pytest.mark.parametrize("method", ["get 1.1", "get 1.2", "get 2.0", "post 2.0"])
def test_yaz_client_has_the_same_numbers_and_diagnostics(
    served: tuple[Service, str, str], method: str
) -> None:
    """``yaz-client`` is what most of the libraries that speak SRU are tried with."""
    if shutil.which("yaz-client") is None:
        pytest.skip("no yaz-client (on Debian: apt-get install yaz)")
    diagnosed = {query: number for query, number in DIAGNOSED if query.strip()}
    queries = [*SEARCHED, *diagnosed]
    script = [f"open {served[0].base}/fcs", f"sru {method}", "querytype cql"]
    script += [f"find {query}" for query in queries]
    done = subprocess.run(
        ["yaz-client"],
        input="\n".join((*script, "show 2+3", "quit", "")),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    *answers, shown = done.stdout.split("Received SRW SearchRetrieve Response")[1:]
    found = {}
    for query, answer in zip(queries, answers, strict=True):
        number = re.search(r"info:srw/diagnostic/1/(\d+)", answer)
        hits = re.search(r"Number of hits: (\d+)", answer)
        assert hits, answer
        assert "extra records" not in answer
        found[query] = int(number[1]) if number else int(hits[1])
    assert found == {**SEARCHED, **diagnosed}
    assert shown
