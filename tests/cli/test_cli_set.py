"""``curator set``: one value of a portal file, checked before it is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from webarticlecurator.base.errors import UsageError
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.yaml_file.yaml_edit import (
    change_yaml_file,
    find_value,
    read_yaml_text,
    replace_yaml_file,
)

FILE = """# of the echo
portal: echo
home: https://echo.example/
language: en
archive:
  dates: none
  links: h2   # headlines
  columns: {news: {url: "https://echo.example/list"}}
article:
  body: {root: article}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "echo.yaml"
    path.write_bytes(FILE.encode())
    return path


def test_a_value_is_written_and_shown(file: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["set", str(file), "archive.links", "h2 a"]) == 0
    assert file.read_text(encoding="utf-8") == FILE.replace("links: h2   #", "links: h2 a   #")
    shown = capsys.readouterr().out.splitlines()
    assert "-  links: h2   # headlines" in shown
    assert "+  links: h2 a   # headlines" in shown
    assert main(["set", str(file), "article.body.drop", ".advert"]) == 0
    assert main(["set", str(file), "article.body.drop", "aside", "--add"]) == 0
    assert "body: {root: article, drop: [.advert, aside]}" in file.read_text(encoding="utf-8")
    assert main(["set", str(file), "article.body.drop", "--remove"]) == 0
    assert main(["set", str(file), "archive.links", "h2"]) == 0
    assert file.read_text(encoding="utf-8") == FILE


def test_a_value_with_a_problem_is_not_written(file: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["set", str(file), "article.body.root", "div..x"]) == 2
    assert "echo.yaml:10:" in capsys.readouterr().err
    assert main(["set", str(file), "article.body.rooot", "div"]) == 2
    assert "rooot" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == FILE


def test_a_file_with_problems_of_its_own_can_be_mended(
    file: Path, capsys: pytest.CaptureFixture[str]
):
    file.write_text(FILE.replace("links: h2 ", "linkz: h2 "), encoding="utf-8")
    assert main(["set", str(file), "archive.links", "h2"]) == 0
    assert main(["set", str(file), "archive.linkz", "--remove"]) == 0
    assert main(["check", str(file)]) == 0


def test_a_dry_run_and_wrong_words_write_nothing(file: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["set", str(file), "archive.links", "h3", "--dry-run"]) == 0
    assert "+  links: h3   # headlines" in capsys.readouterr().out
    assert main(["set", str(file), "archive.links"]) == 2
    assert main(["set", str(file), "archive.links", "h3", "--remove"]) == 2
    assert main(["set", str(file), "no.such", "--remove"]) == 2
    assert main(["set", "hvg", "archive.links", "h3"]) == 2
    assert "hvg is a shipped file, which curator does not change" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == FILE


def test_a_file_that_is_not_utf_8_is_refused_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "portal.yaml"
    file.write_bytes("portal: echo\n".encode("utf-16"))
    assert main(["set", str(file), "title", "Echo"]) == 2
    assert f"{file}:1:1: not UTF-8: UTF-16" in capsys.readouterr().err


def test_cookies_and_headers_are_written_and_not_shown(
    file: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["set", str(file), "fetch.cookies.sid", "S3CR3T-one"]) == 0
    assert main(["set", str(file), "fetch.cookies.sid", "S3CR3T-two"]) == 0
    assert "values of cookies or headers, which are not shown" in capsys.readouterr().out
    assert main(["set", str(file), "fetch.cookies.sid", "*S3CR3T: x"]) == 2
    assert main(["set", str(file), "fetch.cookies.sid", "[S3CR3T]"]) == 2
    assert main(["set", str(file), "fetch.headers.X", "S3CR3T-three"]) == 0
    assert "S3CR3T" not in "".join(capsys.readouterr())
    written = "fetch:\n  cookies:\n    sid: S3CR3T-two\n  headers:\n    X: S3CR3T-three\n"
    assert file.read_text(encoding="utf-8") == FILE + written


def test_several_at_once_lose_no_value(file: Path):
    keys = ("delay", "timeout", "retries", "breaker")
    values: dict[str, object] = {f"fetch.{key}": number for number, key in enumerate(keys, 2)}
    values["article.metadata.title"] = "h4"
    command = [sys.executable, "-m", "webarticlecurator", "set", str(file)]
    runs = [
        subprocess.Popen([*command, key, str(value)], stdout=subprocess.DEVNULL)
        for key, value in values.items()
    ]
    assert [run.wait() for run in runs] == [0] * len(runs)
    text = file.read_text(encoding="utf-8")
    assert all(
        str(find_value(text, key.split("."))) == str(value) for key, value in values.items()
    ), text
    assert [path for path in file.parent.iterdir() if path.name.startswith(f"{file.name}.")] == []


def test_a_file_that_another_program_changes_meanwhile_stays_as_that_leaves_it(file: Path):
    def edit(text: str) -> str:
        file.write_text(f"{text}# from an editor\n", encoding="utf-8")
        return f"{text}# from curator\n"

    with pytest.raises(UsageError, match="another program has changed"):
        change_yaml_file(file, edit)
    assert file.read_text(encoding="utf-8").endswith("# from an editor\n")
    # what was read long before is no reason to write
    known = read_yaml_text(file)
    file.write_text(f"{known}# again\n", encoding="utf-8")
    with pytest.raises(UsageError, match="another program has changed"):
        replace_yaml_file(file, known, "portal: other\n", "Look at it.")
    assert file.read_text(encoding="utf-8").endswith("# again\n")
