"""``curator report duplicates`` on crawled corpora whose copies are known."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from dated_corpus import DatedArticle, crawl_articles, make_text, make_words
from libraries import skip_without

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.duplicates import similar_texts
from webarticlecurator.storage.texts.duplicate_file import DuplicateFile

skip_without("numpy", reason="numpy is not installed: pip install numpy")

STORY, OTHER = make_text(200, 1), make_text(300, 2)
EDITED = " ".join([*make_words(200, 1)[:170], *make_words(30, 3)])
ARTICLES = [
    DatedArticle("/flood-1", "2024-03-01T08:00:00+00:00", "The flood", STORY, source="MTI"),
    DatedArticle("/flood-2", "2024-03-02T08:00:00+00:00", "The flood", EDITED),
    DatedArticle("/copy", "2024-04-01T08:00:00+00:00", "A copy", STORY.upper() + "!"),
    DatedArticle("/near", "2024-05-01T08:00:00+00:00", "Late", EDITED + " more"),
    DatedArticle("/long", "2024-02-01", "All of it", f"{OTHER}\n{make_text(320, 4)}"),
    DatedArticle("/part", "2024-02-02", "A part", OTHER),
    DatedArticle("/alone", "2024-02-03", "Alone", make_text(200, 5)),
    DatedArticle("/video-1", "2024-02-04", "Video", "Watch it"),
    DatedArticle("/video-2", "2024-02-05", "Video", "Watch this"),
]
Rows = list[dict[str, object]]


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Callable[..., Rows]:
    """Runs the command and returns its rows."""

    def run(*arguments: object, code: int = 0) -> Rows:
        capsys.readouterr()
        assert main(["report", "duplicates", *map(str, arguments), "--json", "--quiet"]) == code
        return json.loads(capsys.readouterr().out)

    return run


def kinds(rows: Rows) -> dict[str, tuple[object, str]]:
    """Path → kind, and the path of the article that it repeats."""
    paths = {row["id"]: "/" + str(row["url"]).rpartition("/")[2] for row in rows}
    return {paths[row["id"]]: (row["kind"], paths.get(row["of"], "")) for row in rows}


EXPECTED = {
    "/long": ("first", ""),
    "/part": ("contained", "/long"),
    "/flood-1": ("first", ""),
    "/flood-2": ("version", "/flood-1"),
    "/copy": ("same", "/flood-1"),
    "/near": ("near", "/flood-1"),
}


def test_each_kind_is_found_with_the_article_that_was_first(
    tmp_path: Path, report: Callable[..., Rows]
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES)
    rows = report(config, "--corpus", tmp_path / "small")
    assert kinds(rows) == EXPECTED
    assert [row["group"] for row in rows] == [1, 1, 2, 2, 2, 2]
    shares = {row["title"]: row["share"] for row in rows}
    assert shares["A copy"] == 1.0
    shingles, common = 198, 168  # of 200 words each, the first 170 of them the same
    assert shares["The flood"] == pytest.approx(common / (2 * shingles - common))
    assert rows[2]["sources"] == ["MTI"]
    strict = kinds(report(config, "--corpus", tmp_path / "small", "--threshold", "0.99"))
    assert strict == {**EXPECTED, "/flood-2": ("first", ""), "/near": ("near", "/flood-2")}


def test_a_script_without_white_space_is_compared_by_characters(
    tmp_path: Path, report: Callable[..., Rows]
) -> None:
    """In each sentence one character is another one: no sentence is in both articles."""
    chance = random.Random(3)
    letters = [chr(0x4E00 + number) for number in range(2000)]
    sentences = ["".join(chance.choices(letters, k=20)) for _ in range(30)]
    edited = [f"{sentence[:10]}改{sentence[11:]}" for sentence in sentences]
    other = ["".join(chance.choices(letters, k=20)) for _ in range(30)]
    articles = [
        DatedArticle(f"/{number}", f"2024-0{number}-01", "题目", "。".join(each))
        for number, each in enumerate((sentences, edited, other), 1)
    ]
    config = crawl_articles(tmp_path, "han", articles)
    rows = report(config, "--corpus", tmp_path / "han", "--threshold", "0.6")
    assert kinds(rows) == {"/1": ("first", ""), "/2": ("near", "/1")}


def test_articles_of_several_portals_are_compared(
    tmp_path: Path, report: Callable[..., Rows], capsys: pytest.CaptureFixture[str]
) -> None:
    one = crawl_articles(tmp_path, "small", ARTICLES[:2])
    copy = DatedArticle("/theirs", "2024-03-01T08:30:00+01:00", "Theirs", STORY)
    other = crawl_articles(tmp_path, "other", [copy, ARTICLES[6]])
    rows = report(one, other, "--corpus", tmp_path)
    # 07:30 in UTC
    assert kinds(rows) == {
        "/theirs": ("first", ""),
        "/flood-1": ("same", "/theirs"),
        "/flood-2": ("near", "/theirs"),
    }
    assert [row["portal"] for row in rows] == ["other", "small", "small"]
    assert main(["report", "duplicates", str(one), str(other), "--corpus", str(tmp_path)]) == 0
    assert "1 groups have articles of several portals" in capsys.readouterr().err
    # what was compared is known, in whatever order the portals are given
    for file in tmp_path.rglob("tei/**/*.xml"):
        file.write_bytes(b"not read")
    assert kinds(report(other, one, "--corpus", tmp_path)) == kinds(rows)


def test_groups_with_a_selected_article_are_listed(
    tmp_path: Path, report: Callable[..., Rows], capsys: pytest.CaptureFixture[str]
) -> None:
    config = crawl_articles(tmp_path, "small", [*ARTICLES[:4], *ARTICLES[4:6]])
    folder = tmp_path / "small"
    every = report(config, "--corpus", folder)
    # whole groups, with the numbers that they have among all
    assert report(config, "--corpus", folder, "--where", "title=A copy") == every[2:]
    assert report(config, "--corpus", folder, "--until", "2024-02-02") == every[:2]
    assert report(config, "--corpus", folder, "--where", "duplicate=contained") == every[:2]
    assert report(config, "--corpus", folder, "--where", "words>=99999") == []
    assert report(config, "--corpus", folder, "--sample", "1", "--by", "duplicate") == every
    groups = {row["group"] for row in report(config, "--corpus", folder, "--sample", "1")}
    assert len(groups) == 1
    arguments = ["report", "duplicates", str(config), "--corpus", str(folder)]
    assert main([*arguments, "--where", "title=A part"]) == 0
    printed = capsys.readouterr().err
    assert "6 articles compared: 4 repeat another one" in printed
    assert "listed are the 1 groups with a selected article" in printed


def test_only_what_is_new_is_read(tmp_path: Path, report: Callable[..., Rows]) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES[:4])
    before = report(config, "--corpus", tmp_path / "small")
    for file in (tmp_path / "small" / "tei").rglob("*.xml"):
        file.write_bytes(b"not read")
    assert report(config, "--corpus", tmp_path / "small") == before


def test_a_text_that_changed_is_compared_again(tmp_path: Path, report: Callable[..., Rows]) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES[:2])
    assert len(report(config, "--corpus", tmp_path / "small")) == 2
    rules = config.read_text(encoding="utf-8").replace("root: article", "root: h1")
    config.write_text(rules, encoding="utf-8")
    assert main(["build", str(config), "--corpus", str(tmp_path / "small"), "--quiet"]) == 0
    rows = report(config, "--corpus", tmp_path / "small")
    assert [(row["kind"], row["words"]) for row in rows] == [("first", 2), ("same", 2)]


def test_an_interrupted_command_is_repeated(
    tmp_path: Path, report: Callable[..., Rows], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES)
    record = DuplicateFile.record
    recorded = []

    def fail(self: DuplicateFile, *given: object) -> None:
        recorded.append(given)
        if len(recorded) == 5:
            raise KeyboardInterrupt
        record(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr("webarticlecurator.corpus.corpora.derived_update.BATCH", 2)
        patch.setattr(DuplicateFile, "record", fail)
        arguments = ["report", "duplicates", str(config), "--corpus", str(tmp_path / "small")]
        assert main([*arguments, "--quiet"]) == 130
    with closing(sqlite3.connect(tmp_path / "small" / "duplicates.sqlite")) as file:
        assert file.execute("SELECT COUNT(*) FROM signatures").fetchone() == (4,)
    assert kinds(report(config, "--corpus", tmp_path / "small")) == EXPECTED


@pytest.mark.parametrize("content", [b"", b"not a database" * 100])
def test_a_damaged_file_of_signatures_is_made_again(
    tmp_path: Path, report: Callable[..., Rows], content: bytes
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES)
    (tmp_path / "small" / "duplicates.sqlite").write_bytes(content)
    assert kinds(report(config, "--corpus", tmp_path / "small")) == EXPECTED


def test_tei_that_cannot_be_read_is_a_problem(
    tmp_path: Path, report: Callable[..., Rows], capsys: pytest.CaptureFixture[str]
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES[:2])
    files = sorted((tmp_path / "small" / "tei").rglob("*.xml"))
    files[0].write_bytes(b"<TEI")
    assert report(config, "--corpus", tmp_path / "small", code=1) == []
    assert main(["report", "duplicates", str(config), "--corpus", str(tmp_path / "small")]) == 1
    assert f"problem: {files[0]}: not a TEI document" in capsys.readouterr().err


def test_a_threshold_that_signatures_cannot_meet_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "duplicates", "hvg", "--threshold", "0.1"]) == 2
    expected = f"expected {similar_texts.LOWEST_THRESHOLD} to 1"
    assert expected in capsys.readouterr().err


def test_exports_have_columns_and_conditions_of_duplicates(
    tmp_path: Path, report: Callable[..., Rows], capsys: pytest.CaptureFixture[str]
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES)
    folder = str(tmp_path / "small")
    columns = ["--columns", "id,title,duplicate,duplicate_of,duplicate_share"]
    command = ["export", str(config), "--corpus", folder, "--format", "jsonl", "--quiet"]
    assert main([*command, *columns]) == 2
    assert f"duplicates were not looked for in {folder}" in capsys.readouterr().err
    rows = {row["id"]: row for row in report(config, "--corpus", folder)}

    def export(*conditions: str) -> dict[str, tuple[object, ...]]:
        capsys.readouterr()
        assert main([*command, *columns, *conditions]) == 0
        lines = map(json.loads, capsys.readouterr().out.splitlines())
        return {x["id"]: (x["duplicate"], x["duplicate_of"], x["duplicate_share"]) for x in lines}

    everything = export()
    assert len(everything) == len(ARTICLES)
    assert {name: each for name, each in everything.items() if each[0]} == {
        row["id"]: (row["kind"], row["of"], pytest.approx(row["share"]))
        for row in rows.values()
        if row["kind"] != "first"
    }
    same = [row["id"] for row in rows.values() if row["kind"] == "same"]
    assert list(export("--where", "duplicate=same")) == same
    without = {name for name, each in everything.items() if not each[0]}
    assert set(export("--where", "duplicate=")) == without


def test_the_numbers_of_a_corpus_have_them(
    tmp_path: Path, report: Callable[..., Rows], capsys: pytest.CaptureFixture[str]
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES)
    command = ["report", "corpus", str(config), "--corpus", str(tmp_path / "small")]
    capsys.readouterr()
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["duplicates"] is None
    report(config, "--corpus", tmp_path / "small")
    assert main([*command, "--json", "--html", str(tmp_path / "page.html")]) == 0
    numbers = {"compared": len(ARTICLES), "same": 1, "near": 1, "version": 1, "contained": 1}
    assert json.loads(capsys.readouterr().out)["duplicates"] == numbers
    words = "4 of 9 compared articles repeat another one: 1 same, 1 near, 1 version, 1 contained"
    assert words in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert main(command) == 0
    assert words in capsys.readouterr().out
