"""Files as programs on Windows write them, with a byte order mark and other line ends, are the same
files: read alike, faults at the same places, and stored byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from webarticlecurator.portal_file.config.load import check, load_portal

FILES = {
    "echo.yaml": """portal: echo
home: https://echo.example/
archive:
  url: "https://echo.example/list?c={cat}&page={page}"
  pagination: {mode: numbered}
  links: h2
  columns: columns.tsv
article:
  body: {root: main, tags: echo.tags.tsv}
  metadata: {section: [{css: b, lookup: sections.tsv}]}
""",
    "columns.tsv": 'column\tcat\tpagination.last\n# two columns\n"news, home"\t4986\t40\n\nfilm\t1.2\n',
    "echo.tags.tsv": (
        "count\tsignature\toperation\tkeep\tcontext\texample\n"
        '3\t"a[rel=""author""]"\tlink\thref rel\tin figure\thttps://echo.example/\n'
        '2\tdiv.x\tunwrap\t\t\t"two\nlines"\n\n1\tspan\tbold\n'
    ),
    "sections.tsv": "hir\tHírek\nkult\tKultúra\n",
    "echo.exclude.tsv": "id\treason\nhttps://echo.example/2\tlaw\n",
    "echo.overrides.tsv": 'id\tfield\tvalue\treason\nhttps://echo.example/1\ttitle\t"A ""B"""\tquoted\n',
}
FAULTS = {
    "echo.yaml": ("metadata:", "metadat:"),
    "columns.tsv": ("film\t1.2", "film\t1.2\tmany"),
    "echo.tags.tsv": ("\tbold", "\tbald"),
    "sections.tsv": ("kult\t", "kult"),
    "echo.exclude.tsv": ("\tlaw", "\t"),
    "echo.overrides.tsv": ("\ttitle\t", "\ttitel\t"),
}


def written(folder: Path, name: str, mark: str, end: str, files: Mapping[str, str]) -> Path:
    folder.mkdir()
    for each, text in files.items():
        content = mark + text.replace("\n", end) if each == name else text
        (folder / each).write_bytes(content.encode("utf-8"))
    return folder / "echo.yaml"


@pytest.mark.parametrize(
    ("mark", "end"),
    [("\ufeff", "\n"), ("", "\r\n"), ("\ufeff", "\r\n")],
    ids=["BOM", "CRLF", "BOM and CRLF"],
)
@pytest.mark.parametrize("name", FILES)
def test_a_file_of_windows_is_the_same_file(tmp_path: Path, name: str, mark: str, end: str) -> None:
    path = written(tmp_path / "windows", name, mark, end, FILES)
    usual = load_portal(written(tmp_path / "usual", name, "", "\n", FILES))
    found = load_portal(path)
    assert replace(found, files=()) == replace(usual, files=())
    assert (found.tei_digest, found.link_digest) == (usual.tei_digest, usual.link_digest)
    (stored,) = [file for file in found.files if file.name == name]
    assert stored.content == path.with_name(name).read_bytes()

    faulty = {**FILES, name: FILES[name].replace(*FAULTS[name])}
    assert faulty != FILES
    places = [
        [(Path(p.file).name, p.line, p.column, p.nearest) for p in check(each)]
        for each in (
            written(tmp_path / "faulty", name, mark, end, faulty),
            written(tmp_path / "usual-faulty", name, "", "\n", faulty),
        )
    ]
    assert places[0] == places[1] != []
