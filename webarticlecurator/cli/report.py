"""``curator report metadata|authors|problems|unclaimed``: tables of a corpus, to be read and put
right."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import parse_count
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_quiet_option,
    add_verb,
)
from webarticlecurator.cli.output import write_data
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.stored_pages import add_warcs, read_page_options
from webarticlecurator.cli.tags import add_output, add_reading, read_inventory
from webarticlecurator.export import write_file
from webarticlecurator.extract.analysis.inventory.inventory import unclaimed_table
from webarticlecurator.model.article import FIELDS
from webarticlecurator.run import Runtime
from webarticlecurator.run.analysis.reporting import (
    Row,
    list_conflicts,
    list_problems,
    list_values,
    to_tsv,
)


def register(commands: Any) -> None:
    parser = add_command(
        commands, "report", "curator report metadata portal.yaml --output conflicts.tsv"
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    words = "where the sources of metadata disagree, most frequent first"
    clashing = _action(actions, "metadata", words, "curator report metadata portal.yaml", _metadata)
    add_warcs(clashing)
    clashing.add_argument(
        "--jobs", type=parse_count, metavar="N", help="processes (default: as many as pay)"
    )
    add_quiet_option(clashing)
    counting = _action(
        actions,
        "authors",
        "the authors in the TEI by frequency",
        "curator report authors portal.yaml",
        _values,
    )
    names = [name for name, _, _ in FIELDS]
    counting.add_argument(
        "--field",
        choices=names,
        default="authors",
        metavar="NAME",
        help=f"another field: {', '.join(names)}",
    )
    _action(
        actions,
        "problems",
        "everything that somebody should look at",
        "curator report problems portal.yaml",
        _problems,
    )
    words = "text that is kept although no row of the portal's tag dictionary speaks of its tag"
    parser = add_verb(actions, "unclaimed", words, "curator report unclaimed portal.yaml")
    add_config_argument(parser)
    add_reading(parser)
    add_output(parser)
    parser.set_defaults(run=_unclaimed)


def _action(actions: Any, name: str, words: str, example: str, run: Any) -> argparse.ArgumentParser:
    parser = add_verb(actions, name, words, example)
    add_config_argument(parser)
    add_corpus_option(parser)
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="where to write the table (default: standard output)",
    )
    parser.set_defaults(run=run)
    return parser


def _metadata(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    return _told(
        args,
        list_conflicts(
            portal, read_page_options(args, portal), Runtime(progress=choose_progress(args.quiet))
        ),
    )


def _values(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    return _told(args, list_values(portal, corpus_folder(args, portal), args.field))


def _problems(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    return _told(args, list_problems(portal, corpus_folder(args, portal)))


def _unclaimed(args: argparse.Namespace) -> int:
    return _told(args, unclaimed_table(read_inventory(args, open_portal(args))))


def _told(args: argparse.Namespace, rows: Iterable[Row]) -> int:
    """A table (TSV, UTF-8) to the file, or to standard output."""
    if args.output is not None:
        write_file(args.output, to_tsv(rows))
    else:
        for line in to_tsv(rows):
            write_data(line.decode("utf-8"))
    return DONE
