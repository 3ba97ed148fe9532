"""``curator why``: shows what happened to one address, and why."""

from __future__ import annotations

import argparse

from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.portal.hosts import without_userinfo
from webarticlecurator.cli.argument_types import option, parse_utf8
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.json_words import ADDRESS_WORDS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_answer
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.corpus.corpora.address_history import explain_address


@command(
    "curator why portal.yaml https://www.example.org/2019/an-article",
    *CONFIG,
    option(
        "url",
        metavar="URL",
        type=parse_utf8,
        help="the address of an article or archive page, as listed or canonical",
    ),
    "--corpus",
    "--json",
)
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    history = explain_address(portal, corpus_folder(args, portal), without_userinfo(args.url))
    print_answer(args.json, to_words(history, ADDRESS_WORDS), history.lines())
    return DONE if history.known else PROBLEMS
