"""Tag dictionaries that are wrong or not there: each fault is a problem with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import (
    portal_file,
)

from webarticlecurator.portal_file.config.load import check


# bug 12 of HTML2TEI
@pytest.mark.parametrize(
    ("body", "wrong", "nearest"),
    [
        # a name that does not exist; 15 of these words lost structure of 640,000 blocks
        ("tags: {p.l: leed}", "leed", "lead"),
        ("tags: {p.l: paragrph}", "paragrph", "paragraph"),
        ("tags: {p.l: 'box>quot'}", "box>quot", "quote"),
        ("tagz: {p.l: lead}", "tagz", "tags"),
    ],
)
def test_a_misspelt_name_is_a_problem_with_its_line_and_the_nearest_word(
    tmp_path: Path, body: str, wrong: str, nearest: str
):
    (problem,) = check(portal_file(tmp_path, f"article:\n  body:\n    root: article\n    {body}\n"))
    assert problem.line == 10
    assert wrong in problem.message and nearest in (problem.nearest or "")


# bug 12 of HTML2TEI
def test_a_misspelt_name_in_a_table_is_a_problem_with_its_line(tmp_path: Path):
    rules = "article: {body: {root: article, tags: echo.tags.tsv}}\n"
    table = "signature\toperation\np.a\tlead\np.b\tlead \np.c\tbox quote\np.d\tnormal\n"
    problems = check(portal_file(tmp_path, rules, echo__tags__tsv=table))
    assert [(Path(p.file).name, p.line) for p in problems] == [
        ("echo.tags.tsv", 4),
        ("echo.tags.tsv", 5),
    ]


# bug 12 of HTML2TEI
@pytest.mark.parametrize(
    "rows",
    [
        "p.a\tlead\t\np.a\tbox\t\n",
        "p.a.b\tlead\t\np.b.a\tbox\t\n",
        "p.a\tlead\tin figure\np.a\tbox\tin  figure\n",
    ],
)
def test_a_row_that_can_never_fire_is_refused(tmp_path: Path, rows: str):
    rules = "article: {body: {root: article, tags: echo.tags.tsv}}\n"
    (problem,) = check(
        portal_file(tmp_path, rules, echo__tags__tsv="signature\toperation\tcontext\n" + rows)
    )
    assert (Path(problem.file).name, problem.line) == ("echo.tags.tsv", 3)


# bug 12 of HTML2TEI
def test_a_blank_makes_no_other_row_of_a_signature(tmp_path: Path):
    (problem,) = check(
        portal_file(tmp_path, "article: {body: {root: article, tags: {p.a: lead, 'p.a ': box}}}\n")
    )
    assert "already in line 7" in problem.message


# bug 12 of HTML2TEI
@pytest.mark.parametrize("operation", ["szakasz", "komment_root", "sor_valid"])
def test_names_of_the_predecessor_are_not_taken_silently(tmp_path: Path, operation: str):
    (problem,) = check(
        portal_file(tmp_path, f"article: {{body: {{root: article, tags: {{p.a: {operation}}}}}}}\n")
    )
    assert operation in problem.message


# bug 3 of HTML2TEI
def test_a_file_that_the_portal_file_names_and_nobody_has(tmp_path: Path):
    rules = "article:\n  body: {root: article, tags: missing.tags.tsv}\n  metadata: {section: [{css: b, map: gone.tsv}]}\n"
    problems = check(portal_file(tmp_path, rules))
    assert [(Path(p.file).name, p.line) for p in problems] == [("echo.yaml", 8), ("echo.yaml", 9)]
    assert all(
        name in problem.message
        for name, problem in zip(("missing.tags.tsv", "gone.tsv"), problems, strict=True)
    )
