"""``curator status``: counts the addresses of a corpus by what became of them."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.options import (
    add_command,
    add_config_argument,
    add_corpus_option,
    add_json_option,
)
from webarticlecurator.cli.output import DONE, print_json, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.states.summary import read_status


def register(commands: Any) -> None:
    parser = add_command(commands, "status", "curator status portal.yaml --json")
    add_config_argument(parser)
    add_corpus_option(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    summary = read_status(portal, corpus_folder(args, portal))
    if args.json:
        print_json(summary.as_json())
    else:
        write_lines([*summary.lines(), *summary.cures()])
    return DONE
