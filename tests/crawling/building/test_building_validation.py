"""Which documents a build compares with the schema: a sample that is always the same, or all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from building_corpus import HEAD, adopted, tei_files, write_config

from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.tei.documents import validation
from webarticlecurator.tei.documents.validation import is_sampled

NAMES = [f"n{number:02}" for number in range(16)]


@pytest.fixture
def corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forked_workers: None
) -> tuple[Path, Path]:
    """A corpus whose documents are all taken for invalid, by a worker process forked from this
    one."""
    monkeypatch.setattr(validation, "validate", lambda _content: ("line 1: not as it should be",))
    return adopted(tmp_path, {name: f"<p>Number {name}.</p>" for name in NAMES})


def count_invalid(config: Path, folder: Path, **options: bool) -> int:
    built = build(load_portal(config), folder, BuildOptions(everything=True, **options))
    assert built.tei == len(NAMES)
    return built.problems.get("invalid-tei", 0)


def test_a_build_validates_a_sample_that_is_always_the_same(corpus: tuple[Path, Path]) -> None:
    config, folder = corpus
    found = count_invalid(config, folder)
    sampled = [path for path in tei_files(folder) if is_sampled(Path(path).stem)]
    assert found == len(sampled)
    assert 0 < found < len(NAMES) / 2
    assert count_invalid(config, folder) == found


def test_validates_all_looks_at_every_document(corpus: tuple[Path, Path]) -> None:
    assert count_invalid(*corpus, validates_all=True) == len(NAMES)


def test_documents_with_a_header_template_of_their_own_are_all_validated(
    corpus: tuple[Path, Path],
) -> None:
    config, folder = corpus
    shutil.copy(data_folder("tei_templates") / "default.xml", config.with_name("ours.xml"))
    write_config(config.parent, head=f"{HEAD}tei: {{template: ours.xml}}\n")
    assert count_invalid(config, folder) == len(NAMES)


def test_the_command_says_which_documents_are_invalid(
    corpus: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    config, folder = corpus
    words = ["build", str(config), "--corpus", str(folder), "--all", "--validate", "all", "--quiet"]
    assert main(words) == 1
    said = capsys.readouterr().err
    assert f"invalid-tei: {len(NAMES)}" in said and "n00: line 1: not as it should be" in said
    problems = (folder / "reports" / "problems.tsv").read_text(encoding="utf-8")
    assert problems.count("line 1: not as it should be") == len(NAMES)


def test_one_document_in_eight_is_sampled() -> None:
    sampled = sum(is_sampled(f"a{number}") for number in range(8000))
    assert 900 < sampled < 1100
