"""The sections of docs/use.md: the commands, the Python and the SQL of each run in one folder, one
after the other, and print and write what is shown."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import pytest
from docs_material import CHECKOUT, commands_of, read, sections
from long_parameters import always

from webarticlecurator.cli.main import main
from webarticlecurator.tei.tokens.annotators import read_model_name

PAGE = CHECKOUT / "docs" / "use.md"
SECTIONS = sections(read(PAGE))
NEEDED = {
    "pandas": ("pyarrow", "pandas"),
    "DuckDB": ("pyarrow", "duckdb"),
    "Excel, LibreOffice, Word, Zotero": ("xlsxwriter",),
    "Hugging Face datasets": ("pyarrow", "datasets"),
    "Sketch Engine and NoSketch Engine": ("spacy", "corpy"),
    "spaCy, Stanza, UDPipe": ("spacy", "conllu"),
    "Copies and near-copies": ("numpy",),
}
"""The libraries that a section needs."""
SLOW = (
    "Hugging Face datasets",
    "spaCy, Stanza, UDPipe",
    "Copies and near-copies",
    "Zenodo",
    "DSpace",
)
"""They take longer than the other sections; tests/corpus/export open their formats, tests/corpus/deposit and
tests/corpus/corpora have their subjects."""
NAMES = always([name for name in SECTIONS if name not in SLOW], SECTIONS)
RUN_SQL = "import duckdb\nfor row in duckdb.sql({!r}).fetchall(): print(*row)"
WRITTEN = {
    "Sketch Engine and NoSketch Engine": "demo.vert",
    "spaCy, Stanza, UDPipe": "demo.conllu",
}
"""The files of which a section shows lines."""


@dataclass(frozen=True)
class Block:
    """A block of code of a section; ``shown``: what the page says that it prints, if it does."""

    kind: str
    text: str
    shown: str | None


def blocks(text: str) -> Iterator[Block]:
    pattern = r"^```(python|sql)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?"
    for found in re.finditer(pattern, text, re.DOTALL | re.MULTILINE):
        yield Block(found[1], found[2], found[3])


@pytest.mark.parametrize("name", NAMES)
def test_a_section_does_what_it_says(
    name: str,
    whole_tour: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    for library in NEEDED.get(name, ()):
        if find_spec(library) is None:
            pytest.skip(f"{name} needs {library}")
    monkeypatch.chdir(whole_tour)
    for command in commands_of(PAGE, SECTIONS[name]):
        code = main(command.arguments(whole_tour))
        assert code == 0, f"{command}\n{capsys.readouterr().err}"
    check_lines_of_file(name, whole_tour)
    found = list(blocks(SECTIONS[name]))
    ways = {"datasets": run_alone, "duckdb": run_sql}
    run = next((ways[each] for each in NEEDED.get(name, ()) if each in ways), run_here)
    for block, output in zip(found, run([block.text for block in found]), strict=True):
        assert block.shown is None or output == block.shown, f"{name}: {block.text}"


def test_every_program_has_its_section():
    assert set(NEEDED) | set(WRITTEN) <= set(SECTIONS)
    assert len(SECTIONS) >= 14


def check_lines_of_file(name: str, folder: Path) -> None:
    """Compare the lines that a section shows, with ``…`` for others, to those of the file."""
    shown = re.search(r"The file looks like this:\n\n```\n(.*?)```", SECTIONS[name], re.DOTALL)
    assert (shown is not None) == (name in WRITTEN)
    if shown is None:
        return
    written = (folder / WRITTEN[name]).read_text(encoding="utf-8")
    place = 0
    for piece in re.split(r" ?…\n?|>\n(?=<p)", shown[1]):
        assert piece in written[place:], piece
        place = written.index(piece, place)


def run_here(texts: list[str]) -> Iterator[str]:
    """Yield what each block of Python prints; it goes on with what those before it have defined."""
    names: dict[str, object] = {}
    for text in texts:
        with contextlib.redirect_stdout(io.StringIO()) as printed, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(text, names)
        yield printed.getvalue()


def run_sql(texts: list[str]) -> list[str]:
    """Return what DuckDB answers to each block of SQL."""
    return run_alone([RUN_SQL.format(text) for text in texts])


def run_alone(texts: list[str]) -> list[str]:
    """Return what each block prints, run in a process of its own, without a network."""
    program = "".join(f"{text}\nprint('\\x1e')\n" for text in texts)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": "hf"},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\x1e\n")[:-1]


def test_the_models_of_the_page_are_named_as_the_command_reads_them():
    named = re.findall(r"--model ([\w.:-]+)\n", read(PAGE))
    assert [read_model_name(name)[0] for name in named] == ["spacy", "udpipe", "stanza"]


def test_versions_that_are_named_ran_and_are_not_newer_than_those_here():
    rows = re.findall(
        r"^\| ([\w.-]+)[^|]*\| ([0-9.]+)", SECTIONS["Which versions ran"], re.MULTILINE
    )
    here = {name: found for name, text in rows if (found := find_version(name))}
    assert {"duckdb", "spacy"} <= {name for name, _ in rows}
    for name, text in rows:
        named = tuple(map(int, text.split(".")))
        assert here.get(name, named) >= named, f"{name} {text} is newer than {here[name]}"


def find_version(distribution: str) -> tuple[int, ...]:
    """Return the version that is installed, () for none."""
    with contextlib.suppress(PackageNotFoundError):
        return tuple(map(int, re.findall(r"\d+", version(distribution))[:2]))
    return ()


@pytest.mark.parametrize(
    ("program", "file", "content", "column", "values"),
    [
        ("pandas", "frequencies.csv", "term,count\nnull,1\nnan,2\n", "term", ["null", "nan"]),
        (
            "polars",
            "demo.jsonl",
            '{"id": "a", "kicker": null}\n' * 150 + '{"id": "b", "kicker": "Late"}\n',
            "id",
            ["a"] * 150 + ["b"],
        ),
    ],
)
def test_what_one_types_elsewhere_reads_all(
    program, file, content, column, values, tmp_path: Path, monkeypatch
):
    library = pytest.importorskip(program)
    (line,) = re.findall(
        rf"^\| {program} [0-9.]+ \| `(.+?)` \|", read(PAGE.with_name("next-door.md")), re.MULTILINE
    )
    (tmp_path / file).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    table = eval(line, {program: library})
    assert list(table[column]) == values
