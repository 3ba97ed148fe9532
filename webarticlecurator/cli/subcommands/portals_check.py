"""``curator portals check``."""

from __future__ import annotations

import argparse
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import ConfigError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.allowed_hooks import allowed_digests
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import action
from webarticlecurator.cli.output import print_json, print_message, write_rows
from webarticlecurator.cli.portal_file import list_portal_files
from webarticlecurator.cli.shared_options import SHARED_OPTIONS, shared
from webarticlecurator.portal_file.config.expectations import load_portal_expectations
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.load_context import AllowHooks

if TYPE_CHECKING:
    from webarticlecurator.corpus.stored_pages.captured_pages import WarcPages


@dataclass(frozen=True)
class TriedPortal:
    """What was found about a portal file: its problems, and of its expectations those that are
    met, missed, and whose pages are not stored."""

    portal: str
    problems: int = 0
    expectations: int = 0
    met: int = 0
    missed: int = 0
    not_stored: int = 0
    first: str = ""


_TRIED_WORDS = read_words("portal problems expectations met missed not_stored first")


@action(
    "check",
    "check portal files, and try those that have expectations on stored pages, offline",
    "curator portals check --warc old.warc.gz",
    ("configs", {**SHARED_OPTIONS["configs"], "nargs": "*"}),
    "--allow-hooks",
    shared("--warc", help="WARC files with the pages (default: the corpora)"),
    shared("--corpus", help="the folder that holds the corpora (default: corpora here)"),
    "--json",
)
def check_portals(args: argparse.Namespace) -> int:
    from webarticlecurator.cli.progress_choice import plain_progress
    from webarticlecurator.corpus.stored_pages.captured_pages import WarcPages
    from webarticlecurator.crawling.workers.run_options import Runtime

    files = list_portal_files(args.configs or [str(data_folder("site_configs"))])
    hooks = args.allow_hooks or allowed_digests()
    with ExitStack() as stack:
        store = None
        if args.warc:  # the files are read once for all portals
            runtime = Runtime(progress=plain_progress())
            store = stack.enter_context(WarcPages(Portal("", ""), args.warc, runtime))
        found = [_try(file, store, args.corpus or Path("corpora"), hooks) for file in files]
    rows = [to_words(each, _TRIED_WORDS) for each in found]
    if args.json:
        print_json(rows)
    else:
        write_rows([list(_TRIED_WORDS), *(map(str, row.values()) for row in rows)])
    wrong = sum(bool(each.problems or each.missed) for each in found)
    print_message(
        f"{len(found)} portal files: {wrong} with problems or missed expectations,"
        f" {sum(each.met for each in found)} expectations met"
    )
    return PROBLEMS if wrong else DONE


def _try(file: Path, store: WarcPages | None, corpora: Path, hooks: AllowHooks) -> TriedPortal:
    """Return what is found about a portal file; its pages are in ``store``, or in its corpus."""
    from webarticlecurator.corpus.stored_pages.captured_pages import CorpusPages
    from webarticlecurator.proposing.trial.expecting import STORED, compare_pages

    try:
        portal = load_portal(file, allow_hooks=hooks)
    except ConfigError as error:
        return TriedPortal(file.stem, len(error.problems), first=error.problems[0].message)
    entries = load_portal_expectations(portal)
    if not entries:
        return TriedPortal(portal.id)
    folder = corpora / portal.id
    if store is None and not folder.is_dir():
        return TriedPortal(portal.id, expectations=len(entries), not_stored=len(entries))
    opened = CorpusPages(portal, folder) if store is None else nullcontext(store.of(portal))
    with opened as captured:
        pages = list(compare_pages(portal, entries, captured))
    absent = [page for page in pages if any(each.expected == STORED for each in page.mismatches)]
    missed = [page for page in pages if not page.passed and page not in absent]
    first = f"{missed[0].entry.url}: {missed[0].mismatches[0].message}" if missed else ""
    met = len(pages) - len(missed) - len(absent)
    return TriedPortal(portal.id, 0, len(entries), met, len(missed), len(absent), first)
