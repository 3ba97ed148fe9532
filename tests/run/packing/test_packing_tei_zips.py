"""``export --format zip``: the TEI files in one zip a month, the same bytes each time, and only changed
months again."""

from __future__ import annotations

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from webarticlecurator.cli.main import main

sys.path.insert(0, str(Path(__file__).parents[1] / "building"))

DATED = """article:
  match: "^https://echo[.]example/a/"
  body: {root: article}
  metadata: {published: time}
"""
TEXTS = {
    f"n{n}": f"<time>{day}</time><p>Number {n} of the texts.</p>"
    for n, day in enumerate(("2015-03-01", "2015-03-31", "2015-04-01", "no day"))
}
NAMES = ["echo-2015-03.zip", "echo-2015-04.zip", "echo-undated.zip"]


@pytest.fixture
def built(tmp_path: Path) -> tuple[Path, Path]:
    from building_corpus import corpus_of

    return corpus_of(tmp_path, TEXTS, DATED)


def export(built: tuple[Path, Path], output: Path, *options: str) -> int:
    words = ["export", str(built[0]), "--corpus", str(built[1]), "--format", "zip"]
    return main([*words, "--output", str(output), *options])


def contents(folder: Path) -> dict[str, bytes]:
    """Path → content of every file in the zips."""
    found = {}
    for path in sorted(folder.glob("*.zip")):
        with zipfile.ZipFile(path) as packed:
            assert packed.testzip() is None
            found.update({name: packed.read(name) for name in packed.namelist()})
    return found


def tei_files(corpus: Path) -> dict[str, bytes]:
    top = corpus / "tei"
    return {p.relative_to(top).as_posix(): p.read_bytes() for p in sorted(top.rglob("*.xml"))}


def test_every_tei_file_is_in_the_zip_of_its_month(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    output, again = tmp_path / "zips", tmp_path / "again"
    assert export(built, output) == 0
    assert sorted(path.name for path in output.iterdir()) == NAMES
    assert contents(output) == tei_files(built[1])
    assert len(contents(output)) == 4
    assert "4 articles in 3 zips (3 written, 0 unchanged" in capsys.readouterr().err
    export(built, again)
    assert {p.name: p.read_bytes() for p in again.iterdir()} == {
        p.name: p.read_bytes() for p in output.iterdir()
    }


def test_only_changed_months_are_written_again_and_empty_ones_go(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    output = tmp_path / "zips"
    export(built, output)
    (output / "echo-2015-05.zip").write_bytes(b"somebody else's")
    before = {path.name: path.stat().st_mtime_ns for path in output.iterdir()}
    built[0].with_name("echo.exclude.tsv").write_text(
        "id\treason\nhttps://echo.example/a/n0\ta\nhttps://echo.example/a/n2\tb\n"
    )
    assert main(["build", str(built[0]), "--corpus", str(built[1])]) == 0
    capsys.readouterr()
    assert export(built, output) == 0
    assert "2 articles in 2 zips (1 written, 1 unchanged, 1 removed)" in capsys.readouterr().err
    after = {path.name: path.stat().st_mtime_ns for path in output.iterdir()}
    changed = {name for name in before if after.get(name) != before[name]}
    assert changed == {"echo-2015-03.zip", "echo-2015-04.zip"}
    assert "echo-2015-04.zip" not in after
    (output / "echo-2015-05.zip").unlink()
    assert contents(output) == tei_files(built[1])


def test_a_file_that_was_changed_by_hand_is_not_packed(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    output = tmp_path / "zips"
    (path,) = (built[1] / "tei" / "2015" / "04").iterdir()
    path.write_text("changed")
    assert export(built, output) == 4
    assert f"{path} is not as it was written" in capsys.readouterr().err
    assert [each.name for each in output.iterdir()] == NAMES[:1]
    main(["build", str(built[0]), "--corpus", str(built[1])])
    assert export(built, output) == 0
    assert contents(output) == tei_files(built[1])


def test_wrong_options_and_places_are_refused(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    assert export(built, tmp_path / "zips", "--from", "2015-01-01") == 2
    assert "--from cannot be used with --format zip" in capsys.readouterr().err
    file = tmp_path / "file"
    file.write_text("")
    assert export(built, file) == 2
    assert f"{file} is a file (expected a folder for the zips)" in capsys.readouterr().err
    assert export(built, file / "zips") == 2
    assert f"the folder {file / 'zips'} cannot be made: Not a directory" in capsys.readouterr().err
    words = ["export", str(built[0]), "--corpus", str(built[1]), "--format", "zip"]
    assert main(words) == 2
    assert "--format zip is not written to standard output" in capsys.readouterr().err
    shutil.rmtree(built[1])
    assert export(built, tmp_path / "zips") == 2
