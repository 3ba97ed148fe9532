"""``curator learn``: writes ``<portal>.learned.yaml``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import count
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import add_config, add_quiet, add_verb, say
from webarticlecurator.cli.portal_file import portal_path
from webarticlecurator.cli.progress import progress
from webarticlecurator.cli.stored_pages import add_pages, pages_of
from webarticlecurator.config import LEARNED_MARK, learned_file, learned_text, load_portal
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.extract.title_affixes import Affix
from webarticlecurator.run import Effects
from webarticlecurator.run.learning import ARTICLES, learn


def register(verbs: Any) -> None:
    parser = add_verb(verbs, "learn", "write down what the titles of a portal have in common", "curator learn portal.yaml")
    add_config(parser)
    add_pages(parser)
    parser.add_argument("--limit", type=count, default=ARTICLES, metavar="N", help=f"articles to look at (default: {ARTICLES})")
    words = "where to write it (default: NAME.learned.yaml beside the portal file, where it counts)"
    parser.add_argument("--output", type=Path, metavar="FILE", help=words)
    add_quiet(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    path = portal_path(args.config)
    portal = load_portal(path, learned=False)
    target = args.output or learned_file(path)
    _check_ours(target)
    found = learn(portal, pages_of(args, portal), Effects(progress=progress(args.quiet)))
    if not found.affixes:
        kept = f"; {target} stays as it is" if target.exists() else ""
        say(f"{found.articles} stored articles were looked at: their titles have nothing in common that could be taken off{kept}")
        return DONE
    for affix in found.affixes:
        say(f"{affix.kind} {affix.text!r}: {_evidence(affix)}")
    write_file(target, [learned_text([(affix.pair[0], _evidence(affix)) for affix in found.affixes]).encode("utf-8")])
    say(f"wrote {target}. Read it, then: curator build {args.config}")
    if target == learned_file(path) and load_portal(path).tei_digest == portal.tei_digest:
        say("but it changes nothing: the portal file has `clean: title` of its own; put the pairs there")
    return DONE


def _evidence(affix: Affix) -> str:
    return f"{affix.count} of {affix.of} titles from {affix.source}"


def _check_ours(target: Path) -> None:
    """Only what this command has written is written anew."""
    if target.exists() and not target.read_text(encoding="utf-8", errors="replace").startswith(LEARNED_MARK):
        raise UsageError(f"{target} was not written by `curator learn`", "Rename it, or give another name with --output.")
