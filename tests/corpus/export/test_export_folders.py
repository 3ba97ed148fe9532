"""Formats for other tools: a data set with its card, a teiCorpus, texts with a table."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from export_material import PORTAL, export_corpus
from lxml import etree

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import CorpusInfo, Portal, Rights
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import EXPORTERS, find_exporter
from webarticlecurator.corpus.export.parquet_format import COLUMNS

TEI = "{http://www.tei-c.org/ns/1.0}"
TITLED = replace(
    PORTAL,
    title="The <Echo> & Sons",
    rights=Rights("© Echo Kft.", "http://rightsstatements.org/vocab/InC/1.0/"),
    corpus=CorpusInfo("The Echo corpus", licence="CC BY-NC 4.0"),
)


@pytest.fixture
def three(put: Callable[..., Path]) -> None:
    fields = {"title": ["Tűz, Pécsett"], "authors": ["Ann", "Bo"], "published": ["2015-06-01"]}
    put("fire", fields, ("One two three.", "Four five."))
    put("late", {"published": ["2020-12-31"], "title": ["=1+1"]}, column="sport")
    put("undated", {"language": ["hu-HU"]}, column=None)


def write(
    corpus: Path, form: str, output: Path | io.BytesIO, *columns: str, portal: Portal = TITLED
) -> None:
    export_corpus(corpus, form, output, *columns, portal=portal)


LOAD = """
import json, sys
from datasets import load_dataset
articles = load_dataset(sys.argv[1], split="train")
print(json.dumps({
    "columns": articles.column_names,
    "rows": [[a["url"], a["title"], a["authors"], a["year"], a["text"]] for a in articles],
    "types": {name: str(articles.features[name]) for name in ("authors", "words", "day")},
}))
"""


@pytest.mark.long
def test_the_library_datasets_loads_the_folder_without_a_network(
    corpus, three, put, tmp_path: Path
):
    pytest.importorskip("pyarrow", reason='pip install "portal-curator[tables]"')
    pytest.importorskip("datasets", reason="pip install datasets")
    write(corpus, "huggingface", tmp_path / "set")
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-c", LOAD, str(tmp_path / "set")]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr.decode()
    found = yaml.safe_load(done.stdout.decode("utf-8").splitlines()[-1])
    assert found["columns"] == [*COLUMNS]
    assert sorted(found["rows"]) == [
        [
            "https://echo.example/fire",
            "Tűz, Pécsett",
            ["Ann", "Bo"],
            2015,
            "One two three.\nFour five.",
        ],
        ["https://echo.example/late", "=1+1", [], 2020, "Some words."],
        ["https://echo.example/undated", None, [], None, "Some words."],
    ]
    assert "string" in found["types"]["authors"]
    assert "int32" in found["types"]["words"]
    assert "date32" in found["types"]["day"]
    # datasets keeps what it has read, by the name of the folder and the configuration in its card
    put("later", {"published": ["2021-01-01"], "title": ["New"]})
    shutil.rmtree(tmp_path / "set")
    write(corpus, "huggingface", tmp_path / "set")
    done = subprocess.run(command, env=environment, capture_output=True, timeout=600, check=False)
    assert len(yaml.safe_load(done.stdout.decode("utf-8").splitlines()[-1])["rows"]) == 4


def test_the_card_has_a_head_and_says_what_the_data_set_is(corpus, three, tmp_path: Path):
    pytest.importorskip("pyarrow", reason='pip install "portal-curator[tables]"')
    write(corpus, "huggingface", tmp_path / "set", "title", "words")
    files = sorted(
        p.relative_to(tmp_path / "set").as_posix() for p in (tmp_path / "set").rglob("*.*")
    )
    assert files == [
        "README.md",
        "data/echo-2015.parquet",
        "data/echo-2020.parquet",
        "data/echo-undated.parquet",
    ]
    _, head, text = (tmp_path / "set" / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    found = yaml.safe_load(head)
    assert re.fullmatch("data: sha256 [0-9a-f]{64}", found["configs"][0].pop("description"))
    assert found == {
        "language": ["en", "hu"],
        "license": "cc-by-nc-4.0",
        "pretty_name": "The Echo corpus",
        "size_categories": ["n<1K"],
        "source_datasets": ["original"],
        "task_categories": ["text-generation", "text-classification"],
        "tags": ["news", "web archive", "corpus"],
        "configs": [{"config_name": "default", "data_files": "data/*.parquet"}],
    }
    assert "3 articles with 9 words from [The \\<Echo\\> \\& Sons](https://echo.example/)" in text
    assert "| `title` | text | Title. |" in text
    assert "| 2015 | 1 |\n| 2020 | 1 |\n| undated | 1 |" in text
    assert "© Echo Kft. http://rightsstatements.org/vocab/InC/1.0/" in text
    assert "`authors`" not in text


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("", {"license": "unknown"}),
        ("CC BY 4.0", {"license": "cc-by-4.0"}),
        ("CC-BY-SA-4.0", {"license": "cc-by-sa-4.0"}),
        ("https://creativecommons.org/licenses/by-nc-nd/4.0/", {"license": "cc-by-nc-nd-4.0"}),
        ("https://creativecommons.org/publicdomain/zero/1.0/", {"license": "cc0-1.0"}),
        ("CC0 1.0", {"license": "cc0-1.0"}),
        ("on request", {"license": "other", "license_name": "on request"}),
        (
            "https://echo.example/terms",
            {
                "license": "other",
                "license_name": "see-link",
                "license_link": "https://echo.example/terms",
            },
        ),
    ],
)
def test_licences_in_the_words_of_hugging_face(
    corpus, put, tmp_path: Path, licence: str, expected: dict[str, str]
):
    pytest.importorskip("pyarrow", reason='pip install "portal-curator[tables]"')
    put("one", {})
    write(
        corpus,
        "huggingface",
        tmp_path / "set",
        portal=replace(PORTAL, corpus=CorpusInfo(licence=licence)),
    )
    head = yaml.safe_load(
        (tmp_path / "set" / "README.md").read_text(encoding="utf-8").split("---\n")[1]
    )
    assert {key: value for key, value in head.items() if key.startswith("license")} == expected


def test_a_folder_is_not_written_to_a_stream(corpus, three):
    for form in ("huggingface", "txt+csv"):
        with pytest.raises(UsageError, match="cannot be written to a stream"):
            write(corpus, form, io.BytesIO())


@pytest.mark.parametrize("form", ["huggingface", "parquet", "txt+csv"])
def test_a_folder_is_the_same_again(corpus, three, tmp_path: Path, form: str):
    for library in EXPORTERS[form].libraries:
        pytest.importorskip(library, reason='pip install "portal-curator[tables]"')
    contents = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        write(corpus, form, folder)
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        contents.append([(path.relative_to(folder), path.read_bytes()) for path in files])
    assert contents[0] == contents[1]
    assert len(contents[0]) >= 3


def test_a_tei_corpus_is_valid_and_holds_each_document_as_it_is(
    corpus, three, tei_all: etree.RelaxNG
):
    for portal in (TITLED, replace(PORTAL, publisher=None)):
        out = io.BytesIO()
        write(corpus, "tei", out, portal=portal)
        tree = etree.fromstring(out.getvalue())
        assert tei_all.validate(tree), tei_all.error_log
        assert tree.tag == f"{TEI}teiCorpus"
        files = sorted((corpus / "tei").rglob("*.xml"))
        ids = [each.get("{http://www.w3.org/XML/1998/namespace}id") for each in tree[1:]]
        assert ids == [file.stem for file in files]
        for file in files:
            assert file.read_bytes().partition(b"?>\n")[2] in out.getvalue()


def test_the_header_of_a_tei_corpus_says_where_it_is_from(corpus, three):
    out = io.BytesIO()
    write(corpus, "tei", out)
    header = etree.fromstring(out.getvalue())[0]
    assert header.findtext(f".//{TEI}titleStmt/{TEI}title") == "The Echo corpus"
    assert header.findtext(f".//{TEI}sourceDesc//{TEI}title") == "The <Echo> & Sons"
    assert [each.text for each in header.iter(f"{TEI}licence")] == ["© Echo Kft.", "CC BY-NC 4.0"]
    assert header.find(f".//{TEI}sourceDesc//{TEI}ref").get("target") == "https://echo.example/"


def test_a_tei_corpus_has_at_least_one_article(corpus, tmp_path: Path):
    with pytest.raises(UsageError, match="no article is selected"):
        write(corpus, "tei", tmp_path / "corpus.xml")
    assert not (tmp_path / "corpus.xml").exists()


def test_what_comes_before_the_root_of_a_document_is_left_out(corpus, put):
    file = put("one", {})
    content = file.read_bytes()
    start = content.index(b"<TEI")
    file.write_bytes(
        content[:start] + b"<?xml-model href='x.rng'?>\n<!-- <TEI> -->\n" + content[start:]
    )
    out = io.BytesIO()
    write(corpus, "tei", out)
    assert b"xml-model" not in out.getvalue()
    assert out.getvalue().count(b"<TEI") == 1


def test_texts_with_a_table_that_names_them_in_its_first_column(corpus, three, tmp_path: Path):
    write(corpus, "txt+csv", tmp_path / "texts")
    table = (tmp_path / "texts" / "metadata.csv").read_bytes()
    assert table.startswith(b"id,file,title,authors,published,year,")  # no byte order mark
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8"), newline="")))
    names = sorted(path.stem for path in (tmp_path / "texts").glob("*.txt"))
    # many programs pair texts and rows by their place
    assert [row["id"] for row in rows] == names
    assert [row["file"] for row in rows] == [f"{name}.txt" for name in names]
    assert len(names) == 3
    fire = next(row for row in rows if row["title"] == "Tűz, Pécsett")
    text = (tmp_path / "texts" / f"{fire['id']}.txt").read_text(encoding="utf-8")
    assert text == "One two three.\nFour five.\n"
    assert (fire["authors"], fire["day"], fire["year"]) == ("Ann; Bo", "2015-06-01", "2015")


def test_the_columns_of_that_table_can_be_chosen_but_the_id_is_there(corpus, three, tmp_path: Path):
    write(corpus, "txt+csv", tmp_path / "texts", "year", "id", "column")
    lines = (tmp_path / "texts" / "metadata.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "id,file,year,column"
    assert any(line.endswith(",2015,news") for line in lines[1:])
    with pytest.raises(UsageError, match="not a field: 'text'"):
        find_exporter("txt+csv", ExportOptions(("text",)))


def test_the_folder_may_have_a_name_with_a_dot(corpus, three, tmp_path: Path):
    write(corpus, "txt+csv", tmp_path / "texts.2024")
    assert (tmp_path / "texts.2024" / "metadata.csv").is_file()


def test_tei_in_a_folder_is_a_file_for_each_selected_article(corpus, three, tmp_path: Path):
    folder = tmp_path / "taken"
    write(corpus, "tei", folder)
    files = sorted((corpus / "tei").rglob("*.xml"))
    taken = sorted(folder.rglob("*.xml"))
    assert [path.relative_to(folder) for path in taken] == [
        path.relative_to(corpus / "tei") for path in files
    ]
    assert [path.read_bytes() for path in taken] == [path.read_bytes() for path in files]
