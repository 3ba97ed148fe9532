"""TEI files that somebody deleted: every command that reads TEI says how many, and the cure."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator import Corpus, Portal
from webarticlecurator.cli.main import main

RULES = """\
title: Small Portal
corpus: {editors: [{name: "Editor, Anna"}]}
language: en
fetch: {delay: 0}
archive: {url: BASE/list, dates: none, links: h2}
article:
  body: {root: article}
  metadata: {published: {meta: day}}
"""
WORDS = "rudder harbour anchor tiller galley cabin lantern compass mast keel sail pump".split()
NUMBER = 36
MISSING = NUMBER // 3
Run = Callable[..., tuple[int, str]]


def page(number: int) -> str:
    word, other = WORDS[number % 12], WORDS[number * 7 % 11]
    text = f"The {word} number {number} was mended before the ship left with {other} {number * 31}."
    return article(text, f'<meta name="day" content="2020-{1 + number % 12:02}-03">')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    pages = {f"/{number}": page(number) for number in range(NUMBER)}
    with small_portal(tmp_path_factory.mktemp("site"), {"/list": listing(*pages), **pages}) as site:
        assert site.crawl(RULES).tei == NUMBER
        yield site


@pytest.fixture
def corpus(site: SmallPortal, tmp_path: Path) -> Path:
    """A copy of the corpus without every third TEI file."""
    folder = Path(shutil.copytree(site.corpus, tmp_path / "corpus"))
    files = sorted((folder / "tei").rglob("*.xml"))
    assert len(files) == NUMBER
    for path in files[::3]:
        path.unlink()
    return folder


@pytest.fixture
def run(site: SmallPortal, corpus: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command on the corpus; return its exit code and its messages."""

    def call(*words: str) -> tuple[int, str]:
        verb = words[:2] if words[0] == "report" else words[:1]
        config = str(site.folder / "portal.yaml")
        capsys.readouterr()
        code = main([*verb, config, *words[len(verb) :], "--corpus", str(corpus)])
        return code, capsys.readouterr().err

    return call


def check_named(answer: tuple[int, str], corpus: Path, code: int = 1) -> None:
    """Check that the first missing files are named, their number, and the cure."""
    assert answer[0] == code, answer[1]
    assert sum(path in answer[1] for path in _missing(corpus)) == 8, answer[1]
    assert str(MISSING) in answer[1] and "`curator build`" in answer[1]


def _missing(corpus: Path) -> set[str]:
    from webarticlecurator.storage.store.view import view_corpus

    with view_corpus(corpus, "small") as view:
        known = {file.path for file in view.tei_files.by_path()}
    return {path for path in known if not (corpus / "tei" / path).exists()}


@pytest.mark.parametrize(
    "form", ["csv", "txt", "txt+csv", "jsonl", "tei", "vertical", "conllu", "parquet"]
)
def test_an_export_names_missing_files(form: str, run: Run, corpus: Path, tmp_path: Path):
    if form in ("vertical", "conllu"):
        pytest.importorskip("regex")
    check_named(run("export", "--format", form, "--output", str(tmp_path / "out")), corpus)


def test_an_export_holds_what_is_there_and_after_a_build_all(
    run: Run, corpus: Path, tmp_path: Path
):
    table = tmp_path / "table.csv"
    options = ("export", "--format", "csv", "--columns", "url", "--output", str(table))
    assert run(*options)[0] == 1
    assert len([*csv.reader(table.open(encoding="utf-8"))]) == 1 + NUMBER - MISSING
    assert run("build")[0] == 0
    code, words = run(*options)
    assert (code, "problem" in words) == (0, False)
    assert len([*csv.reader(table.open(encoding="utf-8"))]) == 1 + NUMBER


def test_only_files_of_the_selected_months_are_missed(run: Run, corpus: Path, tmp_path: Path):
    months = {path.split("/")[1] for path in _missing(corpus)}
    for month in months:
        days = ("--from", f"2020-{month}-01", "--until", f"2020-{month}-28")
        code, words = run("export", "--format", "csv", *days, "--output", str(tmp_path / "x.csv"))
        missed = {path for path in _missing(corpus) if path.split("/")[1] == month}
        assert code == 1 and all(path in words for path in missed)
        assert words.count(".xml") == len(missed)
    sample = run("export", "--format", "csv", "--sample", "5", "--output", str(tmp_path / "x.csv"))
    check_named(sample, corpus)


def test_tei_without_its_corpus_is_exported_as_it_is(run: Run, corpus: Path, tmp_path: Path):
    for path in corpus.glob("corpus.sqlite*"):
        path.unlink()
    assert run("export", "--format", "csv", "--output", str(tmp_path / "x.csv"))[0] == 0


def test_an_index_that_cannot_be_read_is_named(run: Run, corpus: Path, tmp_path: Path):
    (corpus / "corpus.sqlite").write_bytes(b"no index" * 1000)
    code, words = run("export", "--format", "csv", "--output", str(tmp_path / "x.csv"))
    assert code == 1 and "whether TEI is missing is not known" in words
    assert len([*csv.reader((tmp_path / "x.csv").open(encoding="utf-8"))]) > NUMBER - MISSING


@pytest.mark.parametrize("report", ["authors", "unsure", "language", "duplicates"])
def test_a_report_names_missing_files(report: str, run: Run, corpus: Path, tmp_path: Path):
    if report == "language":
        pytest.importorskip("py3langid")
    if report == "duplicates":
        pytest.importorskip("numpy")
    check_named(run("report", report, "--output", str(tmp_path / "x.tsv")), corpus)


def test_a_search_names_missing_files(run: Run, corpus: Path, tmp_path: Path):
    words = ("search", "mended", "--output", str(tmp_path / "x.tsv"))
    check_named(run(*words), corpus)
    check_named(run(*words), corpus)  # they are looked for again
    assert run("build")[0] == 0
    assert run(*words)[0] == 0


def test_what_is_to_be_whole_is_not_written(run: Run, corpus: Path, tmp_path: Path):
    """Exit code 4, since a citation or a copy must not lack articles."""
    for words in (
        ("export", "--format", "zip"),
        ("package", "--without-warcs"),
        ("manifest",),
    ):
        out = tmp_path / words[0]
        check_named(run(*words, "--output", str(out)), corpus, code=4)
        assert not out.exists() or [*out.iterdir()] == []


def test_a_wacz_lists_the_pages_and_names_missing_titles(run: Run, corpus: Path, tmp_path: Path):
    out = tmp_path / "x.wacz"
    check_named(run("export", "--format", "wacz", "--output", str(out)), corpus)


def test_python_is_warned(site: SmallPortal, corpus: Path):
    portal = Portal.load(site.folder / "portal.yaml")
    with pytest.warns(
        UserWarning, match=f"^{MISSING} TEI files were left out, the first .*xml: it"
    ):
        assert len([*Corpus(corpus, portal).articles()]) == NUMBER - MISSING


def test_numbers_are_those_of_the_index(run: Run, corpus: Path, capsys: pytest.CaptureFixture[str]):
    """They need no file."""
    assert run("report", "corpus") == (0, "")
