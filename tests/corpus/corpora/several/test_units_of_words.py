"""What words are counted in: characters where scripts have no spaces, never added to words."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from dated_corpus import DatedArticle, crawl_articles
from texts_in_scripts import TEXTS

from webarticlecurator.cli.main import main

CHOSEN = {each.language: each for each in TEXTS if each.language in ("en", "hu", "ru", "zh", "th", "bo")}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    articles = [
        DatedArticle(f"/{name}", f"{2019 + len(name)}-01-01", "Title", each.text, name)
        for name, each in CHOSEN.items()
    ]
    config = crawl_articles(tmp_path_factory.mktemp("units"), "units", articles)
    return [str(config), "--corpus", str(config.parent / "units")]


def test_exports_say_what_is_counted(files: list[str], tmp_path: Path) -> None:
    columns = "authors,words,word_unit"
    output = tmp_path / "all.csv"
    assert (
        main(["export", *files, "--format", "csv", "--columns", columns, "--output", str(output)])
        == 0
    )
    rows = csv.DictReader(io.StringIO(output.read_text(encoding="utf-8-sig")))
    assert {row["authors"]: (int(row["words"]), row["word_unit"]) for row in rows} == {
        name: (each.counted, each.unit) for name, each in CHOSEN.items()
    }


@pytest.mark.parametrize("options", [[], ["--where", "words>=1"]])
def test_a_report_never_adds_words_and_characters(
    files: list[str], options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    sums = {"words": 0, "characters": 0, "syllables": 0}
    for each in CHOSEN.values():
        sums[each.unit] += each.counted
    capsys.readouterr()
    assert main(["report", "corpus", *files, "--json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["articles"], found["words"], found["unit"]) == (6, sums.pop("words"), "words")
    assert found["other_words"] == sums
    bars = {each["name"]: (each["words"], each["unit"]) for each in found["authors"]}
    assert bars == {name: (each.counted, each.unit) for name, each in CHOSEN.items()}
    lengths = [(each["name"], each["articles"], each["unit"]) for each in found["lengths"]]
    assert lengths == [
        ("0", 3, "words"),
        ("0 characters", 2, "characters"),
        ("0 syllables", 1, "syllables"),
    ]
    (year,) = found["years"]
    assert (year["articles"], year["words"]) == (6, found["words"])
    assert main(["report", "corpus", *files, *options]) == 0
    text = capsys.readouterr().out
    assert "0–49 characters" in text
    assert f"{found['words']} words, " in text and f"{sums['characters']} characters" in text
    assert f"zh  1  {CHOSEN['zh'].counted} characters  #" in re.sub(" {2,}", "  ", text)


def test_hits_per_million_are_of_one_unit(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", *files[:1], "yes OR 中文", *files[1:], "--by", "year", "--json"]) == 0
    rows = {row["unit"]: row for row in json.loads(capsys.readouterr().out)}
    assert (
        rows["characters"]["all_words"] == CHOSEN["zh"].counted + CHOSEN["th"].counted + 2
    )  # titles
    assert (rows["words"]["hits"], rows["characters"]["hits"]) == (1, 1)
    chart = ["--by", "year", "--output", str(tmp_path / "chart.svg")]
    assert main(["search", *files[:1], "yes", *files[1:], *chart]) == 2
    assert "in one chart" in capsys.readouterr().err


def test_hits_per_million_are_of_what_hits_are_found_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Title and text, not the caption: 2 + 4 words with three hits; 1 + 4 characters with one."""
    figure = '</p><figure><img src="/a.png"><figcaption>Rain, rain</figcaption></figure><p>'
    articles = [
        DatedArticle("/a", "2023-05-01", "Rain again", f"Rain fell.{figure}More rain."),
        DatedArticle("/b", "2023-06-01", "雨", "今天下雨。"),
    ]
    config = crawl_articles(tmp_path, "rain", articles)
    corpus = ["--corpus", str(config.parent / "rain"), "--by", "year", "--json"]
    capsys.readouterr()
    assert main(["search", str(config), "rain OR 今天", *corpus]) == 0
    found = [
        (row["unit"], row["hits"], row["all_words"], row["hits_per_million"])
        for row in json.loads(capsys.readouterr().out)
    ]
    assert found == [("characters", 1, 5, 200_000.0), ("words", 3, 6, 500_000.0)]
