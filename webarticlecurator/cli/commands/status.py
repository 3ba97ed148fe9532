"""``curator status``: counts the addresses of a corpus by what became of them."""

from __future__ import annotations

import argparse

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_answer
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.storage.fixity.check_log import describe_checks, find_growing
from webarticlecurator.storage.index.disk import warc_files


@command(
    "curator status portal.yaml --json",
    *CONFIG,
    "--corpus",
    "--json",
)
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    summary = read_status(portal, folder)
    now = SystemClock().now
    checks = describe_checks(folder, portal.id, now())
    if len(warc_files(folder, portal.id)) > len(find_growing(folder, portal.id)):
        # a corpus without a full file does not need what makes recovery data
        from webarticlecurator.crawling.workers.corpus_upkeep import read_upkeep
        from webarticlecurator.storage.fixity.mending import describe_unprotected

        checks += describe_unprotected(folder, portal.id, read_upkeep(folder, now))
    summary = replace(summary, remarks=(*summary.remarks, *checks))
    print_answer(args.json, summary.as_json(), [*summary.lines(), *summary.cures()])
    return DONE
