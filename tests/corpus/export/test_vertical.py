"""The vertical format and its registry file, read back by the documented grammar."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from export_material import write
from hypothesis import given
from hypothesis import strategies as st
from libraries import skip_without
from stored_articles import export, read_articles
from vertical_reader import Structure, read_registry, read_vertical

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.word_borders import part_words
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import EXPORTERS, find_exporter
from webarticlecurator.tei.tokens.body_units import read_units

skip_without("spacy", reason="spaCy is not installed: pip install spacy")

FIELDS = {
    "title": ['The "Echo" | <again> & again'],
    "authors": ["Ann Ex", "Bob | Why"],
    "published": ["2015-06-01T10:00:00+02:00"],
    "keywords": ["a, b"],
    "language": ["en"],
}


def exported(corpus: Path) -> list[Structure]:
    out = io.BytesIO()
    export(read_articles(corpus), EXPORTERS["vertical"], out)
    return read_vertical(out.getvalue())


def test_a_document_has_all_metadata(corpus, put):
    path = put("story", FIELDS, ("Mr. Ex isn't here. Good.", "One."))
    (document,) = exported(corpus)
    assert document.attributes == {
        "id": path.stem,
        "url": "https://echo.example/story",
        "title": 'The "Echo" | <again> & again',
        "authors": "Ann Ex|Bob ¦ Why",
        "published": "2015-06-01T10:00:00+02:00",
        "keywords": "a, b",
        "language": "en",
        "column": "news",
        "kind": "NewsArticle",
        "publisher": "Echo Kft.",
        "words": "6",
        "word_unit": "words",
        "pages": "1",
        "captured": "2024-05-01T12:00:00Z",
        "signed_in": "no",
        "aliases": "https://m.echo.example/story",
        "path": f"2015/06/{path.name}",
        "year": "2015",
        "month": "2015-06",
        "day": "2015-06-01",
    }
    assert [paragraph.attributes for paragraph in document.find("p")] == [
        {"type": "paragraph", "part": "text", "n": "p[1]"},
        {"type": "paragraph", "part": "text", "n": "p[2]"},
    ]
    assert [(s.attributes["id"], s.text()) for s in document.find("s")] == [
        (f"{path.stem}-1", "Mr. Ex isn't here."),
        (f"{path.stem}-2", "Good."),
        (f"{path.stem}-3", "One."),
    ]
    first = next(document.find("s"))
    assert [row[0] for row in first.rows()] == ["Mr.", "Ex", "is", "n't", "here", "."]


def test_what_looks_like_a_tag_is_a_token(corpus, put):
    put("story", {"language": ["en"]}, ("a <doc> b & c </s> <g/> &lt; d",))
    (document,) = exported(corpus)
    assert "".join(document.text().split()) == "a<doc>b&c</s><g/>&lt;d"


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), min_size=1),
    st.sampled_from(["hu", "en", "zh"]),
)
def test_text_in_is_text_out(tmp_path_factory, paragraphs, language):
    corpus = tmp_path_factory.mktemp("corpus")
    path = write(corpus, "story", {"language": [language]}, tuple(paragraphs))
    (document,) = exported(corpus)
    units = [each for each in document.children if isinstance(each, Structure)]
    stored = read_units(path.read_bytes())
    assert [each.text().split() for each in units] == [
        part_words(each.text).split() for each in stored
    ]
    assert [each.attributes["n"] for each in units] == [each.path for each in stored]


def test_the_registry_describes_the_file(corpus, put, tmp_path):
    put("one", FIELDS, ("Egy.",))
    for number in range(2):
        put(f"other-{number}", {**FIELDS, "language": ["hu"], "section": ["Hírek"]}, ("Kettő.",))
    output = tmp_path / "echo.vert"
    export(read_articles(corpus), EXPORTERS["vertical"], output)
    registry = read_registry((tmp_path / "echo.registry").read_text(encoding="utf-8"))
    assert (registry["NAME"], registry["ENCODING"]) == ("echo", "UTF-8")
    assert (registry["LANGUAGE"], registry["DEFAULTLOCALE"]) == ("Hungarian", "hu_HU.UTF-8")
    assert registry["VERTICAL"] == str(output)
    documents = read_vertical(output.read_bytes())
    structures = registry["STRUCTURE"]
    assert set(structures["doc"]["ATTRIBUTE"]) == {
        name for document in documents for name in document.attributes
    }
    assert structures["doc"]["ATTRIBUTE"]["authors"] == {"MULTIVALUE": "yes", "MULTISEP": "|"}
    assert structures["doc"]["ATTRIBUTE"]["title"] == {}
    for name in ("p", "s"):
        found = {
            key for document in documents for each in document.find(name) for key in each.attributes
        }
        assert found <= set(structures[name]["ATTRIBUTE"])
    columns = [name for name, each in registry["ATTRIBUTE"].items() if "DYNAMIC" not in each]
    assert columns == ["word"]
    assert {len(row) for document in documents for row in document.rows()} == {len(columns)}
    assert registry["ATTRIBUTE"]["lc"]["FROMATTR"] == "word"


def test_a_language_without_rules_is_remarked(corpus, put, tmp_path):
    put("one", {"language": ["rom"]}, ("Jekh. Duj.",))
    remarks = export(read_articles(corpus), EXPORTERS["vertical"], tmp_path / "echo.vert")
    assert remarks == [
        "1 articles in rom: spaCy has no rules for it, its rules for any language were used"
    ]
    assert "LANGUAGE" not in read_registry((tmp_path / "echo.registry").read_text(encoding="utf-8"))


def test_a_script_that_spacy_does_not_divide_needs_no_rules_of_it(corpus, put, tmp_path):
    put("one", {"language": ["ka"]}, ("დღეს წვიმს. Echo 2.",))
    assert export(read_articles(corpus), EXPORTERS["vertical"], tmp_path / "echo.vert") == []


def test_a_model_is_refused_by_a_format_without_tokens():
    with pytest.raises(UsageError, match=r"--model has no effect with --format csv \(expected"):
        find_exporter("csv", ExportOptions(model="hu_core_news_lg"))


@pytest.mark.long
def test_processes_do_not_change_the_bytes(tmp_path, monkeypatch, capsys):
    import spacy

    monkeypatch.chdir(tmp_path)
    spacy.blank("en").to_disk(tmp_path / "model")
    (tmp_path / "echo.yaml").write_text(
        'portal: echo\nhome: "https://echo.example/"\ntimezone: Europe/Budapest\n'
        'archive: {url: "https://echo.example/list", links: h2}\n',
        encoding="utf-8",
    )
    for number in range(45):
        fields = {**FIELDS, "language": ["rom" if number < 2 else "en"]}
        write(tmp_path / "corpora" / "echo", f"story-{number}", fields, (f"No. {number}. Yes.",))
    for options, columns in (([], 1), (["--model", "./model"], 8)):
        fault = "the model ./model is for en" if options else "spaCy has no rules for it"
        for jobs in ("1", "2"):
            arguments = ["--format", "vertical", "--output", f"{jobs}.vert", "--jobs", jobs]
            assert main(["export", "echo.yaml", *arguments, *options]) == 0
            assert f"2 articles in rom: {fault}, " in capsys.readouterr().err
        content = (tmp_path / "1.vert").read_bytes()
        assert content == (tmp_path / "2.vert").read_bytes()
        documents = read_vertical(content)
        assert len(documents) == 45
        assert {len(row) for document in documents for row in document.rows()} == {columns}
        assert documents[0].text().startswith("No. ")
        assert main(["export", "echo.yaml", *arguments, *options, "--skip-language"]) == 0
        told = capsys.readouterr().err
        assert "43 articles written to 2.vert" in told
        assert f"2 articles in rom left out: {fault}\n" in told
        assert len(read_vertical((tmp_path / "2.vert").read_bytes())) == 43
    assert main(["export", "echo.yaml", "--format", "csv", "--skip-language"]) == 2
    assert "--skip-language has no effect with --format csv" in capsys.readouterr().err
