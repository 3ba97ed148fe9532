"""No cell of a written table is a formula for a spreadsheet, and tables that come back from one are
read unchanged."""

from __future__ import annotations

import ast
import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_portal import article, listing, small_portal

import webarticlecurator
from webarticlecurator.base.text.characters import escape_cell
from webarticlecurator.base.text.table_text import (
    csv_line,
    defuse_formula,
    report_line,
    restore_cell,
    rows_to_tsv,
)
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.values.tables import read_table_file
from webarticlecurator.proposing.tags.inventory_table import (
    Line,
    Table,
    parse_table,
    tag_table_text,
)

FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "\n-5",
    "＝1+1",
    "＋1",
    "－1+1",
    "＠SUM(1)",
    "﹦1",
    "−1+cmd",
    "\u200b=1",
    "\ufeff=1",
    "\u00a0=1",
    "  =1",
    "\u3000=1",
    "\u202e=1",
    "\u00ad=1",
    "'=1",
    '"=1',
    '"\u200b=1',
    "\x00=1",
    "\x0b=1",
    "=cmd|' /C calc'!A0",
]
PLAIN = ["", "-", "-5", "-5.25", " -5", "a=1", "–5", "'x", '"x"', "5-3", "Őrült", "x\t=1"]


@pytest.mark.parametrize("cell", FORMULAS)
def test_what_a_spreadsheet_would_calculate_gets_an_apostrophe(cell: str) -> None:
    assert defuse_formula(cell) == f"'{cell}"
    assert restore_cell(defuse_formula(cell)) == cell


@pytest.mark.parametrize("cell", PLAIN)
def test_everything_else_stays(cell: str) -> None:
    assert defuse_formula(cell) == restore_cell(cell) == cell


_CELLS = st.one_of(
    st.sampled_from(FORMULAS + PLAIN),
    st.text(st.characters(blacklist_categories=["Cs"])),
    st.text("='\"\t\n -@", max_size=4),
)


@given(cell=_CELLS)
def test_any_cell_comes_back(cell: str) -> None:
    assert restore_cell(defuse_formula(cell)) == cell


@given(rows=st.lists(st.lists(_CELLS, min_size=2, max_size=3), min_size=1, max_size=4))
def test_any_table_comes_back(rows: list[list[str]]) -> None:
    rows = [[cell.replace("\0", "").replace("\x04", "") for cell in row] for row in rows]
    read = [list(row.cells) for row in read_table_file(rows_to_tsv(rows))]
    assert [row for row in read if row] == [row for row in rows if any(row)]


@given(row=st.lists(_CELLS, min_size=2, max_size=4))
def test_a_line_of_a_report_keeps_its_cells(row: list[str]) -> None:
    (read,) = csv.reader(io.StringIO(report_line(row)), delimiter="\t")
    assert len(read) == len(row)
    assert all(defuse_formula(cell) == cell or cell.startswith("'") for cell in read)
    assert escape_cell("".join(read)) == "".join(read)


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_tag_table_comes_back_with_its_own_columns_and_remarks(cell: str) -> None:
    cell = cell.strip()
    table = Table(
        ("signature", "operation", cell, "note"),
        (Line({"signature": "p", "operation": "drop", cell: cell, "note": cell}),),
    )
    text = tag_table_text(table)
    assert parse_table(text, "x").columns == table.columns
    assert [dict(line.cells) for line in parse_table(text, "x").lines] == [
        dict(line.cells) for line in table.lines
    ]
    for line in csv.reader(io.StringIO(text, newline=""), delimiter="\t"):
        assert not any(_is_formula(each) for each in line)


def _is_formula(cell: str) -> bool:
    return not cell.startswith("'") and defuse_formula(cell) != cell


def _cells(content: str, delimiter: str) -> list[str]:
    return [
        cell
        for row in csv.reader(io.StringIO(content, newline=""), delimiter=delimiter)
        for cell in row
    ]


FILE = """\
archive: {url: BASE/list, links: h2}
fetch: {delay: 0}
article:
  body: {root: article}
  metadata: {title: h1, authors: [.by, meta: author]}
"""


def _page(number: int) -> str:
    names = "".join(f'<b class="by">{formula}</b>' for formula in FORMULAS if formula.isprintable())
    head = '<meta name="author" content="@other">'
    return article(f"text {number}", head, f"<h1>\u200b=HYPERLINK({number})</h1>{names}").replace(
        "<p>", '<p class="=1+1" id="-x">'
    )


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("formulas")
    with small_portal(
        folder,
        {
            "/list": listing("/1", "/2", "/odd"),
            "/odd": "<p>no article here",
            "/1": _page(1),
            "/2": _page(2),
        },
    ) as portal:
        portal.crawl(FILE)
        portal.build(FILE + "address: {replace: [['/1$', '/one']]}\n")
    return folder


