"""Lemmas, tags and trees of models that are trained here, with a treebank made up for it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from export_material import write
from libraries import skip_without
from made_treebank import rows_of, train_spacy, train_udpipe
from stored_articles import export, read_articles
from vertical_reader import Structure, read_registry, read_vertical

from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import EXPORTERS
from webarticlecurator.tei.tokens.annotators import check_model, open_model, read_model_name

skip_without("spacy", reason="spaCy is not installed: pip install spacy")
conllu = pytest.importorskip("conllu", reason="conllu is not installed: pip install conllu")
validator = pytest.importorskip(
    "udtools.validator", reason="udtools is not installed: pip install udtools"
)

TEXT = "Der Hund geht oft vom Markt. Der Mann kommt heute vom Wald."
ROWS = (rows_of("Hund", "geht", "Markt", "oft"), rows_of("Mann", "kommt", "Wald", "heute"))


def exported(corpus: Path, form: str, model: str, output: Path) -> bytes:
    prepare = EXPORTERS[form].prepare
    assert prepare is not None
    export(read_articles(corpus), prepare(ExportOptions(model=model)), output)
    return output.read_bytes()


def story(tmp_path: Path) -> Path:
    corpus = tmp_path / "corpus"
    write(corpus, "story", {"language": ["de"]}, (TEXT, TEXT))
    return corpus


def find_errors(content: bytes, level: int) -> list[str]:
    reader = validator.Validator(lang="de", level=level, output=io.StringIO())
    state = reader.validate_file_handle(io.StringIO(content.decode("utf-8"), newline=""))
    return [] if state.passed() else [str(incident) for incident in state.error_tracker]


def sentence_texts(document: Structure) -> list[str]:
    return [each.text() for each in document.find("s")]


@pytest.mark.long
def test_udpipe(tmp_path):
    pytest.importorskip("ufal.udpipe", reason="UDPipe is not installed: pip install ufal.udpipe")
    model = tmp_path / "made.udpipe"
    train_udpipe(model)
    corpus = story(tmp_path)
    content = exported(corpus, "conllu", str(model), tmp_path / "echo.conllu")
    sentences = conllu.parse(content.decode("utf-8"))
    found = [
        [
            (w["form"], w["lemma"], w["upos"], w["xpos"], w["feats"] or {}, w["head"], w["deprel"])
            for w in each.filter(id=lambda number: isinstance(number, int))
        ]
        for each in sentences
    ]
    expected = [[(*row[:4], _features(row[4]), *row[5:]) for row in rows] for rows in ROWS]
    assert found == expected * 2
    assert [token["form"] for token in sentences[0]][4] == "vom"
    assert find_errors(content, level=2) == []
    (document,) = read_vertical(exported(corpus, "vertical", str(model), tmp_path / "echo.vert"))
    assert sentence_texts(document) == TEXT.replace(". ", ".|").split("|") * 2
    assert next(document.find("s")).rows()[4] == [
        "vom", "von+der", "APPR+ART", "ADP+DET", "_+Case=Dat", "5-6", "7+7", "case+det",
    ]  # fmt: skip
    registry = read_registry((tmp_path / "echo.registry").read_text(encoding="utf-8"))
    columns = [name for name, each in registry["ATTRIBUTE"].items() if "DYNAMIC" not in each]
    assert {len(row) for row in document.rows()} == {len(columns)}
    assert columns[:3] == ["word", "lemma", "tag"]


@pytest.mark.long
def test_spacy(tmp_path):
    model = tmp_path / "made"
    train_spacy(model)
    corpus = story(tmp_path)
    content = exported(corpus, "conllu", str(model), tmp_path / "echo.conllu")
    sentences = conllu.parse(content.decode("utf-8"))
    assert [each.metadata["text"] for each in sentences] == TEXT.replace(". ", ".|").split("|") * 2
    assert [
        (w["form"], w["lemma"], w["upos"], w["xpos"], w["head"], w["deprel"]) for w in sentences[0]
    ] == [
        ("Der", "der", "DET", "ART", 2, "det"),
        ("Hund", "Hund", "NOUN", "NN", 3, "nsubj"),
        ("geht", "gehen", "VERB", "VVFIN", 0, "root"),
        ("oft", "oft", "ADV", "ADV", 3, "advmod"),
        ("vom", "von", "ADP", "APPRART", 6, "case"),
        ("Markt", "Markt", "NOUN", "NN", 3, "obl"),
        (".", ".", "PUNCT", "$.", 3, "punct"),
    ]
    assert sentences[0][1]["feats"] == {"Gender": "Masc", "Number": "Sing"}
    assert find_errors(content, level=2) == []
    (document,) = read_vertical(exported(corpus, "vertical", str(model), tmp_path / "echo.vert"))
    assert next(document.find("s")).rows()[2] == [
        "geht", "gehen", "VVFIN", "VERB", "Number=Sing|Person=3", "3", "0", "root",
    ]  # fmt: skip


def test_a_pipeline_without_sentences_uses_our_rules(tmp_path):
    import spacy

    spacy.blank("hu").to_disk(tmp_path / "blank")
    annotator = open_model(str(tmp_path / "blank"))
    (sentences,) = annotator.annotate(["2015. május 3. volt. A dr. Kovács itt van."])
    assert ["".join(token.form + token.space for token in each).strip() for each in sentences] == [
        "2015. május 3. volt.",
        "A dr. Kovács itt van.",
    ]


@pytest.mark.parametrize(
    ("model", "parts"),
    [
        ("hu_core_news_lg", ("spacy", "hu_core_news_lg")),
        ("spacy:./folder", ("spacy", "./folder")),
        ("hungarian.udpipe", ("udpipe", "hungarian.udpipe")),
        ("udpipe:model.bin", ("udpipe", "model.bin")),
        ("stanza:hu", ("stanza", "hu")),
        ("c:\\models\\hu", ("spacy", "c:\\models\\hu")),
    ],
)
def test_a_model_is_named_by_library_and_name(model, parts):
    assert read_model_name(model) == parts


@pytest.mark.parametrize(
    ("model", "message", "cure"),
    [
        ("", "not a model: ''", "--model"),
        ("stanza:", "not a model: 'stanza:'", "--model"),
        ("xx_no_such_model", "not a spaCy pipeline: 'xx_no_such_model'", "pip install"),
        ("missing.udpipe", "not a UDPipe model: 'missing.udpipe'", "ufal.mff.cuni.cz"),
    ],
)
def test_a_model_that_is_not_there_is_named(model, message, cure, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as caught:
        check_model(model)
    assert message in caught.value.message
    assert cure in caught.value.cure


def test_a_file_that_is_no_model_of_udpipe(tmp_path):
    (tmp_path / "text.udpipe").write_bytes(b"not a model")
    with pytest.raises(UsageError, match="not a UDPipe model"):
        check_model(str(tmp_path / "text.udpipe"))


def _features(text: str) -> dict[str, str]:
    return dict(each.split("=") for each in text.split("|")) if text else {}
