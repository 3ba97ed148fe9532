"""Files that a portal file names: tag dictionaries, lists of columns; and the base dictionary."""

from __future__ import annotations

from pathlib import Path

import pytest
from config_sample import ARCHIVE, HEAD, load, spans

from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.portal.portal import Pagination
from webarticlecurator.pages.rules.selectors import OPERATIONS
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.portal_file.values.tables import read_table_file

BODY = "article: {body: {root: main, tags: t.tsv}}\n"


def rows(folder: Path, table: str) -> tuple[TagRow, ...]:
    return load(folder, HEAD + ARCHIVE + BODY, t__tsv=table).article.body.tags


def test_tsv_as_spreadsheets_write_it(tmp_path: Path) -> None:
    lines = [
        "count\tsignature\toperation\tkeep\tcontext\texample",
        '3\t"a[rel=""author""]"\tlink\thref rel\tin figure\thttps://echo.example/',
        '2\tdiv.x\tunwrap\t\t\t"two',
        'lines"',
        "1\tdiv.undecided\t\t\t\t",
        "",
        "1\tspan\tbold",
    ]
    found = rows(tmp_path, "\n".join(lines) + "\n")
    assert found == (
        TagRow('a[rel="author"]', "link", ("href", "rel"), "in figure"),
        TagRow("div.x", "unwrap"),
        TagRow("span", "bold"),
    )
    assert [row.line for row in found] == [2, 3, 7]


def test_the_same_signature_in_another_context_is_another_row(tmp_path: Path) -> None:
    found = rows(tmp_path, "signature\toperation\tcontext\np\tparagraph\t\np\tcaption\tin figure\n")
    assert [row.context for row in found] == ["", "in figure"]


def test_lines_of_table_rows() -> None:
    assert [(row.line, row.cells) for row in read_table_file('a\t"b\r\nc"\r\nd\te')] == [
        (1, ("a", "b\r\nc")),
        (3, ("d", "e")),
    ]


def test_base_dictionary_is_valid() -> None:
    found = {row.signature: row.operation for row in base_tags() if not row.context}
    assert (found["p"], found["strong"], found["script"]) == ("paragraph", "bold", "drop")
    known = {*OPERATIONS, *NAMES}
    assert all(set(row.operation.split(">")) <= known for row in base_tags())


@pytest.mark.parametrize("written", ["[news, sport]", "names.txt", "{news: , sport: }"])
def test_columns_by_name(tmp_path: Path, written: str) -> None:
    text = f'archive:\n  url: "https://echo.example/{{column}}/{{page}}"\n  pagination: {{mode: numbered}}\n  columns: {written}\n'
    portal = load(tmp_path, HEAD + text, names__txt="# sections\nnews\n\nsport\n")
    assert [(s.column, s.number, s.url.text, s.pagination) for s in spans(portal)] == [
        (name, 0, "https://echo.example/{column}/{page}", Pagination("numbered"))
        for name in ("news", "sport")
    ]


def test_pages_stay_as_written(tmp_path: Path) -> None:
    text = 'archive:\n  url: "https://echo.example/{page}"\n  pagination: {mode: numbered, pages: ["1-2", 4, "07-14", last]}\n'
    assert spans(load(tmp_path, HEAD + text))[0].pagination.pages == ("1-2", "4", "07-14", "last")
