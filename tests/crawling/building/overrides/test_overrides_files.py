"""The tables next to the portal file: their contents, and every faulty row with its line."""

from __future__ import annotations

import hashlib
from pathlib import Path

from webarticlecurator.base.errors import ConfigProblem
from webarticlecurator.base.portal.overrides import ManualOverrides, Override
from webarticlecurator.crawling.building.changes import _digest_rows
from webarticlecurator.portal_file.config.load import check, load_portal

ID = "abcdefghij234567k"[:17]
PORTAL = "portal: echo\nhome: https://echo.example/\narchive: {url: 'https://echo.example/list', links: h2}\n"


def written(folder: Path, **tables: str) -> Path:
    path = folder / "echo.yaml"
    path.write_text(PORTAL, encoding="utf-8", newline="\n")
    for name, text in tables.items():
        (folder / f"echo.{name}.tsv").write_text(text, encoding="utf-8", newline="\n")
    return path


def overrides(folder: Path, *rows: str) -> list[ConfigProblem]:
    path = written(folder, overrides="\n".join(["id\tfield\tvalue\treason", *rows]))
    return list(check(path))


def test_tables_are_read_as_spreadsheets_write_them(tmp_path: Path):
    path = written(
        tmp_path,
        overrides=f"note\treason\tid\tfield\tvalue\r\nx\tasked, by mail\t{ID}\tauthors\tAnna Author\r\n\tsame\t{ID}\tauthors\tBea"
        '\r\n\r\n# y\r\n\tquoted\thttps://echo.example/1\ttitle\t"A ""B"""\r\n',
        exclude=f"id\treason\n{ID}\ttakedown\nhttps://echo.example/2\tlaw\n",
    )
    portal = load_portal(path)
    assert portal.manual_overrides.overrides == {
        ID: (
            Override("authors", "Anna Author", "asked, by mail"),
            Override("authors", "Bea", "same"),
        ),
        "https://echo.example/1": (Override("title", 'A "B"', "quoted"),),
    }
    assert portal.manual_overrides.excluded == {ID: "takedown", "https://echo.example/2": "law"}
    assert [file.name for file in portal.files] == [
        "echo.yaml",
        "echo.overrides.tsv",
        "echo.exclude.tsv",
    ]


def test_no_tables_no_decisions(tmp_path: Path):
    portal = load_portal(written(tmp_path))
    assert portal.manual_overrides.articles() == ()


def test_rows_are_in_no_digest_of_the_portal(tmp_path: Path):
    without = load_portal(written(tmp_path)).tei_digest
    assert (
        load_portal(written(tmp_path, exclude=f"id\treason\n{ID}\ttakedown\n")).tei_digest
        == without
    )


def test_every_fault_is_a_problem_with_its_line(tmp_path: Path):
    found = overrides(
        tmp_path,
        f"{ID}\ttitel\tA\twhy",
        f"{ID}\theadline\tA\twhy",
        "12\ttitle\tA\twhy",
        f"{ID}\tpublished\t2019-02-30\twhy",
        f"{ID}\tpublished\t15.3.2019\twhy",
        f"{ID}\tlanguage\thungarian language\twhy",
        f"{ID}\taccess\tfre\twhy",
        f"{ID}\tsection\tA\t",
        f"{ID}\ttitle\tA\twhy",
        f"{ID}\ttitle\tB\twhy",
        f"{ID}\tkeywords\tA\twhy",
        f"{ID}\tkeywords\tA\twhy",
        f"{ID}\tkeywords\t\twhy",
    )
    assert [(p.file, p.line, p.key, p.nearest) for p in found] == [
        ("echo.overrides.tsv", 2, "field", "title"),
        ("echo.overrides.tsv", 3, "field", "title"),
        ("echo.overrides.tsv", 4, "id", None),
        ("echo.overrides.tsv", 5, "value", None),
        ("echo.overrides.tsv", 6, "value", None),
        ("echo.overrides.tsv", 7, "value", None),
        ("echo.overrides.tsv", 8, "value", "free"),
        ("echo.overrides.tsv", 9, "reason", None),
        ("echo.overrides.tsv", 11, "field", None),
        ("echo.overrides.tsv", 13, "field", None),
        ("echo.overrides.tsv", 14, "field", None),
    ]


def test_dates_in_the_forms_that_are_written(tmp_path: Path):
    dates = ("2019-03-15", "2019-03-15T08:30", "2019-03-15T08:30:00Z", "2019-03-15T08:30:00+01:00")
    for number, date in enumerate(dates):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert overrides(folder, f"{ID}\tpublished\t{date}\twhy") == []


def test_a_table_without_its_columns_is_refused(tmp_path: Path):
    (problem,) = check(written(tmp_path, exclude="address\treason\nhttps://echo.example/1\twhy\n"))
    assert (problem.file, problem.line) == ("echo.exclude.tsv", 1)
    assert "id is missing" in problem.message


def test_the_same_article_twice_on_the_exclude_list_is_refused(tmp_path: Path):
    (problem,) = check(written(tmp_path, exclude=f"id\treason\n{ID}\twhy\n{ID}\tother\n"))
    assert problem.line == 3


def test_the_digest_of_a_row_is_made_of_stored_words():
    """As version 0.1 stored it: else every article with an override would be built again."""
    rows = (Override("title", "It's", "typo", 3), Override("authors", "", "wrong", 4))
    overrides = ManualOverrides(
        {"https://echo.example/1": rows[:1], "https://echo.example/2": rows},
        {"https://echo.example/2": "law"},
    )
    text = {
        "https://echo.example/1": "((Override(field='title', value=\"It's\", reason='typo'),), None)",
        "https://echo.example/2": "((Override(field='title', value=\"It's\", reason='typo'), "
        "Override(field='authors', value='', reason='wrong')), 'law')",
    }
    assert _digest_rows(overrides) == {
        name: hashlib.sha256(words.encode()).hexdigest()[:16] for name, words in text.items()
    }
