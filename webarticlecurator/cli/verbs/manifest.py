"""``curator manifest``: writes what a corpus holds, without its text."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_quiet_option,
    parse_output,
)
from webarticlecurator.cli.output import DONE, PROBLEMS, data_stream, print_message
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.corpora.manifests import ManifestMaker, view_locked_corpus
from webarticlecurator.export import manifest_chunks, write_file, write_stream
from webarticlecurator.workers.setup import Runtime


def register(commands: Any) -> None:
    parser = add_command(
        commands, "manifest", "curator manifest portal.yaml --output portal.manifest.jsonl"
    )
    add_config_argument(parser)
    add_corpus_option(parser)
    parser.add_argument(
        "--output",
        metavar="FILE",
        type=parse_output,
        help="file to write (default, or -: standard output)",
    )
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    runtime = Runtime(progress=choose_progress(args.quiet or args.output is None))
    with view_locked_corpus(corpus_folder(args, portal), portal) as corpus:
        maker = ManifestMaker(portal, corpus, runtime)
        chunks = manifest_chunks(maker.entries())
        if args.output is None:
            write_stream(data_stream(), chunks)
        else:
            write_file(args.output, chunks)
    target = args.output if args.output is not None else "standard output"
    print_message(f"{maker.counts.articles} articles written to {target}", args.quiet)
    if maker.counts.stale:
        print_message(
            f"problem: {maker.counts.stale} articles wait for a build, so the manifest is not that"
            " of the present rules and captures; run `curator build`, then make it again"
        )
    return PROBLEMS if maker.counts.stale else DONE
