"""Rows of the tag dictionary that go by what the tag says: the predecessor's ``det_by_string``
rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import RULES, page, portal_file, try_page

from webarticlecurator.portal_file.config.load import check
from webarticlecurator.proposing.tags.inventory_table import parse_table

WITH_TABLE = RULES.replace("root: article", "root: article, tags: echo.tags.tsv")
HEAD = "signature\toperation\tcontext\n"


def read(folder: Path, text: str, *rows: str) -> list[str]:
    """The blocks of the body, as element and type, with their text."""
    tried = try_page(
        folder, page(text), WITH_TABLE, echo__tags__tsv=HEAD + "".join(f"{row}\n" for row in rows)
    )
    (body,) = tried.tree.iterfind(".//{*}text/{*}body")
    return [
        f"{e.tag.partition('}')[2]} {e.get('type', '')}".strip()
        + ": "
        + " ".join(e.xpath("string()").split())
        for e in body
    ]


TEXT = "<p>Forrás:  <b>MTI</b></p><p>A Forrás: nem ez</p><p>Hirdetés</p><p>Hirdetés volt</p>"


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            "p\tsource\ttext starts Forrás: MTI",
            ["ab source: Forrás: MTI", "p: A Forrás: nem ez", "p: Hirdetés", "p: Hirdetés volt"],
        ),
        (
            "p\tdrop\ttext equals Hirdetés",
            ["p: Forrás: MTI", "p: A Forrás: nem ez", "p: Hirdetés volt"],
        ),
        ("p\tdrop\ttext  contains  Forrás:", ["p: Hirdetés", "p: Hirdetés volt"]),
        (
            "p\tdrop\ttext starts forrás",
            ["p: Forrás: MTI", "p: A Forrás: nem ez", "p: Hirdetés", "p: Hirdetés volt"],
        ),
    ],
)
def test_a_row_may_go_by_the_text(tmp_path: Path, row: str, expected: list[str]):
    assert read(tmp_path, TEXT, row) == expected


def test_what_looks_the_same_is_asked_each_time(tmp_path: Path):
    rows = ["p.a\tbox\t", "p.a\tdrop\ttext equals x"]
    assert read(tmp_path, "<p class=a>x</p><p class=a>y</p><p class=a>x</p>", *rows) == [
        "floatingText box: y"
    ]


@pytest.mark.parametrize("context", ["text", "text is X", "text starts", "text starts ", "says X"])
def test_a_context_that_is_none_is_a_problem(tmp_path: Path, context: str):
    (problem,) = check(
        portal_file(tmp_path, WITH_TABLE, echo__tags__tsv=f"{HEAD}p\tdrop\t{context}\n")
    )
    assert problem.line == 2 and "text starts X" in problem.message


def test_such_a_row_is_the_same_row_in_a_merge(tmp_path: Path):
    first, second, other = parse_table(
        f"{HEAD}p.b.a\tdrop\ttext starts  A.b.a\np.a.b\tbox\ttext starts A.b.a\np.a.b\tbox\t\n", "t"
    ).lines
    assert first.key == second.key != other.key
