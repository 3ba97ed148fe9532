"""``curator why``: what happened to one address, and why."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.argument_types import parse_utf8
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.json_words import STORY_WORDS
from webarticlecurator.cli.options import add_config_argument, add_corpus_option, add_json_option
from webarticlecurator.cli.output import print_json, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.model.stored_words import to_words
from webarticlecurator.run import explain_address


def register(commands: Any) -> None:
    parser = add_command(
        commands, "why", "curator why portal.yaml https://www.example.org/2019/an-article"
    )
    add_config_argument(parser)
    parser.add_argument(
        "url",
        metavar="URL",
        type=parse_utf8,
        help="an article's or archive page's address, as listed or canonical",
    )
    add_corpus_option(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    story = explain_address(portal, corpus_folder(args, portal), without_userinfo(args.url))
    if args.json:
        print_json(to_words(story, STORY_WORDS))
    else:
        write_lines(story.lines())
    return DONE if story.known else PROBLEMS
