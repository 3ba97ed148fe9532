"""``curator import``: converts configurations of older tools, and reports on each part of them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.output_files import create_file
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import STANDARD_OUTPUT, CommandSyntax, action
from webarticlecurator.cli.output import print_json, print_message, write_data
from webarticlecurator.portal_file.config.load import check
from webarticlecurator.portal_file.importing.html2tei import import_html2tei
from webarticlecurator.portal_file.importing.import_report import KINDS, Imported
from webarticlecurator.portal_file.importing.wac import import_wac


@action(
    "wac",
    "convert a crawl file or site schema (YAML) of WebArticleCurator",
    "curator import wac configs/site_schemas/echo_schema.yaml",
    option("file", metavar="FILE", type=Path, help="the crawl file, or the site schema"),
    option(
        "--output",
        metavar="PATH",
        type=Path,
        help="the portal file to write (default: <site_name>.yaml here; -: standard output)",
    ),
    "--json",
)
def convert_wac(args: argparse.Namespace) -> int:
    imported = import_wac(args.file)
    path: Path = args.output or Path(imported.files[0].name)
    if path == STANDARD_OUTPUT:
        write_data(imported.files[0].text)
        _print_notes(imported, [])
        return DONE
    create_file(path, imported.files[0].text)
    problems = check(path)
    if args.json:
        print_json(_as_json(imported, [path], [str(problem) for problem in problems]))
    else:
        _print_notes(imported, [path])
        for problem in problems:
            print_message(str(problem))
    return PROBLEMS if problems else DONE


@action(
    "html2tei",
    "convert a portal folder of HTML2TEI: tag dictionary, header, keys of the portal file",
    "curator import html2tei portals/echo",
    option(
        "folder",
        metavar="DIR",
        type=Path,
        help="the folder with *_tags_normal.tsv, *_BASE.xml, *_specific.py",
    ),
    option(
        "--output-dir",
        metavar="DIR",
        type=Path,
        default=Path(),
        help="where to write the files (default: here)",
    ),
    "--json",
)
def convert_html2tei(args: argparse.Namespace) -> int:
    imported = import_html2tei(args.folder)
    paths = [args.output_dir / file.name for file in imported.files]
    existing = [path for path in paths if path.exists()]
    if existing:
        raise UsageError(
            f"{existing[0]} already exists",
            "Choose another folder with --output-dir, or move it away.",
        )
    if not args.output_dir.exists():
        args.output_dir.mkdir(parents=True)
    for path, file in zip(paths, imported.files, strict=True):
        create_file(path, file.text)
    if args.json:
        print_json(_as_json(imported, paths, []))
    else:
        _print_notes(imported, paths)
    return DONE


run = CommandSyntax(
    "curator import wac configs/site_schemas/echo_schema.yaml",
    actions=(convert_wac, convert_html2tei),
    kind="tool",
)
"""What ``curator import`` runs."""


def _print_notes(imported: Imported, paths: list[Path]) -> None:
    for kind, heading in KINDS.items():
        notes = imported.of(kind)
        if notes:
            print_message(f"{heading}:")
        for note in notes:
            print_message(f"  {note}")
    for path in paths:
        print_message(f"wrote {path}")


def _as_json(imported: Imported, paths: list[Path], problems: list[str]) -> dict[str, Any]:
    notes = [
        {
            "kind": note.kind,
            "file": note.place.file,
            "line": note.place.line or None,
            "message": note.message,
        }
        for note in imported.notes
    ]
    return {"files": [str(path) for path in paths], "notes": notes, "problems": problems}
