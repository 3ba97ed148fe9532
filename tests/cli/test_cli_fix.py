"""``check --fix`` renames old words of a portal file and keeps every other byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.cli.main import main
from webarticlecurator.cli.output import DONE, USAGE

OLD = b"""\xef\xbb\xbf# my file, with versions: of old\r
portal: oldtown   # versions: no\r
home: https://oldtown.example/\r
lang:   en\r
fetch: {parallel: 2, delay: 1}\r
archive: {url: "https://oldtown.example/", pagination: {mode: none}, links: h2}\r
article:\r
  "versions":  # of the pages\r
    - {name: versions, when: td.story, body: {root: td.story}}"""


def test_old_words_are_renamed_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "oldtown.yaml"
    file.write_bytes(OLD)
    assert main(["check", str(file)]) == USAGE
    assert main(["check", str(file), "--fix"]) == DONE
    renamed = OLD.replace(b"\nlang:", b"\nlanguage:").replace(b"{parallel:", b"{connections:")
    assert file.read_bytes() == renamed.replace(b'"versions":', b'"layouts":')
    assert '+  "layouts":  # of the pages' in capsys.readouterr().err
    assert main(["check", str(file), "--fix"]) == DONE
    assert capsys.readouterr().err == ""


def test_other_mistakes_are_told_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "oldtown.yaml"
    file.write_bytes(OLD.replace(b"home:", b"hom:"))
    assert main(["check", str(file), "--fix"]) == USAGE
    assert b"\nhom: " in file.read_bytes() and b"layouts" in file.read_bytes()
    assert "hom" in capsys.readouterr().out


def test_a_shipped_file_and_one_that_is_no_yaml_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "hvg", "--fix"]) == USAGE
    assert "is a shipped file, which is not changed" in capsys.readouterr().err
    file = tmp_path / "oldtown.yaml"
    file.write_bytes(b"versions: [\n")
    assert main(["check", str(file), "--fix"]) == USAGE
    assert file.read_bytes() == b"versions: [\n"
