"""``curator withdraw``: takes articles out of a corpus for good."""

from __future__ import annotations

import argparse
from datetime import datetime, timezone
from pathlib import Path

from webarticlecurator.cli.argument_types import option, parse_utf8
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_json, print_message
from webarticlecurator.cli.portal_file import check_own_file, corpus_folder, open_portal
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.corpus.keeping.withdrawing import (
    begin_withdrawal,
    exclude_withdrawn,
    finish_withdrawal,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.storage.fixity.copies import find_copies_with
from webarticlecurator.storage.index.disk import FOLDER, warc_files


@command(
    'curator withdraw portal.yaml https://www.example.org/a --reason "court order 12/2026"',
    *CONFIG,
    option(
        "articles",
        nargs="+",
        type=parse_utf8,
        metavar="ADDRESS",
        help="addresses or ids of the articles",
    ),
    option(
        "--reason",
        required=True,
        type=parse_utf8,
        help="the reason; it is kept, without the text",
    ),
    "--corpus",
    "--json",
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    check_own_file(args.config)
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    today = datetime.now(timezone.utc).date()
    ids: list[str] = []
    shown: set[str] = set()
    again: tuple[str, ...] = ()
    copies = load_settings(folder).copies
    holding: set[Path] = set()
    # the first may be what an earlier command, which was killed, has begun
    while begun := begin_withdrawal(portal, folder, args.articles, args.reason, today):
        exclude_withdrawn(portal, begun)
        portal = open_portal(args)
        runtime = Runtime(progress=choose_progress(args.quiet))
        done = finish_withdrawal(portal, folder, begun, runtime)
        ids += done.ids
        shown |= set(done.shown)
        again = done.again
        holding.update(find_copies_with(copies, frozenset(begun.records)))
        print_message(
            f"{', '.join(done.ids)} withdrawn: {done.records} records left out or masked in"
            f" {done.files} WARC files",
            args.quiet,
        )
    known = {name.file for name in warc_files(folder, portal.id)}
    others = sorted({f"{FOLDER}/{path.name}" for path in (folder / FOLDER).iterdir()} - known)
    if args.json:
        places = sorted(map(str, holding))
        found = {"shown": sorted(shown), "again": again, "copies": places, "others": others}
        print_json({"withdrawn": ids, **found})
    if not ids:
        print_message("all of them were already withdrawn")
    for url in sorted(shown):
        print_message(f"problem: {url} contains words of a withdrawn text, such as a quotation")
    for url in again:
        print_message(f"problem: {url} has the same text; withdraw it, too")
    for copy in sorted(holding):
        print_message(f"problem: {copy} is a copy that still has the text; make it again")
    for file in others:
        print_message(f"problem: {file} is no file of the corpus, and may have the text; remove it")
    print_message(
        "earlier exports, packages, manifests and copies still have them: make these again",
        args.quiet,
    )
    return PROBLEMS if shown or again or holding or others else DONE
