"""Collocates and key words beside the same counts in SQL (DuckDB); tables and the chart of a
search, read by calamine and lxml."""

from __future__ import annotations

import csv
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dated_corpus import DatedArticle, crawl_articles
from libraries import Library
from lxml import etree

from webarticlecurator.base.text import word_borders
from webarticlecurator.base.text.word_borders import list_words
from webarticlecurator.cli.main import main

duckdb = Library("duckdb", reason="pip install duckdb")
calamine = pytest.importorskip("python_calamine", reason="pip install python-calamine")

WORDS = ["river", "Flood", "érd", "climate", "mayor", "2015", "market", "goal", "team", "warm"]


def make_articles() -> list[DatedArticle]:
    chance = random.Random(7)
    articles = []
    for number in range(12):
        weights = [5, 5, 2, 3, 1, 2, 1, 1, 1, 2] if number % 2 else [1, 1, 2, 3, 4, 2, 4, 5, 5, 1]
        lines = [" ".join(chance.choices(WORDS, weights, k=25)) for _ in range(3)]
        day = "" if number == 11 else f"{2013 + number // 4}-03-{number + 1:02}"
        articles.append(
            DatedArticle(f"/{number}", day, f"Climate, no. {number}", ".\n".join(lines), "Ann")
        )
    return articles


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return crawl_articles(tmp_path_factory.mktemp("counted"), "small", make_articles())


Run = Callable[..., int]


@pytest.fixture
def run(config: Path) -> Run:
    def run(*words: str, verb: str = "search") -> int:
        corpus = ["--corpus", str(config.parent / "small"), "--quiet"]
        return main([verb, str(config), *words, *corpus])

    return run


@pytest.fixture
def table(config: Path, run: Run, tmp_path: Path) -> Any:
    """A connection with ``words``: article, year, part, place and word of each word."""
    exported = tmp_path / "all.jsonl"
    assert run("--format", "jsonl", "--output", str(exported), verb="export") == 0
    connection = duckdb.connect()
    connection.execute(
        f"""
        CREATE TABLE words AS WITH parts AS (
          SELECT id, published[:4] AS year, unnest([
            {{'part': 'title', 'text': title}}, {{'part': 'text', 'text': text}}
          ], recursive := true) FROM read_json('{exported}', columns = {{
            id: 'VARCHAR', published: 'VARCHAR', title: 'VARCHAR', text: 'VARCHAR'}})
        )
        SELECT id, coalesce(year, '') AS year, part, generate_subscripts(found, 1) AS place,
          unnest(found) AS word
        FROM (SELECT *, regexp_extract_all(lower(text), '[\\p{{L}}\\p{{N}}]+') AS found FROM parts)
        """
    )
    return connection


RUNS = {
    "学习计算机科学，学习语言": ["学习", "计算", "机", "科学", "学习", "语言"],
    "東京都の議会は予算を決めた 2020": ["東京", "都", "の", "議会", "は", "予算", "を", "決め", "た", "2020"],
    "ฉันรักภาษาไทยมาก": ["ฉัน", "รัก", "ภาษา", "ไทย", "มาก"],
    "हिन्दी में लिखी": ["हिन्दी", "में", "लिखी"],
    "Die Straße, 東京": ["die", "strasse", "東京"],
}  # fmt: skip


@pytest.mark.parametrize("text", RUNS)
def test_scripts_without_white_space_are_cut_by_dictionaries(text: str):
    pytest.importorskip("icu4py", reason="pip install icu4py")
    assert list_words(text) == RUNS[text]


def test_without_dictionaries_characters_are_counted_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(sys.modules, "icu4py.breakers", None)
    word_borders._find_cutter.cache_clear()
    articles = [
        DatedArticle(f"/{number}", "2020-01-01", "Title", text, "Ann")
        for number, text in enumerate(("北京学习学习学习", "the mill"))
    ]
    config = crawl_articles(tmp_path, "runs", articles)
    corpus = ["--corpus", str(config.parent / "runs"), "--quiet", "--json"]
    try:
        assert main(["search", str(config), "北京", "--collocates", *corpus]) == 0
    finally:
        word_borders._find_cutter.cache_clear()
    answer = capsys.readouterr()
    assert "divided into characters; for words:" in answer.err and "[icu]" in answer.err
    assert {row["word"] for row in json.loads(answer.out)} == {"学"}


COMPARE = """
WITH sizes AS (SELECT (SELECT sum(n) FROM here) AS c, (SELECT sum(n) FROM there) AS d),
counts AS (SELECT word, here.n AS a, coalesce(there.n, 0) AS b, c, d
  FROM here LEFT JOIN there USING (word), sizes)
SELECT word, a, b, 2 * (a * ln(a / (c * (a + b) / (c + d)))
  + CASE WHEN b > 0 THEN b * ln(b / (d * (a + b) / (c + d))) ELSE 0 END) AS g
FROM counts WHERE a >= 3 AND a / c > b / d ORDER BY g DESC, word
"""


