"""Lemmas, tags and trees of models of Stanza that are trained here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from export_material import write
from made_treebank import rows_of

from webarticlecurator.base.system.installation import is_installed

conllu = pytest.importorskip("conllu", reason="conllu is not installed: pip install conllu")
udtools = pytest.importorskip(
    "udtools.validator", reason="udtools is not installed: pip install udtools"
)
pytestmark = pytest.mark.skipif(
    not is_installed("stanza"),
    reason="Stanza (with PyTorch) is not installed: pip install stanza",
)

TEXT = "Der Hund geht oft vom Markt. Der Mann kommt heute vom Wald."
ROWS = (rows_of("Hund", "geht", "Markt", "oft"), rows_of("Mann", "kommt", "Wald", "heute"))
LONG = "vom" * 400
ODD = f"Der\u00a0Hund 😀 geht!?  Vom\u200bMarkt … {LONG} 1.200,50 x\u0301 vom #&"
PORTAL = """portal: echo
home: "https://echo.example/"
timezone: Europe/Budapest
archive: {url: "https://echo.example/list", links: h2}
"""


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the trained models."""
    folder = tmp_path_factory.mktemp("stanza models")
    program = Path(__file__).with_name("made_stanza.py")
    command = [sys.executable, str(program), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


def export(folder: Path, models: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``curator export`` as a process, since Stanza reads the variable when it is imported."""
    (folder / "echo.yaml").write_text(PORTAL, encoding="utf-8")
    command = [sys.executable, "-m", "webarticlecurator", "export", "echo.yaml", *arguments]
    environment = {**os.environ, "STANZA_RESOURCES_DIR": str(models), "PYTHONUTF8": "1"}
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def text_of(sentences: list[conllu.TokenList]) -> str:
    """The text that the forms and ``SpaceAfter`` of all units give, a line for each unit."""
    text = ""
    for sentence in sentences:
        inside: set[int] = set()
        for token in sentence:
            if isinstance(token["id"], tuple):
                inside.update(range(token["id"][0], token["id"][2] + 1))
            elif token["id"] in inside:
                continue
            misc = token["misc"]
            space = "" if misc.get("SpaceAfter") == "No" else misc.get("SpacesAfter", " ")
            text += token["form"] + space.replace("\\s", " ").replace("\\n", "\n")
    return text


def test_sentences_words_and_trees(models: Path, tmp_path: Path):
    corpus = tmp_path / "corpora" / "echo"
    for number in range(25):
        write(corpus, f"story-{number}", {"language": ["de"]}, (TEXT, TEXT))
    for jobs in ("1", "2"):
        arguments = ("--format", "conllu", "--model", "stanza:de", "--output", f"{jobs}.conllu")
        done = export(tmp_path, models, *arguments, "--jobs", jobs)
        assert (done.returncode, "25 articles written" in done.stderr) == (0, True), done.stderr
        assert "problem" not in done.stderr
    content = (tmp_path / "1.conllu").read_text(encoding="utf-8")
    assert content == (tmp_path / "2.conllu").read_text(encoding="utf-8")
    sentences = conllu.parse(content)
    assert len(sentences) == 100
    assert text_of(sentences) == f"{TEXT}\n" * 50
    assert [each.metadata["text"] for each in sentences[:2]] == TEXT.replace(". ", ".|").split("|")
    assert [(each["id"], each["form"]) for each in sentences[0] if each["id"] == (5, "-", 6)] == [
        ((5, "-", 6), "vom")
    ]
    assert {word["misc"]["Tei"] for each in sentences[:4] for word in each} == {"p[1]", "p[2]"}
    for found, rows in zip(sentences, ROWS * 50, strict=True):
        assert [read_row(word) for word in found if isinstance(word["id"], int)] == rows
    assert find_errors(tmp_path / "1.conllu", level=2) == []


def test_odd_text_stays_whole(models: Path, tmp_path: Path):
    write(tmp_path / "corpora" / "echo", "odd", {"language": ["de"]}, (ODD, TEXT))
    arguments = ("--format", "conllu", "--model", "stanza:de", "--output", "odd.conllu")
    done = export(tmp_path, models, *arguments)
    assert done.returncode == 0, done.stderr
    content = (tmp_path / "odd.conllu").read_text(encoding="utf-8")
    assert text_of(conllu.parse(content)) == f"{ODD}\n{TEXT}\n".replace("  ", " ")
    assert LONG in content
    assert "<UNK>" not in content
    assert find_errors(tmp_path / "odd.conllu", level=1) == []


def test_a_language_with_a_tokenizer_only(models: Path, tmp_path: Path):
    write(tmp_path / "corpora" / "echo", "story", {"language": ["th"]}, (TEXT,))
    arguments = ("--format", "conllu", "--model", "stanza:th", "--output", "thai.conllu")
    done = export(tmp_path, models, *arguments)
    assert done.returncode == 0, done.stderr
    sentences = conllu.parse((tmp_path / "thai.conllu").read_text(encoding="utf-8"))
    assert text_of(sentences) == f"{TEXT}\n"
    assert len(sentences) == 2
    assert {(w["lemma"], w["upos"], w["head"]) for w in sentences[0]} == {("_", "_", None)}


@pytest.mark.parametrize(
    ("model", "message", "cure"),
    [
        ("stanza:fi", "no Stanza models for 'fi'", 'stanza.download("fi")'),
        ("stanza:de:gsd", "no Stanza models for 'de:gsd'", 'download("de", package="gsd")'),
    ],
)
def test_models_that_are_not_there_are_named(models, tmp_path, model, message, cure):
    write(tmp_path / "corpora" / "echo", "story", {"language": ["de"]}, (TEXT,))
    done = export(tmp_path, models, "--format", "conllu", "--model", model, "--output", "x.conllu")
    assert done.returncode == 2
    assert message in done.stderr
    assert cure in done.stderr
    assert not (tmp_path / "x.conllu").exists()


def read_row(word: conllu.Token) -> tuple[object, ...]:
    feats = "|".join(f"{name}={value}" for name, value in (word["feats"] or {}).items())
    columns = [word[name] for name in ("form", "lemma", "upos", "xpos")]
    return (*columns, feats, word["head"], word["deprel"])


def find_errors(file: Path, level: int) -> list[str]:
    reader = udtools.Validator(lang="de", level=level)
    with file.open(encoding="utf-8", newline="") as content:
        state = reader.validate_file_handle(content)
    return [] if state.passed() else [str(incident) for incident in state.error_tracker]
