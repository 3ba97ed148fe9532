"""``curator build``: makes TEI from what is stored, without the network."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_jobs_option,
    add_json_option,
    add_quiet_option,
    add_warc_option,
)
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.summary import print_summary
from webarticlecurator.run import BuildOptions, Runtime, build


def register(commands: Any) -> None:
    parser = add_command(
        commands, "build", "curator build portal.yaml --warc old/*.warc.gz --jobs 4"
    )
    add_config_argument(parser)
    add_corpus_option(parser)
    add_warc_option(parser, "also read these WARC files, of any origin")
    add_jobs_option(parser)
    parser.add_argument("--all", action="store_true", help="build everything again, changed or not")
    add_json_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    options = BuildOptions(warcs=tuple(args.warc), jobs=args.jobs, everything=args.all)
    runtime = Runtime(progress=choose_progress(args.quiet))
    summary = build(portal, corpus_folder(args, portal), options, runtime)
    return print_summary(summary, as_json=args.json)
