"""``curator manifest``: writes what a corpus holds, without its text."""

from __future__ import annotations

import argparse

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import option, parse_address, parse_output
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_message, write_output
from webarticlecurator.cli.portal_file import corpus_folder, each_portal
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.corpus.keeping.manifests import ManifestMaker, view_locked_corpus
from webarticlecurator.corpus.keeping.timestamps import require_timestamps, write_timestamp
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.texts.manifest_file import manifest_chunks


@command(
    "curator manifest portal.yaml --output portal.manifest.jsonl",
    *CONFIG,
    "--corpus",
    option(
        "--output",
        metavar="FILE",
        type=parse_output,
        help="file to write (default, or -: standard output)",
    ),
    option(
        "--timestamp",
        type=parse_address,
        metavar="URL",
        help="ask this authority (RFC 3161) to sign that the file existed today; its answer"
        " is written beside the file (.tsr)",
    ),
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    if args.timestamp is not None:
        if args.output is None:
            raise UsageError("a time stamp needs a file", "Give --output FILE.")
        require_timestamps()
    return max(_write_manifest(*each) for each in each_portal(args, ".manifest.jsonl"))


def _write_manifest(args: argparse.Namespace, portal: Portal) -> int:
    runtime = Runtime(progress=choose_progress(args.quiet or args.output is None))
    with view_locked_corpus(corpus_folder(args, portal), portal) as corpus:
        maker = ManifestMaker(portal, corpus, runtime)
        write_output(args.output, manifest_chunks(maker.entries()))
    target = args.output if args.output is not None else "standard output"
    print_message(f"{maker.articles} articles written to {target}", args.quiet)
    if args.timestamp is not None and args.output is not None:
        stamp = write_timestamp(args.output, args.timestamp)
        print_message(f"seen by {args.timestamp} at {stamp.time:%Y-%m-%d %H:%M:%S} UTC")
    if maker.stale:
        print_message(
            f"problem: {maker.stale} articles have not been built yet, so the manifest does not"
            " describe the current rules and captures; run `curator build`, then write it again"
        )
    return PROBLEMS if maker.stale else DONE
