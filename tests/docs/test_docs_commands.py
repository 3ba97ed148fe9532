"""The page of all options has every one; docs/commands.md names every command and every
code; its commands, those of docs/json.md, of the tour and of the README run, with the answers that
are shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands_reference import actions, page_text, verbs
from docs_material import (
    COMMANDS,
    JSON_ANSWERS,
    KEYS,
    README,
    START,
    TROUBLES,
    Command,
    commands,
    differences,
    read,
    sections,
    shape,
)

from webarticlecurator.base.command_ends import COMMAND_ENDS
from webarticlecurator.base.model.verdict import REJECTIONS
from webarticlecurator.cli.command_line import build_parser
from webarticlecurator.cli.command_table import COMMANDS as OUR_COMMANDS
from webarticlecurator.cli.main import main

ADDRESS = "http://demo.echo.example/cikk.php?id=1001"
ON_THE_NET = (
    "repair",
    "demo",
    "login",
    "crawl",
    "watch",
    "serve",
    "studio",
    "adopt",
    "completeness",
    "fetch",
    "withdraw",
    "copies",
    "mcp",
)
"""Commands of the documents that need a real portal or foreign files, or run
without end: only their form is tested. ``demo`` is run by test_docs_demo.py."""
PAGES = (README, START, COMMANDS, JSON_ANSWERS, TROUBLES)
ALL = [command for page in PAGES for command in commands(page)]


def test_every_command_has_a_section():
    assert set(OUR_COMMANDS) <= set(sections(read(COMMANDS)))
    assert list(verbs()) == list(OUR_COMMANDS)


@pytest.mark.parametrize("verb", OUR_COMMANDS)
def test_every_option_is_in_its_section_of_the_reference(verb):
    text = sections(page_text())[verb]
    missing = [
        name
        for action in actions(verbs()[verb])
        for name in (action.option_strings[-1:] or [str(action.metavar or action.dest)])
        if not re.search(rf"(?<![\w-]){re.escape(name.replace('|', chr(92) + '|'))}(?![\w-])", text)
    ]
    assert missing == []


@pytest.mark.parametrize("path", [COMMANDS, JSON_ANSWERS], ids=lambda p: p.name)
def test_every_option_that_is_named_exists(path):
    of_others = {"--now", "--user"}  # of systemctl
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", read(path)))
    known = {name for verb in verbs().values() for a in actions(verb) for name in a.option_strings}
    assert named <= known | {"--help", "--version"} | of_others


@pytest.mark.parametrize("verb", OUR_COMMANDS)
def test_every_command_helps_with_an_example(verb, capsys):
    with pytest.raises(SystemExit) as ended:
        main([verb, "--help"])
    assert ended.value.code == 0
    assert f"example:\n  curator {verb} " in capsys.readouterr().out


def table(text: str, first: str) -> dict[str, str]:
    """Rows of the table whose head begins with ``first``."""
    rows = text[text.index(f"| {first} |") :].split("\n\n", 1)[0].splitlines()[2:]
    return {
        cells[0].strip(" `"): cells[1].strip()
        for row in rows
        for cells in [row.strip("|").split("|")]
    }


def test_the_exit_codes_are_those_of_the_program():
    assert table(read(COMMANDS), "code") == {
        str(code): end.meaning for code, end in COMMAND_ENDS.items()
    }


def test_the_reasons_are_those_of_the_program():
    assert table(read(KEYS).partition("Reasons for which")[2], "reason") == REJECTIONS


def test_all_documents_have_commands():
    assert len({command.file for command in ALL}) == len(PAGES)
    assert len(ALL) > 25


@pytest.mark.parametrize("verb", OUR_COMMANDS)
def test_every_option_has_a_help_text(verb):
    assert [a.dest for a in actions(verbs()[verb]) if not a.help] == []


@pytest.mark.parametrize("command", ALL, ids=str)
def test_every_command_of_the_documents_can_be_read(command: Command, tmp_path):
    args = build_parser().parse_args(command.arguments(tmp_path))
    assert callable(args.run)


def prepare(folder: Path) -> None:
    """Write the files that the documents assume the reader to have."""
    demo = (folder / "examples/demo.yaml").read_text(encoding="utf-8")
    (folder / "broken.yaml").write_text(
        demo.replace("\nhome:", "\nhom:"), encoding="utf-8", newline="\n"
    )
    changed = demo.replace("drop: [header.cikkfej, ", "drop: [header.cikkfej, aside, ")
    assert changed != demo
    (folder / "my-demo.yaml").write_text(changed, encoding="utf-8", newline="\n")
    tags = (folder / "examples/demo.tags.tsv").read_bytes()
    for place in (folder, folder / "examples"):
        (place / "demo.tags.tsv").write_bytes(tags)


def runs(path: Path) -> list[Command]:
    found = []
    for command in commands(path):
        verb = command.text.split()[1:3]
        if not set(verb) & set(ON_THE_NET):
            found.append(command)
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_the_commands_run_one_after_the_other(path, small_tour, monkeypatch, capfdbinary):
    """They run in the order of the document, in one folder, with the answers shown below them."""
    tour = small_tour
    for made in ("example.yaml", "demo.csv"):
        (tour / made).unlink(missing_ok=True)
    prepare(tour)
    monkeypatch.chdir(tour)
    for command in runs(path):
        arguments = [ADDRESS if word == "ADDRESS" else word for word in command.arguments(tour)]
        if arguments[0] == "new" and "--warc" not in arguments:
            arguments.append("--offline")  # www.example.org is a real host
        code = main(arguments)
        out, err = capfdbinary.readouterr()
        assert code == (2 if "broken.yaml" in arguments else 0), f"{command}\n{err.decode()}"
        if command.answer:
            answer = json.loads(out.decode("utf-8"))
            assert differences(shape(json.loads(command.answer)), shape(answer)) == [], str(command)


def test_a_line_of_jsonl_is_as_shown(small_tour, capfdbinary):
    shown = re.search(
        r"one JSON object per line.*?```json\n(.*?)\n```", read(JSON_ANSWERS), re.DOTALL
    )
    assert shown
    assert (
        main(
            [
                "export",
                str(small_tour / "examples/demo.yaml"),
                "--corpus",
                str(small_tour / "corpora/demo"),
                "--format",
                "jsonl",
            ]
        )
        == 0
    )
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.decode("utf-8").splitlines()]
    documented = json.loads(shown[1])
    found = next(line for line in lines if line["id"] == documented["id"])
    assert differences(shape(documented), shape(found)) == []
    same = (
        "id",
        "url",
        "title",
        "authors",
        "published",
        "section",
        "language",
        "metadata",
        "column",
        "kind",
        "words",
        "path",
        "extra",
    )
    for key in same:
        if key == "metadata":
            assert documented[key]["published"] == found[key]["published"]
        else:
            assert documented[key] == found[key], key


def test_the_columns_of_the_table_are_as_documented():
    from webarticlecurator.corpus.export.csv_format import COLUMNS

    documented = re.search(r"one row per article: `([^`]+)`", read(COMMANDS))
    assert documented
    assert documented[1].split() == list(COLUMNS)
