"""``curator package``: a folder that a repository takes, opened by the tools of others."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from datacite_schema import find_datacite_faults
from deposit_material import CORPUS, FREE, RULES, contents, package, read_json
from small_portal import SmallPortal, listing, small_portal
from unpacked_files import places_of

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.export.creative_commons import parse_creative_commons


def test_the_deposit_holds_the_corpus(site: SmallPortal, deposit: Path):
    names = list(contents(deposit))
    (zipped,) = (name for name in names if name.endswith(".tei.zip"))
    described = {"CITATION.cff", "README.md", "cmdi.xml", "datacite.json", "ro-crate-metadata.json"}
    described |= {"datapackage.json", "croissant.json"}
    tables = {"small.csv", "small.jsonl", "small.manifest.jsonl", "terms.tsv"}
    assert set(names) == {*described, *tables, "small-rules.zip", zipped}
    with zipfile.ZipFile(deposit / zipped) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert texts == site.tei()
    assert len(texts) == 3
    rows = list(csv.DictReader((deposit / "small.csv").read_text("utf-8-sig").splitlines()))
    assert sorted(row["url"] for row in rows) == [
        f"{site.base}/{name}" for name in ("one", "three", "two")
    ]
    with zipfile.ZipFile(deposit / "small-rules.zip") as packed:
        assert packed.read("portal.yaml") == (site.folder / "portal.yaml").read_bytes()
    config, corpus = str(site.folder / "portal.yaml"), str(site.corpus)
    manifest = str(deposit / "small.manifest.jsonl")
    assert main(["verify", config, "--corpus", corpus, "--manifest", manifest]) == 0


def test_a_second_run_writes_the_same_bytes(site: SmallPortal, deposit: Path, tmp_path: Path):
    again = tmp_path / "again"
    assert package(site, again, "--without-warcs") == 0
    assert contents(again) == contents(deposit)
    (again / "README.md").write_text("changed")
    assert package(site, again, "--without-warcs") == 0
    assert contents(again) == contents(deposit)
    assert [path.name for path in tmp_path.iterdir()] == ["again"]


def test_the_readme_has_the_numbers_and_how_to_cite(deposit: Path):
    text = (deposit / "README.md").read_text("utf-8")
    assert text.startswith("# A small \\*corpus\\*\n\n3 articles (")
    assert "published 2015–2017, crawled from 2024-05-02 to 2024-05-02" in text
    assert "> Editor, Anna; The project (2024): A small \\*corpus\\* (version 1.2)." in text
    assert "| 2015 | 1 |" in text
    assert "| © Small | portal file | – | 2 |" in text
    assert "The WARC files are not part of it" in text


def test_the_citation_file_is_valid(deposit: Path):
    command = [sys.executable, "-m", "check_jsonschema"]
    command += ["--builtin-schema", "vendor.citation-file-format", str(deposit / "CITATION.cff")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    citation = yaml.safe_load((deposit / "CITATION.cff").read_text("utf-8"))
    assert citation["title"] == "A small *corpus*"
    assert citation["license"] == "CC-BY-4.0"
    assert citation["authors"] == [
        {
            "family-names": "Editor",
            "given-names": "Anna",
            "orcid": "https://orcid.org/0000-0002-1825-0097",
        },
        {"name": "The project"},
    ]


def test_the_record_of_datacite_is_valid(deposit: Path):
    record = read_json(deposit, "datacite.json")
    assert find_datacite_faults(record) == []
    assert find_datacite_faults({**record, "dates": [{"date": "2015", "dateType": "Years"}]})
    assert record["version"] == "1.2"
    assert record["publicationYear"] == "2024"
    assert record["rightsList"][-1]["rightsIdentifier"] == "CC-BY-4.0"
    assert record["fundingReferences"] == [{"funderName": "A fund"}]
    assert {"date": "2015/2017", "dateType": "Coverage"}.items() <= record["dates"][2].items()
    related = [[*each.values()] for each in record["relatedIdentifiers"][1:]]
    assert related == [
        ["https://raid.org/10.26259/d5e0e12f", "RAiD", "IsPartOf"],
        [f"swh:1:dir:{'a' * 40}", "SWHID", "IsCompiledBy"],
    ]


def test_the_research_object_is_read_and_its_digests_are_right(deposit: Path):
    rocrate = pytest.importorskip("rocrate.rocrate")
    crate = rocrate.ROCrate(str(deposit))
    assert crate.version == "1.3"
    assert crate.root_dataset["name"] == "A small *corpus*"
    files = {entity.id: entity for entity in crate.get_entities() if entity.type == "File"}
    assert sorted(files) == sorted(set(contents(deposit)) - {"ro-crate-metadata.json"})
    for name, entity in files.items():
        content = (deposit / name).read_bytes()
        assert entity["sha256"] == hashlib.sha256(content).hexdigest()
        assert entity["contentSize"] == str(len(content))
        assert entity["description"]
    assert [author["name"] for author in crate.root_dataset["author"]] == [
        "Editor, Anna",
        "The project",
    ]


def test_without_texts_no_word_of_an_article_is_in_the_deposit(site: SmallPortal, tmp_path: Path):
    output = tmp_path / "of" / "2026" / "deposit"
    assert package(site, output, "--without-text") == 0
    found = contents(output)
    assert not [name for name in found if name.endswith((".tei.zip", ".wacz"))]
    words = re.compile(rb"Words of (one|two|three)")
    assert not [name for name, content in found.items() if words.search(content)]
    lines = [json.loads(line) for line in found["small.jsonl"].splitlines()]
    assert len(lines) == 3
    assert "without their texts" in found["README.md"].decode()


def test_derived_forms_take_the_place_of_the_texts(site: SmallPortal, tmp_path: Path):
    words = [str(site.folder / "portal.yaml"), "--corpus", str(site.corpus)]
    made = tmp_path / "structure"
    assert main(["derive", *words[:1], "structure", *words[1:], "--output", str(made)]) == 0
    output = tmp_path / "deposit"
    assert package(site, output, "--without-text", "--derived", str(made)) == 0
    (packed,) = output.glob("*-structure.derived.zip")
    with zipfile.ZipFile(packed) as entries:
        assert {"documents.csv", "structure.jsonl", "README.md"} <= set(entries.namelist())
    assert packed.name in (output / "README.md").read_text(encoding="utf-8")
    other = tmp_path / "other"
    assert package(site, other, "--without-text", "--derived", str(output)) == 2


def test_what_is_wrong_is_said_and_nothing_is_written(
    site: SmallPortal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    output = tmp_path / "deposit"
    output.mkdir()
    (output / "mine.txt").write_text("mine")
    assert package(site, output, "--without-warcs") == 2
    assert "is not a folder that `curator package` wrote" in capsys.readouterr().err
    (output / "mine.txt").unlink()
    assert package(site, output, "--without-warcs") == 0
    (output / "mine.txt").write_text("mine")
    assert package(site, output, "--without-warcs") == 2
    assert "has files that do not belong to the deposit: mine.txt" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        package(site, output, "--tables", "xls")
    assert ended.value.code == 2
    assert "not a table: 'xls'" in capsys.readouterr().err


def test_a_missing_corpus_is_said(tmp_path: Path, capsys):
    with small_portal(tmp_path, {"/list": listing()}) as empty:
        empty.crawl(RULES + CORPUS)
        assert package(empty, tmp_path / "deposit", "--without-warcs") == 2
    assert "the corpus has no article in TEI" in capsys.readouterr().err
    assert not (tmp_path / "deposit").exists()


def test_tables_are_chosen(site: SmallPortal, tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install portal-curator[tables]")
    output = tmp_path / "deposit"
    assert package(site, output, "--without-warcs", "--tables", "parquet") == 0
    assert [name for name in contents(output) if name.startswith("small.")] == [
        "small.manifest.jsonl",
        "small.parquet",
    ]
    rows = parquet.read_table(output / "small.parquet").to_pylist()
    assert sorted(row["url"] for row in rows) == [
        f"{site.base}/{name}" for name in ("one", "three", "two")
    ]
    assert package(site, output, "--without-text", "--tables", "parquet") == 0
    assert "text" not in parquet.read_table(output / "small.parquet").column_names


def test_the_portal_file_of_a_deposit_has_no_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    output = tmp_path / "deposit"
    rules = RULES.replace("delay: 0", "delay: 0, cookies: {session: abc123}")
    with small_portal(tmp_path, FREE) as site:
        assert site.crawl(rules + CORPUS).ok
        assert package(site, output, "--without-warcs") == 0
    assert "left out from the rules and the WARC files: fetch.cookies.session" in (
        capsys.readouterr().err
    )
    with zipfile.ZipFile(output / "small-rules.zip") as packed:
        assert b"cookies: {session: \xe2\x80\xa6}" in packed.read("portal.yaml")
    assert places_of(output, "abc123") == []


@pytest.mark.parametrize(
    ("licence", "spdx", "address"),
    [
        ("CC BY 4.0", "CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/"),
        (
            "cc-by-nc-sa-3.0",
            "CC-BY-NC-SA-3.0",
            "https://creativecommons.org/licenses/by-nc-sa/3.0/",
        ),
        (
            "https://creativecommons.org/publicdomain/zero/1.0/",
            "CC0-1.0",
            "https://creativecommons.org/publicdomain/zero/1.0/",
        ),
        ("CC0 1.0", "CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    ],
)
def test_a_licence_of_creative_commons_is_known_by_any_name(licence: str, spdx: str, address: str):
    found = parse_creative_commons(licence)
    assert found is not None
    assert (found.spdx, found.address) == (spdx, address)
    assert parse_creative_commons(f"{licence} for some") is None


def test_a_corpus_without_editors_or_with_old_tei_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    output = tmp_path / "made" / "too" / "deposit"
    with small_portal(tmp_path, FREE) as site:
        assert site.crawl(RULES).ok
        assert package(site, output, "--without-warcs") == 2
        assert "corpus.editors is missing" in capsys.readouterr().err
        site.write(RULES + CORPUS)
        assert package(site, output, "--without-warcs") == 2
        assert "3 articles have not been built yet" in capsys.readouterr().err
        assert not (tmp_path / "made").exists()
        site.build(RULES + CORPUS)
        assert package(site, output, "--without-warcs") == 0
