"""``curator why``: shows what happened to one address, and why."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.options import (
    add_command,
    add_config_argument,
    add_corpus_option,
    add_json_option,
    parse_utf8,
)
from webarticlecurator.cli.output import ADDRESS_WORDS, DONE, PROBLEMS, print_json, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.corpora import explain_address
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.model.stored_words import to_words


def register(commands: Any) -> None:
    parser = add_command(
        commands, "why", "curator why portal.yaml https://www.example.org/2019/an-article"
    )
    add_config_argument(parser)
    parser.add_argument(
        "url",
        metavar="URL",
        type=parse_utf8,
        help="the address of an article or archive page, as listed or canonical",
    )
    add_corpus_option(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    history = explain_address(portal, corpus_folder(args, portal), without_userinfo(args.url))
    if args.json:
        print_json(to_words(history, ADDRESS_WORDS))
    else:
        write_lines(history.lines())
    return DONE if history.known else PROBLEMS