def check(run: Run, capsys: pytest.CaptureFixture[str], connection: Any, *words: str) -> None:
    capsys.readouterr()
    assert run(*words, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    expected = connection.execute(COMPARE).fetchall()
    assert expected
    assert {row["word"]: (row["here"], row["there"]) for row in found} == {
        word: (a, b) for word, a, b, _ in expected
    }
    assert [row["log_likelihood"] for row in found] == pytest.approx(
        [row[3] for row in expected], abs=0.006
    )


def test_key_words_are_those_that_sql_finds(run: Run, table, capsys):
    table.execute(
        "CREATE TABLE here AS SELECT word, count(*) AS n FROM words WHERE year = '2013' GROUP BY 1;"
        "CREATE TABLE there AS SELECT word, count(*) AS n FROM words WHERE year > '2013' GROUP BY 1"
    )
    check(run, capsys, table, "*", "--where", "year=2013", "--against", "year>=2014")
    # a query narrows the selection
    table.execute(
        "CREATE OR REPLACE TABLE here AS SELECT word, count(*) AS n FROM words WHERE year = '2013'"
        " AND id IN (SELECT id FROM words WHERE word = 'flood') GROUP BY 1"
    )
    check(run, capsys, table, "flood", "--where", "year=2013", "--against", "year>=2014")


def test_collocates_are_those_that_sql_finds(run: Run, table, capsys):
    table.execute(
        "CREATE TABLE here AS SELECT word, count(*) AS n FROM words b WHERE word <> 'flood'"
        " AND EXISTS (FROM words a WHERE a.word = 'flood' AND a.id = b.id AND a.part = b.part"
        " AND abs(a.place - b.place) <= 5) GROUP BY 1;"
        "CREATE TABLE there AS SELECT word, count(*) - coalesce(any_value(here.n), 0) AS n"
        " FROM words LEFT JOIN here USING (word) GROUP BY 1"
    )
    check(run, capsys, table, "flood", "--collocates")


def test_tables_of_a_search_by_the_ending_of_the_name(run: Run, tmp_path: Path):
    made = {form: tmp_path / f"years.{form}" for form in ("tsv", "csv", "xlsx", "ods")}
    for path in made.values():
        assert run("climate", "--by", "year", "--output", str(path)) == 0
    with made["csv"].open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][:3] == ["year", "articles", "hits"]
    assert [row[0] for row in rows[1:]] == ["2013", "2014", "2015", ""]
    assert made["tsv"].read_text("utf-8") == "".join("\t".join(row) + "\n" for row in rows)
    for form in ("xlsx", "ods"):
        sheet = calamine.CalamineWorkbook.from_path(str(made[form])).get_sheet_by_index(0)
        (head, *cells) = sheet.to_python()
        assert head == rows[0]
        assert [row[0] for row in cells] == ["2013", "2014", "2015", ""]
        assert [row[1:] for row in cells] == [[*map(float, row[1:-1]), "words"] for row in rows[1:]]


def test_the_chart_has_a_bar_for_each_year(run: Run, tmp_path: Path, capsys):
    path = tmp_path / "years.svg"
    assert run("flood", "--by", "year", "--output", str(path)) == 0
    svg = {"s": "http://www.w3.org/2000/svg"}
    bars = etree.parse(str(path)).xpath("//s:rect/s:title/text()", namespaces=svg)
    capsys.readouterr()
    assert run("flood", "--by", "year", "--json") == 0
    rows = [row for row in json.loads(capsys.readouterr().out) if row["year"]]
    assert bars == [
        f"{row['year']}: {row['hits_per_million']:,.0f} hits per million words" for row in rows
    ]
    assert len(bars) == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["flood", "--output", "made.svg"], "a chart needs hits by year or month"),
        (["flood", "--by", "author", "--output", "made.svg"], "a chart needs hits by year"),
        (["*", "--collocates"], "no letters or digits"),
        (["flood", "--collocates", "--by", "year"], "--collocates together with --by"),
        (["flood", "--collocates", "--sample", "2"], "--collocates together with --sample"),
        (["*", "--against", "year=1999"], "--against: no article meets this condition"),
        (["*", "--against", "yeer=1999"], "--against: not a field: 'yeer'"),
        (["*", "--against", "year"], "--against: not a condition: 'year'"),
        (["*", "--against", "year>=x"], "--against 'year>=x': not a number"),
        (["flood", "--where", "year>=x"], "--where 'year>=x': not a number"),
    ],
)
def test_what_does_not_go_together_is_refused(run: Run, capsys, words: list[str], message: str):
    assert run(*words) == 2
    assert message in capsys.readouterr().err
