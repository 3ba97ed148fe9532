"""``curator copies``: compares a corpus with the copies that its settings name."""

from __future__ import annotations

import argparse

from webarticlecurator.cli.exit_codes import DAMAGED, DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_answer
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.corpus.judging.judgements import FOLDER as JUDGEMENTS
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.storage.fixity import check_log, copies
from webarticlecurator.storage.store.view import check_folder
from webarticlecurator.storage.store.withdrawn_texts import NAME as WITHDRAWN

_MADE_BY_PEOPLE = (f"{JUDGEMENTS}/*", "pruned.txt", WITHDRAWN)
"""Files that cannot be made again from WARC files."""


@command("curator copies portal.yaml", *CONFIG, "--corpus", "--json")
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    check_folder(folder, create=False)
    places = (path for pattern in _MADE_BY_PEOPLE for path in sorted(folder.glob(pattern)))
    others = [path.relative_to(folder).as_posix() for path in places if path.is_file()]
    found = [*copies.compare_copies(folder, portal.id, load_settings(folder).copies, others)]
    answer = [
        {"folder": str(each.folder), "state": each.state, "files": each.files} for each in found
    ]
    none = "settings.yaml of the corpus folder names no copies: `copies: [DIR]`"
    print_answer(args.json, {"copies": answer}, [*map(str, found)] or [none])
    states = {each.state for each in found}
    if check_log.DAMAGED in states:
        return DAMAGED
    return DONE if states == {check_log.SOUND} else PROBLEMS
