"""Frictionless, Croissant and BagIt: a deposit as their own libraries read it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from deposit_material import CORPUS, RULES, contents, package
from processes import run_python
from small_portal import SmallPortal

from webarticlecurator.cli.main import main


def test_the_data_package_is_valid_with_the_rows_of_its_tables(deposit: Path):
    pytest.importorskip("frictionless", reason="pip install frictionless")
    code = (
        "import json, frictionless\n"
        "report = frictionless.validate('datapackage.json')\n"
        "rows = frictionless.Package('datapackage.json').get_resource('small.csv').read_rows()\n"
        "print(json.dumps([report.valid, report.flatten(['type', 'message']),"
        " [[row['id'], row['words']] for row in rows]]))"
    )
    valid, faults, rows = json.loads(run_python(code, deposit))
    assert faults == []
    assert valid and len(rows) == 3
    assert all(isinstance(words, int) for _, words in rows)
    said = json.loads((deposit / "datapackage.json").read_text(encoding="utf-8"))
    (table,) = [each for each in said["resources"] if each.get("type") == "table"]
    assert table["schema"]["primaryKey"] == ["id"]
    assert said["licenses"][0]["name"] == "CC-BY-4.0"


def test_croissant_reads_the_articles(deposit: Path):
    pytest.importorskip("mlcroissant", reason="pip install mlcroissant")
    code = (
        "import json, mlcroissant\n"
        "dataset = mlcroissant.Dataset(jsonld='croissant.json')\n"
        "issues = dataset.metadata.ctx.issues\n"
        "rows = [dict(row) for row in dataset.records('articles')]\n"
        "print(json.dumps([sorted(issues.errors), [int(r['articles/words']) for r in rows]]))"
    )
    errors, words = json.loads(run_python(code, deposit).splitlines()[-1])
    assert errors == []
    assert len(words) == 3 and all(words)


def test_a_bag_is_one(site: SmallPortal, deposit: Path, tmp_path: Path):
    bagit = pytest.importorskip("bagit", reason="pip install bagit")
    output = tmp_path / "bag"
    for _ in range(2):  # the second run replaces the first one
        assert package(site, output, "--without-warcs", "--bagit") == 0
        bag = bagit.Bag(str(output))
        bag.validate(processes=1)
    assert contents(output / "data").keys() == contents(deposit).keys()
    assert contents(output / "data")["datapackage.json"] == contents(deposit)["datapackage.json"]
    (output / "data" / "README.md").write_text("changed", encoding="utf-8")
    with pytest.raises(bagit.BagValidationError):
        bagit.Bag(str(output)).validate(processes=1)
    assert package(site, tmp_path / "no", "--bagit", "--dspace") == 2


def test_a_card_says_that_there_is_no_licence(site: SmallPortal, tmp_path: Path):
    pytest.importorskip("pyarrow")
    (tmp_path / "portal.yaml").write_text(
        site.write(RULES).path.read_text(encoding="utf-8"), encoding="utf-8"
    )
    words = [str(tmp_path / "portal.yaml"), "--corpus", str(site.corpus)]
    output = tmp_path / "card"
    assert main(["export", *words, "--format", "huggingface", "--output", str(output)]) == 0
    assert "no licence is stated" in (output / "README.md").read_text(encoding="utf-8")
    site.write(RULES + CORPUS)
