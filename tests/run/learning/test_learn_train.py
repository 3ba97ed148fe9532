"""``curator learn --train``: portals whose rules say what is text make a classifier, which a portal
without rules reads by; and when nothing is made."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from learn_pages import framed, old, paragraphs, prose, story
from small_portal import listing, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.config import load_portal
from webarticlecurator.model.trained_models import (
    UNIT_CLASSIFIER,
    find_classifier_fault,
    read_trained_model,
)
from webarticlecurator.run.analysis import training
from webarticlecurator.run.crawling.crawl import crawl
from webarticlecurator.tei import read_header

COUNT = 6
SHORT = "So it was said."


def noted(number: int) -> str:
    """A page with a note between its paragraphs that its rules keep."""
    note = f'<div class="note"><p>{SHORT}</p></div>'
    return framed(
        number, f'<section class="body">{paragraphs(number)}{note}{prose(number, 9)}</section>'
    )


LAYOUTS = {
    "echo": ("div.story-body", story),
    "herald": ("td.cikk", old),
    "tribune": ("section.body", noted),
}
FILE = "portal: {id}\nhome: BASE/\nlanguage: en\nfetch: {{delay: 0}}\narchive: {{url: BASE/{id}, links: h2}}\n"


@dataclass(frozen=True)
class Portals:
    """Three crawled portals with rules, and one without, in ``folder``."""

    folder: Path

    @property
    def files(self) -> list[str]:
        return [str(self.folder / f"{name}.yaml") for name in LAYOUTS]

    def train(self, *options: str, files: Sequence[str] | None = None) -> int:
        corpora = str(self.folder / "corpora")
        return main(["learn", "--train", *(files or self.files), "--corpus", corpora, *options])


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("train")
    pages = {}
    for place, (name, (_, make)) in enumerate([*LAYOUTS.items(), ("plain", ("", noted))]):
        own = {f"/{name}/{n}": make(10 * place + n) for n in range(COUNT)}
        pages |= {f"/{name}": listing(*own), **own}
    with small_portal(folder, pages) as running:
        for name in (*LAYOUTS, "plain"):
            root = LAYOUTS[name][0] if name in LAYOUTS else ""
            rules = f"article: {{body: {{root: {root}}}}}\n" if root else ""
            file = folder / f"{name}.yaml"
            text = (FILE.format(id=name) + rules).replace("BASE", running.base)
            file.write_text(text, encoding="utf-8", newline="\n")
            crawl(load_portal(file), folder / "corpora" / name)
        yield Portals(folder)


@pytest.fixture
def portals(crawled: Portals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    return crawled


def test_the_model_has_further_trees_and_says_from_what(portals: Portals, tmp_path: Path, capsys):
    pytest.importorskip("sklearn")
    assert portals.train() == 0
    printed = capsys.readouterr().err
    content = (tmp_path / "portals.classifier.json").read_bytes()
    assert find_classifier_fault(content) == ""
    stored, base = json.loads(content), json.loads(read_trained_model(UNIT_CLASSIFIER))
    trees = stored["second"].pop("trees")
    assert trees[: len(base["second"]["trees"])] == base["second"].pop("trees")
    assert len(trees) > 100 and {**stored, "recipe": 0} == {**base, "recipe": 0}

    recipe = stored["recipe"]
    assert recipe["base"] == sha256(read_trained_model(UNIT_CLASSIFIER)).hexdigest()
    assert recipe["portals"] == [
        {
            "id": name,
            "rules": load_portal(portals.folder / f"{name}.yaml").tei_digest,
            "pages": COUNT,
        }
        for name in LAYOUTS
    ]
    assert "by a model that has not seen it" in printed
    assert [line.split()[0] for line in printed.splitlines() if line[:3] in ("ech", "mea")] == [
        "echo",
        "mean",
    ]
    assert "article: {classifier: portals.classifier.json}" in printed


def test_the_same_portals_in_any_order_make_the_same_bytes(portals: Portals, tmp_path: Path):
    pytest.importorskip("sklearn")
    for name, files in (("one", portals.files), ("two", portals.files[::-1])):
        assert portals.train("--output", name, "--quiet", files=files) == 0
    assert Path("one").read_bytes() == Path("two").read_bytes()


def test_a_portal_without_rules_is_read_by_it(portals: Portals, tmp_path: Path, capsys):
    pytest.importorskip("sklearn")
    config, corpus = portals.folder / "plain.yaml", portals.folder / "corpora" / "plain"
    text = config.read_text(encoding="utf-8")
    before = load_portal(config).tei_digest
    assert portals.train("--output", str(portals.folder / "own.json")) == 0
    try:
        config.write_text(f"{text}article: {{classifier: own.json}}\n", encoding="utf-8")
        assert main(["build", str(config), "--corpus", str(corpus), "--quiet"]) == 0
        made = [read_header(path.read_bytes()) for path in (corpus / "tei").rglob("*.xml")]
        (digest,) = {header.rules_digest for header in made}
        assert len(made) == COUNT
        assert digest == load_portal(config).tei_digest != before
        capsys.readouterr()
        assert main(["learn", str(config), "--corpus", str(corpus), "--dry-run"]) == 0
        assert "section.body" in capsys.readouterr().out
    finally:
        config.write_text(text, encoding="utf-8")
        (portals.folder / "own.json").unlink()


def test_dry_run_writes_nothing_and_prints_the_model(portals: Portals, tmp_path: Path, capsys):
    pytest.importorskip("sklearn")
    assert portals.train("--dry-run", "--limit", "5") == 0
    out = capsys.readouterr().out
    assert {each["pages"] for each in json.loads(out)["recipe"]["portals"]} == {5}
    assert not list(tmp_path.iterdir())


def test_a_model_that_reads_unseen_portals_worse_is_not_written(
    portals: Portals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    pytest.importorskip("sklearn")
    against_long_units: list[Any] = [[0, 217, 0, -19_000]]
    monkeypatch.setattr(training, "fit_trees", lambda pages: against_long_units)
    assert portals.train() == 1
    assert "nothing written: portals that it has not seen" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_an_interruption_leaves_no_file(
    portals: Portals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("sklearn")

    def interrupt(pages: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "fit_trees", interrupt)
    assert portals.train() == 130
    assert not list(tmp_path.iterdir())


def test_without_scikit_learn_the_message_names_the_command(
    portals: Portals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    assert portals.train() == 2
    assert 'pip install "webarticlecurator[train]"' in capsys.readouterr().err


def written(portals: Portals, tmp_path: Path, name: str, body: str) -> str:
    """The portal file of echo with another id and other rules for the body."""
    text = (portals.folder / "echo.yaml").read_text(encoding="utf-8")
    text = text.replace("portal: echo", f"portal: {name}").replace("{root: div.story-body}", body)
    (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8", newline="\n")
    return str(tmp_path / f"{name}.yaml")


def test_what_cannot_teach_is_refused(portals: Portals, tmp_path: Path, capsys):
    pytest.importorskip("sklearn")
    echo, herald, tribune = portals.files
    refined = written(portals, tmp_path, "echo", "{root: div.story-body, guess: true}")
    nowhere = written(portals, tmp_path, "herald", "{root: div.nowhere}")
    uncrawled = written(portals, tmp_path, "unheard", "{root: div.story-body}")
    for files, message in (
        ([echo, herald], "too few portal files: 2 (expected at least 3)"),
        ([echo, herald, echo], f"the portal echo twice: {echo} and {echo}"),
        ([refined, herald, tribune], "echo: its rules do not say what is text"),
        ([echo, nowhere, tribune], "herald: too few stored articles whose text a root finds: 0"),
        ([echo, herald, uncrawled], "no corpus in"),
        ([echo, herald, str(tmp_path / "none.yaml")], "no such portal file"),
    ):
        assert portals.train("--quiet", files=files) == 2
        assert message in capsys.readouterr().err
    assert portals.train("--limit", "4") == 2
    assert "too few stored articles whose text a root finds: 4" in capsys.readouterr().err
    assert portals.train("--url", "http://echo.example/1") == 2
    assert "--url together with --train" in capsys.readouterr().err
    assert main(["learn", echo, herald]) == 2
    assert f"several portal files: {echo}, {herald}" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.json"))
