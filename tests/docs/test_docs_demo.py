"""The demo as an installed command runs it, and its exports against what the portal itself knows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from docs_material import COMMANDS, JSON_ANSWERS, START, commands, curator, differences, shape
from webarticlecurator.examples.expected import expected_articles, expected_status

from webarticlecurator.base.text.word_borders import count_text
from webarticlecurator.cli.main import main


def test_the_demo_ends_well_and_says_so(crawled):
    _, done = crawled
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert {key: answer[key] for key in expected_status()} == expected_status()
    assert answer["seconds"] > 0
    assert "curator status" in done.stderr


def test_the_commands_of_the_documents_are_this_one(crawled):
    found = [
        c for path in (START, COMMANDS, JSON_ANSWERS) for c in commands(path) if " demo " in c.text
    ]
    assert {tuple(c.text.split()[:4]) for c in found} == {
        ("curator", "demo", "--corpus", "corpora/demo")
    }
    (shown,) = (command.answer for command in found if command.answer)
    assert differences(shape(json.loads(shown)), shape(json.loads(crawled[1].stdout))) == []


def test_it_is_a_rerun_on_the_same_corpus(crawled):
    folder, _ = crawled
    again = json.loads(
        curator(folder, "demo", "--corpus", "corpora/demo", "--json", "--quiet").stdout
    )
    assert (again["new_articles"], again["built"]) == (0, 0)
    assert {key: again[key] for key in expected_status()} == expected_status()


def export(tour: Path, *options: str) -> int:
    return main(
        [
            "export",
            str(tour / "examples/demo.yaml"),
            "--corpus",
            str(tour / "corpora/demo"),
            "--quiet",
            *options,
        ]
    )


def test_the_table_holds_every_article_of_the_portal(tour, tmp_path):
    assert export(tour, "--format", "csv", "--output", str(tmp_path / "demo.csv")) == 0
    text = (tmp_path / "demo.csv").read_bytes().decode("utf-8-sig")
    rows = {row["url"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}
    expected = expected_articles()
    assert sorted(rows) == [article.url for article in expected]
    for article in expected:
        row = rows[article.url]
        assert (row["id"], row["title"], row["subtitle"]) == (
            article.id,
            article.title,
            article.subtitle or "",
        )
        assert row["authors"] == "; ".join(article.authors)
        assert (row["published"], row["modified"]) == (article.published, article.modified or "")
        assert (row["section"], row["keywords"]) == (article.section, "; ".join(article.keywords))
        assert (row["language"], row["access"], row["column"]) == (
            article.language,
            article.access or "",
            article.column,
        )
        assert (int(row["words"]), int(row["pages"])) == (
            count_text(" ".join(article.words))[0],
            len(article.pages),
        )
        assert row["aliases"] == "; ".join(article.aliases)


def words(lines: Iterable[str]) -> list[list[str]]:
    """Return the words of each line; the portal's own account does not have the white space."""
    return [line.split() for line in lines]


def test_the_texts_are_those_of_the_portal(tour, tmp_path):
    assert export(tour, "--format", "txt", "--output", str(tmp_path / "texts")) == 0
    texts = {
        path.stem: path.read_bytes().decode("utf-8") for path in (tmp_path / "texts").rglob("*.txt")
    }
    assert {name: words(text.split("\n")[:-1]) for name, text in texts.items()} == {
        a.id: words(a.text) for a in expected_articles()
    }
    assert all(text.endswith("\n") for text in texts.values())
    everything = "".join(texts.values())
    # a number that must not be parted at the end of a line
    assert "5\xa0440 forintért" in everything
    assert "\nHelyszín\tEredmény\n" in everything  # the cells of a row


def test_the_stream_can_be_taken_apart(tour, capfdbinary):
    assert export(tour, "--format", "txt") == 0
    parts = capfdbinary.readouterr().out.decode("utf-8").split("\n\n")[:-1]
    found = {}
    for part in parts:
        head, *text = part.split("\n")
        found[head.split("\t")[0].removeprefix("# ")] = words(text)
    assert found == {article.id: words(article.text) for article in expected_articles()}


def test_days_and_column_choose(tour, capfdbinary):
    options = ("--from", "2009-01-01", "--until", "2012-06-30", "--column", "kultura")
    assert export(tour, "--format", "jsonl", *options) == 0
    found = [
        json.loads(line)["url"]
        for line in capfdbinary.readouterr().out.decode("utf-8").splitlines()
    ]
    wanted = [
        a.url
        for a in expected_articles()
        if a.column == "kultura" and "2009-01-01" <= a.published[:10] <= "2012-06-30"
    ]
    assert sorted(found) == wanted != []


def test_a_damaged_file_is_named_and_the_exit_code_says_so(tour, tmp_path, capfdbinary):
    victim = sorted((tour / "corpora/demo/tei").rglob("*.xml"))[7]
    whole = victim.read_bytes()
    victim.write_bytes(whole[:700])
    try:
        assert export(tour, "--format", "csv", "--output", str(tmp_path / "demo.csv")) == 1
    finally:
        victim.write_bytes(whole)
    assert victim.name in capfdbinary.readouterr().err.decode()
    assert (tmp_path / "demo.csv").read_bytes().count(b"\r\n") == len(expected_articles())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--corpus", "nowhere"), "curator crawl"),
        (("--corpus", "corpora/demo", "--column", "nosuch"), "hirek, kultura"),
        (
            ("--corpus", "corpora/demo", "--from", "2015-01-02", "--until", "2015-01-01"),
            "is after --until 2015-01-01",
        ),
        (("--corpus", "corpora/demo", "--output", "examples"), "is a folder"),
        (("--corpus", "corpora/demo", "--output", "nowhere/demo.csv"), "cannot be written"),
    ],
)
def test_wrong_use_is_answered_with_a_cure(tour, monkeypatch, capfdbinary, options, message):
    monkeypatch.chdir(tour)
    assert main(["export", "examples/demo.yaml", "--format", "csv", *options]) == 2
    output = capfdbinary.readouterr()
    assert message in output.err.decode()
    assert output.out == b""


def test_another_portals_corpus_is_not_exported(tour, monkeypatch, capfdbinary):
    monkeypatch.chdir(tour)
    assert main(["export", "hvg", "--corpus", "corpora/demo", "--format", "csv"]) == 2
    assert "another portal" in capfdbinary.readouterr().err.decode()
