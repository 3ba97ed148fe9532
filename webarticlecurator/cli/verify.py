"""``curator verify``: checks every record and TEI file, and rebuilds the index on request."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DAMAGED, DONE
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_json_option,
    add_quiet_option,
)
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.run import Runtime, rebuild_corpus
from webarticlecurator.store import Verified, verify_corpus


def register(commands: Any) -> None:
    parser = add_command(commands, "verify", "curator verify portal.yaml --rebuild")
    add_config_argument(parser)
    add_corpus_option(parser)
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="rebuild corpus.sqlite from the WARC files first",
    )
    add_json_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    if args.rebuild:
        rebuilt = rebuild_corpus(portal, folder, Runtime(progress=choose_progress(args.quiet)))
        print_message(
            f"rebuilt the index from {rebuilt.records} records; `curator build` updates the TEI",
            args.quiet,
        )
    result = verify_corpus(folder, portal.id)
    if args.json:
        findings = [
            {"file": f.file, "offset": f.offset, "message": f.message} for f in result.findings
        ]
        print_json({"records": result.records, "tei": result.tei, "findings": findings})
    else:
        write_lines([*(str(finding) for finding in result.findings), _summarize(result)])
    return DAMAGED if result.findings else DONE


def _summarize(result: Verified) -> str:
    parts = [f"{result.records} records and {result.tei} TEI files read"]
    if result.unknown:
        parts.append(f"{result.unknown} TEI files without a digest (`curator build` adds it)")
    count = len(result.findings)
    parts.append(f"{count} findings" if count else "everything is as it was written")
    return ", ".join(parts)
