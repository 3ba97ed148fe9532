"""The page *Every option of every command*, as argparse has it.

It is a page of the site and no file: ``make docs`` asks for it by the ``hooks`` of mkdocs.yml.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from webarticlecurator.base.system.installation import name_requirement
from webarticlecurator.cli.command_line import build_parser
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME
from webarticlecurator.corpus.export.formats import FormatSummary, list_formats

PAGE = "commands-reference.md"
START = """\
# Every option of every command

This page is generated from the program, as `curator COMMAND --help` shows it. What each command
is for is in [the commands](commands.md). `--help` is an option of all of them.

"""
FIELDS_START = """\
## Fields of an article

These are the names for `--where`, `--columns` and `--by` ([which articles](commands.md#which-articles)),
and the columns of tables. A *date* is as in TEI: with a time, or without day and month where the
portal gives no more.

| field | type | meaning |
|---|---|---|
"""


def verbs() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    return _below(build_parser())


def _below(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def offered(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the options and arguments of one parser; none of earlier versions."""
    for action in parser._actions:
        left_out = (argparse._SubParsersAction, argparse._HelpAction)
        if not isinstance(action, left_out) and action.help != argparse.SUPPRESS:
            yield action


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the options and arguments of a parser and of those below it (``warc list``)."""
    yield from offered(parser)
    for below in _below(parser).values():
        yield from actions(below)


def _needs(summary: FormatSummary) -> str:
    """Return what installs what a format needs; of an extra, as the registry knows it."""
    needs = f'pip install "{name_requirement(summary.extra)}"' if summary.extra else ""
    return needs and f"`{needs}`"


def page_text() -> str:
    """Return the page as it is to be today."""
    sections = [line for name, parser in verbs().items() for line in _section(name, parser, "##")]
    formats = [f"| `{each.name}` | {each.summary} | {_needs(each)} |" for each in list_formats()]
    fields = [
        f"| `{field.name}` | {'list of ' * field.is_list}{field.type.value} | {field.meaning} |"
        for field in ARTICLE_FIELDS_BY_NAME.values()
    ]
    lines = [
        *sections,
        "## Formats of export\n",
        "| format | what it is | needs |",
        "|---|---|---|",
        *formats,
        "",
    ]
    return START + "\n".join(lines) + "\n" + FIELDS_START + "\n".join(fields) + "\n"


def _section(name: str, parser: argparse.ArgumentParser, level: str) -> Iterator[str]:
    yield f"{level} {name}\n"
    if parser.description:
        yield parser.description + "\n"
    rows = [f"| `{_spelt(action)}` | {_cell(_help(action))} |" for action in offered(parser)]
    if rows:
        yield from ("| option | meaning |", "|---|---|", *rows, "")
    for below, inner in _below(parser).items():
        yield from _section(f"{name} {below}", inner, level + "#")


def _spelt(action: argparse.Action) -> str:
    """Return an option as one writes it: ``--html FILE[=URL] …``."""
    value = ""
    if action.nargs != 0:
        value = _cell(str(action.metavar or "|".join(action.choices or ()) or action.dest.upper()))
    more = " …" if action.nargs in ("+", "*") else ""
    name = action.option_strings[-1] if action.option_strings else ""
    return f"{name} {value}".strip() + more


def _help(action: argparse.Action) -> str:
    return str(action.help) % {"default": action.default, "prog": "curator"}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def on_files(files: Any, config: Any) -> None:
    """Add the page to the files of the site (an event of MkDocs)."""
    # here, since tests read the page without what builds the site
    from mkdocs.structure.files import File

    files.append(File.generated(config, PAGE, content=page_text()))
