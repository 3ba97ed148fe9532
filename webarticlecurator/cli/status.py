"""``curator status``: the account of every address in numbers."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import add_config, add_corpus, add_json, add_verb
from webarticlecurator.cli.output import print_json, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.run import status


def register(verbs: Any) -> None:
    parser = add_verb(verbs, "status", "the account of every address in numbers", "curator status portal.yaml --json")
    add_config(parser)
    add_corpus(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    found = status(portal, corpus_folder(args, portal))
    if args.json:
        print_json(found.as_json())
    else:
        write_lines(found.lines())
    return DONE