def _run(*words: str) -> Callable[[Path, Path], None]:
    def run(folder: Path, output: Path) -> None:
        main(
            [
                *words,
                str(folder / "portal.yaml"),
                "--corpus",
                str(folder / "corpus"),
                "--output",
                str(output),
            ]
        )

    return run


WRITERS = {
    "csv": _run("export", "--format", "csv"),
    "authors": _run("report", "authors"),
    "titles": _run("report", "authors", "--field", "title"),
    "metadata": _run("report", "metadata"),
    "problems": _run("report", "problems"),
    "unclaimed": _run("report", "unclaimed"),
    "inventory": _run("tags", "inventory"),
    "suggest": _run("tags", "suggest"),
    "problems.tsv": lambda folder, output: output.write_bytes(
        (folder / "corpus" / "reports" / "problems.tsv").read_bytes()
    ),
    "renamed.tsv": lambda folder, output: output.write_bytes(
        (folder / "corpus" / "tei" / "renamed.tsv").read_bytes()
    ),
    "bigrams": lambda folder, output: _run("tags", "inventory", "--bigrams", str(output))(
        folder, folder / "other.tsv"
    ),
}


@pytest.mark.parametrize("name", WRITERS)
def test_no_table_holds_a_formula(name: str, corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "table"
    WRITERS[name](corpus, output)
    cells = _cells(output.read_text(encoding="utf-8-sig"), "," if name == "csv" else "\t")
    assert len(cells) > 4
    assert [cell for cell in cells if _is_formula(cell)] == []
    if name in ("authors", "titles", "csv"):
        assert any(cell.startswith("'") for cell in cells)


def test_printed_tables_hold_no_formula_either(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.tsv", tmp_path / "new.tsv"
    old.write_text("signature\toperation\tnote\np\tdrop\t=1\n", encoding="utf-8")
    new.write_text("signature\toperation\tnote\n@p\t=1+1\t+2\np\t=cmd\t@3\n", encoding="utf-8")
    for words in (("diff", old, new), ("merge", old, new)):
        assert main(["tags", *map(str, words)]) == 0
        cells = _cells(capsys.readouterr().out, "\t")
        assert cells
        assert [cell for cell in cells if _is_formula(cell)] == []


def test_what_a_person_gives_back_is_read_as_it_was(tmp_path: Path) -> None:
    """Overrides, tags and lookups of which a spreadsheet kept the apostrophe."""
    (tmp_path / "portal.yaml").write_text(
        "portal: echo\nhome: https://echo.example/\narchive: {url: https://echo.example/list}\n"
        "article:\n  body: {root: article, tags: t.tsv}\n  metadata: {section: {url: '/(.*)', lookup: l.tsv}}\n",
        encoding="utf-8",
    )
    (tmp_path / "l.tsv").write_text("x\t'=culture\n", encoding="utf-8")
    (tmp_path / "t.tsv").write_text(
        "signature\toperation\tcontext\np\tdrop\ttext starts '+x\n", encoding="utf-8"
    )
    overrides = "id\tfield\tvalue\treason\nhttps://echo.example/a\ttitle\t'=1+1\t'@me\n"
    (tmp_path / "portal.overrides.tsv").write_text(overrides, encoding="utf-8")
    assert [str(problem) for problem in check(tmp_path / "portal.yaml")] == []
    portal = load_portal(tmp_path / "portal.yaml")
    (row,) = portal.manual_overrides.overrides["https://echo.example/a"]
    assert (row.value, row.reason) == ("=1+1", "@me")
    section = dict(portal.article.metadata)["section"]
    assert section[0].map == (("x", "=culture"),)


def test_tables_get_their_form_in_one_place() -> None:
    """A module that joins cells by itself, or writes with csv, would bypass it."""
    package = Path(webarticlecurator.__file__).parent
    found = []
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        text = path.read_text(encoding="utf-8")
        if not any(word in text for word in ("csv", "\\t", "\t")):
            continue  # to parse all modules takes a second
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "csv"
            ):
                found += (
                    [f"{name}: csv.{node.attr}"]
                    if node.attr == "writer" or "Dict" in node.attr
                    else []
                )
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "join"
            ):
                joined = node.func.value
                found += (
                    [f"{name}: join"]
                    if isinstance(joined, ast.Constant) and joined.value == "\t"
                    else []
                )
    # running text, and tokens, which programs for corpora read
    texts = [
        "corpus/derived/forms.py: csv.writer",
        *["corpus/export/conllu_format.py: join"] * 2,
        "corpus/export/text_formats.py: join",
        "corpus/export/vertical_format.py: join",
        "tei/documents/plain_text.py: join",
    ]
    texts.append("crawling/building/upgrade.py: csv.DictReader")  # reads the table that it wrote
    places = ["base/text/table_text.py: csv.writer", *["base/text/table_text.py: join"] * 2]
    assert sorted(found) == sorted(places + texts)


def test_csv_has_the_form_of_rfc_4180() -> None:
    assert csv_line(["a", 'b"', "c,d", "=1"]) == 'a,"b""","c,d",\'=1\r\n'
