"""Parquet, read by the libraries that others use."""

from __future__ import annotations

import datetime
import io
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from checkout import CHECKOUT
from export_material import PORTAL, export_corpus
from stored_articles import export, read_articles

from webarticlecurator.corpus.export import parquet_format
from webarticlecurator.corpus.export.formats import find_exporter
from webarticlecurator.corpus.export.parquet_format import COLUMNS
from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections

pyarrow = pytest.importorskip("pyarrow", reason='pip install "portal-curator[tables]"')
OTHER = replace(PORTAL, id="other")


@pytest.fixture
def four(put: Callable[..., Path]) -> None:
    put(
        "fire",
        {
            "published": ["2015-06-01"],
            "title": ["Tűz Pécsett"],
            "authors": ["Ann Other", "Bo Third"],
            "copyright_year": ["2015"],
        },
        ("One two three.", "Four five."),
    )
    put("flood", {"published": ["2015-07"], "title": ["Flood"]})
    put("late", {"published": ["2020-12-31T23:30:00+01:00"]}, column="sport")
    put("undated", {"title": ["No date"]}, column=None)


def write(corpus: Path, output: Path, *columns: str) -> Path:
    export_corpus(corpus, "parquet", output, *columns)
    return output


@pytest.fixture
def folder(corpus: Path, four: None, tmp_path: Path) -> Path:
    return write(corpus, tmp_path / "tables")


def test_a_folder_has_a_part_for_each_year(folder: Path):
    assert sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.parquet")) == [
        "2015/echo.parquet",
        "2020/echo.parquet",
        "undated/echo.parquet",
    ]


def test_pandas_reads_the_folder(folder: Path):
    pandas = pytest.importorskip("pandas")
    table = pandas.read_parquet(folder).sort_values("url").reset_index(drop=True)
    assert set(table.columns) == set(COLUMNS)
    assert table.url.str.rpartition("/")[2].tolist() == ["fire", "flood", "late", "undated"]
    fire = table.iloc[0]
    assert fire.title == "Tűz Pécsett"
    assert list(fire.authors) == ["Ann Other", "Bo Third"]
    assert fire.text == "One two three.\nFour five."
    assert (fire.words, fire.characters, fire.copyright_year) == (5, 25, 2015)
    assert (fire.day, fire.published, fire.month) == (
        datetime.date(2015, 6, 1),
        "2015-06-01",
        "2015-06",
    )
    assert (fire.portal, fire.path[:8], fire.column) == ("echo", "2015/06/", "news")
    years = [None if pandas.isna(year) else int(year) for year in table.year]
    assert years == [2015, 2015, 2020, None]
    assert pandas.isna(table.day[1]) and table.published[1] == "2015-07"
    assert table.day[2] == datetime.date(2020, 12, 31)
    assert list(table.problems[3]) == ["date-unreadable"]
    assert list(table.authors[3]) == []
    assert str(table.published_time.dtype) == "datetime64[us, UTC]"
    times = [None if pandas.isna(each) else each.isoformat() for each in table.published_time]
    # midnight in Budapest, or the moment itself
    assert times == [
        "2015-05-31T22:00:00+00:00",
        None,  # a month alone
        "2020-12-31T22:30:00+00:00",
        None,
    ]
    assert [None if pandas.isna(each) else each for each in table.published_precision] == [
        "day",
        "month",
        "time",
        None,
    ]
    assert table.captured_time[0] == pandas.Timestamp("2024-05-01T12:00:00Z")
    assert [block["text"] for block in fire.blocks] == ["One two three.", "Four five."]


@pytest.fixture
def golden(corpus: Path) -> Path:
    """The demo articles that have comments or entries of a live report."""
    for path in (CHECKOUT / "examples" / "golden").glob("*.xml"):
        if b"<post" in path.read_bytes():
            shutil.copy(path, corpus / "tei")
    return corpus


