"""A metadata field: the place that an article is about."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from made_up_package import MadeUpPackage, write_portal
from small_portal import article, listing, small_portal

TABLE = "base/model/fields.py"
ROW = """MetadataField(
        name="place_name",
        schema_property="contentLocation",
        kind=FieldKind.TEXT,
        place=HeaderPlace.KEYWORDS,
        is_list=True,
        json_list="place_names",
        in_json=True,
        in_metadata_table=True,
        button=make_message("Place"),
        meaning=make_message("The place that it is about."),
        example=".dateline",
        clean_example='[["^In ", ""]]',
        sources=({"meta": "geo.placename", "split": ";"},),
    )"""
RULES = """
archive: {url: BASE/list, links: h2}
article: {body: {root: article}%s}
"""
HEAD = '<meta name="geo.placename" content="Vienna; Graz">'


def test_a_made_up_field_is_read_written_and_exported(package: MadeUpPackage, tmp_path: Path):
    package.add_row(TABLE, "FIELDS", ROW)
    reference = package.write_tei_schema()
    assert "| `place_name` | `contentLocation` |" in reference
    pages = {
        "/list": listing("/a/1", "/a/2"),
        "/a/1": article("One.", HEAD),
        "/a/2": article('Two. <span class="dateline">In Rome</span>'),
    }
    with small_portal(tmp_path, pages) as portal:
        config, corpus = write_portal(portal, RULES % ""), portal.corpus
        package.curator("crawl", config, "--corpus", corpus)
        package.curator("tei", "validate", corpus / "tei")
        (text,) = [text for text in portal.tei().values() if "Vienna" in text]
        place = '<keywords scheme="https://schema.org/contentLocation"><term>Vienna</term>'
        assert place in "".join(line.strip() for line in text.splitlines())
        assert "schema:contentLocation" in text

        url = ("--url", f"{portal.base}/a/1", "--corpus", corpus, "--format", "json")
        shown = json.loads(package.curator("extract", config, *url))
        assert (shown["place_name"], shown["place_names"]) == ("Vienna", ["Vienna", "Graz"])

        # a rule of the portal file, cleaned, and a value by hand
        rule = ", metadata: {place_name: span.dateline}, clean: {place_name: [['^In ', '']]}"
        write_portal(portal, RULES % rule)
        (tmp_path / "small.overrides.tsv").write_text(
            f"id\tfield\tvalue\treason\n{portal.base}/a/1\tplace_name\tLinz\tseen\n",
            encoding="utf-8",
            newline="\n",
        )
        package.curator("build", config, "--corpus", corpus)
        export = ("export", config, "--corpus", corpus, "--quiet", "--format")
        rows = csv.DictReader(package.curator(*export, "csv").splitlines())
        assert sorted(row["place_name"] for row in rows) == ["Linz", "Rome"]
        lines = package.curator(*export, "jsonl", "--where", "place_name=Rome").splitlines()
        assert [json.loads(line)["place_names"] for line in lines] == [["Rome"]]
        tables = tmp_path / "texts"
        package.curator(*export, "txt+csv", "--output", tables)
        assert any("place_name" in path.read_text("utf-8") for path in tables.glob("*.csv"))
        arguments = ("report", "authors", config, "--corpus", corpus, "--field", "place_name")
        assert "Linz" in package.curator(*arguments)


def test_the_keys_of_a_made_up_field_are_checked_and_documented(
    package: MadeUpPackage, tmp_path: Path
):
    package.add_row(TABLE, "FIELDS", ROW)
    documents = package.documents()
    assert "The place that it is about." in documents
    assert '"place_name"' in documents
    with small_portal(tmp_path, {}) as portal:
        config = write_portal(portal, RULES % ", metadata: {place_nam: h2}")
        assert "place_name" in package.curator("check", config, code=2)


def test_a_second_field_at_a_place_that_holds_one_fails_at_import(package: MadeUpPackage):
    package.add_row(TABLE, "FIELDS", ROW.replace("HeaderPlace.KEYWORDS", "HeaderPlace.ABSTRACT"))
    assert package.fail_to_import("base.model.fields") == (
        "TypeError: several fields at HeaderPlace.ABSTRACT, which holds one: description, in FIELDS"
        " of base/model/fields.py; give one another place"
    )


def test_a_place_that_the_header_does_not_write_fails_at_import(package: MadeUpPackage):
    path = package.file(TABLE)
    text = path.read_text(encoding="utf-8")
    more = text.replace(
        '    ABSTRACT = "abstract"\n', '    ABSTRACT = "abstract"\n    MAP = "map"\n'
    )
    assert more != text
    path.write_text(more, encoding="utf-8", newline="\n")
    assert package.fail_to_import("tei.documents.header") == (
        "TypeError: no entry for HeaderPlace.MAP in the table of writers of"
        " tei/documents/header.py; add it"
    )
