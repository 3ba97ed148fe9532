"""The graph for ANNIS, read and searched by graphANNIS, which is ANNIS's own engine."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from export_material import PORTAL, write
from libraries import skip_without
from made_treebank import train_spacy
from stored_articles import export, read_articles

from webarticlecurator.base.text import word_borders
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.export.annis import GraphBuilder, write_graph
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import EXPORTERS, find_exporter
from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections
from webarticlecurator.tei.tokens.body_units import read_units

skip_without("spacy", reason="spaCy is not installed: pip install spacy")
try:
    from graphannis.cs import CorpusStorageManager, ImportFormat
except (ImportError, OSError):  # it brings its library for some machines only
    pytest.skip("graphANNIS is not installed: pip install graphannis", allow_module_level=True)

FIELDS = {"title": ['A "b" & <c>'], "authors": ["Ann Ex", "Bob Why"], "language": ["hu"]}
TEXTS = ("A dr. Kovács 2015. május 3. óta nincs <itt>. Jön?", "„Igen & „nem”.”")
Find = Callable[[str], list[str]]


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Any]:
    with CorpusStorageManager(str(tmp_path / "annis")) as opened:
        yield opened


def open_graph(storage: Any, path: Path) -> Find:
    """Give a file to graphANNIS; the function answers a query with the names of what it finds in
    the documents."""
    name = storage.import_from_fs(str(path), ImportFormat.GraphML)

    def find(query: str) -> list[str]:
        matches = storage.find(name, query, limit=1000)
        return [" ".join(node.rpartition("#")[2] for node in match) for match in matches]

    return find


@pytest.fixture
def find(corpus: Path, put: Callable[..., Path], storage: Any, tmp_path: Path) -> Find:
    put("story", FIELDS, TEXTS)
    put("empty", {"title": ["None"]}, ())
    output = tmp_path / "echo.graphml"
    assert export(read_articles(corpus), EXPORTERS["annis"], output) == []
    return open_graph(storage, output)


def test_the_tokens_with_their_white_space_are_the_text(
    corpus: Path, put: Callable[..., Path], storage: Any, tmp_path: Path
) -> None:
    path = put("story", FIELDS, TEXTS)
    export(read_articles(corpus), EXPORTERS["annis"], tmp_path / "echo.graphml")
    name = storage.import_from_fs(str(tmp_path / "echo.graphml"), ImportFormat.GraphML)
    graph = storage.subcorpus_graph(name, [f"corpus/{path.stem}"])
    # in their order; the edges of the graph that Python gets are others at times
    tokens = [match for (match,) in storage.find(name, "tok", limit=1000)]
    labels = [graph.nodes[f"salt:/{token}"] for token in tokens]
    text = "".join(
        each["annis::tok"] + each.get("annis::tok-whitespace-after", "") for each in labels
    )
    units = read_units(path.read_bytes())
    assert text == "".join(f"{unit.text}\n" for unit in units)
    assert len(units) == 2


def test_words_are_found_in_sentences_and_units(find: Find) -> None:
    assert len(find("sentence")) == 3
    assert len(find('unit="paragraph"')) == 2
    assert find('unit="paragraph" & tei="p[2]" & #1 _ident_ #2')
    assert find('tok="dr." . tok="Kovács"') == ["t2 t3"]
    assert find('sentence="2" & tok="Jön" & #1 _i_ #2') == ["s2 t11"]
    # also across sentences and units the tokens follow each other
    assert len(find("tok . tok")) == len(find("tok")) - 1


def test_metadata_are_those_of_the_document(find: Find) -> None:
    assert len(find('annis:node_type="corpus"')) == 3
    assert len(find('tok="Jön" @* title=/A .b. & <c>/')) == 1
    assert len(find('tok="Jön" @* authors="Ann Ex; Bob Why"')) == 1
    assert len(find('tok @* language="hu"')) == len(find("tok"))
    assert find('title="None"')  # an article without text is a document, too


@pytest.fixture
def without_icu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "icu4py.breakers", None)
    word_borders._find_cutter.cache_clear()
    yield
    word_borders._find_cutter.cache_clear()


@pytest.mark.usefixtures("without_icu")
def test_a_language_without_its_library_stops_no_other(
    corpus: Path, put: Callable[..., Path], storage: Any, tmp_path: Path
) -> None:
    put("story", FIELDS, TEXTS)
    put("other", {"title": ["Pen"], "language": ["ja"]}, ("これはペンです。はい。",))
    remarks = export(read_articles(corpus), EXPORTERS["annis"], tmp_path / "echo.graphml")
    assert [remark.partition(":")[0] for remark in remarks] == ["1 articles in ja"]
    find = open_graph(storage, tmp_path / "echo.graphml")
    assert len(find("annis:doc")) == 2
    assert len(find('sentence @* language="ja"')) == 2
    skipping = find_exporter("annis", ExportOptions(skip_language=True))
    (remark,) = export(read_articles(corpus), skipping, tmp_path / "one.graphml")
    assert remark.startswith("1 articles in ja left out: without ICU, scripts without spaces")
    assert len(open_graph(storage, tmp_path / "one.graphml")("annis:doc")) == 1


@pytest.mark.long
def test_trees_of_a_model(storage: Any, tmp_path: Path) -> None:
    model, corpus = tmp_path / "model", tmp_path / "corpus"
    train_spacy(model)
    write(corpus, "story", {"language": ["de"]}, ("Der Hund geht oft vom Markt.",))
    exporter = find_exporter("annis", ExportOptions(model=str(model), portals=(PORTAL,)))
    (selection,) = make_selections(SelectionOptions(), [PORTAL])
    export(read_articles(corpus, selection), exporter, tmp_path / "echo.graphml")
    find = open_graph(storage, tmp_path / "echo.graphml")
    assert len(find('upos="NOUN"')) == 2
    assert find('lemma="gehen" ->dep[deprel="nsubj"] lemma="Hund"') == ["t3 t2"]


def test_one_file_holds_one_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.yaml"
        path.write_text(
            f"portal: {name}\nhome: https://{name}.example/\n"
            'archive: {url: "https://echo.example/list", dates: none, links: h2}\n'
            'article: {match: "/a/", body: {root: main}}\n',
            encoding="utf-8",
        )
        files.append(str(path))
    command = ["export", *files, "--corpus", str(tmp_path), "--format", "annis"]
    assert main([*command, "--output", str(tmp_path / "both.graphml")]) == 2
    assert "several corpora with --format annis: one, two (expected one)" in capsys.readouterr().err
    assert not (tmp_path / "both.graphml").exists()


def test_a_large_graph_is_the_same_as_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes and edges that wait in files, and are copied block by block."""

    def written() -> bytes:
        builder = GraphBuilder()
        for number in range(200):
            builder.add_node(f"n{number}", {"annis::tok": "szó", "empty": ""})
            builder.add_edge("n0", f"n{number}", "Coverage/annis/")
        out = io.BytesIO()
        out.writelines(write_graph([builder.part()], ""))
        return out.getvalue()

    whole = written()
    monkeypatch.setattr("webarticlecurator.corpus.export.annis._IN_MEMORY", 10)
    monkeypatch.setattr("webarticlecurator.corpus.export.annis._BLOCK", 7)
    assert written() == whole
    assert whole.count(b"<node ") == whole.count(b"<edge ") == 200
    assert b"empty" not in whole
