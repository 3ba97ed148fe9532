"""``curator import``: converts configurations of older tools, and reports on each part of them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.output_files import create_file
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.command_table import add_command
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import STANDARD_OUTPUT
from webarticlecurator.cli.output import print_json, print_message, write_data
from webarticlecurator.cli.shared_options import add_options
from webarticlecurator.portal_file.config.load import check
from webarticlecurator.portal_file.importing.html2tei import import_html2tei
from webarticlecurator.portal_file.importing.import_report import KINDS, Imported
from webarticlecurator.portal_file.importing.wac import import_wac


def register(commands: Any) -> None:
    tools = add_command(
        commands, "import", "curator import wac configs/site_schemas/echo_schema.yaml"
    ).add_subparsers(dest="tool", metavar="TOOL", required=True)
    wac = tools.add_parser(
        "wac", help="convert a crawl file or site schema (YAML) of WebArticleCurator"
    )
    add_options(
        wac,
        option("file", metavar="FILE", type=Path, help="the crawl file, or the site schema"),
        option(
            "--output",
            metavar="PATH",
            type=Path,
            help="the portal file to write (default: <site_name>.yaml here; -: standard output)",
        ),
        "--json",
    )
    wac.set_defaults(run=run_wac)
    html2tei = tools.add_parser(
        "html2tei",
        help="convert a portal folder of HTML2TEI: tag dictionary, header, keys of the portal file",
    )
    add_options(
        html2tei,
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
    html2tei.set_defaults(run=run_html2tei)


def run_wac(args: argparse.Namespace) -> int:
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


def run_html2tei(args: argparse.Namespace) -> int:
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
