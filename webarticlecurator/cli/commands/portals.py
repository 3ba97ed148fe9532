"""``curator portals``: lists, searches, copies and tries the portal files that are shipped."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

import yaml

from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.argument_types import option, parse_utf8
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import CommandSyntax, action
from webarticlecurator.cli.output import print_json, print_message, write_rows
from webarticlecurator.cli.portal_file import list_portal_files
from webarticlecurator.cli.subcommands.portals_check import check_portals
from webarticlecurator.cli.subcommands.portals_copy import copy_portals
from webarticlecurator.portal_file.values.tables import read_table_file

TRIED = "tried.tsv"
"""The table beside the shipped files: portal, day, what was read, articles that were read, of how
many (``bench/portals/tried.py``)."""


_HEAD = ("portal", "title", "language", "home", "tried", "pages", "expectations")
"""What is shown of a shipped portal file. ``tried``: the day on which it was last tried, empty if
never; ``pages``: on what, and how many of how many articles, or links of ``lists``, were read."""


@action(
    "list",
    "list the shipped portal files, and when each was last tried",
    "curator portals list hu sport",
    option(
        "words",
        nargs="*",
        metavar="WORD",
        type=parse_utf8,
        help="only files that contain all of these words, in their keys or comments",
    ),
    "--json",
)
def list_shipped(args: argparse.Namespace) -> int:
    tried, words = _read_tried(), getattr(args, "words", ())
    rows = [
        _describe(file, tried)
        for file in list_portal_files([str(data_folder("site_configs"))])
        if _holds(file, words)
    ]
    if args.json:
        print_json([dict(zip(_HEAD, row, strict=True)) for row in rows])
    else:
        write_rows([_HEAD, *rows])
    if not rows:
        print_message(
            f"no shipped portal file has these words: {' '.join(words)} (expected words of"
            " their keys or comments, or none for all files)"
        )
    return DONE if rows else PROBLEMS


def _holds(file: Path, words: Sequence[str]) -> bool:
    text = file.read_text(encoding="utf-8").casefold()
    return all(re.search(rf"\b{re.escape(word.casefold())}", text) for word in words)


def _read_tried() -> dict[str, tuple[str, str]]:
    """Return portal → the day on which it was last tried, and on what."""
    rows = read_table_file((data_folder("site_configs") / TRIED).read_text(encoding="utf-8"))
    cells = [row.cells for row in rows if row.cells and row.cells[0]][1:]
    return {name: (day, f"{pages}: {read} of {of}") for name, day, pages, read, of in cells}


def _describe(file: Path, tried: dict[str, tuple[str, str]]) -> tuple[str, ...]:
    values = yaml.load(file.read_bytes(), getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    day, pages = tried.get(file.stem, ("", ""))
    title, language, home = (str(values.get(name, "")) for name in ("title", "language", "home"))
    expectations = "yes" if file.with_name(f"{file.stem}.tests.yaml").is_file() else "no"
    return file.stem, title, language, home, day, pages, expectations


run = CommandSyntax(
    "curator portals list hu sport",
    ("--json",),
    list_shipped.run,
    actions=(list_shipped, copy_portals, check_portals),
)
"""What ``curator portals`` runs; without an action, it lists all files."""