def test_duckdb_counts_comments_and_entries(golden: Path, tmp_path: Path):
    pytest.importorskip("duckdb")
    write(golden, tmp_path / "all.parquet", "id", "comments", "entries", "blocks")
    questions = [
        "SELECT count(*), count(c.author), count(c.reply_to), max(c.level)"
        " FROM 'all.parquet', unnest(comments) AS t(c)",
        "SELECT count(*) FROM 'all.parquet', unnest(entries) AS t(e)",
        "SELECT count(*) FROM 'all.parquet', unnest(blocks) AS t(b) WHERE b.part = 'comments'"
        " AND b.kind = 'author'",
    ]
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", ASK, *questions],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    texts = [path.read_text(encoding="utf-8") for path in (golden / "tei").iterdir()]
    comments, replies, entries = (
        sum(text.count(sign) for text in texts)
        for sign in ('type="comment"', "replyTo=", 'type="entry"')
    )
    assert comments and entries
    assert done.stdout.splitlines() == [
        f"[({comments}, {comments}, {replies}, 2)]",
        f"[({entries},)]",
        f"[({comments},)]",
    ]


ASK = "import sys, duckdb\nfor query in sys.argv[1:]: print(duckdb.sql(query).fetchall())"


def test_duckdb_reads_the_folder(folder: Path):
    pytest.importorskip("duckdb")
    by_year = (
        "SELECT year, count(*), sum(words)::INT FROM '**/*.parquet'"
        " GROUP BY year ORDER BY year NULLS LAST"
    )
    of_author = (
        "SELECT title FROM '**/*.parquet' WHERE list_contains(authors, 'Bo Third')"
        " AND day >= DATE '2015-06-01'"
    )
    # in a process of its own: at its end DuckDB writes what it has not released
    command = [sys.executable, "-X", "utf8", "-c", ASK, by_year, of_author]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines() == [
        "[(2015, 2, 7), (2020, 1, 2), (None, 1, 2)]",
        "[('Tűz Pécsett',)]",
    ]


def test_a_single_file_has_the_year_too(corpus, four, tmp_path: Path):
    from pyarrow import parquet

    table = parquet.read_table(write(corpus, tmp_path / "all.parquet"))
    assert table.column_names == [*COLUMNS]
    assert table.column("year").to_pylist() == [2015, 2015, 2020, None]


def test_columns_are_chosen_and_say_what_they_mean(corpus, four, tmp_path: Path):
    from pyarrow import parquet

    file = write(corpus, tmp_path / "some.parquet", "title", "words", "authors", "day")
    schema = parquet.read_schema(file)
    assert [(field.name, str(field.type)) for field in schema] == [
        ("title", "string"),
        ("words", "int32"),
        ("authors", "list<element: string>"),
        ("day", "date32[day]"),
    ]
    assert schema.field("words").metadata[b"description"] == b"Words of the body."
    parts = write(corpus, tmp_path / "some", "title", "words")
    assert parquet.read_table(parts).column_names == ["title", "words"]


def test_a_stream_is_the_file(corpus, four, tmp_path: Path):
    out = io.BytesIO()
    export_corpus(corpus, "parquet", out)
    assert out.getvalue() == write(corpus, tmp_path / "all.parquet").read_bytes()


def test_rows_are_written_in_groups(corpus, put, tmp_path: Path, monkeypatch):
    from pyarrow import parquet

    monkeypatch.setattr(parquet_format, "ROWS_IN_GROUP", 3)
    for number in range(8):
        put(f"a{number}", {"published": ["2015-06-01"]})
    file = parquet.ParquetFile(write(corpus, tmp_path / "all.parquet"))
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [3, 3, 2]
    assert [str(path) for path in file.read().column("path")] == sorted(
        str(path) for path in file.read().column("path")
    )


def test_an_export_without_articles_is_an_empty_table(corpus, tmp_path: Path):
    from pyarrow import parquet

    assert parquet.read_table(write(corpus, tmp_path / "all.parquet")).num_rows == 0


def test_several_corpora_have_files_of_their_own(corpus, four, tmp_path: Path):
    from pyarrow import parquet

    selections = make_selections(SelectionOptions(), [PORTAL, OTHER])
    articles: Any = (a for each in selections for a in read_articles(corpus, each))
    export(articles, find_exporter("parquet"), tmp_path / "tables")
    names = sorted(path.name for path in (tmp_path / "tables" / "2015").iterdir())
    assert names == ["echo.parquet", "other.parquet"]
    assert parquet.read_table(tmp_path / "tables").num_rows == 8
