"""``curator repair``: proposes rules for a portal that has changed its pages, with their proof."""

from __future__ import annotations

import argparse
from itertools import chain

from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_answer, print_message
from webarticlecurator.cli.portal_file import (
    check_own_file,
    corpus_folder,
    list_differences,
    open_portal,
)
from webarticlecurator.cli.portal_path import portal_path
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import CONFIG, NETWORK
from webarticlecurator.cli.subcommands.repair_output import repair_json, repair_lines
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.yaml_file.yaml_edit import read_yaml_text, replace_yaml_file


@command(
    "curator repair portal.yaml --write",
    *CONFIG,
    "--corpus",
    "--warc",
    option(
        "--write",
        action="store_true",
        help="write the proposed rules into the portal file, if their proof holds",
    ),
    "--json",
    "--quiet",
    *NETWORK,
)
def run(args: argparse.Namespace) -> int:
    if args.write:
        check_own_file(args.config)
    portal = open_portal(args)
    runtime = Runtime(progress=choose_progress(args.quiet))
    before = read_yaml_text(portal_path(args.config))
    folder = corpus_folder(args, portal)
    # imported here: no other command takes what proposes rules together with the network
    from webarticlecurator.proposing.repair.portal_repair import repair_portal

    found = repair_portal(portal, before, folder, args.warc, runtime, args.proxy, args.ca)
    is_written = args.write and not found.doubts and found.text != before
    lines = chain(list_differences(str(portal.path), before, found.text), repair_lines(found))
    print_answer(args.json, repair_json(found, is_written=is_written), lines)
    if is_written:
        replace_yaml_file(portal.path, before, found.text, "Run the same command again.")
        print_message(f"wrote {portal.path}. Then: curator build {args.config}")
    elif args.write and found.text != before:
        print_message(f"{portal.path} is unchanged: {'; '.join(found.doubts)}")
    return PROBLEMS if found.text != before and found.doubts else DONE
