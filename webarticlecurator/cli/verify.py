"""``curator verify``: is everything still as it was written?"""

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
from webarticlecurator.run import Runtime, rebuild
from webarticlecurator.store import Verified, verify


def register(commands: Any) -> None:
    parser = add_command(commands, "verify", "curator verify portal.yaml --rebuild")
    add_config_argument(parser)
    add_corpus_option(parser)
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="make corpus.sqlite anew from the WARC files, then check",
    )
    add_json_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    if args.rebuild:
        made = rebuild(portal, folder, Runtime(progress=choose_progress(args.quiet)))
        print_message(
            f"the index was made anew from {made.records} records; `curator build` brings the TEI"
            " up to it",
            args.quiet,
        )
    found = verify(folder, portal.id)
    if args.json:
        findings = [
            {"file": f.file, "offset": f.offset, "message": f.message} for f in found.findings
        ]
        print_json({"records": found.records, "tei": found.tei, "findings": findings})
    else:
        write_lines([*(str(finding) for finding in found.findings), _words(found)])
    return DAMAGED if found.findings else DONE


def _words(found: Verified) -> str:
    unknown = (
        f", {found.unknown} TEI files without a digest (`curator build` notes it)"
        if found.unknown
        else ""
    )
    verdict = (
        f"{len(found.findings)} findings" if found.findings else "everything is as it was written"
    )
    return f"{found.records} records and {found.tei} TEI files read{unknown}, {verdict}"
