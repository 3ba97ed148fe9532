"""``curator import`` as a user runs it, and the page that leads through it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from checkout import CHECKOUT
from importing_material import BASE, SPECIFIC, schema, table, write

from webarticlecurator.cli.command_line import build_parser
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import check
from webarticlecurator.portal_file.importing.old_yaml import COLUMN_KEYS, CRAWL_KEYS, SITE_KEYS

PAGE = CHECKOUT / "docs" / "coming-from.md"


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with configurations of both tools, as docs/coming-from.md names them; the working
    directory."""
    columns = {
        "main": {
            "archive_url_format": "https://echo.example/#year/",
            "date_first_article": "2013-04-10",
        }
    }
    write(
        tmp_path,
        "configs/site_schemas/echo_schema.yaml",
        schema(columns, archive_page_urls_by_date=True),
    )
    write(tmp_path, "configs/config_echo.yaml", '"schema": "site_schemas/echo_schema.yaml"\n')
    write(
        tmp_path,
        "configs/echo/echo_text_tags_normal.tsv",
        table((9, "<p>", "bekezdes", "default"), (1, "<h3>", "cimsr", "")),
    )
    write(tmp_path, "configs/echo/echo_BASE.xml", BASE)
    write(tmp_path, "configs/echo/echo_specific.py", SPECIFIC)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_portal_file_is_written_and_everything_reported(
    older: Path, capfd: pytest.CaptureFixture[str]
):
    assert main(["import", "wac", "configs/config_echo.yaml"]) == 0
    said = capfd.readouterr().err
    assert re.search(
        r"left for you to do:\n(  .*\n)*  .*echo_schema.yaml:\d+: archive.links: write as a rule what articles_echo does",
        said,
    )
    assert said.endswith("wrote echo.yaml\n")
    assert check(older / "echo.yaml") == ()


def test_existing_files_are_not_overwritten(older: Path, capfd: pytest.CaptureFixture[str]):
    (older / "echo.yaml").write_bytes(b"mine")
    assert main(["import", "wac", "configs/config_echo.yaml"]) == 2
    assert "echo.yaml already exists" in capfd.readouterr().err
    assert (older / "echo.yaml").read_bytes() == b"mine"
    write(older, "out/echo.header.xml", "mine")
    assert main(["import", "html2tei", "configs/echo", "--output-dir", "out"]) == 2
    assert [path.name for path in (older / "out").iterdir()] == ["echo.header.xml"]


def test_three_files_are_written(older: Path, capfd: pytest.CaptureFixture[str]):
    assert main(["import", "html2tei", "configs/echo", "--output-dir", "out/here"]) == 0
    names = ["echo.header.xml", "echo.snippet.yaml", "echo.tags.tsv"]
    assert sorted(path.name for path in (older / "out" / "here").iterdir()) == names
    assert (
        "unknown name: 'cimsr' (1 rows, 1 occurrences); nearest known name: cimsor (heading)"
        in capfd.readouterr().err
    )


def test_the_report_as_json(older: Path, capfd: pytest.CaptureFixture[str]):
    assert main(["import", "html2tei", "configs/echo", "--json"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["files"] == ["echo.snippet.yaml", "echo.tags.tsv", "echo.header.xml"]
    (unknown,) = [note for note in answer["notes"] if note["kind"] == "unknown"]
    assert (Path(unknown["file"]).name, unknown["line"]) == ("echo_text_tags_normal.tsv", 3)
    assert main(["import", "wac", "configs/config_echo.yaml", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["problems"] == []


@pytest.mark.parametrize("path", ["gone.yaml", "configs"])
def test_an_unreadable_file_is_an_error_with_a_message(
    older: Path, path: str, capfd: pytest.CaptureFixture[str]
):
    assert main(["import", "wac", path]) == 2
    assert f"curator import: {path}: " in capfd.readouterr().err


def commands() -> list[list[str]]:
    fences = re.findall(r"(?ms)^```\n(curator .+?)\n```", PAGE.read_text(encoding="utf-8"))
    return [shlex.split(line)[1:] for fence in fences for line in fence.splitlines()]


def test_the_commands_of_the_page(older: Path):
    assert len(commands()) == 7
    for words in commands():
        args = build_parser().parse_args(words)
        if words[0] == "import":
            assert args.run(args) == 0


def test_both_imports_make_one_portal_file(older: Path):
    """The snippet's keys put into the portal file, as the page says."""
    assert main(["import", "wac", "configs/config_echo.yaml"]) == 0
    assert main(["import", "html2tei", "configs/echo"]) == 0
    keys = ("title", "language")
    lines = [
        line
        for line in (older / "echo.yaml").read_text(encoding="utf-8").splitlines()
        if not line.startswith(keys)
    ]
    write(
        older,
        "both.yaml",
        "\n".join(lines) + "\n" + (older / "echo.snippet.yaml").read_text(encoding="utf-8"),
    )
    assert check(older / "both.yaml") == ()


def test_the_page_names_every_key():
    text = PAGE.read_text(encoding="utf-8")
    files = {key for key in CRAWL_KEYS if key.startswith(("log_", "new_", "output_"))} | {"schema"}
    python = {
        "portal_specific_exctractor_functions_file",
        "corpus_converter",
        "corpus_converter_file",
    }
    keys = (
        (SITE_KEYS | COLUMN_KEYS | CRAWL_KEYS)
        - files
        - python
        - {"min_pagenum", "archive_page_urls_by_date", "verify_request"}
    )
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
