"""``curator copies``: compares a corpus with the copies that its settings name."""

from __future__ import annotations

import argparse

from webarticlecurator.cli.exit_codes import DAMAGED, DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_answer
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.storage.fixity import copies
from webarticlecurator.storage.store.view import check_folder


@command("curator copies portal.yaml", *CONFIG, "--corpus", "--json")
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    check_folder(folder, create=False)
    found = [*copies.compare_copies(folder, portal.id, load_settings(folder).copies)]
    answer = [
        {"folder": str(each.folder), "state": each.state, "files": each.files} for each in found
    ]
    none = "settings.yaml of the corpus folder names no copies: `copies: [DIR]`"
    print_answer(args.json, {"copies": answer}, [*map(str, found)] or [none])
    states = {each.state for each in found}
    if copies.DAMAGED in states:
        return DAMAGED
    return DONE if states == {copies.SOUND} else PROBLEMS
