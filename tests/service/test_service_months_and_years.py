"""Articles of which only a month or a year is known: in the folder of their year, in exports, in
lists, and in every range of days that they may be of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree
from running_service import Service, running_service
from small_portal import article, listing, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.tei.documents.read import read_header

DATES = {"/day": "2019-03-15", "/month": "2019-02", "/year": "2019", "/other": "2018-12-31"}
RULES = """title: Das Echo
language: de
fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {body: {root: article}, metadata: {published: {meta: day, format: ["%Y", "%Y-%m"]}}}
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the portal file, with the corpus in corpora/small."""
    folder = tmp_path_factory.mktemp("years")
    pages = {"/list": listing(*DATES)}
    for path, day in DATES.items():
        text = f"Der Zug {path[1:]} nach Norden fährt heute an Gleis sieben ab und hält nirgends."
        pages[path] = article(text, f'<meta name="day" content="{day}">')
    with small_portal(folder, pages) as portal:
        portal.executor = "serial"
        portal.crawl(RULES)
        (folder / "corpora").mkdir()
        portal.corpus.rename(folder / "corpora" / "small")
    yield folder


def run(corpus: Path, command: str, *words: str) -> None:
    place = corpus / "corpora" / "small"
    assert (
        main([*command.split(), str(corpus / "portal.yaml"), "--corpus", str(place), *words]) == 0
    )


def export(corpus: Path, form: str, *words: str) -> str:
    output = corpus / f"out.{form}"
    run(corpus, "export", "--format", form, "--output", str(output), *words)
    return output.read_text("utf-8-sig")


def test_the_folder_of_its_year_and_back_from_the_tei(corpus: Path) -> None:
    top = corpus / "corpora" / "small" / "tei"
    files = {path: path.parent.relative_to(top).as_posix() for path in top.rglob("*.xml")}
    assert sorted(files.values()) == ["2018/12", "2019", "2019/02", "2019/03"]
    for path, folder in files.items():
        header = read_header(path.read_bytes())
        day = DATES["/" + header.url.rpartition("/")[2]]
        assert header.metadata.first("published") == day
        assert day.replace("-", "/").startswith(folder)
        assert f'when="{day}"'.encode() in path.read_bytes()


def test_exports_have_what_is_known(corpus: Path) -> None:
    table = export(corpus, "csv", "--columns", "published,year,month,day")
    assert sorted(table.split()[1:]) == [
        "2018-12-31,2018,2018-12,2018-12-31",
        "2019,2019,,",
        "2019-02,2019,2019-02,",
        "2019-03-15,2019,2019-03,2019-03-15",
    ]
    bibtex = export(corpus, "bibtex")
    assert (bibtex.count("year = {2019}"), bibtex.count("month = "), bibtex.count("day = ")) == (
        3,
        3,
        2,
    )
    ris = export(corpus, "ris")
    assert ris.count("PY  - 2019") == 3
    assert "DA  - 2019///" in ris
    assert "DA  - 2019/02//" in ris


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--from", "2019-03-01", "--until", "2019-03-31"), {"2019-03-15", "2019"}),
        (("--until", "2019-01-01"), {"2018-12-31", "2019"}),
        (("--where", "published=2019-02"), {"2019-02", "2019"}),
        (("--where", "year=2019"), {"2019-03-15", "2019-02", "2019"}),
        (("--from", "2020-01-01"), set()),
    ],
)
def test_a_range_has_what_may_be_in_it(
    corpus: Path, options: tuple[str, ...], found: set[str]
) -> None:
    assert {*export(corpus, "csv", "--columns", "published", *options).split()[1:]} == found


def test_hits_and_articles_are_counted_by_year_and_month(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(corpus, "search", "Norden", "--by", "year", "--json")
    hits = {each["year"]: each["hits"] for each in json.loads(capsys.readouterr().out)}
    assert hits == {"2018": 1, "2019": 3}
    run(corpus, "report corpus", "--json")
    report = json.loads(capsys.readouterr().out)
    assert {each["name"]: each["articles"] for each in report["years"]} == {"2018": 1, "2019": 3}
    months = {each["name"]: each["articles"] for each in report["months"]}
    assert months == {"2018-12": 1, "2019-02": 1, "2019-03": 1, "": 1}


def test_the_service_lists_and_a_catalogue_harvests_them(corpus: Path) -> None:
    with running_service(corpus, "portal.yaml", "--corpus", "corpora", "--harvest") as service:
        service.client.description = None

        def listed(**words: str) -> list[str | None]:
            answer = service.client.get("/articles", params={"portal": "small", **words}).json()
            return [each["published"] for each in answer["articles"]]

        assert listed() == ["2018-12-31", "2019-03-15", "2019-02", "2019"]
        assert listed(**{"from": "2019-05-01", "until": "2019-06-30"}) == ["2019"]
        assert listed(**{"from": "2020-01-01"}) == []
        assert harvest(service, "year:2019") == {"2019-03-15", "2019-02", "2019"}
        assert harvest(service, "year:2018") == {"2018-12-31"}


def harvest(service: Service, of_set: str) -> set[str]:
    words = {"verb": "ListRecords", "metadataPrefix": "oai_dc", "set": of_set}
    tree = etree.fromstring(service.client.get("/oai", params=words).content)
    return {str(each.text) for each in tree.iter("{http://purl.org/dc/elements/1.1/}date")}
