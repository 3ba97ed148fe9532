"""Where results cannot be written: said before the work, with a cure, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.cli.main import main
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_folder

TABLE = "signature\toperation\nzork\tbox\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a.tsv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "a.yaml").write_text(
        "portal: a\nhome: https://a.example/\narchive: {url: 'https://a.example/l', links: h2}\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("tags merge a.tsv a.tsv --output .", ". is a folder"),
        ("tags merge a.tsv a.tsv --output no/a.tsv", "there is no folder no"),
        ("tags suggest a.tsv --output .", ". is a folder"),
        ("tags inventory a.yaml --output .", ". is a folder"),
        ("tags inventory a.yaml --tree no/t.html", "there is no folder no"),
        ("tags inventory a.yaml --bigrams .", ". is a folder"),
        ("tags inventory a.yaml --bigrams b.tsv --output ./b.tsv", "same file"),
    ],
)
def test_a_place_where_nothing_can_be_written(here: Path, capsys, command: str, said: str):
    before = sorted(path.name for path in here.iterdir())
    assert main(command.split()) == 2
    assert said in capsys.readouterr().err
    assert sorted(path.name for path in here.iterdir()) == before


@pytest.mark.parametrize("name", [".", ".."])
def test_texts_cannot_take_the_place_of_the_folder_in_which_one_stands(here: Path, name: str):
    with pytest.raises(UsageError, match="no name of a new folder"):
        write_folder(Path(name), [("a.txt", b"text")])
    assert sorted(path.name for path in here.iterdir()) == ["a.tsv", "a.yaml"]
